// SPDX-License-Identifier: MIT
#include "cxx/process.hpp"

#include <gtest/gtest.h>

#include "base/budget.hpp"

namespace fretsaw::cxx {
namespace {

TEST(Process, RunsCommandsToTheirEndAndKeepsWhatTheySay) {
  const auto results = run_commands(
      {{"sh", "-c", "echo out; echo err >&2; exit 3"}, {"sh", "-c", "kill -9 $$"}, {"/nonexistent"}});
  EXPECT_EQ(results[0].status, 3);
  EXPECT_EQ(results[0].output, "out\nerr\n");
  EXPECT_EQ(results[1].status, 128 + 9);
  EXPECT_EQ(results[2].status, 127);
}

TEST(Process, KillsCommandsThatReachALimitAndSaysSo) {
  try {
    run_commands({{"true"}, {"sleep", "100000"}}, {.seconds = 0.01});
    FAIL() << "it came back without a word";
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.reason, Stop::Time);
  }
}

TEST(Process, TalksToAChild) {
  auto child = ChildProcess::start({"cat"}, {});
  ASSERT_TRUE(child);
  ASSERT_TRUE(write_all(child->input(), "hello", 5));
  char answer[5];
  ASSERT_TRUE(read_all(child->output(), answer, 5));
  EXPECT_EQ(std::string(answer, 5), "hello");
}

TEST(Process, LimitsWhatAChildSays) {
  auto child = ChildProcess::start({"sh", "-c", "head -c 1000000 /dev/zero | tr '\\0' x >&2"},
                                   {.memory_mb = 0, .output_bytes = 4096});
  ASSERT_TRUE(child);
  child->wait();
  EXPECT_LE(child->standard_error().size(), 4200U);
}

TEST(Process, QuotesWhatAShellWouldSplit) {
  EXPECT_EQ(command_line({"g++", "-DA=x y", "a.cpp"}), "g++ '-DA=x y' a.cpp");
}

}  // namespace
}  // namespace fretsaw::cxx
