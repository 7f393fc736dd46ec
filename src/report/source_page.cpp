// SPDX-License-Identifier: MIT
#include "report/source_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "report/xml_writer.hpp"

namespace fretsaw {

namespace {

constexpr std::string_view kPageStyle =
    R"(:root { --ink: #1f2328; --paper: #ffffff; --faint: #656d76; --line: #d8dee4;
  --good: #d3f2dc; --bad: #ffd0cc; --neutral: #e7e9ec; --unsure: #ffefb8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --faint: #8b949e; --line: #30363d;
  --good: #12391f; --bad: #6b1f1c; --neutral: #2b3138; --unsure: #574512; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
.bar { display: flex; height: .75rem; border-radius: .375rem; overflow: hidden; margin: .75rem 0; }
.legend span { padding: .1rem .5rem; border-radius: .25rem; margin-right: .5rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin-bottom: 1rem; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
th { color: var(--faint); font-weight: 500; }
.source, details { border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; margin-bottom: .5rem; }
summary { padding: .25rem .75rem; cursor: pointer; }
pre { margin: 0; padding: .75rem 0; font: 14px/1.7 ui-monospace, monospace; counter-reset: line; }
details pre { padding: .25rem .75rem .75rem; line-height: 1.4; }
pre .l { display: block; padding: 0 1rem 0 4rem; position: relative; min-height: 1.7em; white-space: pre; }
pre .l::before { counter-increment: line; content: counter(line); position: absolute; left: 0; width: 3rem;
  text-align: right; color: var(--faint); }
.good { background: var(--good); } .bad { background: var(--bad); }
.neutral { background: var(--neutral); } .unsure { background: var(--unsure); }
pre span[title] { border-radius: .2rem; cursor: help; }
pre span[title]:hover { outline: 1px solid var(--faint); }
)";

const char* tone_class(Tone tone) {
  switch (tone) {
    case Tone::Good:
      return "good";
    case Tone::Bad:
      return "bad";
    case Tone::Neutral:
      return "neutral";
    case Tone::Unsure:
      break;
  }
  return "unsure";
}

std::string opening_of(const PageStretch& stretch) {
  return fmt::format("<span class=\"{}\" title=\"{}\">", tone_class(stretch.tone),
                     xml_escaped(stretch.title));
}

// A stretch that goes over several lines is closed and opened again at each line's end.
std::string html_listing(const PageListing& listing) {
  std::string out = fmt::format("<h2>{}</h2>\n<div class=\"source\"><pre><span class=\"l\">",
                                xml_escaped(listing.source->name()));
  std::vector<PageStretch> all = listing.stretches;
  std::ranges::stable_sort(all, [](const PageStretch& a, const PageStretch& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<const PageStretch*> open;
  std::size_t next = 0;
  const std::string_view text = listing.source->text();
  const auto close = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out += "</span>";
  };
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    while (!open.empty() && open.back()->end <= at) {
      close(1);
      open.pop_back();
    }
    for (; next < all.size() && all[next].begin == at; ++next) {
      if (!open.empty() && all[next].end > open.back()->end) continue;  // neither inside nor apart
      open.push_back(&all[next]);
      out += opening_of(all[next]);
    }
    if (text[at] == '\r') continue;
    if (text[at] != '\n') {
      out += xml_escaped(text.substr(at, 1));
      continue;
    }
    close(open.size());
    if (at + 1 == text.size()) {
      open.clear();
      break;
    }
    out += "</span><span class=\"l\">";
    for (const PageStretch* stretch : open) out += opening_of(*stretch);
  }
  close(open.size());
  return out + "</span></pre></div>\n";
}

std::string html_table(const PageTable& table) {
  std::string out = "<table><tr>";
  for (const std::string& cell : table.head) out += fmt::format("<th>{}</th>", xml_escaped(cell));
  out += "</tr>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += fmt::format("<td>{}</td>", xml_escaped(cell));
    out += "</tr>\n";
  }
  return out + "</table>\n";
}

std::string html_bar(const SourcePage& page) {
  std::string bar = "<div class=\"bar\">", legend = "<p class=\"legend\">";
  for (const SourcePage::Share& share : page.shares) {
    if (share.size == 0) continue;
    bar += fmt::format("<div class=\"{}\" style=\"flex:{}\"></div>", tone_class(share.tone), share.size);
    legend += fmt::format("<span class=\"{}\">{}</span>", tone_class(share.tone), xml_escaped(share.name));
  }
  return bar + "</div>\n" + legend + "</p>\n";
}

}  // namespace

std::string html_of(const SourcePage& page) {
  std::string out = fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
{1}</style>
</head>
<body>
<main>
<h1>{0}</h1>
<p>{2}</p>
)",
                                xml_escaped(page.title), kPageStyle, xml_escaped(page.summary));
  out += html_bar(page);
  for (const PageTable& table : page.tables) out += html_table(table);
  for (const PageListing& listing : page.listings) out += html_listing(listing);
  if (!page.notes.empty()) out += fmt::format("<h2>{}</h2>\n", xml_escaped(page.notes_title));
  for (const PageNote& note : page.notes) {
    out += fmt::format("<details><summary>{}</summary><pre>{}</pre></details>\n", xml_escaped(note.title),
                       xml_escaped(note.text));
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace fretsaw
