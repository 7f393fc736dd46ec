// SPDX-License-Identifier: MIT
// White-box testing: few valid inputs that cover every branch of a method, and what becomes of the calls.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cpp/call/check.hpp"
#include "cpp/path/comparison.hpp"
#include "cpp/path/explorer.hpp"
#include "fretsaw/explore.hpp"

namespace fretsaw::path {

struct ExploreRequest {
  call::CheckRequest check;  // of one method: the code, bounds, what counts as a failure
  ExploreLimits limits;
  // For comparison: without, clauses in braces are not solved for, and only check what was found.
  bool solves_clauses = true;
  bool compares = false;  // with the number of inputs that 'check' would take
  double comparison_timeout_seconds =
      10;                      // seconds to wait for that number, or as many as everything else has taken
  double search_share = 0.75;  // of the time that is left; the rest is for the calls of what was found
};

// An outcome of a condition: where, and what became of it.
struct BranchReport {
  std::string function;  // "Tree::insert(int)"
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string outcome;  // "true", "false", "case 3", "default"
  BranchStatus status = BranchStatus::Unknown;
  std::optional<std::size_t> test;  // the first that covers it
};

struct TestReport {
  std::string title;                      // "tree.insert(5)"
  std::vector<std::string> conditions;    // of its path, in order
  std::vector<std::string> places;        // by condition: "line:column", or empty
  call::Counterexample call;              // no failure: it passes
  std::size_t new_branches = 0;           // that no earlier test covers
  bool needs_allocation_failure = false;  // it takes this path only where there is little memory
};

struct ExploreReport {
  std::string method;  // "Tree::insert(int)"
  std::vector<TestReport> tests;
  std::uint64_t checked = 0;  // tests whose calls were made; fewer only if a limit was reached
  std::uint64_t failed = 0;
  std::vector<BranchReport> branches;
  std::size_t covered = 0;
  std::size_t infeasible = 0;
  Exploration exploration;
  std::string
      why_unknown;  // why outcomes are neither, if there is one reason, and no limit of time or memory
  std::vector<std::string> remarks;         // what could not be followed, and what that means
  std::optional<CheckInputs> check_inputs;  // nothing: unknown
  double build_ms = 0;

  std::size_t unknown() const { return branches.size() - covered - infeasible; }
};

struct ExploreListener {
  std::function<void(const Exploration&)> progress;
  code::Note note;
};

// Refused: clauses that cannot be solved for, code with assembly, a method without a body, a precondition
// without a solution.
Result<ExploreReport> explore(const ExploreRequest& request, const ExploreListener& listener);

}  // namespace fretsaw::path
