// SPDX-License-Identifier: MIT
// The variables of an input in memory: where they lie, what they may be, and putting values there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cpp/path/child/shadow.hpp"
#include "cpp/path/child/wire.hpp"
#include "cpp/space/child/search_space.hpp"
#include "cpp/space/child/space.hpp"

namespace fretsaw::path {

struct InputCells {
  std::vector<Cell> cells;
  std::vector<std::vector<CellSlice>> parts;  // by cell; what they leave is as it is in memory
  std::vector<std::pair<std::uint64_t, std::uint32_t>>
      untracked;                    // places of variables that are not followed: where, bytes
  std::vector<std::string> fields;  // by variable: the field that it is, as "Node::next"
  std::vector<bool> is_followed;    // by variable
};
InputCells input_cells(const space::SearchSpace& space);

// What the host is told: the space with the places of its variables, and the cells.
space::Space described_with_places(const space::SearchSpace& space, const InputCells& cells);
std::vector<InputCell> described_cells(const InputCells& cells);

// One word for each variable, as Message::Input has them.
void put_input(const space::SearchSpace& space, std::span<const std::uint64_t> words);

}  // namespace fretsaw::path
