// SPDX-License-Identifier: MIT
#include "fretsaw/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace fretsaw {

namespace {

constexpr std::size_t kLongestLineShown = 160;

// Where the character at `begin` ends.
std::size_t end_of_character(std::string_view line, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) ++end;
  return end;
}

// The line, cut to a readable window around the caret, and the caret's indentation in it. Tabs are kept, so
// that the caret stands under its character whatever the terminal's tab stops are. A line may be a whole
// file.
std::pair<std::string, std::string> excerpt(const Location& where) {
  const std::string_view line = where.source_line;
  const std::size_t caret = where.column - 1;
  const std::size_t first = caret > kLongestLineShown * 3 / 4 ? caret - kLongestLineShown / 2 : 0;
  std::string shown = first > 0 ? "…" : "";
  std::string indent = first > 0 ? " " : "";
  std::size_t begin = 0;
  for (std::size_t i = 0; begin < line.size() && i < first + kLongestLineShown; ++i) {
    const std::size_t end = end_of_character(line, begin);
    if (i >= first) {
      shown += line.substr(begin, end - begin);
      if (i < caret) indent += line[begin] == '\t' ? '\t' : ' ';
    }
    begin = end;
  }
  if (begin < line.size()) shown += "…";
  return {std::move(shown), std::move(indent)};
}

struct SeverityLook {
  const char* word;
  const char* tint;
};

SeverityLook look_of(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return {"error", "\033[1;31m"};
    case Severity::Warning:
      return {"warning", "\033[1;35m"};
    case Severity::Note:
      return {"note", "\033[1;36m"};
  }
  return {"error", ""};
}

}  // namespace

const char* to_string(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::Syntax:
      return "syntax";
    case ErrorClass::Type:
      return "type";
    case ErrorClass::Scope:
      return "scope";
    case ErrorClass::Usage:
      return "usage";
    case ErrorClass::Input:
      return "input";
  }
  return "input";
}

std::string render(const Diagnostic& diagnostic, bool color) {
  const SeverityLook look = look_of(diagnostic.severity);
  const char* const tint = color ? look.tint : "";
  const char* const plain = color ? "\033[0m" : "";
  std::string out;
  if (const auto& where = diagnostic.location)
    out += fmt::format("{}:{}:{}: ", where->file, where->line, where->column);
  out += fmt::format("{}{}:{} {}\n", tint, look.word, plain, diagnostic.message);
  if (diagnostic.location && !diagnostic.location->source_line.empty()) {
    const auto [line, indent] = excerpt(*diagnostic.location);
    const std::size_t width = std::min<std::size_t>(diagnostic.location->width, kLongestLineShown - 1);
    out += fmt::format("    {}\n    {}{}^{}{}\n", line, indent, tint, std::string(width - 1, '~'), plain);
  }
  if (!diagnostic.hint.empty()) out += fmt::format("    {}\n", diagnostic.hint);
  return out;
}

Diagnostic input_error(std::string message, std::string hint) {
  return {Severity::Error, ErrorClass::Input, std::move(message), std::nullopt, std::move(hint), Stop::None};
}

Diagnostic usage_error(std::string message, std::string hint) {
  return {Severity::Error, ErrorClass::Usage, std::move(message), std::nullopt, std::move(hint), Stop::None};
}

}  // namespace fretsaw
