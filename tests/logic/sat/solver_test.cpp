// SPDX-License-Identifier: MIT
#include "logic/sat/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "logic/sat/brute_force.hpp"
#include "logic/sat/dimacs.hpp"
#include "logic/sat/random_cnf.hpp"
#include "logic/sat/structured_cnf.hpp"
#include "support/at_work.hpp"

namespace fretsaw {
namespace {

struct Kind {
  const char* name;
  std::unique_ptr<Solver> (*make)();
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class AnySolver : public testing::TestWithParam<Kind> {};

INSTANTIATE_TEST_SUITE_P(All, AnySolver,
                         testing::Values(Kind{"cadical", [] { return make_cadical_solver(); }},
                                         Kind{"plain", [] { return make_plain_solver(); }},
                                         Kind{"plain_with_choices", [] { return make_plain_solver(5); }}),
                         [](const auto& kind) { return kind.param.name; });

TEST_P(AnySolver, FindsModelsUnderAssumptions) {
  const auto solver = GetParam().make();
  solver->add({{1, 2}});
  Budget budget;
  ASSERT_EQ(solver->solve({{-1}}, budget), Answer::Sat);
  EXPECT_FALSE(solver->value(1));
  EXPECT_TRUE(solver->value(2));
  ASSERT_EQ(solver->solve({{-2}}, budget), Answer::Sat);
  EXPECT_TRUE(solver->value(1));
}

TEST_P(AnySolver, NamesTheAssumptionsThatFailed) {
  const auto solver = GetParam().make();
  solver->add({{-1, -2}});
  Budget budget;
  ASSERT_EQ(solver->solve({{3, 1, 2}}, budget), Answer::Unsat);
  EXPECT_TRUE(solver->failed(1));
  EXPECT_TRUE(solver->failed(2));
  EXPECT_FALSE(solver->failed(3));
  EXPECT_EQ(solver->solve({}, budget), Answer::Sat) << "assumptions last for one question";
}

TEST_P(AnySolver, IsUnsatisfiableForGoodAfterTheEmptyClause) {
  const auto solver = GetParam().make();
  solver->add({});
  Budget budget;
  EXPECT_EQ(solver->solve({}, budget), Answer::Unsat);
  EXPECT_EQ(solver->solve({{1}}, budget), Answer::Unsat);
}

TEST_P(AnySolver, CountsVariables) {
  const auto solver = GetParam().make();
  EXPECT_EQ(solver->variables(), 0);
  EXPECT_EQ(solver->new_variable(), 1);
  solver->add({{-7}});
  EXPECT_EQ(solver->variables(), 7);
  EXPECT_EQ(solver->new_variable(), 8);
  solver->reserve(3);
  EXPECT_EQ(solver->variables(), 8);
}

TEST_P(AnySolver, AnswersQuestionsAboutVariablesThatNoClauseMentions) {
  const auto solver = GetParam().make();
  solver->reserve(5);
  Budget budget;
  ASSERT_EQ(solver->solve({{-4}}, budget), Answer::Sat);
  EXPECT_FALSE(solver->value(4));
  solver->value(5);
  EXPECT_FALSE(solver->value(6)) << "not a variable at all";
}

TEST_P(AnySolver, HasNoModelAndNoCoreToShowBeforeItIsAsked) {
  const auto solver = GetParam().make();
  solver->add({{1}});
  EXPECT_FALSE(solver->value(1));
  EXPECT_FALSE(solver->failed(1));
  Budget budget;
  ASSERT_EQ(solver->solve({}, budget), Answer::Sat);
  solver->add({{2}});
  EXPECT_FALSE(solver->value(1)) << "a new clause ends the solution";
}

// All variables are looked at.
Cnf random_question(sat_test::Random& random, int variables) {
  Cnf cnf = sat_test::random_cnf(random, variables);
  cnf.primary = cnf.variables;
  cnf.secondary = 0;
  return cnf;
}

TEST_P(AnySolver, AgreesWithBruteForceOverManyQuestions) {
  constexpr unsigned kSeed = 5;
  sat_test::Random random(kSeed);
  Budget budget;
  for (int round = 0; round < 500; ++round) {
    const Cnf cnf = random_question(random, 10);
    const auto solver = GetParam().make();
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

TEST_P(AnySolver, AgreesWithBruteForceWhileClausesAreAdded) {
  constexpr unsigned kSeed = 8;
  sat_test::Random random(kSeed);
  Budget budget;
  for (int round = 0; round < 300; ++round) {
    const Cnf cnf = random_question(random, 12);
    const auto solver = GetParam().make();
    Cnf so_far = cnf;
    so_far.literals.clear();
    so_far.clauses = 0;
    int added = 0;
    cnf.each_clause([&](std::span<const int> clause) {
      solver->add(clause);
      so_far.add(clause);
      if (++added % 4 != 0) return;
      const std::vector<int> cube = sat_test::random_cube(random, cnf);
      const bool solvable = !sat_test::brute_force(so_far, cube).empty();
      ASSERT_EQ(solver->solve(cube, budget), solvable ? Answer::Sat : Answer::Unsat)
          << "seed " << kSeed << ", round " << round << ", clause " << added;
    });
  }
}

// As hard as random formulas of their size come: thousands of conflicts, restarts, clauses forgotten.
TEST_P(AnySolver, AgreesWithTheOtherOnHardFormulas) {
  constexpr unsigned kSeed = 13;
  sat_test::Random random(kSeed);
  Budget budget;
  for (int round = 0; round < 20; ++round) {
    Cnf cnf;
    cnf.variables = 120;
    const auto literal = [&] {
      const int variable = static_cast<int>(random() % 120) + 1;
      return random() % 2 == 0 ? variable : -variable;
    };
    for (int i = 0; i < 511; ++i) cnf.add(std::vector{literal(), literal(), literal()});
    const auto solver = GetParam().make(), other = make_cadical_solver();
    add(*solver, cnf);
    add(*other, cnf);
    for (int question = 0; question < 3; ++question) {
      const std::vector<int> cube{literal(), literal()};
      const Answer answer = solver->solve(cube, budget);
      ASSERT_EQ(answer, other->solve(cube, budget)) << "seed " << kSeed << ", round " << round;
      if (answer != Answer::Sat) continue;
      cnf.each_clause([&](std::span<const int> clause) {
        EXPECT_TRUE(
            std::ranges::any_of(clause, [&](int l) { return solver->value(std::abs(l)) == (l > 0); }));
      });
    }
  }
}

TEST_P(AnySolver, KnowsWhatTheClausesAloneMakeTrue) {
  const auto solver = GetParam().make();
  EXPECT_FALSE(solver->always(1));
  solver->add({{-1}});
  solver->add({{1, 2}});
  solver->add({{3, 4}});
  ASSERT_EQ(solver->solve({{3}}, no_limits()), Answer::Sat);
  EXPECT_TRUE(solver->always(-1));
  EXPECT_TRUE(solver->always(2));
  EXPECT_FALSE(solver->always(1));
  EXPECT_FALSE(solver->always(3));  // it was only assumed
  EXPECT_FALSE(solver->always(-3));
  EXPECT_FALSE(solver->always(17));
}

TEST_P(AnySolver, DecidesForWhatIsPreferred) {
  const auto solver = GetParam().make();
  solver->add({{1, 2, 3}});
  Budget budget;
  for (const int literal : {1, 2, -3}) solver->prefer(literal);
  ASSERT_EQ(solver->solve({{-1}}, budget), Answer::Sat);
  EXPECT_TRUE(solver->value(2));
  EXPECT_FALSE(solver->value(3));
}

TEST_P(AnySolver, StopsAtTheTimeLimitAndCanBeAskedAgain) {
  const auto solver = GetParam().make();
  add(*solver, sat_test::pigeons(12, 11));
  Budget short_budget(Limits{.seconds = 0.05});
  EXPECT_THROW(solver->solve({}, short_budget), LimitReached);
  EXPECT_EQ(short_budget.reason(), StopReason::Time);
  Budget budget;
  EXPECT_EQ(solver->solve({{1, 12}}, budget), Answer::Unsat) << "two pigeons in one hole";
}

TEST_P(AnySolver, StopsAtTheMemoryLimit) {
  const auto solver = GetParam().make();
  add(*solver, sat_test::pigeons(12, 11));
  Budget budget(Limits{.memory_mb = 1});
  EXPECT_THROW(solver->solve({}, budget), LimitReached);
  EXPECT_EQ(budget.reason(), StopReason::Memory);
}

TEST_P(AnySolver, StopsWhenCancelledFromAnotherThread) {
  const auto solver = GetParam().make();
  add(*solver, sat_test::pigeons(13, 12));
  const Limits limits;
  Budget budget(limits);
  std::thread other([cancel = limits.cancel, clock = test::clock_of_this_thread()] {
    test::wait_until_at_work(clock);
    cancel.request();
  });
  EXPECT_THROW(solver->solve({}, budget), LimitReached);
  EXPECT_EQ(budget.reason(), StopReason::Cancelled);
  other.join();
}

TEST_P(AnySolver, AnswersUnknownBeyondTheConflictsThatItMayTake) {
  const auto solver = GetParam().make();
  add(*solver, sat_test::pigeons(12, 11));
  Budget budget;
  solver->limit_conflicts(10);
  EXPECT_EQ(solver->solve({}, budget), Answer::Unknown);
}

TEST_P(AnySolver, StopsWhileClausesAreLoaded) {
  const auto solver = GetParam().make();
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
