// SPDX-License-Identifier: MIT
// Names, texts and paths hold whatever their authors wanted. None of it reaches a terminal as it is, and
// every document stays one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/text.hpp"
#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;
using testing::Not;

void expect_readable(const std::string& text) { EXPECT_EQ(text, printable(text, Lines::Many)); }

void expect_readable(const Finished& finished) {
  expect_readable(finished.out);
  expect_readable(finished.err);
}

constexpr const char* kTexts =
    "one sig Box { text: String }\n"
    "fact { Box.text = \"red\033[31m\x7F\xC2\x9B\u202E\" }\n"
    "show: run { Box.text != \"\033[31m\a\" } for 1\n"
    "wrong: check { no Box } for 1\n";

class ControlCharacters : public testing::Test {
 protected:
  Folder folder_;
};

TEST_F(ControlCharacters, OfStringLiteralsAreEscapedInEveryFormat) {
  const std::string model = folder_.write("texts.als", kTexts);
  for (const char* const format : {"text", "json", "xml", "dot", "svg"}) {
    const Finished shown = fretsaw({"enumerate", model, "-c", "show", "--format", format});
    EXPECT_EQ(shown.status, 0) << format << shown.err;
    expect_readable(shown);
    if (format == std::string("text")) EXPECT_THAT(shown.out, HasSubstr("\\u001b[31m"));
    const Finished ran = fretsaw({"run", model, "--format", format, "--out", folder_ / format});
    expect_readable(ran);
    EXPECT_THAT(ran.out,
                HasSubstr("[0] show: run { Box.text != \"\\u001b[31m\\u0007\" } for 1: instance found"));
    if (format == std::string("json")) continue;  // which may hold DEL and others
    for (const auto& file : std::filesystem::directory_iterator(folder_ / format))
      expect_readable(folder_.read(std::filesystem::relative(file.path(), folder_.path()).string()));
  }
  const nlohmann::json instance = fretsaw({"run", model, "-c", "show", "--json"}).json();
  EXPECT_THAT(instance.dump(), HasSubstr("red\\u001b[31m"));
}

TEST_F(ControlCharacters, OfStringLiteralsAreNoneInFiles) {
  const std::string model = folder_.write("texts.als", kTexts);
  const Finished shown = fretsaw({"test", model, "--junit", folder_ / "junit.xml"});
  EXPECT_EQ(shown.status, 1);
  expect_readable(shown);
  expect_readable(folder_.read("junit.xml"));
}

TEST_F(ControlCharacters, OfSourceLinesKeepTheCaretInItsPlace) {
  const std::string model = folder_.write("wrong.als", "run { \"\033[2J\" = nothing }\n");
  const Finished refused = fretsaw({"run", model});
  EXPECT_EQ(refused.status, 2);
  expect_readable(refused);
  EXPECT_THAT(refused.err, HasSubstr("    run { \"\\u001b[2J\" = nothing }\n"
                                     "                        ^~~~~~~\n"));
}

TEST_F(ControlCharacters, OfPathsAndArgumentsAreEscaped) {
  const std::string strange = folder_.write("a\nerror: b\033[31m.als", "run { nothing }\n");
  const std::string shown = printable(strange);
  const Finished refused = fretsaw({"run", strange});
  EXPECT_EQ(refused.status, 2);
  expect_readable(refused);
  EXPECT_TRUE(refused.err.starts_with(shown + ":1:7: error: ")) << refused.err;
  for (const std::string bad : {"\033]0;title\a.als", "caf\xE9.als"}) {
    const Finished missing = fretsaw({"run", bad});
    EXPECT_EQ(missing.status, 2);
    expect_readable(missing);
    EXPECT_THAT(missing.err, HasSubstr(printable(bad)));
    const Finished document = fretsaw({"run", bad, "--json"});
    EXPECT_TRUE(document.json().contains("error"));
    expect_readable(document);
  }
  const std::string model = folder_.write("texts.als", kTexts);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", model, "-c", "x\033[31m"}, {"\033[31m"}, {"run", model, "--\033x"}}) {
    const Finished unknown = fretsaw(words);
    EXPECT_EQ(unknown.status, 2);
    expect_readable(unknown);
    EXPECT_THAT(unknown.err, HasSubstr("\\u001b"));
  }
}

constexpr const char* kThrows = R"(
#include <stdexcept>
#include <string>
struct Box {
  std::string text;
  //@ invariant text.size() < 2;
  //@ ensures true;
  void open(int n) {
    if (n == 1) throw std::runtime_error("red\033[31m\r\nerror: fake\xFF");
  }
};
)";

TEST_F(ControlCharacters, OfExceptionsAndStringsAreEscaped) {
  const std::string header = folder_.write("box -#$\\\033.hpp", kThrows);
  const std::vector<std::string> words = {"check",  header, "--method", "Box::open",
                                          "--size", "1",    "--values", "Box::text='\\x1b','\\xff'"};
  const auto check = [&](const std::vector<std::string>& more) {
    Start start{.arguments = words, .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}};
    start.arguments.insert(start.arguments.end(), more.begin(), more.end());
    return run(start);
  };
  const Finished shown = check({"--keep-going"});
  EXPECT_EQ(shown.status, 1) << shown.err;
  expect_readable(shown);
  EXPECT_THAT(shown.out, HasSubstr("red\\u001b[31m\\r\\nerror: fake\\xff"));
  EXPECT_THAT(shown.out, HasSubstr("\\033"));  // the text of the box, as C++ writes it
  EXPECT_THAT(shown.out, HasSubstr("3 of 6 inputs"));
  const Finished document = check({"--keep-going", "--json"});
  expect_readable(document);
  EXPECT_EQ(document.json()["failed"], 3);
  const Finished files =
      check({"--junit", folder_ / "junit.xml", "--out", folder_ / "out", "--format", "json"});
  EXPECT_EQ(files.status, 1);
  expect_readable(folder_.read("junit.xml"));
}

TEST_F(ControlCharacters, InPathsThatCannotBeIncludedAreRefused) {
  for (const std::string name : {"a\"b.hpp", "a\nb.hpp"}) {
    const std::string header =
        folder_.write(name, "struct Empty { bool rep_ok() const { return true; } };\n");
    const Finished refused = fretsaw({"generate", header, "--class", "Empty", "--size", "1"});
    EXPECT_EQ(refused.status, 2);
    expect_readable(refused);
    EXPECT_THAT(refused.err, HasSubstr(": its path contains "));
    EXPECT_THAT(refused.err, HasSubstr(printable(name)));
  }
}

TEST(Flags, ThatOnlyTheCompilerKnowsAreNamed) {
  const Folder folder;
  const std::string header =
      folder.write("ok.hpp", "struct Ok { int x; bool rep_ok() const { return x > 0; } };\n");
  const Finished refused =
      fretsaw({"generate", header, "--class", "Ok", "--size", "1", "--cxxflags", "-fconserve-space"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("clang rejects the flag '-fconserve-space'"));
  EXPECT_THAT(refused.err, Not(HasSubstr("built-in headers")));
}

}  // namespace
}  // namespace fretsaw::test
