// SPDX-License-Identifier: MIT
// What is followed beyond plain words, and what is not: nothing is called infeasible that depends on the
// latter.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "cpp/path/exploring.hpp"
#include "support/bounds.hpp"

namespace fretsaw::path {

namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

ExploreReport explored_place(const std::string& header, const std::string& method,
                             const std::vector<std::string>& values = {}) {
  ExploreRequest request = explore_request("tests/cpp/path/headers/" + header, method, 2);
  request.check.bounds.values = values_of(values);
  auto report = explore(request, {});
  if (!report) {
    ADD_FAILURE() << render(report.error());
    return {};
  }
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  return *std::move(report);
}

std::vector<unsigned> lines_with(const ExploreReport& report, BranchStatus status) {
  std::vector<unsigned> out;
  for (const BranchReport& branch : report.branches) {
    if (branch.status == status) out.push_back(branch.line);
  }
  return out;
}

TEST(Places, BitFieldsAreTracked) {
  const ExploreReport report = explored_place("places.hpp", "Packet::classify");
  EXPECT_THAT(report.remarks, IsEmpty());
  EXPECT_THAT(lines_with(report, BranchStatus::Unknown), IsEmpty());
  EXPECT_THAT(lines_with(report, BranchStatus::Infeasible), testing::ElementsAre(19U));  // kind > 8
  EXPECT_TRUE(std::ranges::any_of(report.tests, [](const TestReport& test) {
    return std::ranges::find(test.conditions, "this.kind = 7") != test.conditions.end();
  })) << testing::PrintToString(report.tests.front().conditions);
}

TEST(Places, NumbersBehindPointersAreCalledWithTheirSign) {
  const ExploreReport report = explored_place("places.hpp", "Row::has_debt", {"Row::cells.length=length"});
  EXPECT_EQ(report.covered, 4U);
  EXPECT_EQ(report.branches.size(), 4U);
  EXPECT_EQ(report.checked, report.tests.size());
  EXPECT_EQ(report.failed, 0U);
}

TEST(Places, ListsStringsAndOptionalsAreTracked) {
  const ExploreReport report = explored_place("places.hpp", "Shelf::look");
  EXPECT_THAT(report.remarks, testing::Each(HasSubstr("signed overflow")));
  EXPECT_THAT(lines_with(report, BranchStatus::Unknown), IsEmpty());
  EXPECT_THAT(lines_with(report, BranchStatus::Infeasible), testing::ElementsAre(36U, 41U));
  EXPECT_EQ(report.checked, report.tests.size());
}

TEST(Places, KeysWithoutBoundsProveNothing) {
  const ExploreReport narrow = explored_place("places.hpp", "count_of");
  EXPECT_EQ(narrow.infeasible, 0U);
  EXPECT_THAT(
      narrow.remarks,
      Contains(HasSubstr(
          "keys of containers are limited by --size (use --values count_of::keys=... to list them)")));
  const ExploreReport chosen = explored_place("places.hpp", "count_of", {"count_of::keys=0..2"});
  EXPECT_EQ(chosen.covered + chosen.infeasible, chosen.branches.size());
  EXPECT_GT(chosen.infeasible, 0U);
}

TEST(Places, AMemberOfAUnionIsTrackedIfItIsTheOnlyOne) {
  const ExploreReport number = explored_place("places.hpp", "Value::look", {"Value::as.member=number"});
  EXPECT_EQ(number.covered, number.branches.size());
  const ExploreReport tagged = explored_place("places.hpp", "Tagged::look", {"Tagged::as.member=is_letter"});
  EXPECT_EQ(tagged.infeasible, 0U);
  EXPECT_LT(tagged.covered, tagged.branches.size());
  EXPECT_THAT(
      tagged.remarks,
      Contains(HasSubstr("variants and unions are not explored, and keep their first value: Tagged::as")));
}

TEST(Untracked, StaticVariablesAndExternalFunctionsProveNothing) {
  const ExploreReport report = explored_place("unfollowed.hpp", "calls_before");
  EXPECT_THAT(lines_with(report, BranchStatus::Unknown), testing::ElementsAre(14U, 15U));
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_THAT(report.remarks,
              Contains(HasSubstr("branches on static variables as they were before the call")));
  EXPECT_THAT(report.remarks, Contains(HasSubstr("branches on results of external functions")));
  EXPECT_THAT(report.remarks, Contains("not tracked, and used as they are: calls_before(int)::calls, rand"));
}

TEST(Untracked, TheOrderOfNewObjectsProvesNothing) {
  const ExploreReport report = explored_place("unfollowed.hpp", "newer");
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_THAT(lines_with(report, BranchStatus::Unknown), testing::ElementsAre(23U));
  EXPECT_THAT(report.remarks, Contains(HasSubstr("the order of the addresses of new objects")));
}

TEST(Untracked, FloatingPointNumbersAndAtomicsProveNothing) {
  const ExploreReport report = explored_place("unfollowed.hpp", "Gauge::read", {"Gauge::level=0,1"});
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_THAT(report.remarks, Contains(HasSubstr("floating-point numbers")));
  EXPECT_THAT(report.remarks, Contains(HasSubstr("atomic operations")));
}

TEST(Untracked, WhatComesAfterTooManyStepsIsNotKnown) {
  const ExploreReport report = explored_place("unfollowed.hpp", "late");
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_EQ(report.exploration.endless, 1U);
  EXPECT_THAT(report.remarks,
              Contains(HasSubstr("limit exceeded on 1 of 1 path: what follows there is not explored")));
}

TEST(Untracked, ClassesThatAreMissingProveNothing) {
  const ExploreReport report = explored_place("unfollowed.hpp", "is_high");
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_LT(report.covered, report.branches.size());
  EXPECT_THAT(report.remarks, Contains(HasSubstr("'Bell' is local to a function and cannot be named")));
}

TEST(Untracked, ClassesInBodiesOfOtherFunctionsAreMissing) {
  const ExploreReport report = explored_place("unfollowed.hpp", "is_wide");
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_LT(report.covered, report.branches.size());
  EXPECT_THAT(report.remarks, Contains(HasSubstr("'Banner' is local to a function and cannot be named")));
}

TEST(Untracked, StaticObjectsBehindPointersOfTheInputProveNothing) {
  const ExploreReport heavy = explored_place("frames.hpp", "Chain::is_heavy");
  EXPECT_EQ(heavy.infeasible, 0U);
  EXPECT_EQ(heavy.covered, 3U);
  EXPECT_THAT(heavy.remarks, Contains("not tracked, and used as they are: Chain::end"));
  const ExploreReport visits = explored_place("frames.hpp", "Chain::visits");
  EXPECT_EQ(visits.infeasible, 0U);
  EXPECT_THAT(visits.remarks, Contains("not tracked, and used as they are: Chain::last"));
  const ExploreReport ends = explored_place("frames.hpp", "Chain::ends");
  EXPECT_EQ(ends.infeasible, 1U);
  EXPECT_EQ(ends.covered, 3U);
  EXPECT_THAT(ends.remarks, IsEmpty());
}

// What earlier calls have left behind is seen through `this`, an index, a copy, and as a number; the last two
// functions ask the library for one.
TEST(Untracked, StateOutsideTheInputProvesNothing) {
  const std::pair<const char*, const char*> functions[] = {
      {"remembers", "branches on static variables as they were before the call"},
      {"tallies", "branches on static variables as they were before the call"},
      {"copies", "branches on static variables as they were before the call"},
      {"sums_up", "branches on static variables as they were before the call"},
      {"noise", "branches on results of external functions"},
      {"rand_as_number", "branches on results of external functions"}};
  for (const auto& [function, reason] : functions) {
    SCOPED_TRACE(function);
    const ExploreReport report = explored_place("unfollowed.hpp", function);
    EXPECT_EQ(report.infeasible, 0U);
    EXPECT_THAT(report.remarks, Contains(HasSubstr(reason)));
  }
}

TEST(Untracked, ArgumentsWithoutNamesProveNothing) {
  const ExploreReport report = explored_place("unfollowed.hpp", "variadic");
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_THAT(report.remarks, Contains(HasSubstr("unsupported instructions")));
}

TEST(Untracked, StaticObjectsAreAmongThoseThatPointersLeadTo) {
  const ExploreReport report = explored_place("unfollowed.hpp", "Lace::is_heavy");
  EXPECT_EQ(report.covered, 2U);
  EXPECT_EQ(report.failed, 0U);
}

TEST(Untracked, AVariantKeepsItsFirstValueAndProvesNothing) {
  const ExploreReport report = explored_place("frames.hpp", "Answer::look");
  EXPECT_EQ(report.infeasible, 0U);
  EXPECT_EQ(report.covered, 2U);
  EXPECT_THAT(report.remarks,
              Contains("variants and unions are not explored, and keep their first value: Answer::value"));
}

// Every other call ends early, whatever its input.
TEST(Untracked, InputsThatTakeAnotherPathAreCountedAndExplained) {
  auto report = explored("tests/cpp/path/headers/wavering.hpp", "wavering", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->exploration.divergences, 1U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  EXPECT_EQ(report->infeasible, 0U);
  EXPECT_EQ(report->covered, 3U);
  EXPECT_THAT(
      report->remarks,
      Contains(testing::StartsWith(
          "1 of 2 inputs diverged from the predicted path (first: k = 3 at 14:9): the path depends on "
          "more than the input, such as state left by an earlier call")));
}

// The search would never end; what it has found when its time is up is called all the same.
TEST(ExploreLimits, TestsFoundBeforeTheTimeLimitAreRun) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/wavering.hpp";
  request.check.methods = {"countdown"};
  request.check.limits.seconds = 3600;
  request.limits.criterion = Criterion::Paths;
  request.search_share = 3 / request.check.limits.seconds;
  auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->exploration.stop, StopReason::Time);
  EXPECT_GT(report->tests.size(), 0U);
  EXPECT_EQ(report->checked, report->tests.size());
  for (const TestReport& test : report->tests) EXPECT_NE(test.title, "");
}

// The frame of a call holds its receiver and arguments; they are named as in the method, and statics by their
// qualified names.
TEST(Places, PartsOfAnInputHaveTheirNames) {
  const ExploreReport report = explored_place("frames.hpp", "Chain::compare");
  EXPECT_EQ(report.covered, report.branches.size());
  EXPECT_EQ(report.checked, report.tests.size());
  std::set<std::string> conditions;
  for (const TestReport& test : report.tests)
    conditions.insert(test.conditions.begin(), test.conditions.end());
  for (const char* const each : {"this.first = &Chain::end", "link = null", "link != null",
                                 "k != link.weight", "link = other.first", "this != other", "this = other"})
    EXPECT_THAT(conditions, Contains(each));
}

// The first input that comes to mind ends the run at once; that is a failure, and not the end of the search.
TEST(Places, CodeBehindACrashIsExplored) {
  const ExploreReport report = explored_place("frames.hpp", "weight_of");
  EXPECT_EQ(report.branches.size(), 2U);
  EXPECT_EQ(report.covered, 2U);
  EXPECT_EQ(report.failed, 1U);
  EXPECT_EQ(report.tests.size(), 3U);
}

TEST(Places, VirtualMethodsOfTemplatesHaveBodies) {
  const ExploreReport report = explored_place("frames.hpp", "Stepper<int>::step");
  EXPECT_EQ(report.branches.size(), 4U);
  EXPECT_EQ(report.covered, 4U);
  EXPECT_EQ(report.checked, report.tests.size());
}

TEST(Untracked, LookAlikesAreTracked) {
  const ExploreReport report = explored_place("unfollowed.hpp", "plain");
  EXPECT_THAT(report.remarks, testing::Each(HasSubstr("signed overflow")));
  EXPECT_THAT(lines_with(report, BranchStatus::Unknown), IsEmpty());
  EXPECT_THAT(lines_with(report, BranchStatus::Infeasible), testing::ElementsAre(53U));
}

}  // namespace

}  // namespace fretsaw::path
