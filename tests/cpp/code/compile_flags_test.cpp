// SPDX-License-Identifier: MIT
#include "cpp/code/compile_flags.hpp"

#include <gtest/gtest.h>

#include "support/folder.hpp"

namespace fretsaw::code {
namespace {

using Words = std::vector<std::string>;

TEST(SplitWords, UnderstandsQuotesAndBackslashes) {
  EXPECT_EQ(*split_words(R"( -DA="x y" -D'B c' \-I\ d )"), (Words{"-DA=x y", "-DB c", "-I d"}));
  EXPECT_EQ(*split_words(""), Words{});
  EXPECT_EQ(split_words("-D'x").error().message, "unterminated quote in '-D'x'");
}

TEST(Standard, IsThatOfTheLastFlagThatNamesOne) {
  EXPECT_EQ(standard_flag({"-DA", "-std=c++11", "-Ib", "-std=gnu++17", "-DC"}), "-std=gnu++17");
  EXPECT_EQ(standard_flag({"-standard"}), std::nullopt);
  EXPECT_EQ(standard_year("-ansi"), 1998);
  EXPECT_EQ(standard_year("-std=gnu++03"), 1998);
  EXPECT_EQ(standard_year("--std=c++11"), 2011);
  EXPECT_EQ(standard_year("-std=c++1y"), 2014);
  EXPECT_EQ(standard_year("-std=gnu++17"), 2017);
  EXPECT_EQ(standard_year("-std=c++2a"), 2020);
  EXPECT_EQ(standard_year("-std=c++2c"), 2023);
}

TEST(Database, GivesTheFlagsOfTheSourceThatSuitsTheHeader) {
  const test::Folder folder;
  folder.write("compile_commands.json", R"([
    {"directory": "/b", "file": "/src/other.cpp", "command": "g++ -DOTHER -c /src/other.cpp"},
    {"directory": "/b", "file": "/src/tree.cpp", "command": "g++ -DTREE -Iinc -isystem sys -std=c++17 -O3 -g -Wall -MD -MF x.d -o tree.o -c /src/tree.cpp"}
  ])");
  EXPECT_EQ(*flags_from_database(folder.path(), "/src/tree.hpp"),
            (Words{"-DTREE", "-I/b/inc", "-isystem", "/b/sys", "-std=c++17"}));
  EXPECT_EQ(*flags_from_database(folder.path(), "/elsewhere/list.hpp"), (Words{"-DOTHER"}));
  EXPECT_EQ(flags_from_database("/nonexistent", "x.hpp").error().message,
            "cannot read '/nonexistent/compile_commands.json'");
  folder.write("compile_commands.json", "{}");
  EXPECT_FALSE(flags_from_database(folder.path(), "x.hpp"));
}

TEST(Database, IsRefusedWithTheKeyThatIsWrong) {
  const test::Folder folder;
  const auto said = [&](const std::string& text) {
    const std::string file = folder.write("compile_commands.json", text);
    const auto flags = flags_from_database(folder.path(), "x.hpp");
    EXPECT_FALSE(flags);
    return flags ? "" : render(flags.error()).substr(file.size() + 1);
  };
  EXPECT_TRUE(said("[{\"file\": 3, \"command\": \"g++\"}]")
                  .starts_with("1:11: error: expected a string in '[0].file', found a number\n"));
  EXPECT_TRUE(said("[{\"file\": \"a\"}]").starts_with("1:2: error: missing key '[0].command'\n"));
  EXPECT_TRUE(said("[{\"file\": \"a\", \"arguments\": [\"g++\", null]}]")
                  .starts_with("1:37: error: expected a string in '[0].arguments[1]', found null\n"));
  EXPECT_TRUE(said("[{\"file\": \"a\", \"directory\": [], \"command\": \"\"}]")
                  .starts_with("1:29: error: expected a string in '[0].directory', found an array\n"));
  EXPECT_TRUE(said("[{\"file\": \"a\"")
                  .starts_with("1:14: error: not JSON: expected ',' or '}', found the end of the text\n"));
}

}  // namespace
}  // namespace fretsaw::code
