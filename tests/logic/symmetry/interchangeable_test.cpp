// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "logic/symmetry/lex_leader.hpp"
#include "support/random.hpp"

namespace fretsaw {
namespace {

using support::Random;

TupleSet swapped(const TupleSet& set, Atom a, Atom b) {
  TupleSet result(set.arity());
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto row = set.row(i);
    std::vector<Atom> image(row.begin(), row.end());
    for (Atom& x : image) x = x == a ? b : x == b ? a : x;
    result.insert(image);
  }
  return result;
}

// Bounds that treat several atoms alike, with now and then a tuple more or less.
TupleSet random_bound(Random& random, int arity, Atom atoms) {
  TupleSet column(1);
  const int from = random.between(0, static_cast<int>(atoms) - 1);
  for (int i = from; i <= random.between(from, static_cast<int>(atoms) - 1); ++i)
    column.insert(std::vector<Atom>{static_cast<Atom>(i)});
  TupleSet result = column;
  for (int i = 1; i < arity; ++i) result = TupleSet::product(result, column);
  if (random.between(0, 2) == 0) {
    std::vector<Atom> more;
    for (int i = 0; i < arity; ++i) more.push_back(static_cast<Atom>(random.below(atoms)));
    result.insert(more);
  }
  return result;
}

TEST(InterchangeableAtoms, AreThoseWhoseSwapKeepsEveryBound) {
  Random random(1);
  std::size_t alike = 0;
  for (int round = 0; round < 500; ++round) {
    constexpr Atom kAtoms = 5;
    Problem problem;
    problem.universe = Universe({"a", "b", "c", "d", "e"});
    for (int i = 0; i < 3; ++i) {
      const TupleSet upper = random_bound(random, random.between(1, 3), kAtoms);
      const TupleSet lower = random.between(0, 2) == 0 ? upper : TupleSet(upper.arity());
      problem.bounds.push_back({Relation("r" + std::to_string(i), upper.arity()), lower, upper});
    }
    const auto classes = interchangeable_atoms(problem);
    for (Atom a = 0; a < kAtoms; ++a) {
      for (Atom b = a + 1; b < kAtoms; ++b) {
        const bool expected = std::ranges::all_of(problem.bounds, [&](const Bound& bound) {
          return swapped(bound.lower, a, b) == bound.lower && swapped(bound.upper, a, b) == bound.upper;
        });
        const bool together = std::ranges::any_of(classes, [&](const std::vector<Atom>& members) {
          return std::ranges::count(members, a) + std::ranges::count(members, b) == 2;
        });
        ASSERT_EQ(together, expected) << "round " << round << ": " << a << ", " << b;
        alike += expected ? 1U : 0U;
      }
    }
  }
  EXPECT_GT(alike, 100U);
}

}  // namespace
}  // namespace fretsaw
