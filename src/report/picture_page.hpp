// SPDX-License-Identifier: MIT
// An HTML page of pictures, each with its text. It is complete: nothing on it comes from elsewhere.
#pragma once

#include <string>
#include <vector>

namespace fretsaw {

struct PagePicture {
  std::string title;
  std::string svg;   // as Graphviz writes it; empty: there is none
  std::string text;  // with its line breaks
};

std::string html_of(const std::string& title, const std::vector<PagePicture>& pictures);

}  // namespace fretsaw
