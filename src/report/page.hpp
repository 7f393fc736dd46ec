// SPDX-License-Identifier: MIT
// What all HTML pages have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fretsaw {

// A page, from its first line to its headline.
std::string page_begin(std::string_view title, std::string_view style);

// An HTML page of pictures, each with its text. It is complete: nothing on it comes from elsewhere.
struct PagePicture {
  std::string title;
  std::string svg;   // as Graphviz writes it; empty: there is none
  std::string text;  // with its line breaks
};

std::string html_of(const std::string& title, const std::vector<PagePicture>& pictures);

}  // namespace fretsaw
