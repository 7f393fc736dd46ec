// SPDX-License-Identifier: MIT
#include "report/picture_page.hpp"

#include <fmt/format.h>

namespace fretsaw {

namespace {

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
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n<style>\n"
      "body {{ font-family: sans-serif; margin: 2em; }}\nsvg {{ max-width: 100%; height: auto; }}\n"
      "pre {{ background: #f6f6f6; padding: 1em; overflow-x: auto; "
      "}}\n</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      page_text(title));
  for (const PagePicture& picture : pictures)
    out += fmt::format("<h2>{}</h2>\n{}<pre>{}</pre>\n", page_text(picture.title),
                       picture_element(picture.svg), page_text(picture.text));
  return out + "</body>\n</html>\n";
}

}  // namespace fretsaw
