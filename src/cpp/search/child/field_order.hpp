// SPDX-License-Identifier: MIT
// The candidate under consideration, and the order in which the predicate read it: all that the search
// decides.
//
// Invariants: a variable that is not in the order has index 0; the arena holds the values of all indices,
// apart from what the predicate itself overwrote; a variable behind a length comes after that length in the
// order.
//
// What is done for every candidate or read is defined here, to be compiled into the search's loop.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "cpp/space/child/search_space.hpp"
#include "work/unit.hpp"

namespace fretsaw::search {

using work::Choice;

class FieldOrder {
 public:
  // The space outlives the order.
  explicit FieldOrder(const space::SearchSpace& space);
  FieldOrder(const FieldOrder&) = delete;
  FieldOrder& operator=(const FieldOrder&) = delete;

  // Starts anew from these choices, read in this order; every other variable is at 0 and unread. Nothing
  // before `floor` will change. False if the choices do not belong to any search over this space.
  bool restart(std::span<const Choice> path, std::size_t floor);

  // Appends an unread variable (and the length that it hides behind, first). False if it has no admissible
  // value.
  enum class Recorded { Yes, NoValue, OutOfRange };
  Recorded record(std::uint32_t variable);

  // Appends every unread variable of objects reachable from the root, depth first. False if one has no
  // admissible value.
  bool complete() { return is_complete() || visit_all(); }
  // Whether all of them are known to be in the order; false may be true still.
  bool is_complete() const { return size_ == available_; }

  // The next candidate: the last position that has another value takes it, later ones are unread again. False
  // at the end of the search, with the order cut down to its floor.
  bool advance();

  // Puts the arena right after something else wrote to it: the variables at positions `from` up to the end of
  // the order that there was before the last advance().
  void restore_values(std::size_t from, std::size_t before);

  std::size_t size() const { return size_; }
  std::size_t floor() const { return floor_; }
  std::uint32_t variable(std::size_t position) const { return variable(*order_[position].cell); }
  bool is_unread(std::uint32_t variable) const { return cells_[variable].is_unread; }
  // Whether these bytes are the variable's, all of them and no others; not for bit-fields, containers and
  // what shares its place.
  bool is_exactly(std::uint32_t variable, const std::byte* at, std::size_t size) const {
    return cells_[variable].at == at && cells_[variable].width == size;
  }
  std::uint32_t index(std::uint32_t variable) const { return index(cells_[variable]); }
  std::vector<std::uint32_t> indices() const;
  // An unread length behind which there must be something, because pointers lead there; its index in
  // indices() makes room for it.
  bool is_forced(std::uint32_t variable) const {
    return cells_[variable].is_needed && cells_[variable].is_unread &&
           (needs_[variable].above != INT32_MIN || needs_[variable].last != INT32_MAX);
  }
  const std::uint8_t* unread_bytes() const { return unread_.data(); }
  bool has_choice(std::size_t position) const { return order_[position].cell->has_choice; }

  std::vector<Choice> path() const;

  // Gives up everything after the current value of the shallowest position that has another one, and returns
  // the path to what was split off (its last choice is the first value split off; its floor is its size minus
  // one). Empty if there is nothing.
  std::vector<Choice> split();

  // Where the current candidate lies in the search, from 0 to 1: an estimate that never decreases.
  double fraction() const;

 private:
  static constexpr std::uint8_t kOtherWidth = 255;

  // What is needed of a variable at every step, side by side.
  struct Cell {
    const space::Value* value;  // the current one, in [values, end)
    const space::Value* values;
    const space::Value* end;
    std::byte* at;
    std::uint8_t* unread;
    Cell* guard;         // the length that it is behind, or null; condition.guard is its variable
    std::uint8_t width;  // in bytes; 0: a bit-field; kOtherWidth: what is more than its bytes
    bool is_unread;
    bool has_choice;
    bool is_special;  // there is more to its values than the order of objects
    bool is_unique;
    bool is_needed;  // pointers may point to what is behind it, if it is a length
    space::Condition condition;
    const space::Condition* conditions;  // by value: what must hold for it; null: nothing for any
  };

  // Which ranks a length may have: those that make room for all places to which pointers in the order lead,
  // or the one that it has there itself.
  struct Need {
    std::int32_t above = INT32_MIN;
    std::int32_t last = INT32_MAX;
  };
  struct OldNeed {
    std::uint32_t variable;
    Need need;
  };

  struct Step {
    Cell* cell;
    std::int32_t old_maximum;  // of the class domain of its value, before it
    std::uint32_t gain;        // variables that the structure has because of its value
  };

  std::uint32_t variable(const Cell& cell) const { return static_cast<std::uint32_t>(&cell - cells_.data()); }
  static std::uint32_t index(const Cell& cell) {
    return static_cast<std::uint32_t>(cell.value - cell.values);
  }

  // The first admissible value from `value` on, or the end.
  const space::Value* first_admissible(const Cell& cell, const space::Value* value, bool is_special) const;
  const space::Value* first_special(const Cell& cell, const space::Value* value) const;
  bool is_in_reach(const space::Value& value) const;
  bool is_possible(space::Condition condition) const;
  void take(const Cell& cell, const space::Value& value);
  void narrow(const space::Condition& condition);
  void give_back(const Cell& cell, const space::Value& value);
  void append(Cell& cell, const space::Value* value);
  void apply(Step& step, const space::Value* value, bool is_special);
  void retract(const Step& step, bool is_special);
  bool take_next(Step& step, bool is_special);
  void forget(Cell& cell);
  void write(const Cell& cell);
  void write_other(const Cell& cell);
  void set_unread(Cell& cell, bool unread);
  void set_other_unread(const Cell& cell);
  bool visit_all();
  bool visit(std::uint32_t object);
  double alternatives(const Step& step) const;
  static std::uint8_t width_of(const space::Variable& variable);
  // Objects of several classes together.
  bool every_group_has_room(std::int32_t domain) const;
  void take_room(std::int32_t domain, std::int32_t by);

  const space::SearchSpace& space_;
  std::vector<Cell> cells_;  // by variable
  std::vector<std::uint8_t>
      unread_;               // by arena byte: belongs to an unread variable (1) or is out of bounds (2)
  std::vector<Step> order_;  // the first size_ count
  std::size_t size_ = 0;
  std::size_t floor_ = 0;
  std::vector<std::int32_t> maximum_;  // by class domain: the largest rank in use
  std::vector<std::uint8_t> owned_;    // by object: a std::unique_ptr in the order holds it
  std::size_t available_ = 0;          // how many variables the reachable part is known to have
  bool has_groups_ = false;
  std::vector<std::int32_t> room_;  // by group: how many more objects there may be
  std::vector<bool> visited_;
  std::vector<Need> needs_;         // by variable
  std::vector<OldNeed> old_needs_;  // what they were before each of those that count, the latest last
};

// An object beyond the one after those in use is not admissible.
inline bool FieldOrder::is_in_reach(const space::Value& value) const {
  return value.domain_class == space::kNone ||
         value.rank <= maximum_[static_cast<std::size_t>(value.domain_class)] + 1;
}

inline const space::Value* FieldOrder::first_admissible(const Cell& cell, const space::Value* value,
                                                        bool is_special) const {
  if (is_special) [[unlikely]]
    return first_special(cell, value);
  while (value != cell.end && !is_in_reach(*value)) ++value;
  return value;
}

inline void FieldOrder::apply(Step& step, const space::Value* value, bool is_special) {
  Cell& cell = *step.cell;
  cell.value = value;
  step.gain = value->gain;
  if (is_special) [[unlikely]]
    take(cell, *value);
  if (value->domain_class != space::kNone) {
    std::int32_t& maximum = maximum_[static_cast<std::size_t>(value->domain_class)];
    step.old_maximum = maximum;
    if (value->rank > maximum) {
      maximum = value->rank;
      step.gain += space_.initial_variables[static_cast<std::size_t>(value->domain_class)];
    }
  }
  available_ += step.gain;
  write(cell);
}

inline void FieldOrder::retract(const Step& step, bool is_special) {
  const space::Value& value = *step.cell->value;
  available_ -= step.gain;
  if (value.domain_class != space::kNone)
    maximum_[static_cast<std::size_t>(value.domain_class)] = step.old_maximum;
  if (is_special) [[unlikely]]
    give_back(*step.cell, value);
}

inline void FieldOrder::append(Cell& cell, const space::Value* value) {
  set_unread(cell, false);
  order_[size_].cell = &cell;
  apply(order_[size_++], value, cell.is_special);
}

inline void FieldOrder::forget(Cell& cell) {
  cell.value = cell.values;
  set_unread(cell, true);
  write(cell);
}

// Constant sizes: the general functions are watched like the user's (see memory_functions.cpp).
inline void FieldOrder::write(const Cell& cell) {
  switch (cell.width) {
    case 8:
      std::memcpy(cell.at, cell.value->words, 8);
      break;
    case 4:
      std::memcpy(cell.at, cell.value->words, 4);
      break;
    case 1:
      std::memcpy(cell.at, cell.value->words, 1);
      break;
    default:
      write_other(cell);
  }
}

inline void FieldOrder::set_unread(Cell& cell, bool unread) {
  cell.is_unread = unread;
  const int mark = unread ? 1 : 0;
  switch (cell.width) {
    case 8:
      std::memset(cell.unread, mark, 8);
      break;
    case 4:
      std::memset(cell.unread, mark, 4);
      break;
    case 1:
      std::memset(cell.unread, mark, 1);
      break;
    default:
      set_other_unread(cell);
  }
}

inline FieldOrder::Recorded FieldOrder::record(std::uint32_t variable) {
  Cell& cell = cells_[variable];
  if (cell.guard != nullptr) {
    if (cell.guard->is_unread) {
      const Recorded recorded = record(this->variable(*cell.guard));
      if (recorded != Recorded::Yes) return recorded;
    }
    if (!cell.condition.holds_for(cell.guard->value->rank)) return Recorded::OutOfRange;
  }
  const space::Value* const value = first_admissible(cell, cell.values, cell.is_special);
  if (value == cell.end) return Recorded::NoValue;
  append(cell, value);
  return Recorded::Yes;
}

// Asked once a step, compiled twice: most variables are not special.
[[gnu::always_inline]] inline bool FieldOrder::take_next(Step& step, bool is_special) {
  retract(step, is_special);
  const Cell& cell = *step.cell;
  const space::Value* value = is_special ? first_special(cell, cell.value + 1) : cell.value + 1;
  for (; value != cell.end; ++value) {
    if (!is_special && !is_in_reach(*value)) continue;
    apply(step, value, is_special);
    return true;
  }
  return false;
}

[[gnu::always_inline]] inline bool FieldOrder::advance() {
  while (size_ > floor_) {
    Step& step = order_[size_ - 1];
    const bool has_next = step.cell->is_special ? take_next(step, true) : take_next(step, false);
    if (has_next) [[likely]]
      return true;
    forget(*step.cell);
    --size_;
  }
  return false;
}

}  // namespace fretsaw::search
