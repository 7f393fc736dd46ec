// SPDX-License-Identifier: MIT
// Which expressions are in memory: those of the input's variables until they are overwritten, and whatever
// the program has stored since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "cpp/path/child/expressions.hpp"

namespace fretsaw::path {

// A variable of the input in memory.
struct Cell {
  std::uint64_t address;
  std::uint32_t bytes;
  std::uint32_t field;      // places of different fields are never the same
  std::uint32_t group = 0;  // of a container's cells: the same for all of them, and for no others
};

// A variable or an object with a name of its own.
struct StaticObject {
  std::uint64_t address;
  std::uint64_t bytes;
  const char* name;  // lives as long as the program
};

// The path is one where the value is this.
void pin(Id id, std::uint64_t value);

class Shadow {
 public:
  // Cells do not overlap, and lie in [begin, begin + size). What is read of blind places is lost: (address,
  // bytes).
  void place(std::uint64_t begin, std::size_t size, const std::vector<Cell>& cells,
             const std::vector<std::pair<std::uint64_t, std::uint32_t>>& untracked);
  // Those that inputs may refer to.
  void place_statics(std::vector<StaticObject> statics) { statics_ = std::move(statics); }
  // Before `place`: static variables of the user's.
  void add_variable(const StaticObject& variable) { variables_.push_back(variable); }
  bool has_cell(std::uint64_t address) const { return cell_at(address) != nullptr; }

  // `address_id` is where, if that depends on the input.
  Id load(std::uint64_t address, unsigned bytes, Id address_id);
  void store(std::uint64_t address, unsigned bytes, Id address_id, Id value_id, std::uint64_t value);
  void copy(std::uint64_t to, std::uint64_t from, std::size_t bytes, Id to_id, Id from_id);
  // Plain numbers are there from now on.
  void clear(std::uint64_t address, std::size_t bytes, Id address_id);
  // What was stored there is gone, and nothing has been stored there since.
  void drop(std::uint64_t address, std::uint64_t bytes);
  // Is there, at this address, something that depends on the input?
  bool is_interesting(std::uint64_t address) const {
    const Byte* const byte = stored(address);
    return address - begin_ < cell_of_byte_.size() || (byte != nullptr && byte->id != 0);
  }
  // Does what is there depend on the input?
  bool depends(std::uint64_t address, unsigned bytes) const;
  // Is it a variable's place, or was something stored there?
  bool is_known(std::uint64_t address);
  // Code that gets this address, a container's or a node's, follows the pointers there, and may change them:
  // they are used as they are, and are plain numbers from now on.
  void settle_words(std::uint64_t address, unsigned words);

  struct Byte {
    Id id = 0;  // 0: a plain number
    std::uint8_t index = 0;
    std::uint8_t value = 0;
    bool is_written = false;
  };
  Byte byte(std::uint64_t address);
  void set_byte(std::uint64_t address, Byte byte);

 private:
  struct Stored {
    Id id;
    std::uint64_t address;
    std::uint32_t field;
  };
  static constexpr std::size_t kPage = 4096;
  struct Page {
    Byte bytes[kPage];
  };

  const Cell* cell_at(std::uint64_t address) const;
  const StaticObject* static_at(std::uint64_t address) const;
  const StaticObject* variable_at(std::uint64_t address) const;
  // Is there the address of a static object?
  bool leads_to_static(std::uint64_t address) const;
  // What was stored there; null: nothing was.
  const Byte* stored(std::uint64_t address) const;
  Page& page(std::uint64_t address);
  // Makes an address that depends on the input a plain one, if it is not one of a variable that is accessed
  // whole; says what follows for the path. The Id that is left.
  Id settle(std::uint64_t address, unsigned bytes, Id address_id);
  void make_plain(std::uint64_t address);
  void compare_with_stores(const Cell& cell, Id address_id, std::uint64_t address);
  void note_store(const Cell& cell, Id address_id, std::uint64_t address);
  bool is_readable(std::uint64_t address) const;
  Id gather(std::uint64_t address, unsigned bytes);

  std::uint64_t begin_ = 0;
  std::vector<Cell> cells_;
  std::vector<StaticObject> statics_;
  std::vector<StaticObject> variables_;  // sorted by address
  static constexpr std::uint32_t kUntracked = ~std::uint32_t{0};
  std::vector<std::uint32_t> cell_of_byte_;  // plus 1; 0: none; or kUntracked
  std::vector<std::pair<std::uint64_t, Page*>> cache_ = std::vector<std::pair<std::uint64_t, Page*>>(256);
  std::vector<std::pair<std::uint64_t, Page*>> pages_;  // sorted
  std::vector<Stored> stored_;
};

Shadow& shadow();

}  // namespace fretsaw::path
