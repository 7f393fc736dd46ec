// SPDX-License-Identifier: MIT
// How large the numbers in a formula can become: which integers must have atoms, and how many bits it takes
// so that nothing overflows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw::inputs {

struct IntegerNeeds {
  std::set<std::int64_t> atoms;  // values that arithmetic may turn into sets
  std::int64_t smallest = 0;     // of all numbers that occur in the evaluation
  std::int64_t largest = 0;
  bool too_many = false;  // more than can be searched; the others are then incomplete
};

// What may be in each column of a relation.
struct ColumnAtoms {
  std::set<std::uint32_t> others;
  std::set<std::int64_t> integers;
  std::size_t size() const { return others.size() + integers.size(); }
};
using Columns = std::vector<ColumnAtoms>;

// `relations` are those of the formulas, by leaf.
IntegerNeeds integer_needs(const std::vector<Formula>& formulas,
                           const std::map<const Leaf*, Columns>& relations);

}  // namespace fretsaw::inputs
