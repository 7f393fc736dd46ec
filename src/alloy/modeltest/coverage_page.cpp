// SPDX-License-Identifier: MIT
//
// The source, with every element in a colored stretch of its own; stretches nest as the expressions do. The
// title of a stretch lists its requirements, so that pointing at it shows what is missing.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "alloy/modeltest/coverage.hpp"
#include "report/source_page.hpp"

namespace fretsaw::modeltest {

namespace {

Tone tone_of(CoverageState state) {
  switch (state) {
    case CoverageState::Yes:
      return Tone::Good;
    case CoverageState::No:
      return Tone::Bad;
    case CoverageState::Infeasible:
      return Tone::Neutral;
    case CoverageState::Undecided:
      break;
  }
  return Tone::Unsure;
}

CoverageState worst_of(const Coverage& coverage, const std::set<std::size_t>& elements) {
  bool covered = false;
  for (const std::size_t element : elements) {
    const CoverageState state = coverage.element(element);
    if (state == CoverageState::No || state == CoverageState::Undecided) return state;
    covered = covered || state == CoverageState::Yes;
  }
  return covered ? CoverageState::Yes : CoverageState::Infeasible;
}

std::string title_of(const Coverage& coverage, const std::set<std::size_t>& elements) {
  std::string title;
  const Requirements& requirements = coverage.requirements();
  for (std::size_t r = 0; r < requirements.all.size(); ++r) {
    if (!elements.contains(requirements.all[r].element)) continue;
    title += fmt::format("{}{}: {}", title.empty() ? "" : "\n", requirements.all[r].what,
                         to_string(coverage.state(r)));
  }
  return title;
}

PageTable table_of(const Coverage& coverage) {
  const Requirements& requirements = coverage.requirements();
  PageTable table{{"paragraph", "covered", "missed", "infeasible", "all"}, {}};
  for (std::size_t p = 0; p < requirements.paragraphs.size(); ++p) {
    std::map<CoverageState, std::size_t> counts;
    std::size_t total = 0;
    for (std::size_t r = 0; r < requirements.all.size(); ++r) {
      if (requirements.elements[requirements.all[r].element].paragraph != p) continue;
      ++counts[coverage.state(r)];
      ++total;
    }
    std::vector<std::string> row{requirements.paragraphs[p].title};
    for (const CoverageState state : {CoverageState::Yes, CoverageState::No, CoverageState::Infeasible})
      row.push_back(std::to_string(counts[state]));
    row.push_back(std::to_string(total));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// What of each element is not covered, below the line where it stands first.
void remark(const Coverage& coverage, PageListing& listing) {
  const Requirements& requirements = coverage.requirements();
  std::map<std::pair<std::uint32_t, CoverageState>, std::map<std::size_t, std::string>> lines;
  for (std::size_t r = 0; r < requirements.all.size(); ++r) {
    const Requirement& requirement = requirements.all[r];
    const std::vector<Span>& places = requirements.elements[requirement.element].places;
    if (coverage.state(r) == CoverageState::Yes || places.empty()) continue;
    const Span& place = places.front();
    if (place.source != listing.source) continue;
    const std::uint32_t line = listing.source->locate(place.begin, place.end).line;
    std::string& text = lines[{line, coverage.state(r)}][requirement.element];
    if (!text.empty()) text += "; ";
    text += requirement.what;
  }
  for (const auto& [where, elements] : lines) {
    for (const auto& [element, text] : elements) {
      listing.remarks.push_back(
          {where.first, tone_of(where.second),
           fmt::format("{}: {}: {}", to_string(where.second), requirements.elements[element].text, text)});
    }
  }
}

std::vector<PageListing> listings_of(const Coverage& coverage) {
  std::vector<PageListing> listings;
  const auto& elements = coverage.requirements().elements;
  std::map<const Source*, std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::size_t>>> places;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    for (const Span& place : elements[e].places) {
      if (!place.source) continue;
      if (!places.contains(place.source)) listings.push_back({place.source, {}});
      places[place.source][{place.begin, place.end}].insert(e);
    }
  }
  for (PageListing& listing : listings) {
    for (const auto& [place, members] : places[listing.source]) {
      listing.spans.push_back(
          {place.first, place.second, tone_of(worst_of(coverage, members)), title_of(coverage, members)});
    }
    remark(coverage, listing);
  }
  return listings;
}

}  // namespace

std::string coverage_html(const Coverage& coverage, const std::string& title) {
  SourcePage page;
  page.title = title;
  page.summary = coverage_summary(coverage);
  page.shares = {{Tone::Good, "covered", coverage.count(CoverageState::Yes)},
                 {Tone::Bad, "missed", coverage.count(CoverageState::No)},
                 {Tone::Neutral, "infeasible in this scope", coverage.count(CoverageState::Infeasible)},
                 {Tone::Unsure, "undecided", coverage.count(CoverageState::Undecided)}};
  page.tables = {table_of(coverage)};
  page.listings = listings_of(coverage);
  return html_of(page);
}

}  // namespace fretsaw::modeltest
