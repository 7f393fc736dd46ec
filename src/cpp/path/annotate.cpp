// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "cpp/call/emit.hpp"
#include "cpp/path/remarks.hpp"
#include "report/source_page.hpp"

namespace fretsaw::path {

namespace {

std::string outcome_text(const BranchReport& branch) {
  if (branch.status != BranchStatus::Covered)
    return fmt::format("{}: {}", branch.outcome, to_string(branch.status));
  return branch.test ? fmt::format("{}: test {}", branch.outcome, *branch.test + 1)
                     : fmt::format("{}: covered", branch.outcome);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// Of the same place, in one or several instantiations.
using ByPlace = std::map<std::pair<unsigned, unsigned>, std::vector<const BranchReport*>>;

ByPlace by_place(const ExploreReport& report, const std::string& file) {
  ByPlace out;
  for (const BranchReport& branch : report.branches) {
    if (branch.file == file) out[{branch.line, branch.column}].push_back(&branch);
  }
  return out;
}

std::string join_outcomes(const std::vector<const BranchReport*>& list) {
  std::string out;
  for (const BranchReport* const each : list) out += (out.empty() ? "" : ", ") + outcome_text(*each);
  return out;
}

}  // namespace

std::string test_file(const ExploreRequest& request, const ExploreReport& report) {
  std::string tests;
  for (const TestReport& test : report.tests) {
    if (test.needs_allocation_failure && !test.call.test.empty())
      tests += "// Takes its path only if a single allocation of more than 128 MB fails.\n";
    tests += test.call.test + "\n";
  }
  return call::test_opening(request.check.code, *request.check.emits) + call::without_repeated_support(tests);
}

std::vector<std::string> branch_files(const ExploreReport& report) {
  std::set<std::string> files;
  for (const BranchReport& branch : report.branches) files.insert(branch.file);
  return {files.begin(), files.end()};
}

std::string annotated_text(const ExploreReport& report, const Source& source) {
  const ByPlace places = by_place(report, source.name());
  std::string out;
  const std::vector<std::string> lines = lines_of(std::string(source.text()));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto line = static_cast<unsigned>(i + 1);
    out += fmt::format("{:>5} | {}\n", line, lines[i]);
    for (auto at = places.lower_bound({line, 0}); at != places.end() && at->first.first == line; ++at)
      out +=
          fmt::format("      | {:>{}} {}\n", "^", std::max(1U, at->first.second), join_outcomes(at->second));
  }
  return out;
}

std::string annotated_html(const ExploreReport& report, const std::vector<SourcePtr>& sources) {
  SourcePage page;
  page.title = "Branches of " + report.method;
  const std::size_t all = report.branches.size();
  page.summary = fmt::format("{} cover {} of {} branches; {} infeasible",
                             counted(report.tests.size(), "test"), report.covered, all, report.infeasible);
  page.shares = {{Tone::Good, "covered", report.covered},
                 {Tone::Neutral, "infeasible", report.infeasible},
                 {Tone::Bad, "not covered", all - report.covered - report.infeasible}};
  PageTable table{{"test", "call", "conditions", "new branches", "result"}, {}};
  for (std::size_t t = 0; t < report.tests.size(); ++t) {
    const TestReport& test = report.tests[t];
    std::string conditions;
    for (const std::string& each : test.conditions) conditions += (conditions.empty() ? "" : ", ") + each;
    table.rows.push_back({std::to_string(t + 1), test.title, conditions, std::to_string(test.new_branches),
                          test.call.failures.empty() ? "passed" : test.call.failures.front().message});
  }
  page.tables.push_back(std::move(table));
  for (const SourcePtr& source : sources) {
    PageListing listing;
    listing.source = source.get();
    const std::string text(source->text());
    std::vector<std::size_t> starts = {0};
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts.push_back(i + 1);
    }
    std::size_t last = 0;
    for (const auto& [place, list] : by_place(report, source->name())) {
      if (place.first == 0 || place.first > starts.size()) continue;
      const std::size_t begin = starts[place.first - 1] + std::max(1U, place.second) - 1;
      // One word, or one sign: where the condition has its place.
      std::size_t end = begin;
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
        ++end;
      if (end == begin) ++end;
      if (begin < last || end > text.size()) continue;
      last = end;
      const auto is = [&](BranchStatus status) {
        return std::ranges::any_of(list, [&](const BranchReport* b) { return b->status == status; });
      };
      const Tone tone = is(BranchStatus::Unknown)      ? Tone::Bad
                        : is(BranchStatus::Infeasible) ? Tone::Neutral
                                                       : Tone::Good;
      listing.spans.push_back(
          {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), tone, join_outcomes(list)});
    }
    page.listings.push_back(std::move(listing));
  }
  return html_of(page);
}

}  // namespace fretsaw::path
