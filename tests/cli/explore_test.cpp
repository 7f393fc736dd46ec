// SPDX-License-Identifier: MIT
// fretsaw explore, as users call it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

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

TEST_F(ExploreCommand, SaysWhatItFoundAsJsonTextAndFiles) {
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
  EXPECT_THAT(text.out, HasSubstr("8 of 8 branches covered; 1 test fails"));
  EXPECT_THAT(content(out + "/counter.hpp.txt"), HasSubstr("true: test"));
  EXPECT_THAT(content(out + "/branches.html"), HasSubstr("<html"));
  EXPECT_THAT(content(out + "/tests.cpp"), HasSubstr("FRETSAW_TEST(Counter,"));
}

TEST_F(ExploreCommand, LimitsAreNamed) {
  const Finished one =
      fretsaw({"explore", header(), "--method", "Counter::take", "--size", "1", "--tests", "1", "--json"});
  EXPECT_EQ(one.json()["tests"], 1);
  EXPECT_EQ(one.json()["infeasible"], 0);
  EXPECT_EQ(one.json()["unknown"].get<int>(), 8 - one.json()["covered"].get<int>());
  EXPECT_EQ(one.json()["complete"], false);
  const Finished text =
      fretsaw({"explore", header(), "--method", "Counter::take", "--size", "1", "--tests", "1"});
  EXPECT_THAT(text.out, testing::ContainsRegex("[1-7] of 8 branches covered, [1-7] unknown \\(--tests ended "
                                               "the search\\); it passes"));
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
      HasSubstr("3 of 4 branches covered, 1 unknown (not followed: floating-point numbers); all pass"));
}

TEST_F(ExploreCommand, BadUsageIsExplained) {
  const Finished none = fretsaw({"explore", header()});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("explore wants one --method"));
  const Finished until = fretsaw({"explore", header(), "--method", "Counter::take", "--until", "dawn"});
  EXPECT_EQ(until.status, 2);
  EXPECT_THAT(until.err, HasSubstr("branches or paths"));
  const Finished zero = fretsaw({"explore", header(), "--method", "Counter::take", "--tests", "0"});
  EXPECT_EQ(zero.status, 2);
  EXPECT_THAT(zero.err, HasSubstr("--tests wants at least 1"));
}

TEST_F(ExploreCommand, WithoutClangThePackageIsNamed) {
  const Finished missing = run({.arguments = {"explore", header(), "--method", "Counter::take"},
                                .environment = {"FRETSAW_CLANG=/nowhere/clang++"}});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("'explore' needs clang 19, and '/nowhere/clang++' cannot be run"));
  EXPECT_THAT(missing.err, HasSubstr("install the package clang-19; everything else works without it"));
}

}  // namespace
}  // namespace fretsaw::test
