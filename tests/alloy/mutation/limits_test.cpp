// SPDX-License-Identifier: MIT
// A run that is interrupted says how far it came.
#include <gtest/gtest.h>

#include "alloy/mutation/mutating.hpp"
#include "alloy/mutation/mutation_report.hpp"

namespace fretsaw::mutation {
namespace {

constexpr const char* kInterruptedList =
    "sig List { head: lone Node }\nsig Node { link: lone Node }\n"
    "pred Acyclic[l: List] { no l.head or some n: l.head.*link | no n.link }\n";

// Cancelled when so many steps are done: a mutant is judged; if it is not equivalent, it is held against the
// tests, which is another step, and if it is, there is nothing to be held.
MutationRun cancelled_after(std::size_t steps, const std::vector<SourcePtr>& tests) {
  MutationOptions options;
  std::size_t done = 0;
  options.progress = [&] {
    if (++done == steps) options.stage.limits.cancel.request();
  };
  return run_of(text_source("model.als", kInterruptedList), options, tests);
}

SourcePtr a_test() {
  return text_source("tests.als",
                     "pred empty { some disj L: List { List = L  no head  no Node  no link  Acyclic[L] } }\n"
                     "run empty for 3 expect 1\n");
}

TEST(Limits, MutantsThatWereNotJudgedAreCounted) {
  constexpr std::size_t kJudged = 5;
  const MutationRun run = cancelled_after(kJudged, {});
  ASSERT_GT(run.mutants->all.size(), kJudged);
  EXPECT_EQ(run.stop(), StopReason::Cancelled);
  EXPECT_EQ(run.not_reached(), run.mutants->all.size() - kJudged);
  const Tally tally = run.total();
  EXPECT_EQ(tally.undecided, run.not_reached());
  EXPECT_EQ(tally.equivalent + tally.different, kJudged);
}

TEST(Limits, MutantsThatWereNotScoredAreCountedAndAreNoSurvivors) {
  const MutationRun whole = cancelled_after(0, {});
  const std::size_t mutants = whole.mutants->all.size();
  ASSERT_LE(mutants, 64U) << "more than one block";
  constexpr std::size_t kScored = 3;
  const MutationRun run = cancelled_after(mutants + whole.total().equivalent + kScored, {a_test()});
  EXPECT_EQ(run.stop(), StopReason::Cancelled);
  EXPECT_EQ(run.total().undecided, 0u);
  ASSERT_TRUE(run.score);
  std::size_t scored = 0, unscored = 0;
  for (std::size_t i = 0; i < mutants; ++i) {
    if (run.results.all[i].state != Equivalence::Different) continue;
    EXPECT_EQ(run.score->reached[i], scored + unscored < kScored);
    ++(run.score->reached[i] ? scored : unscored);
    if (!run.score->reached[i]) EXPECT_FALSE(run.survived(i));
  }
  EXPECT_EQ(scored, kScored);
  EXPECT_GT(unscored, 0u);
  EXPECT_EQ(run.not_reached(), unscored);
}

TEST(Limits, WithoutThemEverythingIsReached) {
  const MutationRun run = cancelled_after(0, {a_test()});
  EXPECT_EQ(run.stop(), StopReason::None);
  EXPECT_EQ(run.not_reached(), 0u);
}

}  // namespace
}  // namespace fretsaw::mutation
