// SPDX-License-Identifier: MIT
// Characters in bytes. Needs nothing but the standard library: programs of the user's code are linked with
// what uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fretsaw {

// Requires the bytes of one character.
constexpr std::uint32_t utf8_code(std::string_view character) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(character[at]); };
  if (character.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0xFFU >> (character.size() + 1));
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3FU);
  return code;
}

// How many bytes the character has that the text begins with; 0 if that is no UTF-8. Requires a text that is
// not empty.
constexpr std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) < 0xC2   ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const std::uint32_t code = utf8_code(text.substr(0, length));
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  return code >= kLeast[length] && code < 0x110000 && !is_surrogate ? length : 0;
}

}  // namespace fretsaw
