// SPDX-License-Identifier: MIT
#include "report/source_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "report/page.hpp"
#include "report/xml.hpp"

namespace fretsaw {

namespace {

constexpr std::string_view kPageStyle =
    R"(:root { --good: #d3f2dc; --bad: #ffd0cc; --neutral: #e7e9ec; --unsure: #ffefb8;
  --edge: rgba(31, 35, 40, .16); --strong-good: #2da44e; --strong-bad: #cf222e; --strong-neutral: #8c959f;
  --strong-unsure: #bf8700; }
@media (prefers-color-scheme: dark) { :root { --good: #12391f; --bad: #6b1f1c; --neutral: #2b3138; --unsure: #574512;
  --edge: rgba(230, 237, 243, .22); --strong-good: #3fb950; --strong-bad: #f85149; --strong-neutral: #6e7681;
  --strong-unsure: #d29922; } }
.bar { display: flex; height: .75rem; border-radius: .375rem; overflow: hidden; margin: .75rem 0; }
.bar .good { background: var(--strong-good); } .bar .bad { background: var(--strong-bad); }
.bar .neutral { background: var(--strong-neutral); } .bar .unsure { background: var(--strong-unsure); }
.legend { display: flex; flex-wrap: wrap; gap: .5rem; } .legend span { padding: .1rem .5rem; border-radius: .25rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin-bottom: 1rem; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top;
  font-variant-numeric: tabular-nums; }
.text { text-align: left; overflow-wrap: break-word; min-width: 4.5rem; }
th { color: var(--faint); font-weight: 500; }
.source, details { border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; margin-bottom: .5rem; }
summary { padding: .25rem .75rem; cursor: pointer; }
pre { margin: 0; padding: .75rem 0; font: 14px/1.7 ui-monospace, monospace; counter-reset: line; }
details pre { padding: .25rem .75rem .75rem; line-height: 1.4; }
pre .l { display: block; padding: 0 1rem 0 4rem; position: relative; min-height: 1.7em; white-space: pre; }
pre .l::before { counter-increment: line; content: counter(line); position: absolute; left: 0; width: 3rem;
  text-align: right; color: var(--faint); }
pre .remark { display: block; padding: 0 1rem 0 4rem; font-size: 12px; line-height: 1.5; white-space: pre-wrap; }
pre .remark i { font-style: normal; padding: 0 .4rem; border-left: 3px solid; }
.remark .good { border-color: var(--strong-good); } .remark .bad { border-color: var(--strong-bad); }
.remark .neutral { border-color: var(--strong-neutral); } .remark .unsure { border-color: var(--strong-unsure); }
.remark i { background: none !important; color: var(--faint); }
#remarks:not(:checked) ~ .source .remark { display: none; }
label { font-size: .9rem; color: var(--faint); cursor: pointer; }
.good { background: var(--good); } .bad { background: var(--bad); }
.neutral { background: var(--neutral); } .unsure { background: var(--unsure); }
pre span[title] { border-radius: .2rem; cursor: help; box-shadow: inset 0 0 0 1px var(--edge); }
pre span[title]:hover { outline: 1px solid var(--ink); }
@media (max-width: 40rem) { pre { font-size: 12px; } pre .l, pre .remark { padding-left: 2.75rem; }
  pre .l::before { width: 2rem; } }
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

std::string opening_of(const PageSpan& span) {
  return fmt::format("<span class=\"{}\" title=\"{}\">", tone_class(span.tone), xml_escaped(span.title));
}

std::string html_remarks(const PageListing& listing, std::uint32_t line) {
  std::string out;
  for (const PageRemark& remark : std::ranges::equal_range(listing.remarks, line, {}, &PageRemark::line)) {
    out += fmt::format("<span class=\"remark\"><i class=\"{}\">{}</i></span>", tone_class(remark.tone),
                       xml_escaped(remark.text));
  }
  return out;
}

// A stretch that goes over several lines is closed at each line's end, and opened again where the next line's
// text begins.
std::string html_listing(const PageListing& listing) {
  std::string out = fmt::format("<h2>{}</h2>\n<div class=\"source\"><pre><span class=\"l\">",
                                xml_escaped(listing.source->name()));
  std::vector<PageSpan> all = listing.spans;
  std::ranges::stable_sort(all, [](const PageSpan& a, const PageSpan& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<const PageSpan*> open;
  std::size_t shown = 0;  // so many of these are open on this line
  std::size_t next = 0;
  std::uint32_t line = 1;
  const std::string_view text = listing.source->text();
  const auto close = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) out += "</span>";
  };
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    while (!open.empty() && open.back()->end <= at) {
      if (shown == open.size()) {
        close(1);
        --shown;
      }
      open.pop_back();
    }
    for (; next < all.size() && all[next].begin == at; ++next) {
      if (!open.empty() && all[next].end > open.back()->end) continue;  // neither inside nor apart
      open.push_back(&all[next]);
    }
    if (text[at] == '\r') continue;
    if (text[at] != '\n') {
      const bool blank = text[at] == ' ' || text[at] == '\t';
      for (; !blank && shown < open.size(); ++shown) out += opening_of(*open[shown]);
      const std::size_t length = std::max<std::size_t>(utf8_length(text.substr(at)), 1);
      out += xml_escaped(text.substr(at, length));
      at += static_cast<std::uint32_t>(length - 1);
      continue;
    }
    close(std::exchange(shown, 0));
    if (at + 1 == text.size()) break;
    out += "</span>" + html_remarks(listing, line++) + "<span class=\"l\">";
  }
  close(shown);
  return out + "</span>" + html_remarks(listing, line) + "</pre></div>\n";
}

bool is_number(const std::string& cell) {
  return cell == "–" || (!cell.empty() && cell.find_first_not_of("0123456789.,-% ") == std::string::npos);
}

// Numbers stand to the right, and so do their heads.
std::string html_table(const PageTable& table) {
  const auto cells = [](const std::vector<std::string>& row, const char* kind, auto&& numeric) {
    std::string out = "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += fmt::format("<{0}{1}>{2}</{0}>", kind, numeric(i) ? "" : " class=\"text\"", xml_escaped(row[i]));
    }
    return out + "</tr>\n";
  };
  std::string out = "<div class=\"table\"><table>";
  out += cells(table.head, "th", [&](std::size_t i) {
    return std::ranges::all_of(table.rows,
                               [&](const auto& row) { return row[i].empty() || is_number(row[i]); });
  });
  for (const auto& row : table.rows)
    out += cells(row, "td", [&](std::size_t i) { return is_number(row[i]); });
  return out + "</table></div>\n";
}

std::string html_bar(const SourcePage& page) {
  std::string bar = "<div class=\"bar\">", legend = "<p class=\"legend\">";
  for (const SourcePage::Share& share : page.shares) {
    if (share.size == 0) continue;
    bar += fmt::format("<div class=\"{}\" style=\"flex:{}\"></div>", tone_class(share.tone), share.size);
    legend += fmt::format("<span class=\"{}\">{} {}</span>", tone_class(share.tone), share.size,
                          xml_escaped(share.name));
  }
  return bar + "</div>\n" + legend + "</p>\n";
}

}  // namespace

std::string html_of(const SourcePage& page) {
  std::string out = page_begin(page.title, kPageStyle);
  out += fmt::format("<p>{}</p>\n", xml_escaped(page.summary));
  out += html_bar(page);
  for (const PageTable& table : page.tables) out += html_table(table);
  const bool remarks =
      std::ranges::any_of(page.listings, [](const PageListing& listing) { return !listing.remarks.empty(); });
  if (remarks)
    out +=
        "<input type=\"checkbox\" id=\"remarks\" checked> <label for=\"remarks\">show what is missing below "
        "each line</label>\n";
  for (const PageListing& listing : page.listings) out += html_listing(listing);
  if (!page.notes.empty()) out += fmt::format("<h2>{}</h2>\n", xml_escaped(page.notes_title));
  for (const PageNote& note : page.notes) {
    out += fmt::format("<details><summary>{}</summary><pre>{}</pre></details>\n", xml_escaped(note.title),
                       xml_escaped(note.text));
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace fretsaw
