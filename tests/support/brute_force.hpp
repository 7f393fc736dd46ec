// SPDX-License-Identifier: MIT
// All instances of a small problem, found by trying every valuation between the bounds.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw::support {

// What identifies an instance: the values of the relations that are not auxiliary, in the order of the
// bounds.
using Valuation = std::vector<TupleSet>;

Valuation valuation_of(const Problem& problem, const Instance& instance);

// The instance in which just those free tuples are in the relations whose bits are set (see
// Evaluator::free_tuples).
Instance instance_of(const Problem& problem, std::uint64_t free_tuple_bits);

struct BruteForce {
  std::set<Valuation> instances;
  std::uint64_t tried = 0;
  std::uint64_t satisfying = 0;  // of those tried; more than the instances if there are auxiliary relations
  bool too_large = false;        // a formula was too large to evaluate, or there are too many free tuples
};

// Requires check(problem).ok().
BruteForce brute_force(const Problem& problem, std::size_t max_free_tuples = 20);

}  // namespace fretsaw::support
