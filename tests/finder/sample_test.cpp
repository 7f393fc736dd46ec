// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "fretsaw/finder.hpp"

namespace fretsaw {
namespace {

// The permutations of five atoms, as relations: 120 instances, more than a cell may have.
Problem permutations() {
  Problem problem;
  problem.universe = Universe({"a", "b", "c", "d", "e"});
  const Relation r("r", 2);
  const Variable x("x");
  problem.bounds = {{r, TupleSet(2), TupleSet::all(2, 5)}};
  problem.formulas = {all({{x, univ()}}, one(join(x, r)) && one(join(r, x)))};
  return problem;
}

// How far the frequencies of samples of one are from even: the chi-squared statistic over 120 instances.
double chi_squared(std::uint64_t exhaustive) {
  constexpr std::uint64_t kDraws = 3600;
  constexpr double kExpected = kDraws / 120.0;
  const Problem problem = permutations();
  std::map<std::string, double> frequency;
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const auto drawn = sample(
        problem,
        {.seed = seed, .symmetry = Symmetry::None, .root = {}, .exhaustive = exhaustive, .limits = {}});
    EXPECT_EQ(drawn->instances.size(), 1U);
    frequency[to_string(drawn->instances[0], problem.universe)] += 1;
  }
  EXPECT_EQ(frequency.size(), 120U);
  double result = 0;
  for (const auto& [instance, times] : frequency)
    result += (times - kExpected) * (times - kExpected) / kExpected;
  return result;
}

// With 119 degrees of freedom an even distribution exceeds 173 once in a thousand; the seeds are fixed, so
// the tests are deterministic.
TEST(Sample, IsEvenWhenDrawnFromTheList) { EXPECT_LT(chi_squared(1000), 173.0); }
TEST(Sample, IsEvenWhenDrawnFromCells) { EXPECT_LT(chi_squared(0), 173.0); }

TEST(Sample, GivesDifferentInstancesAndAllIfThereAreNoMore) {
  for (const std::uint64_t exhaustive : {0U, 1000U}) {
    const auto some =
        sample(permutations(),
               {.count = 20, .symmetry = Symmetry::None, .root = {}, .exhaustive = exhaustive, .limits = {}});
    std::set<std::string> distinct;
    for (const Instance& instance : some->instances)
      distinct.insert(to_string(instance, permutations().universe));
    EXPECT_TRUE(some->complete);
    EXPECT_EQ(some->instances.size(), 20U);
  }
  const auto all =
      sample(permutations(), {.count = 200, .symmetry = Symmetry::None, .root = {}, .limits = {}});
  EXPECT_TRUE(all->complete);
  EXPECT_EQ(all->instances.size(), 120U);
  // Up to isomorphism: the cycle types of permutations of five.
  EXPECT_EQ(sample(permutations(), {.count = 100, .root = {}, .limits = {}})->instances.size(), 7U);
}

TEST(Sample, DependsOnTheSeedOnly) {
  const auto text = [](std::uint64_t seed) {
    std::string result;
    const Problem problem = permutations();
    const auto drawn = sample(
        problem,
        {.count = 5, .seed = seed, .symmetry = Symmetry::None, .root = {}, .exhaustive = 0, .limits = {}});
    for (const Instance& instance : drawn->instances) result += to_string(instance, problem.universe);
    return result;
  };
  EXPECT_EQ(text(7), text(7));
  EXPECT_NE(text(7), text(8));
}

}  // namespace
}  // namespace fretsaw
