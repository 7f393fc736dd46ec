// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "alloy/modeltest/coverage.hpp"

namespace fretsaw::modeltest {

namespace {

// Requirements by source and line of the first place of their element.
using ByLine = std::map<std::uint32_t, std::vector<std::size_t>>;

std::vector<std::pair<const Source*, ByLine>> by_source(const Coverage& coverage) {
  std::vector<std::pair<const Source*, ByLine>> files;
  const Requirements& requirements = coverage.requirements();
  for (std::size_t r = 0; r < requirements.all.size(); ++r) {
    const Span& place = requirements.elements[requirements.all[r].element].places.front();
    if (!place.source) continue;
    auto file = std::ranges::find(files, place.source, &std::pair<const Source*, ByLine>::first);
    if (file == files.end()) file = files.insert(files.end(), {place.source, {}});
    file->second[place.source->locate(place.begin, place.end).line].push_back(r);
  }
  return files;
}

std::vector<std::string> lines_of(const Source& source) {
  std::vector<std::string> lines{""};
  for (const char c : source.text()) {
    if (c == '\n') {
      lines.emplace_back();
    } else if (c != '\r') {
      lines.back() += c;
    }
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

char mark_of(const Coverage& coverage, const std::vector<std::size_t>& requirements) {
  const auto any = [&](CoverageState state) {
    return std::ranges::any_of(requirements, [&](std::size_t r) { return coverage.state(r) == state; });
  };
  if (any(CoverageState::No)) return '!';
  if (any(CoverageState::Undecided)) return '?';
  if (any(CoverageState::Infeasible)) return '~';
  return '+';
}

std::string percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? "100 %"
                    : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace

std::string coverage_summary(const Coverage& coverage) {
  const std::size_t covered = coverage.count(CoverageState::Yes);
  std::string text = fmt::format("{} of {} requirements covered ({})", covered, coverage.total(),
                                 percent(covered, coverage.total()));
  if (const auto n = coverage.count(CoverageState::No); n > 0) text += fmt::format(", {} missed", n);
  if (const auto n = coverage.count(CoverageState::Infeasible); n > 0)
    text += fmt::format(", {} infeasible in this scope", n);
  if (const auto n = coverage.count(CoverageState::Undecided); n > 0)
    text += fmt::format(", {} undecided", n);
  return text;
}

std::string coverage_text(const Coverage& coverage) {
  const Requirements& requirements = coverage.requirements();
  std::string text = coverage_summary(coverage) + "\n";
  std::size_t width = 0;
  for (const Paragraph& paragraph : requirements.paragraphs) width = std::max(width, paragraph.title.size());
  for (std::size_t p = 0; p < requirements.paragraphs.size(); ++p) {
    std::map<CoverageState, std::size_t> counts;
    std::size_t total = 0;
    for (std::size_t r = 0; r < requirements.all.size(); ++r) {
      if (requirements.elements[requirements.all[r].element].paragraph != p) continue;
      ++counts[coverage.state(r)];
      ++total;
    }
    text += fmt::format("  {:{}}  {:>3} of {:>3}", requirements.paragraphs[p].title, width,
                        counts[CoverageState::Yes], total);
    for (const CoverageState state :
         {CoverageState::No, CoverageState::Infeasible, CoverageState::Undecided}) {
      if (counts[state] > 0) text += fmt::format(", {} {}", counts[state], to_string(state));
    }
    text += "\n";
  }
  for (const auto& [source, lines] : by_source(coverage)) {
    text += fmt::format("\n{}\n", source->name());
    std::uint32_t number = 0;
    for (const std::string& line : lines_of(*source)) {
      ++number;
      const auto here = lines.find(number);
      const char mark = here == lines.end() ? ' ' : mark_of(coverage, here->second);
      text += fmt::format("{} {:>4} | {}\n", mark, number, line);
      if (here == lines.end()) continue;
      for (const std::size_t r : here->second) {
        if (coverage.state(r) == CoverageState::Yes) continue;
        const Requirement& requirement = requirements.all[r];
        text += fmt::format("       |   {}: {}: {}\n", to_string(coverage.state(r)),
                            requirements.elements[requirement.element].text, requirement.what);
      }
    }
  }
  return text;
}

std::string coverage_lcov(const Coverage& coverage) {
  std::string text;
  const Requirements& requirements = coverage.requirements();
  for (const auto& [source, lines] : by_source(coverage)) {
    text += fmt::format("TN:\nSF:{}\n", source->name());
    std::size_t branches = 0, taken = 0, found = 0, hit = 0;
    std::string data;
    for (const auto& [line, here] : lines) {
      std::size_t met = 0, feasible = 0;
      for (const std::size_t r : here) {
        if (coverage.state(r) == CoverageState::Infeasible) continue;
        const bool yes = coverage.state(r) == CoverageState::Yes;
        text += fmt::format("BRDA:{},{},{},{}\n", line, requirements.all[r].element, r, yes ? 1 : 0);
        ++feasible;
        met += yes;
      }
      branches += feasible;
      taken += met;
      if (feasible == 0) continue;
      ++found;
      hit += met > 0;
      data += fmt::format("DA:{},{}\n", line, met);
    }
    text += fmt::format("BRF:{}\nBRH:{}\n{}LF:{}\nLH:{}\nend_of_record\n", branches, taken, data, found, hit);
  }
  return text;
}

}  // namespace fretsaw::modeltest
