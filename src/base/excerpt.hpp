// SPDX-License-Identifier: MIT
// Parts of a source as messages show them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/source.hpp"

namespace fretsaw {

// Source text for messages: blanks and line ends become one blank each.
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
  return out;
}

// A span of an expression ends before the parentheses and brackets that close its last operand: with them.
inline Span whole(Span span) {
  if (!span.source) return span;
  const std::string_view text = span.source->text();
  const auto count = [&](char c) { return std::ranges::count(span.text(), c); };
  for (const auto& [open, close] : {std::pair('(', ')'), std::pair('[', ']'), std::pair('{', '}')}) {
    for (auto missing = count(open) - count(close); missing > 0; --missing) {
      const std::size_t next = text.find_first_not_of(" \t\r\n", span.end);
      if (next == std::string_view::npos || text[next] != close) break;
      span.end = static_cast<std::uint32_t>(next + 1);
    }
  }
  return span;
}

}  // namespace fretsaw
