// SPDX-License-Identifier: MIT
// The arguments that a predicate or function can be called with in an instance.
#pragma once

#include <cstddef>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/modeltest/stage.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::modeltest {

// One value for each parameter, in their order.
using Arguments = std::vector<TupleSet>;

struct ArgumentList {
  std::vector<Arguments> all;  // in lexicographic order
  bool complete = true;        // false: there are more than `most`
};

// All values within the declared bounds: single atoms, or sets for parameters declared with a multiplicity.
// No parameters: one empty list.
ArgumentList arguments_of(const model::Function& function, const Stage& stage, const Instance& instance,
                          std::size_t most);

// Keeps the first of those that an automorphism of the instance maps onto each other.
std::vector<Arguments> without_isomorphic(std::vector<Arguments> arguments, const Stage& stage,
                                          const Instance& instance);

}  // namespace fretsaw::modeltest
