// SPDX-License-Identifier: MIT
// fretsaw/model_tests.hpp: tests, suites and mutants of models as values.
#include "fretsaw/model_tests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fretsaw {
namespace {

using testing::HasSubstr;

ModelFile list() {
  return {"list.als",
          "sig Node { next: lone Node }\n"
          "pred acyclic { no n: Node | n in n.^next }\n"};
}

ModelFile tests(const std::string& expected) {
  return {"list_tests.als",
          "pred loop { some disj a: Node { Node = a  next = a->a  acyclic } }\n"
          "run loop for 2 expect " +
              expected +
              "\n"
              "pred chain { some disj a, b: Node { Node = a + b  next = a->b  acyclic } }\n"
              "run chain for 2 expect 1\n"};
}

TEST(ModelTests, PassOrReportWhyNot) {
  const ModelTestResult good = test_model(list(), {tests("0")});
  EXPECT_TRUE(good) << good.text;
  EXPECT_EQ(good.passed, 2U);
  EXPECT_EQ(good.text, "");
  EXPECT_FALSE(good.coverage);

  const ModelTestResult bad = test_model(list(), {tests("1")});
  EXPECT_FALSE(bad);
  EXPECT_FALSE(bad.error);
  EXPECT_EQ(bad.failed, 1U);
  ASSERT_EQ(bad.tests.size(), 2U);
  EXPECT_EQ(bad.tests[0].name, "loop");
  EXPECT_FALSE(bad.tests[0].passed);
  EXPECT_EQ(bad.tests[0].verdict, Verdict::Unsat);
  ASSERT_TRUE(bad.tests[0].location) << bad.text;
  EXPECT_EQ(bad.tests[0].location->file, "list.als");
  EXPECT_EQ(bad.tests[0].location->line, 2U);
  EXPECT_THAT(bad.text, testing::StartsWith("loop failed:\nlist.als:2:"));
}

TEST(ModelTests, TakeTheirOptions) {
  const ModelTestResult one = test_model(list(), {tests("1")}, {.filter = "chain", .coverage = true});
  EXPECT_TRUE(one) << one.text;
  EXPECT_EQ(one.passed, 1U);
  ASSERT_TRUE(one.coverage);
  EXPECT_GT(one.coverage->covered, 0U);
  EXPECT_GT(one.coverage->missed, 0U) << "the loop";
  EXPECT_THAT(one.coverage->text, HasSubstr("pred acyclic { no n: Node | n in n.^next }"));
  EXPECT_EQ(one.text, "");
  EXPECT_GT(test_model(list(), {tests("0")}, {.coverage = true}).coverage->covered, one.coverage->covered);
  const ModelTestResult wrong = test_model(list(), {tests("0")}, {.scope = "two"});
  EXPECT_FALSE(wrong);
  EXPECT_TRUE(wrong.error);
}

TEST(ModelTests, ErrorsAndLimitsAreNoPass) {
  const ModelTestResult missing = test_model({"/nowhere/list.als"});
  EXPECT_FALSE(missing);
  ASSERT_TRUE(missing.error);
  EXPECT_EQ(missing.text, render(*missing.error));
  const ModelTestResult broken = test_model(list(), {{"t.als", "run { some Nod } for 2"}});
  EXPECT_FALSE(broken);
  EXPECT_THAT(broken.text, HasSubstr("t.als:1:"));
  ModelTestOptions stopped;
  stopped.limits.cancel.request();
  const ModelTestResult cancelled = test_model(list(), {tests("0")}, stopped);
  EXPECT_FALSE(cancelled);
  EXPECT_EQ(cancelled.stop, StopReason::Cancelled);
}

TEST(ModelSuites, OfEachKindPassAndCover) {
  using Criterion = ModelSuiteOptions::Criterion;
  for (const Criterion criterion : {Criterion::Enumeration, Criterion::Coverage, Criterion::Mutation}) {
    const auto suite = make_suite(list(), {.criterion = criterion, .scope = "2"});
    ASSERT_TRUE(suite) << render(suite.error());
    EXPECT_TRUE(suite->complete);
    EXPECT_GT(suite->tests, 0U);
    const ModelTestResult result = test_model(list(), {{"suite.als", suite->text}}, {.coverage = true});
    EXPECT_TRUE(result) << result.text;
    EXPECT_EQ(result.passed, suite->tests);
    EXPECT_GT(suite->coverage.covered, 0U);
  }
  const auto two = make_suite(list(), {.criterion = Criterion::Enumeration, .scope = "2", .limit = 2});
  ASSERT_TRUE(two) << render(two.error());
  EXPECT_EQ(two->tests, 2U);
  EXPECT_FALSE(make_suite({"l.als", "sig {"}));
}

TEST(ModelMutants, AreKilledOrHaveATestThatWould) {
  const auto unscored = mutate_model(list(), {}, {.scope = "2"});
  ASSERT_TRUE(unscored) << render(unscored.error());
  EXPECT_GT(unscored->nonequivalent, 0U);
  EXPECT_EQ(unscored->killed, 0U);

  const ModelFile weak{"weak.als", "run { no Node  acyclic } for 2 expect 1\n"};
  const auto scored = mutate_model(list(), {weak}, {.scope = "2"});
  ASSERT_TRUE(scored) << render(scored.error());
  EXPECT_EQ(scored->mutants.size(), scored->equivalent + scored->nonequivalent + scored->undecided);
  EXPECT_LT(scored->score(), 1);
  int number = 0;
  for (const ModelMutant& mutant : scored->mutants) {
    EXPECT_EQ(mutant.location.file, "list.als");
    if (mutant.status != ModelMutant::Status::Survived) continue;
    ASSERT_NE(mutant.killing_test, "") << mutant.change;
    const auto alone = mutate_model(list(), {{"one.als", mutant.killing_test}}, {.scope = "2"});
    ASSERT_TRUE(alone) << render(alone.error());
    EXPECT_GT(alone->killed, 0U) << mutant.killing_test;
    if (++number == 3) break;
  }
  EXPECT_GT(number, 0);

  const auto first = mutate_model(list(), {}, {.scope = "2", .part = {1, 2}});
  const auto second = mutate_model(list(), {}, {.scope = "2", .part = {2, 2}});
  EXPECT_EQ(first->mutants.size() + second->mutants.size(), unscored->mutants.size());
}

}  // namespace
}  // namespace fretsaw
