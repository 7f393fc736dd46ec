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

// 449 instances, nearly all of which are like many others: without any of s there must be none of t.
Problem lopsided() {
  Problem problem;
  problem.universe = Universe({"a", "b", "c", "d", "e", "f"});
  const Relation s("s", 1), t("t", 1);
  problem.bounds = {{s, TupleSet(1), TupleSet(1, {{0}, {1}, {2}})}, {t, TupleSet(1), TupleSet::all(1, 6)}};
  problem.formulas = {some(s) || no(t)};
  return problem;
}

// Numbers for so many atoms, each one of so many: most tuples are not there.
Problem numbers(Atom atoms, Atom values) {
  Problem problem;
  std::vector<std::string> names;
  for (Atom i = 0; i < atoms + values; ++i) names.push_back(fmt::format("a{}", i));
  problem.universe = Universe(names);
  std::vector<Atom> left, right;
  for (Atom i = 0; i < atoms + values; ++i) (i < atoms ? left : right).push_back(i);
  const Relation owner("owner", 1), age("age", 2);
  const TupleSet owners = TupleSet::unary(left);
  const Variable x("x");
  problem.bounds = {{owner, owners, owners},
                    {age, TupleSet(2), TupleSet::product(owners, TupleSet::unary(right))}};
  problem.formulas = {all({{x, owner}}, one(join(x, age)))};
  return problem;
}

// How far the frequencies of samples of one are from even: the chi-squared statistic over all instances.
double chi_squared(const Problem& problem, std::size_t instances, std::uint64_t draws,
                   std::uint64_t max_listed_instances) {
  const double expected = static_cast<double>(draws) / static_cast<double>(instances);
  std::map<std::string, double> frequency;
  for (std::uint64_t seed = 1; seed <= draws; ++seed) {
    const auto drawn = sample(problem, {.seed = seed,
                                        .symmetry = Symmetry::None,
                                        .root = {},
                                        .max_listed_instances = max_listed_instances,
                                        .limits = {}});
    EXPECT_EQ(drawn->instances.size(), 1U);
    frequency[to_string(drawn->instances[0], problem.universe)] += 1;
  }
  EXPECT_LE(frequency.size(), instances);
  double result = expected * static_cast<double>(instances - frequency.size());
  for (const auto& [instance, times] : frequency)
    result += (times - expected) * (times - expected) / expected;
  return result;
}

// An even distribution exceeds these bounds once in a thousand; the seeds are fixed, so the tests are
// deterministic.
TEST(Sample, IsEvenWhenDrawnFromTheList) { EXPECT_LT(chi_squared(permutations(), 120, 3600, 1000), 173.0); }
TEST(Sample, IsEvenWhenDrawnFromCells) { EXPECT_LT(chi_squared(permutations(), 120, 1800, 0), 173.0); }
TEST(Sample, IsEvenWhereCellsDifferInSize) { EXPECT_LT(chi_squared(lopsided(), 449, 2245, 0), 546.0); }
TEST(Sample, IsEvenOverNumbers) { EXPECT_LT(chi_squared(numbers(3, 6), 216, 2160, 0), 285.0); }

// 2^30 instances: a parity over half of all tuples is known only when nearly everything is decided, and
// listing a cell of such parities did not end.
TEST(Sample, OfManyNumbersEnds) {
  const Problem problem = numbers(6, 32);
  const auto drawn =
      sample(problem,
             {.count = 64, .symmetry = Symmetry::None, .root = {}, .max_listed_instances = 0, .limits = {}});
  EXPECT_TRUE(drawn->complete);
  std::set<std::string> distinct;
  for (const Instance& instance : drawn->instances) distinct.insert(to_string(instance, problem.universe));
  EXPECT_EQ(distinct.size(), 64U);
}

TEST(Sample, GivesDifferentInstancesAndAllIfThereAreNoMore) {
  for (const std::uint64_t max_listed_instances : {0U, 1000U}) {
    const auto some = sample(permutations(), {.count = 20,
                                              .symmetry = Symmetry::None,
                                              .root = {},
                                              .max_listed_instances = max_listed_instances,
                                              .limits = {}});
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
    const auto drawn = sample(problem, {.count = 5,
                                        .seed = seed,
                                        .symmetry = Symmetry::None,
                                        .root = {},
                                        .max_listed_instances = 0,
                                        .limits = {}});
    for (const Instance& instance : drawn->instances) result += to_string(instance, problem.universe);
    return result;
  };
  EXPECT_EQ(text(7), text(7));
  EXPECT_NE(text(7), text(8));
}

}  // namespace
}  // namespace fretsaw
