// SPDX-License-Identifier: MIT
// One function for each thing that conditions may depend on.
#include <gmock/gmock.h>

#include <algorithm>

#include "cpp/path/exploring.hpp"
#include "support/bounds.hpp"

namespace fretsaw::path {

namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(Conditions, OperandsOfAndAndOrCountByThemselves) {
  const ExploreReport report = explored_kind("logic");
  EXPECT_EQ(report.branches.size(), 12U);  // a > 10, b < a, both, c == 7, a + b == c, c != 0
  EXPECT_EQ(report.covered + report.infeasible, 12U);
  EXPECT_EQ(report.infeasible, 0U);
}

TEST(Conditions, ASwitchHasAnOutcomeForEachCase) {
  const ExploreReport report = explored_kind("choice");
  EXPECT_EQ(report.branches.size(), 6U);  // three cases, the default, and ?:
  EXPECT_EQ(report.covered, 6U);
  std::vector<std::string> outcomes;
  for (const BranchReport& branch : report.branches) outcomes.push_back(branch.outcome);
  EXPECT_THAT(outcomes,
              testing::UnorderedElementsAre("case 1", "case -5", "case 1000000", "default", "true", "false"));
  EXPECT_LE(report.tests.size(), 5U);
}

TEST(Conditions, ArithmeticIsExactInThirtyTwoAndSixtyFourBits) {
  auto report = explored("tests/cpp/path/headers/kinds.hpp", "arithmetic", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, report->branches.size());
  EXPECT_EQ(report->branches.size(), 16U);
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  ASSERT_EQ(report->remarks.size(), 1U);  // a * 7 + 3 goes around
  EXPECT_THAT(report->remarks.front(), HasSubstr("signed overflow"));
}

TEST(Conditions, NumbersOf2To63AndMoreAreSupported) {
  const ExploreReport report = explored_kind("huge");
  EXPECT_EQ(report.covered, 2U);
  EXPECT_EQ(report.checked, 2U);
  EXPECT_EQ(report.failed, 0U);

  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/kinds.hpp";
  request.check.methods = {"huge"};
  request.check.bounds.values = values_of({"huge::number=5,9223372036854775810"});
  const auto listed = explore(request, {});
  ASSERT_TRUE(listed) << render(listed.error());
  ASSERT_EQ(listed->checked, 2U);
  EXPECT_THAT(listed->tests[0].conditions, testing::ElementsAre("9223372036854775809 >= number"));
}

TEST(Conditions, TypesOfObjectsMayBeBounded) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/kinds.hpp";
  request.check.methods = {"measure"};
  request.check.bounds.size = 2;
  request.check.bounds.types = values_of({"Scene::shape=Square"});
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, report->branches.size());
  EXPECT_FALSE(std::ranges::any_of(report->branches, [](const BranchReport& branch) {
    return branch.function.find("Shape::") != std::string::npos;
  }));
}

TEST(Conditions, WhetherTwoAreTheSameIsACondition) {
  const ExploreReport report = explored_kind("aliases");
  EXPECT_EQ(report.covered, 2U);
  ASSERT_EQ(report.tests.size(), 2U);
}

TEST(Conditions, WhatWasChangedIsReadBack) {
  const ExploreReport report = explored_kind("unlink_first", 3);
  EXPECT_EQ(report.covered, report.branches.size());
  EXPECT_EQ(report.branches.size(), 8U);
}

TEST(Conditions, VectorsHaveALengthAndElements) {
  const ExploreReport report = explored_kind("sum_of", 3);
  EXPECT_EQ(report.covered, report.branches.size());
  EXPECT_EQ(report.failed, 1U);  // an exception that nothing allows
  EXPECT_TRUE(std::ranges::any_of(report.tests, [](const TestReport& test) {
    return !test.call.failures.empty() && test.call.failures.front().kind == call::FailureKind::Exception;
  }));
}

TEST(Conditions, VirtualCallsLeadToEveryClass) {
  const ExploreReport report = explored_kind("measure");
  EXPECT_EQ(report.covered, report.branches.size());
  EXPECT_TRUE(std::ranges::any_of(report.branches, [](const BranchReport& branch) {
    return branch.function.find("Square") != std::string::npos;
  }));
}

TEST(Conditions, BitsAreCounted) {
  const ExploreReport report = explored_kind("counted_bits");
  EXPECT_EQ(report.branches.size(), 12U);
  EXPECT_EQ(report.covered, 11U);
  EXPECT_EQ(report.infeasible, 1U);
}

TEST(Conditions, OverflowBuiltinsAreTracked) {
  const ExploreReport report = explored_kind("overflowing");
  EXPECT_EQ(report.branches.size(), 16U);
  EXPECT_EQ(report.covered, 15U);
  EXPECT_EQ(report.infeasible, 1U);
}

TEST(Conditions, ThereIsNotAlwaysSoMuchMemory) {
  const auto report = explored("tests/cpp/path/headers/kinds.hpp", "allocates", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 4U);  // and none for the size that the compiler works out
  EXPECT_EQ(report->covered, 4U);
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  EXPECT_THAT(report->remarks,
              testing::ElementsAre(HasSubstr("if a single allocation of more than 128 MB succeeds"),
                                   HasSubstr("takes its path only if a single allocation")));
}

TEST(Conditions, StackContentsOfEarlierCallsAreNotTracked) {
  const ExploreReport report = explored_kind("padded");
  EXPECT_EQ(report.covered, 9U);
  EXPECT_EQ(report.infeasible, 1U);
}

TEST(Conditions, WhereNewMemoryLiesIsTheSameOnTheSamePath) {
  const ExploreReport report = explored_kind("marks", 3);
  EXPECT_EQ(report.covered + report.infeasible, report.branches.size());
}

TEST(Conditions, RecursionIsTracked) {
  const ExploreReport report = explored_kind("is_deep", 3);
  EXPECT_EQ(report.covered, report.branches.size());
}

TEST(Conditions, WhatCannotBeIsProved) {
  const ExploreReport report = explored_kind("impossible");
  EXPECT_EQ(report.branches.size(), 6U);
  EXPECT_EQ(report.covered, 4U);
  EXPECT_EQ(report.infeasible, 2U);
  for (const BranchReport& branch : report.branches) {
    if (branch.status == BranchStatus::Infeasible) EXPECT_EQ(branch.outcome, "true");
  }
}

TEST(Conditions, ARareFaultIsFoundWithFewInputs) {
  const ExploreReport report = explored_kind("rare");
  EXPECT_EQ(report.tests.size(), 2U);
  EXPECT_EQ(report.failed, 1U);
  EXPECT_EQ(report.tests.back().call.failures.at(0).kind, call::FailureKind::Postcondition);
  EXPECT_THAT(report.tests.back().conditions, Contains(HasSubstr("key ^")));
}

// Of two nodes the first would do, if it were not for their addresses.
TEST(Conditions, AddressesMayBeCompared) {
  const ExploreReport report = explored_kind("which_is_lower");
  EXPECT_EQ(report.branches.size(), 4U);
  EXPECT_EQ(report.covered, 4U);
}

// What was given up is not infeasible, and no contradiction.
TEST(Conditions, PreconditionsThatExceedTheLimitProveNothing) {
  auto report = explored("tests/cpp/path/headers/kinds.hpp", "long_precondition", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_GT(report->exploration.undecided_preconditions, 0U);
  EXPECT_EQ(report->infeasible, 0U);
  EXPECT_LT(report->covered, report->branches.size());
  EXPECT_THAT(report->remarks, Contains(HasSubstr("treated as invalid: the preconditions exceeded a limit")));
  const auto none = explored("tests/cpp/path/headers/kinds.hpp", "longer_precondition", 2);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "no valid input for longer_precondition(int) found");
  ASSERT_EQ(none.error().notes.size(), 1U);
  EXPECT_THAT(none.error().notes[0].message, HasSubstr("the preconditions exceeded a limit"));
}

// Seven nodes are needed, and one more in the right place.
TEST(Explore, FindsWithFewInputsWhatCheckNeedsThousandsFor) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/examples/exploring/forgetful_tree.hpp";
  request.check.methods = {"ForgetfulTree::insert"};
  request.check.bounds.size = 7;
  request.compares = true;
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_LT(report->tests.size(), 20U);
  EXPECT_GE(report->failed, 1U);
  ASSERT_TRUE(report->check_inputs);
  EXPECT_FALSE(report->check_inputs->is_all);
  std::uint64_t number = 0;
  call::CheckListener listener;
  listener.counterexample = [&](const call::Counterexample& found) { number = found.number; };
  ASSERT_TRUE(call::check(request.check, listener));
  EXPECT_GT(number, 10'000U);
}

TEST(Explore, NamesWhatInputsAreComparedWith) {
  const auto report = explored("examples/exploring/forgetful_tree.hpp", "ForgetfulTree::insert", 4);
  ASSERT_TRUE(report) << render(report.error());
  bool is_compared_with_a_new_object = false;
  for (const auto& test : report->tests) {
    for (const std::string& condition : test.conditions) {
      EXPECT_EQ(condition.find("0x"), std::string::npos) << condition;
      is_compared_with_a_new_object |= condition.ends_with("!= an object outside the input");
    }
  }
  EXPECT_TRUE(is_compared_with_a_new_object);
}

TEST(ExploreRefusals, AssemblyIsNamed) {
  const auto report = explored("tests/cpp/path/headers/kinds.hpp", "assembly", 2);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "'assembly(int)' cannot be explored: 'assembly(int)' contains assembly");
  ASSERT_TRUE(report.error().location);
  EXPECT_THAT(report.error().location->file, HasSubstr("kinds.hpp"));
}

TEST(ExploreRefusals, APreconditionWithoutASolutionIsAContradiction) {
  const auto report = explored("tests/cpp/path/headers/kinds.hpp", "never", 2);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().message, "no valid input for never(int) within the bounds");
}

}  // namespace

}  // namespace fretsaw::path
