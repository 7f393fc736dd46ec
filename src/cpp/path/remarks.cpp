// SPDX-License-Identifier: MIT
#include "cpp/path/remarks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "base/text.hpp"
#include "cpp/path/child/tracking_loss.hpp"

namespace fretsaw::path {

namespace {

// What each TrackingLoss means to a reader, in its order.
constexpr const char* kTrackingLossTexts[kTrackingLossCount] = {
    "values other than integers and pointers of at most 64 bits",
    "floating-point numbers",
    "nested structs in registers",
    "atomic operations",
    "unsupported instructions",
    "unsupported compiler intrinsics",
    "assembly",
    "external functions",
    "memory read in other units than it was written",
    "conditions after the first 16,384 of a path",
    "operations with undefined results, such as a division by zero",
    "branches on results of external functions",
    "branches on static variables as they were before the call",
    "the order of the addresses of new objects",
    "what follows if a single allocation of more than 128 MB succeeds",
};

std::string share(std::uint64_t count, std::uint64_t paths) {
  return fmt::format("{} of {}", grouped(count), counted(paths, "path"));
}

std::string counted_as(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(count), count == 1 ? one : many);
}

}  // namespace

std::string undecided_preconditions_text(std::uint64_t count) {
  return fmt::format("{} treated as invalid: the preconditions exceeded a limit", counted(count, "input"));
}

void add_remarks(ExploreReport& report, const SiteTable& sites, std::span<const std::string> narrowed,
                 Criterion criterion) {
  const Exploration& found = report.exploration;
  for (std::size_t i = 0; i < kTrackingLossCount; ++i) {
    if (found.losses[i] == 0) continue;
    report.remarks.push_back(
        fmt::format("not tracked: {} (on {})", kTrackingLossTexts[i], share(found.losses[i], found.paths)));
  }
  for (std::size_t t = 0; t < report.tests.size(); ++t) {
    if (report.tests[t].needs_allocation_failure)
      report.remarks.push_back(
          fmt::format("test {} takes its path only if a single allocation of more than 128 MB fails", t + 1));
  }
  for (std::size_t t = 0; t < report.tests.size() && t < found.tests.size(); ++t) {
    const call::Counterexample& call = report.tests[t].call;
    if (!guest::has_returned(found.tests[t].how) && !guest::reached_limit(found.tests[t].how) &&
        call.number > 0 && call.failures.empty())
      report.remarks.push_back(
          fmt::format("test {} crashes only without optimization: it has undefined behavior", t + 1));
  }
  if (!found.names.empty()) {
    std::set<std::string> names;
    for (const std::string& name : found.names) names.insert(demangled(name));
    report.remarks.push_back(fmt::format("not tracked, and used as they are: {}", fmt::join(names, ", ")));
  }
  if (found.changed > 0)
    report.remarks.push_back(fmt::format("tracked memory was changed by code that is not tracked (on {})",
                                         share(found.changed, found.paths)));
  if (found.endless > 0)
    report.remarks.push_back(fmt::format("limit exceeded on {}: what follows there is not explored",
                                         share(found.endless, found.paths)));
  if (found.loop) {
    const Site& site = sites.sites[*found.loop];
    report.remarks.push_back(
        fmt::format("{}:{}:{}: loop bound reached on some paths\n"
                    "help: bound integers with --values, or raise --max-depth or --timeout",
                    sites.functions[site.function].file, site.line, site.column));
  }
  if (found.queries_without_coverage > 0)
    report.remarks.push_back(fmt::format(
        "too many paths: the last {} covered no new branch\nhelp: use smaller bounds or a longer --timeout",
        counted_as(found.queries_without_coverage, "solver query", "solver queries")));
  if (found.undecided > 0)
    report.remarks.push_back(
        fmt::format("solver limit reached on the conditions of {}\n"
                    "help: bound integers with --values, or raise --timeout",
                    counted(found.undecided, "path")));
  if (found.precondition_is_lossy)
    report.remarks.emplace_back("the preconditions are not completely tracked: valid inputs may be missing");
  if (found.undecided_preconditions > 0)
    report.remarks.push_back(undecided_preconditions_text(found.undecided_preconditions));
  if (found.inconsistent_conditions > 0)
    report.remarks.push_back(fmt::format("{} inconsistent with the input of the path",
                                         counted(found.inconsistent_conditions, "recorded condition")));
  report.remarks.insert(report.remarks.end(), narrowed.begin(), narrowed.end());
  if (found.overflows > 0)
    report.remarks.push_back(
        fmt::format("signed overflow or oversized shift on {}: treated as wrapping here, an error with "
                    "--sanitize undefined",
                    share(found.overflows, found.paths)));
  if (!found.longer.empty())
    report.remarks.push_back(fmt::format("{} only on paths longer than --max-depth",
                                         counted_as(found.longer.size(), "branch", "branches")));
  if (found.cut > 0 && (report.unknown() > 0 || criterion == Criterion::Paths))
    report.remarks.push_back(
        fmt::format("{} not negated because of --max-depth", counted(found.cut, "condition")));
}

std::string why_unknown(const ExploreReport& report, std::span<const std::string> narrowed) {
  const Exploration& found = report.exploration;
  if (report.unknown() == 0 || found.stop != StopReason::None) return {};
  std::vector<std::string> reasons;
  const auto add = [&](bool is_so, std::string_view reason) {
    if (is_so) reasons.emplace_back(reason);
  };
  for (std::size_t i = 0; i < kTrackingLossCount; ++i)
    add(found.losses[i] > 0, fmt::format("not tracked: {}", kTrackingLossTexts[i]));
  add(found.changed > 0, "tracked memory is changed by code that is not tracked");
  add(found.endless > 0, "some paths exceed a limit");
  add(found.precondition_is_lossy, "the preconditions are not completely tracked");
  add(found.undecided_preconditions > 0, "the preconditions exceeded a limit");
  add(found.divergences > 0 || found.inconsistent_conditions > 0, "paths depend on more than the input");
  add(!narrowed.empty(), "not all values are explored");
  add(found.loop.has_value(), "loop bound reached");
  add(found.queries_without_coverage > 0, "too many paths");
  add(found.undecided > 0, "solver limit reached");
  add(found.cut > 0 || !found.longer.empty(), "stopped at --max-depth");
  add(reasons.empty() && !found.is_exhausted, "stopped at --max-tests");
  return reasons.size() == 1 ? reasons.front() : "";
}

}  // namespace fretsaw::path
