// SPDX-License-Identifier: MIT
#include "report/page.hpp"

#include <fmt/format.h>

#include "report/xml_text.hpp"

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

}  // namespace fretsaw
