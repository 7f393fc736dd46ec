// SPDX-License-Identifier: MIT
// Parts of a source as messages show them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/source.hpp"
#include "base/text.hpp"

namespace fretsaw {

// Source text for messages: blanks and line ends become one blank each, and control characters their escapes.
inline std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return printable(out);
}

// A span of an expression begins behind the parentheses and brackets that open its first operand, and ends
// before those that close its last one: with them.
inline Span whole(Span span) {
  if (!span.source) return span;
  const std::string_view text = span.source->text();
  for (const auto& [open, close] : {std::pair('(', ')'), std::pair('[', ']'), std::pair('{', '}')}) {
    int opened = 0, closed = 0;  // without their counterparts
    for (const char c : span.text()) {
      if (c == open) ++opened;
      if (c == close) --(opened > 0 ? opened : closed);
    }
    for (; opened > 0; --opened) {
      const std::size_t next = text.find_first_not_of(" \t\r\n", span.end);
      if (next == std::string_view::npos || text[next] != close) break;
      span.end = static_cast<std::uint32_t>(next + 1);
    }
    for (; closed < 0 && span.begin > 0; ++closed) {
      const std::size_t before = text.find_last_not_of(" \t\r\n", span.begin - 1);
      if (before == std::string_view::npos || text[before] != open) break;
      span.begin = static_cast<std::uint32_t>(before);
    }
  }
  return span;
}

}  // namespace fretsaw
