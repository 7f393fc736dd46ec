// SPDX-License-Identifier: MIT
#include "fretsaw/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.hpp"

namespace fretsaw {

namespace {

constexpr std::size_t kMaxShownLineLength = 160;

// Where the character at `begin` ends.
std::size_t end_of_character(std::string_view line, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) ++end;
  return end;
}

struct Excerpt {
  std::string line;
  std::string indent;     // of the caret
  std::size_t width = 0;  // of what the caret underlines, as it is shown
};

// The line, cut to a readable window around the caret; it may be a whole file. Tabs are kept, so that the caret
// stands under its character whatever the terminal's tab stops are; an escape is as wide as it is long.
Excerpt excerpt(const Location& where) {
  const std::string_view line = where.source_line;
  const std::size_t caret = where.column - 1;
  const std::size_t first = caret > kMaxShownLineLength * 3 / 4 ? caret - kMaxShownLineLength / 2 : 0;
  Excerpt out{first > 0 ? "…" : "", first > 0 ? " " : "", where.width};
  std::size_t begin = 0;
  for (std::size_t i = 0; begin < line.size() && i < first + kMaxShownLineLength; ++i) {
    const std::size_t end = end_of_character(line, begin);
    const std::string_view character = line.substr(begin, end - begin);
    begin = end;
    if (i < first) continue;
    const bool is_tab = character == "\t";
    const std::string shown = is_tab ? "\t" : printable(character);
    // A character that is shown as it is takes one column.
    const std::size_t columns = shown == character ? 1 : shown.size();
    out.line += shown;
    if (i < caret) out.indent += is_tab ? "\t" : std::string(columns, ' ');
    if (i >= caret && i < caret + where.width) out.width += columns - 1;
  }
  if (begin < line.size()) out.line += "…";
  return out;
}

// Continuation lines are indented, so that none looks like a message of its own.
std::string indented(std::string_view text) {
  std::string out;
  for (const std::string& lines = printable(text, Lines::Many); const char c : lines) {
    if (c != ' ' && out.ends_with('\n')) out += "    ";
    out += c;
  }
  return out;
}

struct SeverityStyle {
  const char* word;
  const char* tint;
};

SeverityStyle style_of(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return {"error", tint::kError};
    case Severity::Warning:
      return {"warning", tint::kWarning};
    case Severity::Note:
      return {"note", tint::kNote};
  }
  return {"error", ""};
}

// One message with its place; all that a diagnostic consists of is written here.
std::string rendered(Severity severity, const std::string& message, const std::optional<Location>& where,
                     bool color) {
  const SeverityStyle look = style_of(severity);
  const char* const tint = color ? look.tint : "";
  const char* const plain = color ? tint::kNone : "";
  std::string out;
  if (where && where->line != 0)
    out += fmt::format("{}:{}:{}: ", printable(where->file), where->line, where->column);
  out += fmt::format("{}{}:{} {}", tint, look.word, plain, indented(message));
  const bool is_named = where && message.find("'" + where->file + "'") != std::string::npos;
  if (where && where->line == 0 && !is_named) out += fmt::format(": '{}'", printable(where->file));
  out += '\n';
  if (where && where->line != 0 && !where->source_line.empty()) {
    const Excerpt shown = excerpt(*where);
    const std::size_t width = std::clamp<std::size_t>(shown.width, 1, kMaxShownLineLength - 1);
    out += fmt::format("    {}\n    {}{}^{}{}\n", shown.line, shown.indent, tint, std::string(width - 1, '~'),
                       plain);
  }
  return out;
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
  std::string out = rendered(diagnostic.severity, diagnostic.message, diagnostic.location, color);
  for (const Note& note : diagnostic.notes)
    out += rendered(Severity::Note, note.message, note.location, color);
  if (!diagnostic.hint.empty())
    out += fmt::format("{}help:{} {}\n", color ? tint::kHelp : "", color ? tint::kNone : "",
                       indented(diagnostic.hint));
  return out;
}

Diagnostic input_error(std::string message, std::string hint) {
  return {Severity::Error, ErrorClass::Input, std::move(message),
          std::nullopt,    std::move(hint),   StopReason::None};
}

Diagnostic usage_error(std::string message, std::string hint) {
  return {Severity::Error, ErrorClass::Usage, std::move(message),
          std::nullopt,    std::move(hint),   StopReason::None};
}

Diagnostic file_error(std::string file, std::string message, std::string hint) {
  Diagnostic error = input_error(std::move(message), std::move(hint));
  error.location = Location{.file = std::move(file), .line = 0, .column = 0, .width = 1, .source_line = {}};
  return error;
}

}  // namespace fretsaw
