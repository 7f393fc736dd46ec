// SPDX-License-Identifier: MIT
#include "report/picture_page.hpp"

#include <fmt/format.h>

namespace fretsaw {

namespace {

// Pictures keep their own colors, on white, whatever the page has.
constexpr const char* kPictureStyle =
    R"(:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --shade: #f6f8fa; --line: #d8dee4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --shade: #161b22; --line: #30363d; } }
body { max-width: 64rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
.picture { background: #ffffff; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; text-align: center;
  overflow-x: auto; }
svg { max-width: 100%; height: auto; }
pre { background: var(--shade); border-radius: .5rem; padding: 1rem; overflow-x: auto;
  font: 14px/1.5 ui-monospace, monospace; }
)";

std::string page_text(const std::string& text) {
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
      default:
        out += c;
    }
  }
  return out;
}

// Without the head of an XML document, which has no place inside another one.
std::string picture_element(const std::string& svg) {
  const std::size_t begin = svg.find("<svg");
  return begin == std::string::npos ? "" : svg.substr(begin);
}

}  // namespace

std::string html_of(const std::string& title, const std::vector<PagePicture>& pictures) {
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
<h1>{0}</h1>
)",
                                page_text(title), kPictureStyle);
  for (const PagePicture& picture : pictures)
    out += fmt::format("<h2>{}</h2>\n<div class=\"picture\">{}</div><pre>{}</pre>\n",
                       page_text(picture.title), picture_element(picture.svg), page_text(picture.text));
  return out + "</body>\n</html>\n";
}

}  // namespace fretsaw
