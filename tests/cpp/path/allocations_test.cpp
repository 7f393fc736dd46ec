// SPDX-License-Identifier: MIT
// Programs under search, programs that call methods and explored programs have allocation functions of their
// own: all accept the same ones.
#include <gmock/gmock.h>

#include <cstdio>
#include <set>

#include "cpp/path/exploring.hpp"
#include "cpp/path/followed_library.hpp"
#include "cpp/search/watching.hpp"
#include "cpp/space/child/allocation_functions.hpp"
#include "support/bounds.hpp"

namespace fretsaw::path {

namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr const char* kAllocations = "tests/cpp/call/headers/allocations.hpp";

ExploreReport explored_queue(const std::string& method, const std::vector<std::string>& values = {}) {
  ExploreRequest request;
  request.check.code.header = std::string(FRETSAW_SOURCE_DIR "/") + kAllocations;
  request.check.methods = {"Queue::" + method};
  request.check.bounds.size = 3;
  request.check.bounds.values = values_of(values);
  request.check.bounds.values.emplace_back("Queue::items.length", "count");
  auto report = explore(request, {});
  if (!report) {
    ADD_FAILURE() << render(report.error());
    return {};
  }
  EXPECT_EQ(report->failed, 0U);
  EXPECT_EQ(report->checked, report->tests.size());
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  return *std::move(report);
}

// "17 true": of looks(), which both ways of adding end with.
std::set<std::string> covered_in(const ExploreReport& report, const std::string& function) {
  std::set<std::string> out;
  for (const BranchReport& branch : report.branches) {
    if (branch.status == BranchStatus::Covered && branch.function.find(function) != std::string::npos)
      out.insert(std::to_string(branch.line) + ":" + std::to_string(branch.column) + " " + branch.outcome);
  }
  return out;
}

TEST(ExploredAllocations, ArraysOfTheInputMayGrowWhereTheyAre) {
  const ExploreReport moved = explored_queue("adds");
  EXPECT_EQ(moved.covered, moved.branches.size());
  EXPECT_THAT(moved.remarks, testing::IsEmpty());
  const ExploreReport copied = explored_queue("adds_to_a_copy");
  EXPECT_EQ(covered_in(moved, "looks"), covered_in(copied, "looks"));
  EXPECT_EQ(covered_in(moved, "looks").size(), 10U);
}

TEST(ExploredAllocations, ArraysOfTheInputMayShrinkAndGo) {
  const ExploreReport report = explored_queue("removes");
  EXPECT_EQ(report.branches.size(), 6U);
  EXPECT_EQ(report.covered, 5U);
  EXPECT_EQ(report.infeasible, 1U);  // glibc gives back what shall have no bytes
}

TEST(ExploredAllocations, EveryFunctionMayFail) {
  const ExploreReport report = explored_queue("asks_for");
  EXPECT_EQ(report.branches.size(), 6U);
  EXPECT_EQ(report.covered, 6U);
  EXPECT_THAT(report.remarks, Contains(HasSubstr("if a single allocation of more than 128 MB succeeds")));
}

TEST(ExploredAllocations, CopiesOfStringsAreTracked) {
  const ExploreReport report = explored_queue("copies", {"copies::text.length=3", "copies::text=0,q,y,z"});
  EXPECT_THAT(report.remarks, testing::IsEmpty());
  EXPECT_EQ(report.branches.size(), 4U);  // and none of the functions that copy
  EXPECT_EQ(report.covered, 4U);
}

// "__wrap_malloc", "_Znwm": what an archive defines of all these.
std::set<std::string> defined_in(const std::string& archive) {
  const std::string command = "nm --defined-only -P '" FRETSAW_BINARY_DIR "/lib/" + archive + "' 2>/dev/null";
  std::FILE* const pipe = popen(command.c_str(), "r");
  std::set<std::string> out;
  char line[512];
  while (pipe != nullptr && std::fgets(line, sizeof line, pipe) != nullptr)
    out.insert(std::string(line).substr(0, std::string(line).find(' ')));
  if (pipe != nullptr) pclose(pipe);
  return out;
}

std::set<std::string> operators_in(const std::set<std::string>& names) {
  std::set<std::string> out;
  for (const std::string& name : names) {
    for (const char* const mangled : {"_Znw", "_Zna", "_Zdl", "_Zda"}) {
      if (name.starts_with(mangled) && name.find('.') == std::string::npos) out.insert(name);  // no ".cold"
    }
  }
  return out;
}

TEST(AllocationFunctions, AreTheSameEverywhere) {
  const auto search = defined_in("libfretsaw_runtime.a");
  const auto calls = defined_in("libfretsaw_call_runtime.a");
  const auto paths = defined_in("libfretsaw_path_runtime.a");
  const auto followed = followed_functions();
  for (const std::string name : space::kAllocationFunctions) {
    EXPECT_TRUE(search.contains(name) || search.contains("__wrap_" + name)) << name;
    EXPECT_TRUE(calls.contains("__wrap_" + name)) << name;
    EXPECT_TRUE(paths.contains("__wrap_" + name) || std::ranges::count(followed, name) == 1) << name;
    if (search.contains("__wrap_" + name))
      EXPECT_THAT(search::watching({}).link_flags, Contains("-Wl,--wrap=" + name));
  }
  EXPECT_EQ(operators_in(search).size(), 20U);  // all that a program may replace
  EXPECT_EQ(operators_in(search), operators_in(calls));
  EXPECT_EQ(operators_in(search), operators_in(paths));
}

}  // namespace

}  // namespace fretsaw::path
