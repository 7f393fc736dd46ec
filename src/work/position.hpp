// SPDX-License-Identifier: MIT
// Where a search is that gives its results in order.
#pragma once

#include <cstdint>
#include <vector>

#include "work/unit.hpp"

namespace fretsaw::work {

struct Position {
  std::vector<Piece> pieces;   // what is left, in order
  std::uint64_t repeated = 0;  // of its results, the first so many are known already
};

}  // namespace fretsaw::work
