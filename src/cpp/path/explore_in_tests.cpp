// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cpp/call/method_options.hpp"
#include "cpp/call/show.hpp"
#include "cpp/path/explore.hpp"
#include "cpp/path/remarks.hpp"
#include "fretsaw/explore.hpp"

namespace fretsaw {

namespace {

Result<path::ExploreReport> report_of(const path::ExploreRequest& request) {
  if (request.check.methods.empty()) return usage_error("no method to explore", "name one");
  if (Status status = call::check_bounds(request.check.bounds); !status) return status.error();
  return path::explore(request, {});
}

void add_test(ExploreResult& result, const path::TestReport& test, const std::string& method,
              std::uint64_t max_counterexamples) {
  const bool passed = test.call.failures.empty();
  result.tests.push_back({.call = test.title,
                          .conditions = test.conditions,
                          .new_branches = test.new_branches,
                          .passed = passed,
                          .test = test.call.test});
  if (passed || result.counterexamples.size() >= max_counterexamples) return;
  result.text += call::show_text(test.call, method, false);
  result.counterexamples.push_back(call::value_of(test.call, method));
}

}  // namespace

const char* to_string(BranchStatus status) {
  switch (status) {
    case BranchStatus::Covered:
      return "covered";
    case BranchStatus::Infeasible:
      return "infeasible";
    default:
      return "unknown";
  }
}

std::size_t ExploreResult::count(BranchStatus status) const {
  return static_cast<std::size_t>(std::ranges::count(branches, status, &ExploredBranch::status));
}

ExploreResult explore(const std::string& header, const std::string& method, const ExploreOptions& options) {
  path::ExploreRequest request;
  request.check = call::request_of(header, method, options);
  request.limits.criterion = options.criterion;
  request.limits.length = options.max_conditions;
  request.limits.tests = options.max_tests;
  const auto report = report_of(request);
  ExploreResult result;
  if (!report) {
    result.text = render(report.error());
    result.stop = report.error().stop;
    result.error = report.error();
    return result;
  }
  for (const path::TestReport& test : report->tests)
    add_test(result, test, report->method, options.max_counterexamples);
  for (const path::BranchReport& branch : report->branches) {
    result.branches.push_back({branch.function, branch.file, branch.line, branch.column, branch.outcome,
                               branch.status, branch.test});
  }
  result.notes = report->remarks;
  result.inputs = report->checked;
  result.failed = report->failed;
  result.passed = result.inputs - result.failed;
  result.stop = report->exploration.stop;
  result.complete = report->unknown() == 0 && result.stop == StopReason::None;
  for (const ExploredBranch& branch : result.branches) {
    if (branch.status == BranchStatus::Unknown)
      result.text += branch.file + ":" + std::to_string(branch.line) + ":" + std::to_string(branch.column) +
                     ": " + branch.outcome + " is not covered\n";
  }
  for (const std::string& note : result.notes) result.text += "note: " + note + "\n";
  if (options.emit) result.test_file = path::test_file(request, *report);
  return result;
}

}  // namespace fretsaw
