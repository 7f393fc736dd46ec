// SPDX-License-Identifier: MIT
// The evaluator against one that is written straight from the definitions, on random problems; and the random problems
// themselves: are they worth trying?
#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "relational/evaluator.hpp"
#include "support/brute_force.hpp"
#include "support/naive_evaluator.hpp"
#include "support/random.hpp"
#include "support/random_problem.hpp"
#include "support/shrink.hpp"

namespace fretsaw {
namespace {

using support::NaiveEvaluator;

// How many random problems: FRETSAW_RANDOM_PROBLEMS in the environment overrides the number.
std::uint64_t problem_count(std::uint64_t usual) {
  const char* wanted = std::getenv("FRETSAW_RANDOM_PROBLEMS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : usual;
}

// Do the two evaluators disagree on one of a few valuations?
bool disagree(const Problem& problem) {
  Evaluator evaluator(problem);
  support::Random random(evaluator.free_tuples());
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t bits = i == 0 ? 0 : random.next() & ((std::uint64_t{1} << evaluator.free_tuples()) - 1);
    const Instance instance = support::instance_of(problem, bits);
    const bool expected = NaiveEvaluator(problem, instance).holds();
    const Truth by_bits = evaluator.holds(std::span(&bits, 1));
    const Truth by_values = evaluator.holds(instance);
    if (by_bits != by_values || by_bits != (expected ? Truth::True : Truth::False)) return true;
  }
  return false;
}

TEST(RandomProblems, MeanTheSameToBothEvaluators) {
  const std::uint64_t count = problem_count(20'000);
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const auto sets = seed % 2 == 0 ? support::SetVariables::Anywhere : support::SetVariables::Skolemizable;
    const Problem problem = support::random_problem(seed, {.set_variables = sets});
    const Status status = check(problem);
    ASSERT_TRUE(status.ok()) << "seed " << seed << ": " << status.error().message << "\n" << support::to_text(problem);
    ASSERT_FALSE(disagree(problem)) << "seed " << seed << ", shrunk:\n"
                                    << support::to_text(support::shrink(problem, disagree));
  }
}

TEST(RandomProblems, AreTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(support::to_text(support::random_problem(seed)), support::to_text(support::random_problem(seed)));
  }
  EXPECT_NE(support::to_text(support::random_problem(1)), support::to_text(support::random_problem(2)));
}

TEST(RandomProblems, AreNeitherMostlyUnsatisfiableNorTrivial) {
  constexpr int kProblems = 1000;
  std::array<int, 12> histogram{};  // none; ten tenths; all
  for (std::uint64_t seed = 0; seed < kProblems; ++seed) {
    const auto found = support::brute_force(support::random_problem(seed, {.max_free_tuples = 10}));
    ASSERT_FALSE(found.too_large) << "seed " << seed;
    const std::size_t bucket = found.satisfying == 0             ? 0
                               : found.satisfying == found.tried ? 11
                                                                 : 1 + found.satisfying * 10 / found.tried;
    ++histogram[bucket];
  }
  std::cout << "share of valuations that satisfy: none " << histogram[0];
  for (std::size_t i = 1; i <= 10; ++i) std::cout << ", <" << i * 10 << "% " << histogram[i];
  std::cout << ", all " << histogram[11] << "\n";
  EXPECT_LT(histogram[0], kProblems * 45 / 100);
  EXPECT_LT(histogram[11], kProblems * 25 / 100);
}

}  // namespace
}  // namespace fretsaw
