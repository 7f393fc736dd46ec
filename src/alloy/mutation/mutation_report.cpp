// SPDX-License-Identifier: MIT
#include "alloy/mutation/mutation_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "report/source_page.hpp"
#include "report/xml.hpp"

namespace fretsaw::mutation {

namespace {

std::string percent(const Tally& tally) { return fmt::format("{:.1f} %", 100 * tally.score()); }

std::vector<std::string> tally_head(const MutationRun& run, const std::string& what) {
  std::vector<std::string> head{what, "mutants", "invalid", "equivalent", "non-equivalent"};
  if (run.total().undecided > 0) head.emplace_back("undecided");
  if (run.score) head.insert(head.end(), {"killed", "score"});
  return head;
}

std::vector<std::string> tally_row(const MutationRun& run, const std::string& name, const Tally& tally) {
  std::vector<std::string> row{name};
  for (const std::size_t n : {tally.mutants, tally.invalid, tally.equivalent, tally.different})
    row.push_back(std::to_string(n));
  if (run.total().undecided > 0) row.push_back(std::to_string(tally.undecided));
  if (run.score)
    row.insert(row.end(), {std::to_string(tally.killed), tally.different > 0 ? percent(tally) : "–"});
  return row;
}

PageTable tally_table(const MutationRun& run, const std::string& what,
                      const std::vector<std::pair<std::string, Tally>>& tallies) {
  PageTable table{tally_head(run, what), {}};
  for (const auto& [name, tally] : tallies) {
    if (tally.mutants + tally.invalid > 0) table.rows.push_back(tally_row(run, name, tally));
  }
  table.rows.push_back(tally_row(run, "all", run.total()));
  return table;
}

std::string text_of(const PageTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& head : table.head) widths.push_back(std::max<std::size_t>(head.size(), 6));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  const auto add = [&](const std::vector<std::string>& row) {
    out += fmt::format("{:<{}}", row.front(), widths.front());
    for (std::size_t i = 1; i < row.size(); ++i) out += fmt::format("  {:>{}}", row[i], widths[i]);
    out += '\n';
  };
  add(table.head);
  for (const auto& row : table.rows) add(row);
  return out;
}

std::string survivor_text(const MutationRun& run, std::size_t mutant) {
  std::string out = line_diff(*run.mutants->source, *run.mutants->all[mutant].source);
  const std::string test = killing_test(run, mutant);
  if (test.empty()) return out + "no test can kill this mutant: the assertion has no name\n";
  const bool is_short = needs_short_form(*run.mutants, mutant);
  out += is_short ? "this test kills it (in a separate file: only the short form can name an assertion):\n"
                  : "this test kills it:\n";
  return out + test;
}

}  // namespace

std::string mutation_summary(const MutationRun& run) {
  const Tally tally = run.total();
  std::string out =
      fmt::format("{} mutant{} in scope {}: {} equivalent, {} non-equivalent", tally.mutants,
                  tally.mutants == 1 ? "" : "s", run.scope_text, tally.equivalent, tally.different);
  if (tally.undecided > 0) out += fmt::format(", {} undecided", tally.undecided);
  if (run.score) {
    out += fmt::format("; {} test{} kill{} {} of {} ({})", run.score->tests.size(),
                       run.score->tests.size() == 1 ? "" : "s", run.score->tests.size() == 1 ? "s" : "",
                       tally.killed, tally.different, percent(tally));
  }
  return out;
}

std::string mutation_text(const MutationRun& run) {
  std::string out = text_of(tally_table(run, "operator", run.by_operator())) + "\n" +
                    text_of(tally_table(run, "paragraph", run.by_paragraph()));
  for (std::size_t i = 0; i < run.mutants->all.size(); ++i) {
    const EquivalenceResult& equivalence = run.results.all[i];
    if (run.survived(i))
      out += fmt::format("\nSURVIVED {}\n{}", describe(*run.mutants, run.mutants->all[i]),
                         survivor_text(run, i));
    if (!equivalence.why.empty())
      out +=
          fmt::format("\nUNDECIDED {}: {}\n", describe(*run.mutants, run.mutants->all[i]), equivalence.why);
  }
  return out + "\n" + mutation_summary(run) + "\n";
}

std::string mutation_junit(const MutationRun& run) {
  JUnitSuite suite{run.mutants->source->name(), {}};
  for (std::size_t i = 0; i < run.mutants->all.size(); ++i) {
    if (run.results.all[i].state == Equivalence::Equivalent) continue;
    const Mutant& mutant = run.mutants->all[i];
    const Span& place = mutant.change.place;
    JUnitCase test{describe(*run.mutants, mutant), suite.name,
                   run.mutants->source->locate(place.begin, place.end).line};
    if (run.survived(i)) {
      test.end = JUnitEnd::Failed;
      test.message = "no test kills this mutant";
      test.details = survivor_text(run, i);
    } else if (!run.killed(i)) {
      test.end = JUnitEnd::Skipped;
      test.message = run.score ? "undecided" : "no tests";
    }
    suite.cases.push_back(std::move(test));
  }
  return junit_of({suite});
}

std::string mutation_html(const MutationRun& run, const std::string& title) {
  const Tally tally = run.total();
  SourcePage page;
  page.title = title;
  page.summary = mutation_summary(run);
  if (run.score) {
    page.shares = {{Tone::Good, "killed", tally.killed},
                   {Tone::Bad, "survived", tally.different - tally.killed}};
  } else {
    page.shares = {{Tone::Good, "non-equivalent", tally.different}};
  }
  page.shares.push_back({Tone::Neutral, "equivalent in this scope", tally.equivalent});
  page.shares.push_back({Tone::Unsure, "undecided", tally.undecided});
  page.tables = {tally_table(run, "operator", run.by_operator()),
                 tally_table(run, "paragraph", run.by_paragraph())};

  PageListing listing{run.mutants->source.get(), {}};
  const auto rank = [](Tone tone) {
    return tone == Tone::Bad ? 3 : tone == Tone::Unsure ? 2 : tone == Tone::Good ? 1 : 0;
  };
  for (std::size_t i = 0; i < run.mutants->all.size(); ++i) {
    const Mutant& mutant = run.mutants->all[i];
    const Equivalence state = run.results.all[i].state;
    const Tone tone = run.survived(i)                    ? Tone::Bad
                      : state == Equivalence::Undecided  ? Tone::Unsure
                      : state == Equivalence::Equivalent ? Tone::Neutral
                                                         : Tone::Good;
    const char* const fate = tone == Tone::Bad       ? "survived"
                             : tone == Tone::Unsure  ? "undecided"
                             : tone == Tone::Neutral ? "equivalent"
                             : run.killed(i)         ? "killed"
                                                     : "non-equivalent";
    const Span& place = mutant.change.place;
    const std::string line = fmt::format("{} {}: {}", mutant.op->name, mutant.change.what, fate);
    auto same = std::ranges::find_if(listing.spans, [&](const PageSpan& span) {
      return span.begin == place.begin && span.end == place.end;
    });
    if (same == listing.spans.end()) {
      listing.spans.push_back({place.begin, place.end, tone, line});
    } else {
      same->title += "\n" + line;
      if (rank(tone) > rank(same->tone)) same->tone = tone;
    }
    if (run.survived(i)) page.notes.push_back({describe(*run.mutants, mutant), survivor_text(run, i)});
  }
  page.listings.push_back(std::move(listing));
  page.notes_title = "Survivors";
  return html_of(page);
}

namespace {

std::vector<std::string_view> lines_of_text(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string range(std::size_t first, std::size_t count) {
  // An empty stretch is named after the line before it.
  const std::size_t shown = count == 0 ? first : first + 1;
  return count == 1 ? fmt::format("{}", shown) : fmt::format("{},{}", shown, count);
}

}  // namespace

std::string line_diff(const Source& from, const Source& to) {
  const auto before = lines_of_text(from.text()), after = lines_of_text(to.text());
  std::size_t same = 0;
  while (same < before.size() && same < after.size() && before[same] == after[same]) ++same;
  std::size_t tail = 0;
  while (tail < before.size() - same && tail < after.size() - same &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const std::size_t removed = before.size() - same - tail, added = after.size() - same - tail;
  std::string out = fmt::format("@@ -{} +{} @@\n", range(same, removed), range(same, added));
  for (std::size_t i = 0; i < removed; ++i) out += fmt::format("-{}\n", before[same + i]);
  for (std::size_t i = 0; i < added; ++i) out += fmt::format("+{}\n", after[same + i]);
  return out;
}

}  // namespace fretsaw::mutation
