// SPDX-License-Identifier: MIT
// What is different on a terminal: colors, and a line that says how far the work is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Terminal : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_terminals()) GTEST_SKIP() << "there are no terminals here: /dev/pts is missing";
  }

  Finished on_terminal(const std::string& model, std::vector<std::string> words,
                       std::vector<std::string> environment = {}) {
    words.insert(words.begin() + 1, folder_.write("m.als", model));
    environment.emplace_back("TERM=xterm");
    return run({.arguments = words, .environment = environment, .terminal = true});
  }

  Folder folder_;
};

constexpr const char* kSmall = "sig A {}\nrun { some A }\n";

TEST_F(Terminal, ShowsColors) {
  EXPECT_THAT(on_terminal(kSmall, {"run"}).out, HasSubstr("\033[32minstance found\033[0m"));
}

TEST_F(Terminal, ShowsNoColorsIfToldSo) {
  EXPECT_THAT(on_terminal(kSmall, {"run", "--no-color"}).out, Not(HasSubstr("\033")));
  EXPECT_THAT(on_terminal(kSmall, {"run"}, {"NO_COLOR=1"}).out, Not(HasSubstr("\033")));
}

TEST_F(Terminal, ErrorsAreColoredToo) {
  EXPECT_THAT(on_terminal("sig A {", {"run"}).out, HasSubstr("\033[1;31merror:\033[0m"));
}

TEST_F(Terminal, ALongEnumerationShowsItsProgress) {
  const auto done = run({.arguments = {"enumerate", folder_.write("m.als", kEndlessModel), "--count"},
                         .environment = {"TERM=xterm"},
                         .terminal = true,
                         .when_seen = "% explored",
                         .then = [](pid_t process) { kill(process, SIGINT); }});
  EXPECT_EQ(done.status, 130);
  EXPECT_THAT(done.out, HasSubstr("\r\033[K"));
  EXPECT_THAT(done.out, HasSubstr(" instances, "));
  EXPECT_THAT(done.out, testing::ContainsRegex("/s, [a-z ]+[0-9]+% explored, .* left"));
}

TEST_F(Terminal, SoDoesACheckWhoseInputsAreSolvedFor) {
  const std::string header = folder_.write("list.hpp", R"(
struct Item { Item* next = nullptr; int key = 0; };
struct List {
  /*@ invariant { no i: this.first.*next | i in i.^next } */
  Item* first = nullptr;
  //@ ensures true;
  void touch() {}
};
)");
  const auto done = run({.arguments = {"check", header, "--method", "List::touch", "--size", "12"},
                         .environment = {"TERM=xterm"},
                         .terminal = true,
                         .when_seen = "% explored",
                         .then = [](pid_t process) { kill(process, SIGINT); }});
  EXPECT_EQ(done.status, 130) << done.out;
}

TEST_F(Terminal, QuietShowsNoProgress) {
  EXPECT_THAT(on_terminal(kEndlessModel, {"enumerate", "--count", "--timeout", "1.5", "--quiet"}).out,
              Not(HasSubstr("\r\033[K")));
}

TEST_F(Terminal, AShortRunShowsNoProgress) {
  EXPECT_THAT(on_terminal(kSmall, {"run"}).out, Not(HasSubstr("\033[K")));
}

}  // namespace
}  // namespace fretsaw::test
