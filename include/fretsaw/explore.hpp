// SPDX-License-Identifier: MIT
//
// Finds a few valid inputs that cover every branch of a method, and checks each call against its contract, inside a
// test: what `fretsaw explore` does.
//
// Example:
//
//     TEST(SearchTree, EveryBranchOfContainsIsCovered) {
//       const auto explored = fretsaw::explore("search_tree.hpp", "SearchTree::contains", {.bounds = {.size = 2}});
//       EXPECT_TRUE(explored) << explored.text;
//       EXPECT_EQ(explored.count(fretsaw::BranchStatus::Unknown), 0U);
//       for (const fretsaw::ExploredTest& test : explored.tests) EXPECT_FALSE(test.conditions.empty()) << test.call;
//     }
//
// The method is compiled with a plugin for clang-19, and runs in a process of its own (docs/explore.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/methods.hpp"

namespace fretsaw {

// The options of the command line and of MethodOptions, with the same names.
struct ExploreOptions {
  enum class Criterion : std::uint8_t {
    Branches,  // cover every feasible branch
    Paths,     // cover every path
  };

  Bounds bounds{};
  std::string finitization_file{};
  CodeOptions code{};
  std::string predicate{};
  std::vector<std::string> ignored_fields{};
  std::vector<std::string> requires_clauses{};
  bool sanitize_address = false;
  bool sanitize_undefined = false;

  Criterion criterion = Criterion::Branches;
  std::optional<std::uint64_t> max_conditions{};  // of a path that are negated: --max-depth
  std::optional<std::uint64_t> max_tests{};

  double input_timeout_seconds = 1;
  std::uint64_t max_counterexamples = 3;
  std::optional<TestKind> emit{};
  Limits limits{};
};

struct ExploredTest {
  std::string call;                       // "SearchTree$0.contains(2)"
  std::vector<std::string> conditions{};  // of its path, in order
  std::size_t new_branches = 0;           // number of branches that no earlier test covers
  bool passed = false;
  std::string test{};  // in C++, with `emit`: for one file with all others (ExploreResult::test_file)
};

enum class BranchStatus : std::uint8_t { Covered, Infeasible, Unknown };
const char* to_string(BranchStatus status);  // "covered", "infeasible", "unknown"

// An outcome of a condition.
struct ExploredBranch {
  std::string function;  // "SearchTree::contains(int) const"
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string outcome{};  // "true", "false", "case 3", "default"
  BranchStatus status = BranchStatus::Unknown;
  std::optional<std::size_t> test{};  // the first that covers it, in ExploreResult::tests
};

// `inputs` counts the calls that were run. The result is `complete` if no branch is Unknown: uncovered branches are
// failures, like calls that violate the contract.
struct ExploreResult : MethodCheckResult {
  std::vector<ExploredTest> tests{};
  std::vector<ExploredBranch> branches{};
  std::vector<std::string> notes{};  // values that were not tracked, and the consequences
  std::string test_file{};           // all tests as C++, with `emit`

  std::size_t count(BranchStatus status) const;
};

// `method` as --method names it. Errors: clauses that are not supported, inline assembly, a method without a body.
ExploreResult explore(const std::string& header, const std::string& method, const ExploreOptions& options = {});

}  // namespace fretsaw
