// SPDX-License-Identifier: MIT
// The candidate under consideration, and the order in which the predicate read it: all that the search
// decides.
//
// Invariants: a slot that is not in the order has index 0; the arena holds the values of all indices, apart
// from what the predicate itself overwrote; a slot behind a length comes after that length in the order.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "predicate/runtime/plan.hpp"

namespace fretsaw::runtime {

class FieldOrder {
 public:
  // The plan outlives the order.
  explicit FieldOrder(const Plan& plan);
  FieldOrder(const FieldOrder&) = delete;
  FieldOrder& operator=(const FieldOrder&) = delete;

  struct Choice {
    std::uint32_t slot;
    std::uint32_t index;
    friend bool operator==(const Choice&, const Choice&) = default;
  };

  // Starts anew from these choices, read in this order; every other slot is at 0 and unread. Nothing before
  // `floor` will change. False if the choices do not belong to any search over this plan.
  bool restart(std::span<const Choice> path, std::size_t floor);

  // Appends an unread slot (and the length that it hides behind, first). False if it has no admissible value.
  enum class Recorded { Yes, NoValue, OutOfRange };
  Recorded record(std::uint32_t slot);

  // Appends every unread slot of objects reachable from the root, depth first. False if one has no admissible
  // value.
  bool complete();

  // The next candidate: the last position that has another value takes it, later ones are unread again. False
  // at the end of the search, with the order cut down to its floor.
  bool advance();

  // Puts the arena right after something else wrote to it: the slots at positions `from` up to the end of the
  // order that there was before the last advance().
  void restore_values(std::size_t from, std::size_t before);

  std::size_t size() const { return size_; }
  std::size_t floor() const { return floor_; }
  std::uint32_t slot(std::size_t position) const { return order_[position].slot; }
  bool is_unread(std::uint32_t slot) const { return cells_[slot].position < 0; }
  std::uint32_t index(std::uint32_t slot) const { return index_[slot]; }
  const std::vector<std::uint32_t>& indices() const { return index_; }
  const std::uint8_t* unread_bytes() const { return unread_.data(); }
  bool has_choice(std::uint32_t slot) const { return cells_[slot].count > 1; }

  std::vector<Choice> path() const;

  // Gives up everything after the current value of the shallowest position that has another one, and returns
  // the path to what was given up (its last choice is the first value given up; its floor is its size minus
  // one). Empty if there is nothing.
  std::vector<Choice> split();

  // Where the current candidate lies in the search, from 0 to 1: an estimate that never decreases.
  double fraction() const;

 private:
  struct Step {
    std::uint32_t slot;
    std::int32_t old_maximum;  // of the class domain of its value, before it
    std::uint32_t gain;        // slots that the structure has because of its value
  };

  // What is needed of a slot at every step, side by side.
  struct Cell {
    const Value* values;
    std::uint32_t count;
    std::int32_t position;  // in the order, or -1
    std::byte* at;
    std::uint8_t* unread;
    std::uint8_t width;
    bool is_unique;
    bool is_bits;
  };

  const Value& value(std::uint32_t slot) const { return cells_[slot].values[index_[slot]]; }
  bool admissible(const Cell& cell, const Value& value) const;
  std::uint32_t first_admissible(std::uint32_t slot, std::uint32_t index) const;
  std::uint32_t next_value(std::size_t position) const;
  void apply(std::size_t position, std::uint32_t index);
  void retract(std::size_t position);
  void write(std::uint32_t slot);
  void set_unread(std::uint32_t slot, bool unread);
  void set_bits_unread(std::uint32_t slot, bool unread);
  bool visit(std::uint32_t object, std::vector<bool>& visited);
  double alternatives(std::size_t position) const;

  const Plan& plan_;
  std::vector<std::uint32_t> index_;  // by slot
  std::vector<Cell> cells_;           // by slot
  std::vector<std::uint8_t> unread_;  // by arena byte: belongs to an unread slot (1) or is out of bounds (2)
  std::vector<Step> order_;           // the first size_ count
  std::size_t size_ = 0;
  std::size_t floor_ = 0;
  std::vector<std::int32_t> maximum_;  // by class domain: the largest rank in use
  std::vector<std::uint8_t> owned_;    // by object: a std::unique_ptr in the order holds it
  std::size_t available_ = 0;          // how many slots the reachable part is known to have
  std::vector<bool> visited_;
};

}  // namespace fretsaw::runtime
