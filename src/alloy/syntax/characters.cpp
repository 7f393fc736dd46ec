// SPDX-License-Identifier: MIT
#include "alloy/syntax/characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace fretsaw::alloy {

namespace {

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

// Above ASCII, what is not a letter, digit, mark or currency sign: controls, blanks, punctuation, signs,
// private use. The blocks that occur in practice; rare scripts' punctuation counts as letters, which does no
// harm.
constexpr CodeRange kNoLetters[] = {
    {0x0080, 0x00A1},   {0x00A6, 0x00A9},    {0x00AB, 0x00B4}, {0x00B6, 0x00B9}, {0x00BB, 0x00BF},
    {0x00D7, 0x00D7},   {0x00F7, 0x00F7},    {0x02C2, 0x02C5}, {0x02D2, 0x02DF}, {0x2000, 0x203E},
    {0x2041, 0x2053},   {0x2055, 0x2070},    {0x2074, 0x207E}, {0x2080, 0x208E}, {0x2190, 0x2BFF},
    {0x2E00, 0x2E7F},   {0x3000, 0x3004},    {0x3008, 0x3020}, {0x3200, 0x33FF}, {0xD800, 0xF8FF},
    {0xFE10, 0xFE19},   {0xFE50, 0xFE68},    {0xFEFF, 0xFF0F}, {0xFFF0, 0xFFFF}, {0x1D000, 0x1D3FF},
    {0x1F000, 0x1FBFF}, {0xE0000, 0x10FFFF},
};

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  // 0 if there is none or it is malformed
};

Character decode(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (size == 0 || lead > 0xF4 || at + size > text.size()) return {};
  std::uint32_t code = lead & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0) != 0x80) return {};
    code = code << 6 | (byte & 0x3F);
  }
  return {code, size};
}

bool is_letter(const Character& character) {
  const std::uint32_t code = character.code;
  if (character.size == 0) return false;
  if (code < 0x80) {
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '_' || code == '$';
  }
  const auto* const after =
      std::upper_bound(std::begin(kNoLetters), std::end(kNoLetters), code,
                       [](std::uint32_t value, const CodeRange& range) { return value < range.first; });
  return after == std::begin(kNoLetters) || code > std::prev(after)->last;
}

struct Lookalike {
  std::string_view character;
  std::string_view ascii;
};

constexpr Lookalike kLookalikes[] = {
    {"∧", "and"}, {"∨", "or"},      {"¬", "not"},
    {"⇒", "=>"},  {"→", "->"},      {"⇔", "<=>"},
    {"↔", "<=>"}, {"∀", "all"},     {"∃", "some"},
    {"∈", "in"},  {"⊆", "in"},      {"∉", "not in"},
    {"∪", "+"},   {"∩", "&"},       {"≤", "<="},
    {"≥", ">="},  {"≠", "!="},      {"∅", "none"},
    {"×", "->"},  {"–", "-"},       {"—", "-"},
    {"−", "-"},   {"\u201C", "\""}, {"\u201D", "\""},
    {"·", "."},   {"•", "."},       {"\u00A0", "an ordinary space"},
};

}  // namespace

std::size_t character_size(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  return std::max<std::size_t>(1, decode(text, at).size);
}

bool starts_identifier(std::string_view text, std::size_t at) { return is_letter(decode(text, at)); }

std::size_t identifier_character(std::string_view text, std::size_t at) {
  const Character character = decode(text, at);
  if (is_letter(character)) return character.size;
  return character.size == 1 && (is_digit(text[at]) || text[at] == '"') ? 1 : 0;
}

bool has_prime(std::string_view text) {
  for (const std::string_view prime : {"'", "\u2018", "\u2019"}) {
    if (text.find(prime) != std::string_view::npos) return true;
  }
  return false;
}

std::string_view ascii_lookalike(std::string_view character) {
  for (const Lookalike& entry : kLookalikes) {
    if (entry.character == character) return entry.ascii;
  }
  return {};
}

std::string printable(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  const bool shown = character.size() > 1 || (first >= 0x20 && first < 0x7F);
  return shown ? std::string(character) : fmt::format("\\x{:02X}", first);
}

}  // namespace fretsaw::alloy
