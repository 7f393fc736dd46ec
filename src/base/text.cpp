// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace fretsaw {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string counted(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", grouped(count), thing, count == 1 ? "" : "s");
}

namespace {

constexpr std::array<std::string_view, 9> kTints = {tint::kNone,    tint::kBold,   tint::kRed,
                                                    tint::kGreen,   tint::kYellow, tint::kError,
                                                    tint::kWarning, tint::kNote,   tint::kHelp};

constexpr std::uint32_t kEscape = 0x1B;
constexpr std::uint32_t kDelete = 0x7F;

bool is_control(std::uint32_t code) {
  const bool changes_direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return code < 0x20 || (code >= kDelete && code < 0xA0) || changes_direction;
}

// How much of the text, nearly all of it, is kept without a look at whole characters.
std::size_t plain_beginning(std::string_view text, bool keeps_lines) {
  const auto* const end = std::ranges::find_if_not(
      text, [&](char c) { return (c >= ' ' && c < '\x7F') || (keeps_lines && (c == '\n' || c == '\t')); });
  return static_cast<std::size_t>(end - text.begin());
}

std::size_t tint_at(std::string_view text) {
  for (const std::string_view tint : kTints) {
    if (text.starts_with(tint)) return tint.size();
  }
  return 0;
}

void append_escape(std::string& out, std::uint32_t code) {
  if (code == '\n')
    out += "\\n";
  else if (code == '\t')
    out += "\\t";
  else if (code == '\r')
    out += "\\r";
  else
    out += fmt::format("\\u{:04x}", code);
}

std::string escaped(std::string_view text, bool keeps_lines, bool keeps_tints) {
  std::string out;
  for (;;) {
    const std::size_t plain = plain_beginning(text, keeps_lines);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return out;
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
      continue;
    }
    const std::string_view character = text.substr(0, length);
    const std::uint32_t code = utf8_code(character);
    const std::size_t tint = keeps_tints && code == kEscape ? tint_at(text) : 0;
    if (!is_control(code) || tint > 0)
      out += text.substr(0, std::max(length, tint));
    else
      append_escape(out, code);
    text.remove_prefix(std::max(length, tint));
  }
}

}  // namespace

std::string printable(std::string_view text, Lines lines) {
  return escaped(text, lines == Lines::Many, false);
}

std::string printable_output(std::string_view text) { return escaped(text, true, true); }

}  // namespace fretsaw
