// SPDX-License-Identifier: MIT
// One search for a problem, and for the same without some of its formulas.
#include <gtest/gtest.h>

#include <cstdint>

#include "logic/finder/internals.hpp"
#include "support/brute_force.hpp"
#include "support/random_problem.hpp"

namespace fretsaw {
namespace {

Verdict by_brute_force(const Problem& problem) {
  return support::brute_force(problem).instances.empty() ? Verdict::Unsat : Verdict::Sat;
}

Problem without(Problem problem, const std::vector<std::size_t>& goal) {
  for (auto at = goal.rbegin(); at != goal.rend(); ++at)
    problem.formulas.erase(problem.formulas.begin() + static_cast<std::ptrdiff_t>(*at));
  return problem;
}

// Of every third, the last formula and its opposite are the goal: there is no instance with it.
TEST(Goal, RandomProblemsHaveTheVerdictsOfBruteForce) {
  std::size_t vacuous = 0;
  std::size_t holding = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const bool is_contradiction = seed % 3 == 0;
    support::RandomProblemOptions options{.max_free_tuples = 10};
    if (is_contradiction) options.set_variables = support::SetVariables::Nowhere;
    Problem problem = support::random_problem(seed, options);
    if (support::brute_force(problem).too_large || problem.formulas.empty()) continue;
    std::vector<std::size_t> goal = {problem.formulas.size() - 1};
    if (is_contradiction) {
      problem.formulas.insert(problem.formulas.begin(), !problem.formulas.back());
      goal = {0, problem.formulas.size() - 1};
    }
    for (const Symmetry symmetry : {Symmetry::None, Symmetry::Lex}) {
      Budget budget;
      const auto found = find(problem, goal, {.symmetry = symmetry}, budget);
      ASSERT_TRUE(found) << "seed " << seed << ": " << found.error().message;
      ASSERT_EQ(found->finding.verdict, by_brute_force(problem))
          << "seed " << seed << support::to_text(problem);
      if (found->finding.verdict != Verdict::Unsat) continue;
      ASSERT_EQ(found->without_goal, by_brute_force(without(problem, goal)))
          << "seed " << seed << support::to_text(problem);
      ++(found->without_goal == Verdict::Unsat ? vacuous : holding);
    }
  }
  EXPECT_GT(vacuous, 50U);
  EXPECT_GT(holding, 300U);
}

// That a relation is a function must not be taken from the goal: without it, it need not be one.
TEST(Goal, FactsDoNotRelyOnIt) {
  const Relation r("r", 1);
  Problem problem;
  problem.universe = Universe({"a", "0", "1", "2", "3"});
  problem.integers.bitwidth = 4;
  TupleSet numbers(1);
  for (Atom atom = 1; atom <= 4; ++atom) {
    problem.integers.atoms.emplace_back(atom - 1, atom);
    numbers.insert(std::vector<Atom>{atom});
  }
  problem.bounds = {{r, TupleSet(1), numbers}};
  problem.formulas = {equal(sum(r), 5), lone(r)};  // 2 and 3, but no number by itself
  Budget budget;
  const auto found = find(problem, {1}, {}, budget);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->finding.verdict, Verdict::Unsat);
  EXPECT_EQ(found->without_goal, Verdict::Sat);
}

}  // namespace
}  // namespace fretsaw
