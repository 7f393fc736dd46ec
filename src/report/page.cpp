// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include <fmt/format.h>

#include "report/xml.hpp"

namespace fretsaw {

namespace {

constexpr std::string_view kCommonStyle =
    R"(:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --faint: #656d76; --line: #d8dee4;
  --shade: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --faint: #8b949e; --line: #30363d;
  --shade: #161b22; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
h1, h2 { overflow-wrap: anywhere; }
)";

}  // namespace

std::string page_begin(std::string_view title, std::string_view style) {
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
{1}{2}</style>
</head>
<body>
<main>
<h1>{0}</h1>
)",
                     xml_escaped(title), kCommonStyle, style);
}

namespace {

// Pictures keep their own colors, on white, whatever the page has.
constexpr const char* kDiagramStyle =
    R"(.picture { background: #ffffff; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; text-align: center;
  overflow-x: auto; }
svg { max-width: max(100%, 100rem); height: auto; }
pre { background: var(--shade); border-radius: .5rem; padding: 1rem; overflow-x: auto;
  font: 14px/1.5 ui-monospace, monospace; }
)";

// Without the head of an XML document, which has no place inside another one.
std::string diagram_element(const std::string& svg) {
  const std::size_t begin = svg.find("<svg");
  return begin == std::string::npos ? "" : svg.substr(begin);
}

}  // namespace

std::string html_of(const std::string& title, const std::vector<PageDiagram>& diagrams) {
  std::string out = page_begin(title, kDiagramStyle);
  for (const PageDiagram& diagram : diagrams)
    out += fmt::format("<h2>{}</h2>\n<div class=\"picture\">{}</div><pre>{}</pre>\n",
                       xml_escaped(diagram.title), diagram_element(diagram.svg), xml_escaped(diagram.text));
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace fretsaw
