// SPDX-License-Identifier: MIT
// Text for users: numbers in sentences, escaping of control characters, characters in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fretsaw {

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

// "1 instance", "5 instances".
std::string counted(std::uint64_t count, std::string_view thing);

// For text from outside: names, paths, strings, output of programs. Control characters could make a terminal do or
// show anything; they are written as escapes.
//
//     printable("a\033[2Jb")     a\u001b[2Jb
//     printable("a\nb")          a\nb, in one line
//     printable("caf\xe9")       caf\xe9: a byte that is not UTF-8
//
// Also escaped are U+0080 to U+009F, which terminals take for control characters, and characters that change
// the direction of the text around them. Everything else is unchanged. JSON has the same escapes.
enum class Lines {
  One,   // line ends and tabs are escaped, too
  Many,  // they are not
};

std::string printable(std::string_view text, Lines lines = Lines::One);

// The same for text composed by this program: line ends and tabs are kept, and so are the colors it uses
// itself (tint).
std::string printable_output(std::string_view text);

// Bold, and the colors of verdicts and messages. All colors of text are among these.
namespace tint {
inline constexpr const char* kNone = "\033[0m";
inline constexpr const char* kBold = "\033[1m";
inline constexpr const char* kRed = "\033[31m";
inline constexpr const char* kGreen = "\033[32m";
inline constexpr const char* kYellow = "\033[33m";
inline constexpr const char* kError = "\033[1;31m";
inline constexpr const char* kWarning = "\033[1;35m";
inline constexpr const char* kNote = "\033[1;36m";
inline constexpr const char* kHelp = "\033[1;32m";
}  // namespace tint

// Characters in bytes. Needs nothing but the standard library: programs of the user's code are linked with
// what uses it.

// Requires the bytes of one character.
constexpr std::uint32_t utf8_code(std::string_view character) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(character[at]); };
  if (character.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0xFFU >> (character.size() + 1));
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3FU);
  return code;
}

// The number of bytes of the first character of the text; 0 if it is not UTF-8. Requires a text that is
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
  constexpr std::uint32_t kMinCodeOfLength[] = {0, 0, 0x80, 0x800, 0x10000};
  const std::uint32_t code = utf8_code(text.substr(0, length));
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  return code >= kMinCodeOfLength[length] && code < 0x110000 && !is_surrogate ? length : 0;
}

}  // namespace fretsaw
