// SPDX-License-Identifier: MIT
// fretsaw explore, as users call it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;

constexpr const char* kCounter = R"(
struct Counter {
  int value = 0;
  bool rep_ok() const { return value >= 0; }
  //@ ensures \result == \old(value);
  int take(int amount) {
    const int before = value;
    if (amount > 1000000 && amount % 77 == 5) return before + 1;
    if (amount > 0 && amount <= value) value -= amount;
    return before;
  }
};
)";

class ExploreCommand : public testing::Test {
 protected:
  std::string header() { return folder_.write("counter.hpp", kCounter); }
  static std::string content(const std::string& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }

  Folder folder_;
};

TEST_F(ExploreCommand, ReportsWhereAMethodWithoutABodyIsDeclared) {
  const std::string header = folder_.write("box.hpp",
                                           "struct Box {\n"
                                           "  int n = 0;\n"
                                           "  int take(int k);\n"
                                           "};\n");
  for (const char* const command : {"explore", "check"}) {
    const Finished method = fretsaw({command, header, "--method", "Box::take", "--size", "1", "--json"});
    EXPECT_EQ(method.status, 2);
    const nlohmann::json error = method.json()["error"];
    EXPECT_EQ(error["message"], "'Box::take(int)' is declared but not defined");
    EXPECT_EQ(error["file"], header);
    EXPECT_EQ(error["line"], 3);
    EXPECT_EQ(error["column"], 7);
  }
}

TEST_F(ExploreCommand, ReportsBranchesAsSoonAsTheyAreKnown) {
  const Finished early =
      fretsaw({"explore", header(), "--method", "Counter::take", "--timeout", "0.01", "--no-cache"});
  EXPECT_EQ(early.status, 3);
  EXPECT_THAT(early.err, HasSubstr("error: time limit reached while building the instrumented program; "
                                   "no branches are known yet\n"));
  fretsaw({"explore", header(), "--method", "Counter::take"});  // builds it
  const Finished built =
      fretsaw({"explore", header(), "--method", "Counter::take", "--timeout", "0.001", "--json"});
  EXPECT_EQ(built.status, 3);
  const nlohmann::json json = built.json();
  EXPECT_EQ(json["stop"], "time");
  EXPECT_EQ(json["branches"], 8);
  EXPECT_EQ(json["unknown"], 8);
  EXPECT_EQ(json["outcomes"].size(), 8U);
}

TEST_F(ExploreCommand, ReportsAsJsonTextAndFiles) {
  const Finished document =
      fretsaw({"explore", header(), "--method", "Counter::take", "--size", "1", "--json"});
  EXPECT_EQ(document.status, 1) << document.err;
  const nlohmann::json json = document.json();
  EXPECT_EQ(json["command"], "explore");
  EXPECT_EQ(json["method"], "Counter::take");
  EXPECT_EQ(json["branches"], 8);
  EXPECT_EQ(json["covered"], 8);
  EXPECT_EQ(json["infeasible"], 0);
  EXPECT_EQ(json["failed"], 1);
  EXPECT_EQ(json["check_inputs"], 4);
  EXPECT_EQ(json["check_inputs_complete"], true);
  EXPECT_EQ(json["tests"], json["paths"].size());
  EXPECT_LE(json["tests"], 5);
  EXPECT_EQ(json["divergences"], 0);
  EXPECT_EQ(json["untrue_conditions"], 0);
  EXPECT_GT(json["ms"], 0);

  const std::string out = folder_ / "out";
  const Finished text = fretsaw(
      {"explore", header(), "--method", "Counter::take", "--size", "1", "--out", out, "--emit", "gtest"});
  EXPECT_EQ(text.status, 1);
  EXPECT_THAT(text.out, HasSubstr("8 of 8 branches covered; 1 test failed"));
  EXPECT_THAT(content(out + "/counter.hpp.txt"), HasSubstr("true: test"));
  EXPECT_THAT(content(out + "/branches.html"), HasSubstr("<html"));
  const std::string suite = content(out + "/tests.cpp");
  EXPECT_THAT(suite, HasSubstr("FRETSAW_TEST(Counter,"));
  const std::size_t support = suite.find("\nstruct Heap {");
  ASSERT_NE(support, std::string::npos);
  EXPECT_EQ(suite.find("\nstruct Heap {", support + 1), std::string::npos) << "once for all tests";
}

TEST_F(ExploreCommand, LimitsAreNamed) {
  const Finished one = fretsaw(
      {"explore", header(), "--method", "Counter::take", "--size", "1", "--max-tests", "1", "--json"});
  EXPECT_EQ(one.json()["tests"], 1);
  EXPECT_EQ(one.json()["infeasible"], 0);
  EXPECT_EQ(one.json()["unknown"].get<int>(), 8 - one.json()["covered"].get<int>());
  EXPECT_EQ(one.json()["complete"], false);
  const Finished text =
      fretsaw({"explore", header(), "--method", "Counter::take", "--size", "1", "--max-tests", "1"});
  EXPECT_THAT(text.out,
              testing::ContainsRegex("[1-7] of 8 branches covered, [1-7] unknown \\(.*--max-tests.*\\); "
                                     "passed\n"));
}

TEST_F(ExploreCommand, WhatIsUnknownIsCountedWithItsReason) {
  const std::string file = folder_.write("scale.hpp", R"(
inline int weigh(int amount, double factor) {
  if (amount * factor > 10) return 1;
  return amount == 3 ? 2 : 3;
})");
  const Finished text =
      fretsaw({"explore", file, "--method", "weigh", "--values", "weigh::factor=1", "--size", "2"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(
      text.out,
      HasSubstr("3 of 4 branches covered, 1 unknown (not tracked: floating-point numbers); all passed"));
}

TEST_F(ExploreCommand, TheSuiteMarksTestsThatNeedMemoryToRunOut) {
  const std::string file = folder_.write("grab.hpp", R"(
#include <cstdlib>
inline int grab(unsigned n) {
  void* const block = std::malloc(n);
  if (block == nullptr) return 1;
  std::free(block);
  return 2;
})");
  const Finished suite = fretsaw({"explore", file, "--method", "grab", "--emit", "gtest", "--quiet"});
  EXPECT_EQ(suite.status, 0) << suite.err;
  constexpr const char* kComment =
      "// Takes its path only if a single allocation of more than 128 MB fails.\n// grab(";
  const std::size_t first = suite.out.find(kComment);
  ASSERT_NE(first, std::string::npos) << suite.out;
  EXPECT_EQ(suite.out.find(kComment, first + 1), std::string::npos) << "of one of two tests";
}

TEST_F(ExploreCommand, BadUsageIsExplained) {
  const Finished none = fretsaw({"explore", header()});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("'explore' requires '--method Class::method'"));
  const Finished until = fretsaw({"explore", header(), "--method", "Counter::take", "--criterion", "dawn"});
  EXPECT_EQ(until.status, 2);
  EXPECT_THAT(until.err, HasSubstr("branches or paths"));
  const Finished zero = fretsaw({"explore", header(), "--method", "Counter::take", "--max-tests", "0"});
  EXPECT_EQ(zero.status, 2);
  EXPECT_THAT(zero.err, HasSubstr("invalid value '0' for '--max-tests': expected a number of at least 1"));
}

TEST_F(ExploreCommand, WithoutClangThePackageIsNamed) {
  const Finished missing = run({.arguments = {"explore", header(), "--method", "Counter::take"},
                                .environment = {"FRETSAW_CLANG=/nowhere/clang++"}});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("error: 'explore' requires clang 19: cannot run '/nowhere/clang++'\n"));
  EXPECT_THAT(missing.err, HasSubstr("help: install the package clang-19\n"));
}

// Everything has been called, and the inputs of 'check' would be counted for minutes: each call leaves a
// mark, two when they are explored and two when they are judged.
TEST_F(ExploreCommand, IsInterruptedWhileInputsAreCounted) {
  const std::string marks = folder_ / "marks";
  const std::string file = folder_.write("slow.hpp", R"(
#include <cstdio>
#include <unistd.h>
struct Slow {
  int a = 0, b = 0, c = 0;
  bool rep_ok() const { usleep(50000); return a + b + c >= 0; }
  int take(int k) {
    std::FILE* const marks = std::fopen(")" + marks + R"(", "a");
    std::fputc('x', marks);
    std::fclose(marks);
    return k > a ? 1 : 2;
  }
};
)");
  const auto counting = [&](bool as_json) {
    std::filesystem::remove(marks);
    std::vector<std::string> words = {"explore", file, "--method", "Slow::take", "--size", "20", "--quiet"};
    if (as_json) words.emplace_back("--json");
    return run({.arguments = words, .then = [&](pid_t process) {
                  std::error_code none_yet;
                  for (int i = 0; i < 6000; ++i) {
                    const auto size = std::filesystem::file_size(marks, none_yet);
                    if (!none_yet && size >= 4) break;
                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                  }
                  std::this_thread::sleep_for(std::chrono::milliseconds(200));
                  kill(process, SIGINT);
                }});
  };
  const Finished document = counting(true);
  EXPECT_EQ(document.status, 130) << document.err;
  EXPECT_EQ(document.json()["interrupted"], true);
  EXPECT_EQ(document.json()["covered"], 2);
  EXPECT_EQ(document.json()["judged"], 2);
  EXPECT_EQ(document.json()["check_inputs"], nullptr);
  const Finished text = counting(false);
  EXPECT_EQ(text.status, 130) << text.err;
  EXPECT_THAT(text.out, HasSubstr("2 of 2 branches covered; all passed; interrupted while counting the "
                                  "inputs of 'fretsaw check'\n"));
}

}  // namespace
}  // namespace fretsaw::test
