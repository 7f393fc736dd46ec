// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "base/source.hpp"
#include "base/text.hpp"

namespace fretsaw {
namespace {

TEST(Printable, IsTextWithoutControlCharacters) {
  EXPECT_EQ(printable("a\033[2Jb"), "a\\u001b[2Jb");
  EXPECT_EQ(printable(std::string_view("nul\0bell\a\r", 10)), "nul\\u0000bell\\u0007\\r");
  EXPECT_EQ(printable("\x7F"), "\\u007f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\u009b31m");
  EXPECT_EQ(printable("one\ntwo\tthree"), "one\\ntwo\\tthree");
  EXPECT_EQ(printable("one\ntwo\tthree\r", Lines::Many), "one\ntwo\tthree\\r");
}

TEST(Printable, LeavesReadableTextAlone) {
  for (const char* const text : {"", "plain \\ text", "Grüße", "日本語", "\xC2\xA0", "😀"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_EQ(printable_output(text), text);
  }
}

TEST(Printable, KeepsTheDirectionOfText) {
  EXPECT_EQ(printable("a\u202Eb\u2066c\u2069"), "a\\u202eb\\u2066c\\u2069");
}

TEST(Printable, NamesBytesThatAreNoText) {
  EXPECT_EQ(printable("caf\xE9"), "caf\\xe9");
  EXPECT_EQ(printable("\xC0\x80"), "\\xc0\\x80");           // an overlong zero
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // half of a pair
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("\xE2\x82"), "\\xe2\\x82");  // cut off
}

TEST(Printable, OutputKeepsTheColorsOfTheProgram) {
  const std::string colored = std::string(tint::kError) + "error:" + tint::kNone + " no\n";
  EXPECT_EQ(printable_output(colored), colored);
  EXPECT_EQ(printable_output("\033[5mblink\033[0m\n"), "\\u001b[5mblink\033[0m\n");
  EXPECT_EQ(printable(colored, Lines::Many), "\\u001b[1;31merror:\\u001b[0m no\n");
}

Diagnostic at(const Source& source, std::uint32_t begin, std::uint32_t end) {
  return error_at({&source, begin, end}, ErrorClass::Syntax, "here");
}

TEST(Render, PutsTheCaretBehindWhatIsEscaped) {
  const Source source("m.als", "a \033 \xC2\x9B é x y\n");
  EXPECT_EQ(render(at(source, 10, 11)),
            "m.als:1:9: error: here\n"
            "    a \\u001b \\u009b é x y\n"
            "                      ^\n");
}

TEST(Render, UnderlinesAllOfWhatIsEscaped) {
  const Source source("m.als", "a \033\033 x\n");
  EXPECT_EQ(render(at(source, 2, 5)),
            "m.als:1:3: error: here\n"
            "    a \\u001b\\u001b x\n"
            "      ^~~~~~~~~~~~~\n");
}

TEST(Render, IsOneLineForNamesOfSeveral) {
  Diagnostic error = input_error("no file 'a\nerror: b'", "try\nagain");
  error.location = Location{.file = "x\ny", .line = 1, .column = 1, .width = 1, .source_line = {}};
  EXPECT_EQ(render(error),
            "x\\ny:1:1: error: no file 'a\n"
            "    error: b'\n"
            "help: try\n"
            "    again\n");
}

}  // namespace
}  // namespace fretsaw
