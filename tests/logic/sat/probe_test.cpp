// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>

#include "logic/sat/random_cnf.hpp"
#include "logic/sat/simplify.hpp"

namespace fretsaw {
namespace {

bool satisfies(const Cnf& cnf, std::uint64_t row) {
  bool all = true;
  cnf.each_clause([&](std::span<const int> clause) {
    bool any = false;
    for (const int literal : clause) any |= (row >> (std::abs(literal) - 1) & 1) == (literal > 0 ? 1U : 0U);
    all &= any;
  });
  return all;
}

TEST(Probe, KeepsAllSolutionsAndNoOthers) {
  std::size_t shorter = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    sat_test::Random random(seed);
    const Cnf cnf = sat_test::random_cnf(random, 9);
    Budget budget;
    const Cnf probed = probe(cnf, budget);
    ASSERT_EQ(probed.variables, cnf.variables) << "seed " << seed;
    ASSERT_EQ(probed.primary, cnf.primary) << "seed " << seed;
    ASSERT_EQ(probed.secondary, cnf.secondary) << "seed " << seed;
    for (std::uint64_t row = 0; row < std::uint64_t{1} << cnf.variables; ++row)
      ASSERT_EQ(satisfies(probed, row), satisfies(cnf, row)) << "seed " << seed << " row " << row;
    shorter += probed.literals.size() < cnf.literals.size();
  }
  EXPECT_GT(shorter, 300U);
}

TEST(Probe, FindsWhatPropagationFromOneVariableRefutes) {
  // 1 implies 2 and 3, which exclude each other; without 1, 4 must hold.
  Cnf cnf{.variables = 4, .primary = 4, .secondary = 0, .literals = {}, .clauses = 0};
  for (const auto& clause : {std::vector{-1, 2}, {-1, 3}, {-2, -3}, {1, 4}, {4, 2, 3}}) cnf.add(clause);
  Budget budget;
  const Cnf probed = probe(cnf, budget);
  EXPECT_EQ(probed.literals, (std::vector{-1, 0, 4, 0, -2, -3, 0}));
  EXPECT_EQ(probed.clauses, 3U);
}

TEST(Probe, LeavesAContradictionContradictory) {
  Cnf cnf{.variables = 2, .primary = 1, .secondary = 0, .literals = {}, .clauses = 0};
  for (const auto& clause : {std::vector{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}) cnf.add(clause);
  Budget budget;
  const Cnf probed = probe(cnf, budget);
  for (std::uint64_t row = 0; row < 4; ++row) EXPECT_FALSE(satisfies(probed, row));
}

}  // namespace
}  // namespace fretsaw
