// SPDX-License-Identifier: MIT
// What an input is made of: variables in memory, and the values that they may have. An input is a word for
// each: the value itself, if the variable is free to take any of its type, else the position in its domain.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/path/child/wire.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::path {

using InputWords = std::vector<std::uint64_t>;

inline std::uint64_t bits_of(std::uint64_t word, unsigned low, unsigned count) {
  return count >= 64 ? word : word >> low & ((std::uint64_t{1} << count) - 1);
}

struct InputVariable {
  std::string name;        // "Node$0.left"
  std::string field;       // "Node::left"
  std::size_t object = 0;  // that it is a part of
  std::uint64_t address = 0;
  unsigned bytes = 0;
  unsigned bits = 0;  // of a bit-field fewer than its bytes have
  std::size_t domain = 0;
  bool is_free = false;       // takes every value of its type
  bool is_followed = true;    // else the solver does not use its value
  bool is_fixed = false;      // keeps its first value
  bool is_unique = false;     // a std::unique_ptr
  bool is_length = false;     // of a container, or its words, which contain it
  bool is_character = false;  // letters are easier to read
  bool is_unsigned = false;   // numbers, none of which is negative
  std::string keys;           // of a container without bounds on them: how --values would name them
  int guard = -1;             // it exists if that variable's rank is in (above, last]
  std::int64_t above = 0;
  std::int64_t last = 0;
};

struct InputModel {
  space::Space space;  // with places; the first object holds receiver and arguments
  std::vector<InputVariable> variables;
  std::vector<InputCell> cells;
  std::unordered_map<std::uint64_t, std::size_t> cell_at;  // by address

  // What the test process describes in its messages Space and Cells.
  static Result<InputModel> read(std::string_view space, std::string_view cells,
                                 const code::Classes& classes);

  const std::vector<space::SpaceValue>& domain(std::size_t variable) const {
    return space.domains[variables[variable].domain];
  }
  // The one of that many bits at that address; null if there is none.
  const InputCell* cell(std::uint64_t address, unsigned bits) const {
    const auto found = cell_at.find(address);
    return found != cell_at.end() && cells[found->second].bits == bits ? &cells[found->second] : nullptr;
  }
  // What the input has in a cell.
  std::uint64_t value(const InputCell& cell, const InputWords& input) const;
  // Does the variable exist there?
  bool exists(std::size_t variable, const InputWords& input) const;
};

}  // namespace fretsaw::path
