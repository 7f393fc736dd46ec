// SPDX-License-Identifier: MIT
// What check_method() says; its tests run in examples/structures.
#include "fretsaw/methods.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace fretsaw {
namespace {

using testing::HasSubstr;

// A header of its own that is gone afterwards.
class Counter {
 public:
  explicit Counter(const char* step)
      : path_((std::filesystem::temp_directory_path() /
               ("fretsaw-counter-" + std::to_string(getpid()) + "-" +
                std::to_string(std::hash<std::string>()(step)) + ".hpp"))
                  .string()) {
    std::ofstream(path_) << "struct Counter {\n  int count = 0;\n"
                            "  /*@ ensures { this.count = plus[this.count`, 1] } */\n  void step() { "
                         << step << " }\n};\n";
  }
  ~Counter() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(CheckMethod, CountsAndShows) {
  const Counter good("++count;");
  const MethodVerdict passed = check_method(good.path(), "Counter::step", {.size = 4});
  EXPECT_TRUE(passed) << passed.text;
  EXPECT_EQ(passed.inputs, 5U);
  EXPECT_EQ(passed.text, "");

  const Counter bad("count += count == 2 ? 2 : 1;");
  const MethodVerdict failed = check_method(bad.path(), "", {.size = 4, .keep_going = true});
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.failed, 1U);
  EXPECT_EQ(failed.passed, 4U);
  EXPECT_THAT(failed.text, HasSubstr("Counter::step() fails on input 3"));
  EXPECT_THAT(failed.text, HasSubstr("count = 4 (was 2)"));
  EXPECT_NONFATAL_FAILURE(FRETSAW_EXPECT_CONTRACT(bad.path(), "Counter::step", {.size = 4}),
                          "the postcondition does not hold");
}

TEST(CheckMethod, WhatCannotBeCheckedIsNoPass) {
  const Counter good("++count;");
  const MethodVerdict verdict = check_method(good.path(), "Counter::jump", {.size = 1});
  EXPECT_FALSE(verdict);
  EXPECT_THAT(verdict.text, HasSubstr("there is no method or function 'Counter::jump'"));
}

}  // namespace
}  // namespace fretsaw
