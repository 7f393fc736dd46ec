// SPDX-License-Identifier: MIT
#include "cpp/path/remarks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "base/text.hpp"
#include "cpp/path/child/loss.hpp"

namespace fretsaw::path {

namespace {

// What each Loss means to a reader; in its order.
constexpr const char* kLossTexts[kLosses] = {
    "a value that is no integer or pointer of at most 64 bits",
    "floating-point numbers",
    "a struct within a struct, in registers",
    "atomic operations",
    "an instruction that is not followed",
    "a function of the compiler that is not followed",
    "assembly",
    "a function that is not compiled here",
    "a field whose bits are not followed",
    "what comes after the first sixteen thousand conditions of a path",
    "an operation without a meaning, such as a division by zero",
    "a branch on what a function says that is not compiled here",
    "a branch on a static variable as it was before the call",
    "which of two new objects has the lower address",
    "what is done where there are more than 128 MB for one new or malloc",
};

}  // namespace

std::string unended_text(std::uint64_t count) {
  return fmt::format("{} as invalid: the preconditions ask too many questions to be followed",
                     count == 1 ? "an input counts" : fmt::format("{} inputs count", count));
}

void add_remarks(ExploreReport& report, const SiteTable& sites, std::span<const std::string> narrowed,
                 Until until) {
  const Exploration& found = report.exploration;
  for (std::size_t i = 0; i < kLosses; ++i) {
    if (found.losses[i] == 0) continue;
    report.remarks.push_back(
        fmt::format("not followed: {} ({} of {} paths)", kLossTexts[i], found.losses[i], found.paths));
  }
  for (std::size_t t = 0; t < report.tests.size(); ++t) {
    if (report.tests[t].is_starved)
      report.remarks.push_back(
          fmt::format("test {} takes its path only where one new or malloc gives no more than 128 MB: "
                      "elsewhere, it covers "
                      "something else",
                      t + 1));
  }
  for (std::size_t t = 0; t < report.tests.size() && t < found.tests.size(); ++t) {
    const call::Counterexample& call = report.tests[t].call;
    if (!guest::came_back(found.tests[t].how) && !guest::reached_limit(found.tests[t].how) &&
        call.number > 0 && call.failures.empty())
      report.remarks.push_back(
          fmt::format("test {} ends with a crash where nothing is optimized, and not as 'check' compiles it: "
                      "it does what has no meaning in C++",
                      t + 1));
  }
  if (!found.names.empty()) {
    std::set<std::string> names;
    for (const std::string& name : found.names) names.insert(demangled(name));
    report.remarks.push_back(fmt::format("taken as they are, and not followed: {}", fmt::join(names, ", ")));
  }
  if (found.changed > 0)
    report.remarks.push_back(
        fmt::format("something that was not seen has changed what was followed ({} of {} paths)",
                    found.changed, found.paths));
  if (found.endless > 0)
    report.remarks.push_back(
        fmt::format("given up: {} of {} paths do not end within the limits; what would come "
                    "after that is not known",
                    found.endless, found.paths));
  if (found.loop) {
    const Site& site = sites.sites[*found.loop];
    report.remarks.push_back(
        fmt::format("{}:{}:{} is met too often on some paths to be followed to the end; --values bounds "
                    "integers, --length "
                    "N or --timeout S goes further",
                    sites.functions[site.function].file, site.line, site.column));
  }
  if (found.fruitless > 0)
    report.remarks.push_back(fmt::format(
        "there are too many paths: {} questions in a row have covered nothing new; smaller bounds "
        "have fewer, --timeout S goes further",
        found.fruitless));
  if (found.undecided > 0)
    report.remarks.push_back(fmt::format(
        "{} to be decided soon; --values bounds integers, --timeout S goes further",
        found.undecided == 1 ? "the condition of one path is too hard"
                             : fmt::format("the conditions of {} paths are too hard", found.undecided)));
  if (found.precondition_is_lossy)
    report.remarks.push_back("something in the preconditions is not followed: valid inputs may be missing");
  if (found.unended > 0) report.remarks.push_back(unended_text(found.unended));
  if (found.untrue > 0)
    report.remarks.push_back(
        fmt::format("{} recorded conditions are not true of their own input", found.untrue));
  report.remarks.insert(report.remarks.end(), narrowed.begin(), narrowed.end());
  if (found.overflows > 0)
    report.remarks.push_back(
        fmt::format("signed overflow, or a shift that is too wide, on {} of {} paths: it goes around here, "
                    "and is a failure with "
                    "--sanitize undefined",
                    found.overflows, found.paths));
  if (!found.longer.empty())
    report.remarks.push_back(
        fmt::format("on paths longer than --length: {}", counted(found.longer.size(), "outcome")));
  if (found.cut > 0 && (report.unknown() > 0 || until == Until::Paths))
    report.remarks.push_back(fmt::format("--length left {} conditions as they were", found.cut));
}

std::string why_unknown(const ExploreReport& report, std::span<const std::string> narrowed) {
  const Exploration& found = report.exploration;
  if (report.unknown() == 0 || found.stop != Stop::None) return {};
  std::vector<std::string> reasons;
  const auto add = [&](bool is_so, std::string_view reason) {
    if (is_so) reasons.emplace_back(reason);
  };
  for (std::size_t i = 0; i < kLosses; ++i)
    add(found.losses[i] > 0, fmt::format("not followed: {}", kLossTexts[i]));
  add(found.changed > 0, "something that was not seen changes what is followed");
  add(found.endless > 0, "some paths do not end");
  add(found.precondition_is_lossy, "something in the preconditions is not followed");
  add(found.unended > 0, "the preconditions ask too many questions");
  add(found.divergences > 0 || found.untrue > 0, "something beside the input decides");
  add(!narrowed.empty(), "not all values are tried");
  add(found.loop.has_value(), "a loop goes around too often");
  add(found.fruitless > 0, "too many paths");
  add(found.undecided > 0, "too hard to be decided soon");
  add(found.cut > 0 || !found.longer.empty(), "--length ended the search");
  add(reasons.empty() && !found.is_exhausted, "--tests ended the search");
  return reasons.size() == 1 ? reasons.front() : "";
}

}  // namespace fretsaw::path
