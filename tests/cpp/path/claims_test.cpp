// SPDX-License-Identifier: MIT
// How many branches there are, and which of them cannot be taken: as llvm-cov counts them, and as every input
// takes them.
#include "cpp/path/headers/claims.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "cpp/path/exploring.hpp"
#include "support/bounds.hpp"

namespace fretsaw::path {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kHeader = "tests/cpp/path/headers/claims.hpp";

std::vector<std::string> with(const ExploreReport& report, BranchStatus status) {
  std::vector<std::string> out;
  for (const BranchReport& branch : report.branches) {
    if (branch.status == status) out.push_back(std::to_string(branch.line) + " " + branch.outcome);
  }
  return out;
}

TEST(Claims, OnlyOperandsOfAndAndOrCountWhereverTheyStand) {
  const auto report = explored(kHeader, "wholes", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 18U);
  EXPECT_EQ(report->covered, 18U);
}

TEST(Claims, OutcomesOfOneSwitchAreNotThoseOfAnother) {
  const auto report = explored(kHeader, "switches", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 7U);
  EXPECT_EQ(report->covered, 6U);
  EXPECT_THAT(with(*report, BranchStatus::Infeasible), ElementsAre("30 case 200"));
}

TEST(Claims, LibraryFunctionsThatClassifyCharactersAreTracked) {
  const auto report = explored(kHeader, "characters", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_THAT(report->remarks, testing::IsEmpty());
  EXPECT_EQ(report->branches.size(), 18U);
  EXPECT_EQ(report->covered, 17U);
  EXPECT_THAT(with(*report, BranchStatus::Infeasible), ElementsAre("48 true"));
  EXPECT_EQ(report->failed, 0U);
}

TEST(Claims, StringsAreReadableAndWrittenAsTheyAre) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/claims.hpp";
  request.check.methods = {"zeros"};
  request.check.bounds.size = 3;
  request.check.emits = TestKind::GoogleTest;
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, 8U);
  std::vector<std::string> calls;
  for (const TestReport& test : report->tests) calls.push_back(test.title);
  EXPECT_THAT(calls, testing::Contains(testing::MatchesRegex("zeros\\(\"a\\\\000[a-z]\"\\)")));
  const auto zero = std::ranges::find_if(
      report->tests, [](const TestReport& test) { return test.title.find("000") != std::string::npos; });
  ASSERT_NE(zero, report->tests.end());
  EXPECT_THAT(zero->call.test, testing::ContainsRegex("word = std::string\\(\"a.000[a-z]\", 3\\);"));
  EXPECT_THAT(zero->conditions, testing::Contains("word.length = 3"));
  for (const TestReport& test : report->tests) {
    for (const std::string& each : test.conditions)
      EXPECT_THAT(each, testing::Not(HasSubstr("2684"))) << "an address";
  }
}

TEST(Claims, AddressesFromALibraryProveNothing) {
  const auto report = explored(kHeader, "from_outside", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->infeasible, 0U);
  EXPECT_EQ(report->covered, 4U);
  EXPECT_THAT(report->remarks, testing::Contains(HasSubstr("not tracked, and used as they are: getenv")));
  EXPECT_THAT(report->remarks,
              testing::Contains(
                  HasSubstr("not tracked: values other than integers and pointers of at most 64 bits")));
}

TEST(Claims, APreconditionMayBeOneComparison) {
  const auto report = explored(kHeader, "positive", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, 3U);
  EXPECT_EQ(report->infeasible, 1U);
  const auto after_formula = explored(kHeader, "Pearl::positive", 2);
  ASSERT_TRUE(after_formula) << render(after_formula.error());
  EXPECT_EQ(after_formula->covered, 4U);
  EXPECT_EQ(after_formula->infeasible, 2U);
  EXPECT_EQ(after_formula->checked, 2U);
}

TEST(Claims, WhatAPreconditionDoesNotReadIsNotTriedAgain) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/" + std::string(kHeader);
  request.check.methods = {"Tank::read"};
  request.check.limits.seconds = 120;  // what it tries again it would try for hours
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, 4U);
  EXPECT_EQ(report->branches.size(), 4U);
  EXPECT_GT(report->exploration.rejected, 0U);
  EXPECT_LT(report->exploration.rejected, 100U);
  EXPECT_THAT(report->remarks, testing::Contains(HasSubstr("the preconditions are not completely tracked")));
}

TEST(Claims, LoopsOverAllIntegersEndTheSearchAndProveNothing) {
  const auto report = explored(kHeader, "count_down", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, 3U);
  EXPECT_EQ(report->infeasible, 0U);
  EXPECT_EQ(report->unknown(), 1U);
  EXPECT_THAT(report->remarks, testing::Contains(testing::ContainsRegex(
                                   "claims.hpp:[0-9]+:[0-9]+: loop bound reached on some paths\n"
                                   "help: bound integers with --values, or raise --max-depth or --timeout")));
  EXPECT_EQ(report->exploration.stop, StopReason::None);

  ExploreRequest bounded;
  bounded.check.code.header = FRETSAW_SOURCE_DIR "/" + std::string(kHeader);
  bounded.check.methods = {"count_down"};
  bounded.check.bounds.values = values_of({"count_down::n=-1..9"});
  const auto proof = explore(bounded, {});
  ASSERT_TRUE(proof) << render(proof.error());
  EXPECT_EQ(proof->covered, 3U);
  EXPECT_EQ(proof->infeasible, 1U);
}

// Turns that wait are tried at last: what ends soon after is still all there is.
TEST(Claims, ShortLoopsAreExploredCompletely) {
  ExploreLimits limits;
  limits.rounds = 20;
  const auto whole = explored(kHeader, "halve", 2, limits);
  ASSERT_TRUE(whole) << render(whole.error());
  EXPECT_EQ(whole->covered, 3U);
  EXPECT_EQ(whole->infeasible, 1U);
  EXPECT_THAT(whole->remarks, testing::IsEmpty());
  limits.rounds = 8;
  const auto part = explored(kHeader, "halve", 2, limits);
  ASSERT_TRUE(part) << render(part.error());
  EXPECT_EQ(part->infeasible, 0U);
  EXPECT_EQ(part->why_unknown, "loop bound reached");
}

TEST(Claims, TooManyPathsEndTheSearch) {
  ExploreLimits limits;
  limits.max_queries = 60;
  const auto report = explored(kHeader, "bits", 2, limits);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, 5U);
  EXPECT_EQ(report->infeasible, 0U);
  EXPECT_EQ(report->why_unknown, "too many paths");
  EXPECT_THAT(report->remarks,
              testing::Contains("too many paths: the last 60 solver queries covered no new branch\n"
                                "help: use smaller bounds or a longer --timeout"));
}

// As the manual says.
TEST(Claims, SearchesEndAfterTwentyThousandQuestionsInARow) {
  std::ifstream file(FRETSAW_SOURCE_DIR "/docs/explore.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const ExploreLimits limits = ExploreRequest().limits;
  EXPECT_EQ(limits.max_queries, 20'000U);
  EXPECT_THAT(text, HasSubstr("20,000 solver queries in a row that cover no new branch"));
  ASSERT_TRUE(limits.rounds);
  EXPECT_THAT(text, HasSubstr("with more than " + std::to_string(*limits.rounds) + " iterations"));
}

// What each test returns says which case it took.
TEST(Claims, RangesOfASwitchAreCasesAndTheDefaultIsWhatIsInNone) {
  const auto report = explored(kHeader, "ranges", 2);
  ASSERT_TRUE(report) << render(report.error());
  std::set<std::string> outcomes;
  for (const BranchReport& branch : report->branches) {
    if (branch.column != 3) continue;  // of the switch
    EXPECT_EQ(branch.status, BranchStatus::Covered) << branch.outcome;
    outcomes.insert(branch.outcome);
    ASSERT_TRUE(branch.test);
    const std::string call = report->tests[*branch.test].title;  // "ranges(40)"
    const int k = std::stoi(call.substr(call.find('(') + 1));
    const int result = ranges(k);
    if (branch.outcome == "default") EXPECT_GE(result, 8) << call;
    if (branch.outcome == "case 10 ... 200") EXPECT_TRUE(result == 3 || result == 4) << call;
    if (branch.outcome == "case 300 ... 1000") EXPECT_EQ(result, 7) << call;
    if (branch.outcome == "case 7") EXPECT_EQ(result, 6) << call;
  }
  EXPECT_THAT(outcomes, ElementsAre("case -1", "case 0", "case 1", "case 10 ... 200", "case 300 ... 1000",
                                    "case 7", "default"));
  std::set<int> all;
  for (const TestReport& test : report->tests)
    all.insert(ranges(std::stoi(test.title.substr(test.title.find('(') + 1))));
  EXPECT_THAT(all, ElementsAre(1, 2, 3, 4, 6, 7, 8, 9));
  EXPECT_EQ(report->infeasible, 1U);

  const auto whole = explored(kHeader, "all_ranges", 2);
  ASSERT_TRUE(whole) << render(whole.error());
  EXPECT_EQ(whole->covered, 3U);
  std::vector<std::string> never;
  for (const BranchReport& branch : whole->branches) {
    if (branch.status == BranchStatus::Infeasible) never.push_back(branch.outcome);
  }
  EXPECT_THAT(never, testing::UnorderedElementsAre("case 1099511627776", "default"));
}

TEST(Claims, AFailedAllocationProvesNothingUnlessItMustFail) {
  const auto report = explored(kHeader, "reserve", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 6U);
  EXPECT_EQ(report->covered, 5U);
  EXPECT_EQ(report->infeasible, 0U);
  EXPECT_EQ(report->why_unknown,
            "not tracked: what follows if a single allocation of more than 128 MB succeeds");
  std::size_t starved = 0;
  for (std::size_t t = 0; t < report->tests.size(); ++t) {
    if (!report->tests[t].needs_allocation_failure) continue;
    ++starved;
    EXPECT_THAT(report->remarks,
                testing::Contains("test " + std::to_string(t + 1) +
                                  " takes its path only if a single allocation of more than 128 MB fails"));
  }
  EXPECT_EQ(starved, 2U);

  const auto all = explored(kHeader, "reserve_all", 2);
  ASSERT_TRUE(all) << render(all.error());
  EXPECT_EQ(all->covered, 3U);
  EXPECT_EQ(all->infeasible, 1U);
  EXPECT_THAT(all->remarks, testing::IsEmpty());
}

TEST(Claims, StaticFunctionsOfTheSameNameAreNotTheSame) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/claims.hpp";
  request.check.code.sources = {FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/claims_rise.cpp",
                                FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/claims_fall.cpp"};
  request.check.methods = {"rise_or_fall"};
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 16U);
  EXPECT_EQ(report->covered, 15U);
  EXPECT_THAT(with(*report, BranchStatus::Infeasible), ElementsAre("5 true"));
  for (const BranchReport& branch : report->branches) {
    if (branch.status == BranchStatus::Infeasible) EXPECT_THAT(branch.file, HasSubstr("claims_fall.cpp"));
  }
}

TEST(Claims, ConditionsThatAreConstantsDoNotCount) {
  const auto report = explored(kHeader, "constants", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 6U);
  EXPECT_EQ(report->covered, 6U);
}

TEST(Claims, FormulasMayUseArraysWhoseLengthIsAnotherField) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/claims.hpp";
  request.check.methods = {"Shelf::look"};
  request.check.bounds.size = 2;
  request.check.bounds.values = values_of({"Shelf::books_.length=count_"});
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 8U);
  EXPECT_EQ(report->covered, 6U);
  EXPECT_EQ(report->infeasible, 2U);
  EXPECT_EQ(with(*report, BranchStatus::Infeasible).size(), 2U);
  EXPECT_EQ(report->failed, 0U);
}

// They have been solved for here: no other search is asked whether it could.
TEST(Claims, FormulasAreEvaluatedOnNumbersOfAnySize) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/claims.hpp";
  request.check.methods = {"Heap::lower"};
  request.check.bounds.size = 3;
  request.check.bounds.values = values_of({"Heap::keys_.length=room_"});
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 4U);
  EXPECT_EQ(report->covered, 4U);
  EXPECT_EQ(report->checked, report->tests.size());
  EXPECT_EQ(report->failed, 0U);
}

TEST(Claims, CasesOfUnsignedNumbersAreNotNegative) {
  const auto report = explored(kHeader, "large_cases", 1);
  ASSERT_TRUE(report) << render(report.error());
  std::vector<std::string> outcomes;
  for (const BranchReport& branch : report->branches) {
    EXPECT_EQ(branch.status, BranchStatus::Covered) << branch.outcome;
    outcomes.push_back(branch.outcome);
  }
  EXPECT_THAT(outcomes,
              testing::UnorderedElementsAre("case 7", "case 2147483648", "case 4294967295", "case 0xfffffff0",
                                            "case 3000000000 ... 3000000100", "default", "case 3000000000",
                                            "case -3000000000", "case -2", "case -1", "case 0", "case 1",
                                            "default", "false", "true"));
  std::set<std::string> conditions;
  for (const TestReport& test : report->tests)
    conditions.insert(test.conditions.begin(), test.conditions.end());
  EXPECT_TRUE(conditions.contains("bits = 4294967295"));
  EXPECT_TRUE(conditions.contains("wide = -3000000000"));
}

// What they give is not said anywhere; but the method goes on.
TEST(Claims, OversizedShiftsAreTracked) {
  const auto report = explored(kHeader, "shift_far", 1);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 12U);
  EXPECT_EQ(report->covered, 11U);
  EXPECT_EQ(report->infeasible, 1U);
  EXPECT_EQ(report->exploration.changed, 0U);
  EXPECT_THAT(report->remarks, testing::Contains(HasSubstr("signed overflow or oversized shift")));
}

TEST(Claims, ExplorationDoesNotWaitForTheCountOfAllInputs) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/claims.hpp";
  request.check.methods = {"Sieve::take"};
  request.check.bounds.size = 9;
  request.compares = true;
  request.comparison_timeout_seconds = 0.01;
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->covered, 2U);
  EXPECT_FALSE(report->check_inputs);
  EXPECT_EQ(report->exploration.stop, StopReason::None);
  EXPECT_THAT(report->remarks, testing::Contains(HasSubstr("were not all counted")));
}

}  // namespace

}  // namespace fretsaw::path
