// SPDX-License-Identifier: MIT
#include "logic/sat/split.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "logic/sat/enumerator.hpp"
#include "logic/sat/random_cnf.hpp"
#include "logic/sat/solutions.hpp"
#include "logic/sat/structured_cnf.hpp"

namespace fretsaw {
namespace {

using sat_test::Solution;

std::vector<Solution> solutions(const Cnf& cnf, const std::vector<int>& order, const std::vector<int>& cube,
                                bool first = false) {
  Enumerator enumerator(
      cnf, {.order = DecisionOrder::Static, .static_order = order, .preferred_phase = first, .cube = cube});
  return sat_test::all_solutions(enumerator, cnf);
}

TEST(Split, GivesTheWholeInTheSameOrder) {
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    sat_test::Random random(seed);
    const Cnf cnf = sat_test::random_cnf(random, 10);
    std::vector<int> order(static_cast<std::size_t>(cnf.primary));
    std::iota(order.begin(), order.end(), 1);
    std::ranges::shuffle(order, random);
    const bool first = seed % 2 == 0;
    const auto whole = solutions(cnf, order, {}, first);
    for (const std::size_t count : {1U, 2U, 5U, 40U}) {
      std::vector<Solution> together;
      const auto cubes = split(cnf, {}, order, first, count);
      for (const auto& cube : cubes) {
        const auto part = solutions(cnf, order, cube, first);
        together.insert(together.end(), part.begin(), part.end());
      }
      ASSERT_EQ(together, whole) << "seed " << seed << " count " << count;
      ASSERT_TRUE(cubes.size() >= count || cubes.size() >= whole.size())
          << "seed " << seed << " count " << count;
    }
  }
}

TEST(Split, MakesPartsOfSimilarSize) {
  const Cnf cnf =
      sat_test::acyclic_graphs(5);  // 29,281 solutions, most of them in one half of the first decisions
  std::vector<int> order(static_cast<std::size_t>(cnf.primary));
  std::iota(order.begin(), order.end(), 1);
  const auto cubes = split(cnf, {}, order, false, 64);
  std::vector<std::size_t> dealt(4, 0);
  for (std::size_t i = 0; i < cubes.size(); ++i) dealt[i % 4] += solutions(cnf, order, cubes[i]).size();
  EXPECT_EQ(dealt[0] + dealt[1] + dealt[2] + dealt[3], 29281U);
  EXPECT_LT(*std::ranges::max_element(dealt), 2 * 29281U / 4);
}

TEST(Split, ResumesFromACube) {
  const Cnf cnf = sat_test::queens(6);
  std::vector<int> order(static_cast<std::size_t>(cnf.primary));
  std::iota(order.begin(), order.end(), 1);
  for (const auto& cube : split(cnf, {-1, 2}, order, false, 3)) {
    EXPECT_EQ(cube[0], -1);
    EXPECT_EQ(cube[1], 2);
  }
}

}  // namespace
}  // namespace fretsaw
