// SPDX-License-Identifier: MIT
//
// The source, with every element in a coloured stretch of its own; stretches nest as the expressions do. The
// title of a stretch lists its requirements, so that pointing at it shows what is missing.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "modeltest/coverage_report.hpp"

namespace fretsaw::modeltest {

namespace {

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

struct Stretch {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::set<std::size_t> elements;
};

class Page {
 public:
  Page(const Coverage& coverage, const std::string& title) : coverage_(coverage), title_(title) {}

  std::string run() {
    begin();
    summary();
    paragraphs();
    for (const Source* source : sources()) listing(*source);
    out_ += "</main>\n</body>\n</html>\n";
    return std::move(out_);
  }

 private:
  void begin() {
    out_ += fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
:root {{ --ink: #1f2328; --paper: #ffffff; --faint: #656d76; --line: #d8dee4;
  --covered: #d3f2dc; --missed: #ffd0cc; --infeasible: #e7e9ec; --undecided: #ffefb8; }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e6edf3; --paper: #0d1117; --faint: #8b949e; --line: #30363d;
  --covered: #12391f; --missed: #6b1f1c; --infeasible: #2b3138; --undecided: #574512; }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }}
main {{ max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 4rem; }}
h1 {{ font-size: 1.4rem; margin: 0 0 .5rem; }} h2 {{ font-size: 1rem; margin: 2rem 0 .5rem; }}
.bar {{ display: flex; height: .75rem; border-radius: .375rem; overflow: hidden; margin: .75rem 0; }}
.legend span {{ padding: .1rem .5rem; border-radius: .25rem; margin-right: .5rem; }}
table {{ border-collapse: collapse; width: 100%; font-size: .9rem; }}
th, td {{ text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }}
th:first-child, td:first-child {{ text-align: left; }}
th {{ color: var(--faint); font-weight: 500; }}
.source {{ border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto; }}
pre {{ margin: 0; padding: .75rem 0; font: 14px/1.7 ui-monospace, monospace; counter-reset: line; }}
pre .l {{ display: block; padding: 0 1rem 0 4rem; position: relative; min-height: 1.7em; white-space: pre; }}
pre .l::before {{ counter-increment: line; content: counter(line); position: absolute; left: 0; width: 3rem;
  text-align: right; color: var(--faint); }}
.covered {{ background: var(--covered); }} .missed {{ background: var(--missed); }}
.infeasible {{ background: var(--infeasible); }} .undecided {{ background: var(--undecided); }}
pre span[title] {{ border-radius: .2rem; cursor: help; }}
pre span[title]:hover {{ outline: 1px solid var(--faint); }}
</style>
</head>
<body>
<main>
<h1>{0}</h1>
)",
                        escape(title_));
  }

  void summary() {
    out_ += fmt::format("<p>{}</p>\n<div class=\"bar\">", escape(coverage_summary(coverage_)));
    for (const Covered state : {Covered::Yes, Covered::No, Covered::Infeasible, Covered::Undecided}) {
      const std::size_t n = coverage_.count(state);
      if (n > 0) out_ += fmt::format("<div class=\"{}\" style=\"flex:{}\"></div>", to_string(state), n);
    }
    out_ +=
        "</div>\n<p class=\"legend\"><span class=\"covered\">covered</span><span class=\"missed\">something "
        "missed"
        "</span><span class=\"infeasible\">infeasible in this scope</span>";
    if (coverage_.count(Covered::Undecided) > 0) out_ += "<span class=\"undecided\">undecided</span>";
    out_ += "</p>\n";
  }

  void paragraphs() {
    const Requirements& requirements = coverage_.requirements();
    out_ +=
        "<table><tr><th>paragraph</th><th>covered</th><th>missed</th><th>infeasible</th><th>all</th></tr>\n";
    for (std::size_t p = 0; p < requirements.paragraphs.size(); ++p) {
      std::map<Covered, std::size_t> counts;
      std::size_t total = 0;
      for (std::size_t r = 0; r < requirements.all.size(); ++r) {
        if (requirements.elements[requirements.all[r].element].paragraph != p) continue;
        ++counts[coverage_.state(r)];
        ++total;
      }
      out_ += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          escape(requirements.paragraphs[p].title), counts[Covered::Yes], counts[Covered::No],
                          counts[Covered::Infeasible], total);
    }
    out_ += "</table>\n";
  }

  std::vector<const Source*> sources() const {
    std::vector<const Source*> result;
    for (const Element& element : coverage_.requirements().elements) {
      for (const Span& place : element.places) {
        if (place.source && std::ranges::find(result, place.source) == result.end())
          result.push_back(place.source);
      }
    }
    return result;
  }

  // Outer stretches before inner ones.
  std::vector<Stretch> stretches(const Source& source) const {
    std::map<std::pair<std::uint32_t, std::int64_t>, Stretch> found;
    const auto& elements = coverage_.requirements().elements;
    for (std::size_t e = 0; e < elements.size(); ++e) {
      for (const Span& place : elements[e].places) {
        if (place.source != &source) continue;
        Stretch& stretch = found[{place.begin, -static_cast<std::int64_t>(place.end)}];
        stretch.begin = place.begin;
        stretch.end = place.end;
        stretch.elements.insert(e);
      }
    }
    std::vector<Stretch> result;
    for (const auto& [key, stretch] : found) result.push_back(stretch);
    return result;
  }

  Covered worst(const Stretch& stretch) const {
    bool covered = false;
    for (const std::size_t element : stretch.elements) {
      const Covered state = coverage_.element(element);
      if (state == Covered::No || state == Covered::Undecided) return state;
      covered = covered || state == Covered::Yes;
    }
    return covered ? Covered::Yes : Covered::Infeasible;
  }

  std::string opening(const Stretch& stretch) const {
    std::string title;
    const Requirements& requirements = coverage_.requirements();
    for (std::size_t r = 0; r < requirements.all.size(); ++r) {
      if (!stretch.elements.contains(requirements.all[r].element)) continue;
      title += fmt::format("{}{}: {}", title.empty() ? "" : "\n", requirements.all[r].what,
                           to_string(coverage_.state(r)));
    }
    return fmt::format("<span class=\"{}\" title=\"{}\">", to_string(worst(stretch)), escape(title));
  }

  // A stretch that goes over several lines is closed and opened again at each line's end.
  void listing(const Source& source) {
    out_ += fmt::format("<h2>{}</h2>\n<div class=\"source\"><pre><span class=\"l\">", escape(source.name()));
    const std::vector<Stretch> all = stretches(source);
    std::vector<const Stretch*> open;
    std::size_t next = 0;
    const std::string_view text = source.text();
    for (std::uint32_t at = 0; at < text.size(); ++at) {
      while (!open.empty() && open.back()->end <= at) {
        out_ += "</span>";
        open.pop_back();
      }
      for (; next < all.size() && all[next].begin == at; ++next) {
        // Places of different elements nest, but for slips of the source: those are left out.
        if (!open.empty() && all[next].end > open.back()->end) continue;
        open.push_back(&all[next]);
        out_ += opening(all[next]);
      }
      if (text[at] == '\r') continue;
      if (text[at] != '\n') {
        out_ += escape(text.substr(at, 1));
        continue;
      }
      for (std::size_t i = 0; i < open.size(); ++i) out_ += "</span>";
      if (at + 1 == text.size()) {
        open.clear();
        break;
      }
      out_ += "</span><span class=\"l\">";
      for (const Stretch* stretch : open) out_ += opening(*stretch);
    }
    for (std::size_t i = 0; i < open.size(); ++i) out_ += "</span>";
    out_ += "</span></pre></div>\n";
  }

  const Coverage& coverage_;
  const std::string& title_;
  std::string out_;
};

}  // namespace

std::string coverage_html(const Coverage& coverage, const std::string& title) {
  return Page(coverage, title).run();
}

}  // namespace fretsaw::modeltest
