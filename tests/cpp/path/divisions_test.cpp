// SPDX-License-Identifier: MIT
// Where a division has no result the run ends, and what comes after is known for all other numbers: compared
// with every input within the bounds.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "cpp/path/exploring.hpp"

namespace {

using Outcomes = std::set<std::pair<unsigned, bool>>;  // by line
Outcomes seen;

bool seen_at(unsigned line, bool outcome) {
  seen.insert({line, outcome});
  return outcome;
}

struct NoResult {};

template <class Number>
void require_result(Number a, Number b) {
  const bool is_signed = std::numeric_limits<Number>::is_signed;
  if (b == 0 || (is_signed && a == std::numeric_limits<Number>::min() && b == static_cast<Number>(-1)))
    throw NoResult();
}

}  // namespace

#define SEEN(condition) seen_at(__LINE__, condition)
#define OVER(a, b) (require_result(a, b), (a) / (b))
#define REST(a, b) (require_result(a, b), (a) % (b))
#include "cpp/path/headers/divisions.hpp"
#include "support/bounds.hpp"

namespace fretsaw::path {

namespace {

using testing::HasSubstr;

// Calls with all pairs, and says how many have no result.
int call_all(std::int64_t low_a, std::int64_t high_a, std::int64_t low_b, std::int64_t high_b,
             const std::function<void(std::int64_t, std::int64_t)>& call) {
  seen.clear();
  int ended = 0;
  for (std::int64_t a = low_a; a <= high_a; ++a) {
    for (std::int64_t b = low_b; b <= high_b; ++b) {
      try {
        call(a, b);
      } catch (const NoResult&) {
        ++ended;
      }
    }
  }
  return ended;
}

// What is covered is what was seen, and all the rest is infeasible.
void compare(const std::string& function, const std::vector<std::string>& values, bool dies) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/divisions.hpp";
  request.check.methods = {function};
  request.check.bounds.values = values_of(values);
  const auto report = explore(request, {});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_THAT(report->remarks, testing::IsEmpty());
  EXPECT_EQ(report->unknown(), 0U) << report->why_unknown;
  for (const BranchReport& branch : report->branches) {
    const bool expected = seen.contains({branch.line, branch.outcome == "true"});
    EXPECT_EQ(branch.status, expected ? BranchStatus::Covered : BranchStatus::Infeasible)
        << branch.line << " " << branch.outcome;
  }
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  EXPECT_EQ(report->failed > 0, dies);
  for (const TestReport& test : report->tests) {
    for (const call::Failure& failure : test.call.failures)
      EXPECT_THAT(failure.message, HasSubstr("arithmetic error"));
  }
}

TEST(Divisions, ByZeroEndThePathAndOthersContinue) {
  EXPECT_EQ(call_all(-9, 9, -3, 3,
                     [](std::int64_t a, std::int64_t b) { ratio(static_cast<int>(a), static_cast<int>(b)); }),
            19);
  compare("ratio", {"ratio::a=-9..9", "ratio::b=-3..3"}, true);
}

TEST(Divisions, OfTheSmallestNumberByMinusOneEndThePath) {
  const std::int64_t smallest = std::numeric_limits<int>::min();
  EXPECT_EQ(
      call_all(smallest, smallest + 2, -3, 3,
               [](std::int64_t a, std::int64_t b) { opposite(static_cast<int>(a), static_cast<int>(b)); }),
      3);
  compare("opposite", {"opposite::a=-2147483648..-2147483646", "opposite::b=-3..3"}, true);
}

TEST(Divisions, OfSixtyFourBitsContinueUnlessTheDivisorIsZero) {
  call_all(-8, 8, -5, 5, [](std::int64_t a, std::int64_t b) { rest_of_wide(a, b); });
  compare("rest_of_wide", {"rest_of_wide::a=-8..8", "rest_of_wide::b=-5..5"}, true);
}

TEST(Divisions, ByWhatIsZeroOnOnePathEndThatPath) {
  call_all(0, 5, 0, 4, [](std::int64_t a, std::int64_t b) {
    shared(static_cast<unsigned>(a), static_cast<unsigned>(b));
  });
  compare("shared", {"shared::a=0..5", "shared::n=0..4"}, true);
}

TEST(Divisions, ByZeroInAPreconditionAreNoInputs) {
  call_all(-20, 20, 0, 0, [](std::int64_t n, std::int64_t) {
    if (n != 0 && 12 / n == 3) quarter(static_cast<int>(n));
  });
  compare("quarter", {"quarter::n=-20..20"}, false);
}

TEST(Divisions, ThatCrashOnlyWithoutOptimizationAreReported) {
  const auto report = explored("tests/cpp/path/headers/divisions.hpp", "asked_late", 1);
  ASSERT_TRUE(report) << render(report.error());
  std::size_t crashes = 0;
  for (const TestReport& test : report->tests) crashes += test.call.failures.empty() ? 0 : 1;
  const std::size_t ended =
      static_cast<std::size_t>(std::ranges::count(report->exploration.tests, guest::Termination::Arithmetic,
                                                  [](const ExploredPath& path) { return path.how; }));
  EXPECT_EQ(ended, 2U);  // by zero, and the smallest number by -1
  const auto said = std::ranges::count_if(report->remarks, [](const std::string& remark) {
    return remark.ends_with(" crashes only without optimization: it has undefined behavior");
  });
  EXPECT_EQ(static_cast<std::size_t>(said) + crashes, ended);
}

// That a quotient times the divisor and the rest make the dividend takes hours for all numbers of 32 bits.
TEST(Divisions, ThatReachTheSolverLimitProveNothing) {
  ExploreLimits limits;
  ASSERT_EQ(limits.conflicts, 100'000);
  limits.conflicts = 300;
  const auto report = explored("tests/cpp/path/headers/divisions.hpp", "ratio", 1, limits);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->infeasible, 0U);
  EXPECT_GT(report->exploration.undecided, 0U);
  EXPECT_EQ(report->why_unknown, "solver limit reached");
  EXPECT_THAT(report->remarks, testing::Contains(testing::ContainsRegex(
                                   "solver limit reached on the conditions of [0-9]+ paths?\n"
                                   "help: bound integers with --values, or raise --timeout")));
}

// Every value of the type, without bounds.
TEST(Divisions, AreProvedForAllNumbers) {
  const auto report = explored("tests/cpp/path/headers/divisions.hpp", "opposite", 1);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_EQ(report->branches.size(), 10U);
  EXPECT_EQ(report->covered, 9U);
  EXPECT_EQ(report->infeasible, 1U);
}

}  // namespace

}  // namespace fretsaw::path
