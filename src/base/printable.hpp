// SPDX-License-Identifier: MIT
// Text of somebody else's on its way to a reader: names, paths, strings, what a program has printed. Control
// characters could make a terminal do or show anything; they are written as escapes.
//
//     printable("a\033[2Jb")     a\u001b[2Jb
//     printable("a\nb")          a\nb, in one line
//     printable("caf\xe9")       caf\xe9: a byte that is no UTF-8
//
// Also escaped are U+0080 to U+009F, which terminals take for control characters, and characters that change
// the direction of the text around them. Everything else is left as it is. JSON says these in the same way.
#pragma once

#include <string>
#include <string_view>

namespace fretsaw {

enum class Lines {
  One,   // line ends and tabs are escaped, too
  Many,  // they are not
};

std::string printable(std::string_view text, Lines lines = Lines::One);

// The same for text that this program has put together of many parts: line ends and tabs are kept, and so are
// the colors it uses itself (tint).
std::string printable_output(std::string_view text);

// What is bold, and colors of verdicts and messages. Whoever colors text uses one of these.
namespace tint {
inline constexpr const char* kNone = "\033[0m";
inline constexpr const char* kBold = "\033[1m";
inline constexpr const char* kRed = "\033[31m";
inline constexpr const char* kGreen = "\033[32m";
inline constexpr const char* kYellow = "\033[33m";
inline constexpr const char* kError = "\033[1;31m";
inline constexpr const char* kWarning = "\033[1;35m";
inline constexpr const char* kNote = "\033[1;36m";
}  // namespace tint

}  // namespace fretsaw
