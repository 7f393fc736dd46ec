// SPDX-License-Identifier: MIT
// Common parts of all HTML reports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fretsaw {

// A page, from its first line to its headline.
std::string page_begin(std::string_view title, std::string_view style);

// An HTML report of diagrams, each with its text. It is self-contained: it refers to no other files.
struct PageDiagram {
  std::string title;
  std::string svg;   // as Graphviz writes it; may be empty
  std::string text;  // with its line breaks
};

std::string html_of(const std::string& title, const std::vector<PageDiagram>& diagrams);

}  // namespace fretsaw
