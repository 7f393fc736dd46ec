// SPDX-License-Identifier: MIT
// The evaluator against one that is written straight from the definitions, on random problems; and the random
// problems themselves: are they worth trying?
#include "support/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iostream>

#include "logic/relational/evaluator.hpp"
#include "support/brute_force.hpp"
#include "support/naive_evaluator.hpp"
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
    const std::uint64_t bits =
        i == 0 ? 0 : random.next() & ((std::uint64_t{1} << evaluator.free_tuples()) - 1);
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
    ASSERT_TRUE(status.ok()) << "seed " << seed << ": " << status.error().message << "\n"
                             << support::to_text(problem);
    ASSERT_FALSE(disagree(problem)) << "seed " << seed << ", shrunk:\n"
                                    << support::to_text(support::shrink(problem, disagree));
  }
}

// Adds atoms until a row of bits takes two words. They come first, so that all interesting bits move.
Problem padded(const Problem& problem) {
  constexpr Atom kPadding = 62;
  const auto moved = [](const TupleSet& set) {
    std::vector<Atom> atoms(set.atoms().begin(), set.atoms().end());
    for (Atom& atom : atoms) atom += kPadding;
    return TupleSet::from_rows(set.arity(), atoms);
  };
  Problem result = problem;
  std::vector<std::string> names;
  for (Atom atom = 0; atom < kPadding; ++atom) names.push_back(std::string("P").append(std::to_string(atom)));
  names.insert(names.end(), problem.universe.names().begin(), problem.universe.names().end());
  result.universe = Universe(names);
  for (auto& [number, atom] : result.integers.atoms) atom += kPadding;
  for (Bound& bound : result.bounds) {
    bound.lower = moved(bound.lower);
    bound.upper = moved(bound.upper);
  }
  return result;
}

// Do two ways to keep values disagree? TooLarge agrees with everything.
bool representations_disagree(const Problem& problem, const EvaluatorLimits& one,
                              const EvaluatorLimits& other) {
  Evaluator first(problem, one);
  Evaluator second(problem, other);
  support::Random random(first.free_tuples());
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t bits = random.next() & ((std::uint64_t{1} << first.free_tuples()) - 1);
    const Truth a = first.holds(std::span(&bits, 1));
    const Truth b =
        i % 2 == 0 ? second.holds(std::span(&bits, 1)) : second.holds(support::instance_of(problem, bits));
    if (a != b && a != Truth::TooLarge && b != Truth::TooLarge) return true;
  }
  return false;
}

TEST(RandomProblems, MeanTheSameWithListsInsteadOfBits) {
  for (std::uint64_t seed = 0; seed < problem_count(4'000); ++seed) {
    const Problem problem = support::random_problem(seed);
    for (const std::size_t dense_words : {0, 1, 4}) {
      const EvaluatorLimits lists{.dense_words = dense_words};
      const auto disagreement = [&](const Problem& p) { return representations_disagree(p, {}, lists); };
      ASSERT_FALSE(disagreement(problem)) << "seed " << seed << ", shrunk:\n"
                                          << support::to_text(support::shrink(problem, disagreement));
    }
  }
}

TEST(RandomProblems, MeanTheSameWhenARowOfBitsTakesTwoWords) {
  const EvaluatorLimits bits{.bindings = 20'000, .set_variable = 8, .dense_words = 1 << 14};
  const EvaluatorLimits lists{.bindings = 20'000, .set_variable = 8, .tuples = 100'000, .dense_words = 0};
  const auto disagreement = [&](const Problem& p) { return representations_disagree(p, bits, lists); };
  const std::uint64_t count = problem_count(300);
  std::uint64_t answered = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const Problem problem = padded(support::random_problem(seed, {.max_depth = 3}));
    ASSERT_TRUE(check(problem).ok());
    answered += Evaluator(problem, lists).holds(support::instance_of(problem, 0)) != Truth::TooLarge ? 1 : 0;
    ASSERT_FALSE(disagreement(problem)) << "seed " << seed << ", shrunk:\n"
                                        << support::to_text(support::shrink(problem, disagreement));
  }
  EXPECT_GT(answered, count / 2);  // the others are too large for the limits
}

void count_operators(const Node& node, std::vector<int>& counts) {
  ++counts[static_cast<std::size_t>(node.op)];
  for (const Decl& decl : node.decls) count_operators(decl.domain.node(), counts);
  for (const NodePtr& child : node.children) count_operators(*child, counts);
}

TEST(RandomProblems, UseEveryConstruct) {
  std::vector<int> counts(static_cast<std::size_t>(Op::IfInt) + 1);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    for (const Formula& formula : support::random_problem(seed).formulas)
      count_operators(formula.node(), counts);
  }
  for (std::size_t op = 0; op < counts.size(); ++op) {
    const auto which = static_cast<Op>(op);
    const bool of_traces = which == Op::Prime || which == Op::Temporal;  // no problem without time has them
    if (!of_traces) EXPECT_GE(counts[op], 20) << "operator number " << op;
  }
}

TEST(RandomProblems, AreTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(support::to_text(support::random_problem(seed)),
              support::to_text(support::random_problem(seed)));
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
