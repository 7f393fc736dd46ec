// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <optional>

#include "cpp/path/condition_text.hpp"

namespace fretsaw::path {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// An integer as C++ writes it, without its suffix; the place is moved behind it.
std::optional<std::uint64_t> literal(std::string_view text, std::size_t& at) {
  std::string digits;
  while (at < text.size() && (is_word(text[at]) || text[at] == '\'')) {
    if (text[at] != '\'') digits += static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
    ++at;
  }
  digits.erase(std::find_if_not(digits.rbegin(), digits.rend(),
                                [](char c) { return c == 'u' || c == 'l' || c == 'z'; })
                   .base(),
               digits.end());
  if (digits.empty() || std::isdigit(static_cast<unsigned char>(digits[0])) == 0) return std::nullopt;
  const bool is_binary = digits.starts_with("0b");
  char* end = nullptr;
  errno = 0;
  const std::uint64_t value = std::strtoull(digits.c_str() + (is_binary ? 2 : 0), &end, is_binary ? 2 : 0);
  return *end == '\0' && errno == 0 ? std::optional(value) : std::nullopt;
}

void skip_blanks(std::string_view text, std::size_t& at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
}

struct Label {
  bool is_negative;
  std::uint64_t magnitude;
};

// What is between the braces of the switch: others may be about other types.
std::string_view body(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size() - 1);
    } else if (text.substr(i).starts_with("/*")) {
      i = std::min(text.find("*/", i + 2), text.size() - 1);
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_word(text[i - 1])))) {
      const char quote = text[i];
      for (++i; i < text.size() && text[i] != quote; ++i) i += text[i] == '\\' ? 1 : 0;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth <= 0) {
      return text.substr(0, i);
    }
  }
  return text;
}

// A label that is a literal, with a minus or without.
std::optional<Label> label(std::string_view text, std::size_t& at) {
  skip_blanks(text, at);
  const bool is_negative = at < text.size() && text[at] == '-';
  at += is_negative ? 1 : 0;
  skip_blanks(text, at);
  const auto number = literal(text, at);
  return number ? std::optional(Label{is_negative, *number}) : std::nullopt;
}

}  // namespace

std::string case_text(std::uint64_t value, unsigned width, std::string_view text) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  if ((value & sign) == 0) return fmt::format("{}", value);
  const std::uint64_t magnitude = sign - (value & (sign - 1));
  text = body(text);
  bool is_positive = false, is_negative = false;
  for (std::size_t at = text.find("case"); at != std::string_view::npos; at = text.find("case", at)) {
    const bool is_part = at > 0 && is_word(text[at - 1]);
    at += 4;
    if (is_part || at >= text.size() || is_word(text[at])) continue;
    const auto low = label(text, at);
    if (!low) continue;
    skip_blanks(text, at);
    auto high = low;
    if (text.substr(std::min(at, text.size())).starts_with("...")) high = label(text, at += 3);
    if (!high) continue;
    const bool is_below_zero = low->is_negative && magnitude <= low->magnitude;
    is_negative = is_negative || (is_below_zero && (!high->is_negative || magnitude >= high->magnitude));
    is_positive = is_positive || (!low->is_negative && !high->is_negative && low->magnitude <= value &&
                                  value <= high->magnitude);
  }
  if (is_positive == is_negative) return fmt::format("{:#x}", value);
  return is_positive ? fmt::format("{}", value) : fmt::format("-{}", magnitude);
}

}  // namespace fretsaw::path
