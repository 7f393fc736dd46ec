// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "logic/cnf/cnf.hpp"

namespace fretsaw {

// Divides the solutions in which the cube holds into parts of similar size, as far as can be told without a
// search: cubes that exclude each other, each the given one with more literals. At least `count` of them,
// unless there are fewer solutions. In the lexicographic order of the variables as `order` has them, the
// value `first` before the other: one after the other, a static enumeration of the parts that prefers that
// value gives the same sequence as one of the whole.
std::vector<std::vector<int>> split(const Cnf& cnf, const std::vector<int>& cube,
                                    const std::vector<int>& order, bool first, std::size_t count);

}  // namespace fretsaw
