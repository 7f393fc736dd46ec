// SPDX-License-Identifier: MIT
// The enumerating solver on formulas with structure: known numbers of solutions, the sets that blocking
// clauses give, and how much work it takes. Work is counted, not timed: a counter that leaves its bounds is
// an algorithm that got worse.
#include "logic/sat/enumerator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "logic/sat/solutions.hpp"
#include "logic/sat/structured_cnf.hpp"
#include "support/at_work.hpp"

namespace fretsaw {
namespace {

using sat_test::all_solutions;
using sat_test::count_solutions;

std::uint64_t count(const Cnf& cnf, EnumeratorOptions options = {}) {
  Enumerator enumerator(cnf, std::move(options));
  return count_solutions(enumerator);
}

EnumeratorOptions in_static_order() { return {.order = DecisionOrder::Static}; }

// Restarts and deletions all the time.
EnumeratorOptions restless() {
  return {.restart_interval = 2, .learnt_limit = 10, .learnt_growth = 1, .learnt_ceiling = 50};
}

TEST(Enumerator, CountsWhatMathematicsCounts) {
  for (const EnumeratorOptions& options : {EnumeratorOptions{}, in_static_order(), restless()}) {
    EXPECT_EQ(count(sat_test::queens(6), options), 4U);
    EXPECT_EQ(count(sat_test::queens(8), options), 92U);
    EXPECT_EQ(count(sat_test::latin_squares(4), options), 576U);
    EXPECT_EQ(count(sat_test::latin_squares(5), options), 161280U);
    EXPECT_EQ(count(sat_test::pigeons(5, 7), options), 7U * 6 * 5 * 4 * 3);
    EXPECT_EQ(count(sat_test::pigeons(7, 6), options), 0U);
    EXPECT_EQ(count(sat_test::cycle_colorings(11, 3), options), 2046U);
    EXPECT_EQ(count(sat_test::cycle_colorings(10, 4), options), 59052U);
    EXPECT_EQ(count(sat_test::acyclic_graphs(4), options), 543U);
    EXPECT_EQ(count(sat_test::acyclic_graphs(5), options), 29281U);
    EXPECT_EQ(count(sat_test::connected_graphs(5), options), 728U);
    EXPECT_EQ(count(sat_test::connected_graphs(6), options), 26704U);
  }
}

TEST(Enumerator, CountsGraphsOnceHoweverManyCompletionsTheyHave) {
  EXPECT_EQ(count(sat_test::acyclic_graphs_by_ranking(4)), 543U);
  EXPECT_EQ(count(sat_test::acyclic_graphs_by_ranking(4), in_static_order()), 543U);
  EXPECT_EQ(count(sat_test::acyclic_graphs_by_ranking(4), restless()), 543U);
  EXPECT_EQ(count(sat_test::acyclic_graphs_by_ranking(5)), 29281U);
}

TEST(Enumerator, IsRightAboutGatesThatInputsDoNotDetermine) {
  EnumeratorOptions follow;
  follow.gates = Gates::Follow;
  EXPECT_EQ(count(sat_test::acyclic_graphs_one_sided(4)), 543U);
  EXPECT_EQ(count(sat_test::acyclic_graphs_one_sided(5), follow), 29281U);
}

TEST(Enumerator, GivesTheSetsThatBlockingClausesGive) {
  std::vector<std::pair<int, int>> petersen;
  for (int i = 0; i < 5; ++i) {
    petersen.insert(petersen.end(), {{i, (i + 1) % 5}, {i, i + 5}, {i + 5, (i + 2) % 5 + 5}});
  }
  const Cnf formulas[] = {sat_test::queens(7),          sat_test::latin_squares(4),
                          sat_test::pigeons(4, 5),      sat_test::colorings(10, 3, petersen),
                          sat_test::heaps(4, 4),        sat_test::acyclic_graphs_by_ranking(4),
                          sat_test::acyclic_graphs(4),  sat_test::acyclic_graphs_one_sided(4),
                          sat_test::connected_graphs(5)};
  for (const Cnf& cnf : formulas) {
    BlockingEnumerator blocking(cnf);
    auto expected = all_solutions(blocking, cnf);
    std::ranges::sort(expected);
    EXPECT_EQ(blocking.solutions(), expected.size());
    EXPECT_EQ(std::ranges::adjacent_find(expected), expected.end());
    for (const EnumeratorOptions& options : {EnumeratorOptions{}, in_static_order(), restless()}) {
      Enumerator enumerator(cnf, options);
      auto solutions = all_solutions(enumerator, cnf);
      std::ranges::sort(solutions);
      EXPECT_EQ(solutions, expected);
    }
  }
}

TEST(Enumerator, GivesOneModelOfNoPrimaryVariablesOrNone) {
  Cnf cnf;
  EXPECT_EQ(count(cnf), 1U);
  cnf.add({});
  EXPECT_EQ(count(cnf), 0U);
  Cnf secondary_only = sat_test::queens(6);
  secondary_only.secondary = std::exchange(secondary_only.primary, 0);
  EXPECT_EQ(count(secondary_only), 1U);
}

TEST(Enumerator, GivesAllValuationsOfVariablesWithoutClauses) {
  Cnf cnf;
  cnf.variables = cnf.primary = 10;
  EXPECT_EQ(count(cnf), 1024U);
}

TEST(Enumerator, KeepsSayingThatItIsDone) {
  Enumerator enumerator(sat_test::pigeons(2, 2));
  Budget budget;
  EXPECT_TRUE(enumerator.next(budget));
  EXPECT_TRUE(enumerator.next(budget));
  EXPECT_FALSE(enumerator.next(budget));
  EXPECT_FALSE(enumerator.next(budget));
  EXPECT_EQ(enumerator.statistics().solutions, 2U);
}

TEST(Enumerator, PrefersThePhaseItIsTold) {
  Cnf cnf;
  cnf.variables = cnf.primary = 3;
  Budget budget;
  for (const bool phase : {false, true}) {
    EnumeratorOptions options;
    options.preferred_phase = phase;
    Enumerator enumerator(cnf, options);
    ASSERT_TRUE(enumerator.next(budget));
    EXPECT_EQ(sat_test::solution_of(enumerator, cnf), sat_test::Solution(3, phase));
  }
}

TEST(Enumerator, FollowsTheStaticOrderGiven) {
  Cnf cnf;
  cnf.variables = cnf.primary = 3;
  EnumeratorOptions options = in_static_order();
  options.static_order = {3, 1};
  Enumerator enumerator(cnf, options);
  auto solutions = all_solutions(enumerator, cnf);
  const auto by_given_order = [](const sat_test::Solution& m) {
    return std::tuple(bool(m[2]), bool(m[0]), bool(m[1]));
  };
  EXPECT_EQ(solutions.size(), 8U);
  EXPECT_TRUE(std::ranges::is_sorted(solutions, {}, by_given_order));
}

TEST(Enumerator, GivesNothingUnderACubeThatContradicts) {
  EnumeratorOptions options;
  options.cube = {1, -1};
  EXPECT_EQ(count(sat_test::queens(4), options), 0U);
  options.cube = {1};
  EXPECT_EQ(count(sat_test::queens(4), options), 0U) << "no queen in the corner";
}

TEST(Enumerator, GivesTheSameSolutionsInTheSameOrderWhenInterrupted) {
  const Cnf cnf = sat_test::queens(8);
  Enumerator whole(cnf);
  const auto expected = all_solutions(whole, cnf);
  Enumerator interrupted(cnf);
  std::vector<sat_test::Solution> solutions;
  int limits = 0;
  for (bool more = true; more;) {
    Budget budget = sat_test::budget_of_polls(4);
    try {
      more = interrupted.next(budget);
      if (more) solutions.push_back(sat_test::solution_of(interrupted, cnf));
    } catch (const LimitReached&) {
      ++limits;
    }
  }
  EXPECT_GT(limits, 10);
  EXPECT_EQ(solutions, expected);
}

TEST(Enumerator, StopsWhenCancelledFromAnotherThread) {
  Cnf cnf;
  cnf.variables = cnf.primary = 60;
  Enumerator enumerator(cnf);
  const Limits limits;
  Budget budget(limits);
  std::thread other([cancel = limits.cancel, clock = test::clock_of_this_thread()] {
    test::wait_until_at_work(clock);
    cancel.request();
  });
  EXPECT_THROW(while (enumerator.next(budget)){}, LimitReached);
  EXPECT_EQ(budget.reason(), StopReason::Cancelled);
  other.join();
  Budget fresh;
  EXPECT_TRUE(enumerator.next(fresh));
}

TEST(Enumerator, CanBeMoved) {
  Enumerator first(sat_test::pigeons(3, 3));
  Budget budget;
  ASSERT_TRUE(first.next(budget));
  Enumerator second = std::move(first);
  EXPECT_EQ(count_solutions(second), 5U);
}

TEST(Enumerator, TakesNoMoreStorageForAMillionModels) {
  Enumerator enumerator(sat_test::cycle_colorings(20, 3), in_static_order());
  Budget budget;
  ASSERT_TRUE(enumerator.next(budget));
  const std::uint64_t storage = enumerator.statistics().storage_words;
  EXPECT_EQ(count_solutions(enumerator), (1U << 20) + 1);
  EXPECT_EQ(enumerator.statistics().storage_words, storage);
  EXPECT_EQ(enumerator.statistics().peak_learnt_clauses, 0U);
}

TEST(Enumerator, KeepsLearntClausesWithinTheCeiling) {
  EnumeratorOptions options;
  options.learnt_limit = 100;
  options.learnt_growth = 10;
  options.learnt_ceiling = 200;
  const Cnf cnf = sat_test::queens(10);
  Enumerator enumerator(cnf, options);
  EXPECT_EQ(count_solutions(enumerator), 724U);
  const EnumeratorStatistics& statistics = enumerator.statistics();
  EXPECT_GT(statistics.reductions, 10U);
  EXPECT_GT(statistics.deleted_clauses, 1000U);
  EXPECT_GT(statistics.restarts, 5U);
  EXPECT_LE(statistics.peak_learnt_clauses, 200U + static_cast<std::uint64_t>(cnf.variables));
}

TEST(Enumerator, NeedsOneDecisionAModelWhereNothingConflicts) {
  Enumerator enumerator(sat_test::heaps(7, 8), in_static_order());
  const std::uint64_t solutions = count_solutions(enumerator);
  const EnumeratorStatistics& statistics = enumerator.statistics();
  EXPECT_EQ(solutions, 92649U);
  EXPECT_EQ(statistics.conflicts, 0U);
  EXPECT_EQ(statistics.decisions, solutions - 1);
  EXPECT_EQ(statistics.flips, solutions - 1);
  EXPECT_LT(statistics.propagations, 7 * solutions);
}

TEST(Enumerator, NeedsFewConflicts) {
  const auto conflicts = [](const Cnf& cnf) {
    Enumerator enumerator(cnf);
    count_solutions(enumerator);
    return enumerator.statistics().conflicts;
  };
  EXPECT_LT(conflicts(sat_test::queens(8)), 600U);
  EXPECT_LT(conflicts(sat_test::latin_squares(5)), 600U);
  EXPECT_LT(conflicts(sat_test::acyclic_graphs(5)), 20U);
  EXPECT_LT(conflicts(sat_test::connected_graphs(6)), 400U);
  EXPECT_LT(conflicts(sat_test::pigeons(7, 6)), 3000U);
  EXPECT_LT(conflicts(sat_test::acyclic_graphs_by_ranking(5)), 1500U);
}

TEST(BlockingEnumerator, ResumesAfterALimit) {
  const Cnf cnf = sat_test::pigeons(4, 4);
  BlockingEnumerator stream(cnf, {1});
  Budget budget;
  ASSERT_TRUE(stream.next(budget));
  Budget exhausted(Limits{.seconds = 1e-9});
  EXPECT_THROW(stream.next(exhausted), LimitReached);
  EXPECT_EQ(count_solutions(stream), 5U);
  EXPECT_FALSE(stream.next(budget));
}

}  // namespace
}  // namespace fretsaw
