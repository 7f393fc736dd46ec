// SPDX-License-Identifier: MIT
#include "sat/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "sat/brute_force.hpp"
#include "sat/dimacs.hpp"
#include "sat/random_cnf.hpp"
#include "sat/structured_cnf.hpp"
#include "support/at_work.hpp"

namespace fretsaw {
namespace {

TEST(CadicalSolver, FindsModelsUnderAssumptions) {
  const auto solver = make_cadical_solver();
  solver->add({{1, 2}});
  Budget budget;
  ASSERT_EQ(solver->solve({{-1}}, budget), Answer::Sat);
  EXPECT_FALSE(solver->value(1));
  EXPECT_TRUE(solver->value(2));
  ASSERT_EQ(solver->solve({{-2}}, budget), Answer::Sat);
  EXPECT_TRUE(solver->value(1));
}

TEST(CadicalSolver, NamesTheAssumptionsThatFailed) {
  const auto solver = make_cadical_solver();
  solver->add({{-1, -2}});
  Budget budget;
  ASSERT_EQ(solver->solve({{3, 1, 2}}, budget), Answer::Unsat);
  EXPECT_TRUE(solver->failed(1));
  EXPECT_TRUE(solver->failed(2));
  EXPECT_FALSE(solver->failed(3));
  EXPECT_EQ(solver->solve({}, budget), Answer::Sat) << "assumptions last for one question";
}

TEST(CadicalSolver, IsUnsatisfiableForGoodAfterTheEmptyClause) {
  const auto solver = make_cadical_solver();
  solver->add({});
  Budget budget;
  EXPECT_EQ(solver->solve({}, budget), Answer::Unsat);
  EXPECT_EQ(solver->solve({{1}}, budget), Answer::Unsat);
}

TEST(CadicalSolver, CountsVariables) {
  const auto solver = make_cadical_solver();
  EXPECT_EQ(solver->variables(), 0);
  EXPECT_EQ(solver->new_variable(), 1);
  solver->add({{-7}});
  EXPECT_EQ(solver->variables(), 7);
  EXPECT_EQ(solver->new_variable(), 8);
  solver->reserve(3);
  EXPECT_EQ(solver->variables(), 8);
}

TEST(CadicalSolver, AnswersQuestionsAboutVariablesThatNoClauseMentions) {
  const auto solver = make_cadical_solver();
  solver->reserve(5);
  Budget budget;
  ASSERT_EQ(solver->solve({{-4}}, budget), Answer::Sat);
  EXPECT_FALSE(solver->value(4));
  solver->value(5);
  EXPECT_FALSE(solver->value(6)) << "not a variable at all";
}

TEST(CadicalSolver, HasNoModelAndNoCoreToShowBeforeItIsAsked) {
  const auto solver = make_cadical_solver();
  solver->add({{1}});
  EXPECT_FALSE(solver->value(1));
  EXPECT_FALSE(solver->failed(1));
  Budget budget;
  ASSERT_EQ(solver->solve({}, budget), Answer::Sat);
  solver->add({{2}});
  EXPECT_FALSE(solver->value(1)) << "a new clause ends the solution";
}

TEST(CadicalSolver, AgreesWithBruteForceOverManyQuestions) {
  constexpr unsigned kSeed = 5;
  sat_test::Random random(kSeed);
  Budget budget;
  for (int round = 0; round < 500; ++round) {
    Cnf cnf = sat_test::random_cnf(random, 10);
    cnf.primary = cnf.variables;
    cnf.secondary = 0;
    const auto solver = make_cadical_solver();
    add(*solver, cnf);
    for (int question = 0; question < 5; ++question) {
      const std::vector<int> cube = sat_test::random_cube(random, cnf);
      const auto solutions = sat_test::brute_force(cnf, cube);
      const Answer answer = solver->solve(cube, budget);
      ASSERT_EQ(answer, solutions.empty() ? Answer::Unsat : Answer::Sat)
          << "seed " << kSeed << ", round " << round;
      if (answer == Answer::Unsat) {
        std::vector<int> core = cube;
        std::erase_if(core, [&](int literal) { return !solver->failed(literal); });
        EXPECT_TRUE(sat_test::brute_force(cnf, core).empty()) << "seed " << kSeed << ", round " << round;
        continue;
      }
      sat_test::Projection solution = 0;
      for (int v = 1; v <= cnf.variables; ++v) solution |= solver->value(v) ? 1U << (v - 1) : 0U;
      EXPECT_TRUE(solutions.contains(solution)) << "seed " << kSeed << ", round " << round;
    }
  }
}

TEST(CadicalSolver, StopsAtTheTimeLimitAndCanBeAskedAgain) {
  const auto solver = make_cadical_solver();
  add(*solver, sat_test::pigeons(12, 11));
  Budget short_budget(Limits{.seconds = 0.05});
  EXPECT_THROW(solver->solve({}, short_budget), LimitReached);
  EXPECT_EQ(short_budget.reason(), Stop::Time);
  Budget budget;
  EXPECT_EQ(solver->solve({{1, 12}}, budget), Answer::Unsat) << "two pigeons in one hole";
}

TEST(CadicalSolver, StopsAtTheMemoryLimit) {
  const auto solver = make_cadical_solver();
  add(*solver, sat_test::pigeons(12, 11));
  Budget budget(Limits{.memory_mb = 1});
  EXPECT_THROW(solver->solve({}, budget), LimitReached);
  EXPECT_EQ(budget.reason(), Stop::Memory);
}

TEST(CadicalSolver, StopsWhenCancelledFromAnotherThread) {
  const auto solver = make_cadical_solver();
  add(*solver, sat_test::pigeons(13, 12));
  const Limits limits;
  Budget budget(limits);
  std::thread other([cancel = limits.cancel, clock = test::clock_of_this_thread()] {
    test::wait_until_at_work(clock);
    cancel.request();
  });
  EXPECT_THROW(solver->solve({}, budget), LimitReached);
  EXPECT_EQ(budget.reason(), Stop::Cancelled);
  other.join();
}

TEST(CadicalSolver, AnswersUnknownBeyondTheConflictsThatItMayTake) {
  const auto solver = make_cadical_solver();
  add(*solver, sat_test::pigeons(12, 11));
  Budget budget;
  solver->limit_conflicts(10);
  EXPECT_EQ(solver->solve({}, budget), Answer::Unknown);
}

TEST(CadicalSolver, StopsWhileClausesAreLoaded) {
  const auto solver = make_cadical_solver();
  Budget budget(Limits{.seconds = 1e-9});
  EXPECT_THROW(add(*solver, sat_test::pigeons(12, 11), budget), LimitReached);
}

TEST(Answer, HasAWordForEach) {
  EXPECT_STREQ(to_string(Answer::Sat), "sat");
  EXPECT_STREQ(to_string(Answer::Unsat), "unsat");
  EXPECT_STREQ(to_string(Answer::Unknown), "unknown");
}

}  // namespace
}  // namespace fretsaw
