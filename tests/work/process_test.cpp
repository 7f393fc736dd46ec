// SPDX-License-Identifier: MIT
#include "work/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "base/budget.hpp"
#include "support/folder.hpp"
#include "support/processes.hpp"
#include "work/private_files.hpp"

namespace fretsaw::work {
namespace {

TEST(Process, RunsCommandsToTheirEndAndKeepsTheirOutput) {
  const auto results = run_commands(
      {{"sh", "-c", "echo out; echo err >&2; exit 3"}, {"sh", "-c", "kill -9 $$"}, {"/nonexistent"}});
  EXPECT_EQ(results[0].status, 3);
  EXPECT_EQ(results[0].output, "out\nerr\n");
  EXPECT_EQ(results[1].status, 128 + 9);
  EXPECT_EQ(results[2].status, 127);
}

TEST(Process, KillsCommandsAtALimitAndReportsIt) {
  try {
    run_commands({{"true"}, {"sleep", "100000"}}, {.seconds = 0.01});
    FAIL() << "it came back without a word";
  } catch (const LimitReached& limit) {
    EXPECT_EQ(limit.reason, StopReason::Time);
  }
}

// What a command has started, as a compiler's driver does.
TEST(Process, EndsWhatCommandsHaveStarted) {
  const test::Folder folder;
  const std::string number = folder / "number";
  const std::string line = "sh -c 'echo $$ > " + number + "; exec sleep 100000' & wait";
  EXPECT_THROW(run_commands({{"sh", "-c", line}}, {.seconds = 0.3}), LimitReached);
  const pid_t started = test::number_in(number);
  EXPECT_TRUE(test::eventually([&] { return !test::is_running(started); }));
}

TEST(Process, CommandsAreAskedToEndBeforeTheyAreKilled) {
  const test::Folder folder;
  // As gcc does: it removes its temporary files when it is asked to end.
  const std::string line = "trap 'rm " + (folder / "made") + "; exit 1' TERM; touch " + (folder / "made") +
                           "; touch " + (folder / "ready") + "; while :; do sleep 0.01; done";
  Limits limits;
  std::thread canceler([&] {
    test::eventually([&] { return std::filesystem::exists(folder / "ready"); });
    limits.cancel.request();
  });
  EXPECT_THROW(run_commands({{"sh", "-c", line}}, limits), LimitReached);
  canceler.join();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"ready"});
}

TEST(Process, CommandsThatDoNotListenAreKilled) {
  EXPECT_THROW(run_commands({{"sh", "-c", "trap '' TERM; while :; do sleep 0.01; done"}}, {.seconds = 0.1}),
               LimitReached);
}

// Somebody who presses Ctrl-C means the parent, and nobody may wait for a line from the terminal.
TEST(Process, CommandsAreInAnotherGroupAndReadNothing) {
  const auto result = run_commands({{"sh", "-c", "cut -d' ' -f5 /proc/$$/stat; cat"}});
  EXPECT_EQ(result.front().status, 0);
  EXPECT_NE(std::stoi(result.front().output), getpgrp());
  EXPECT_EQ(result.front().output.find('\n'), result.front().output.size() - 1) << "standard input is empty";
}

TEST(Process, CommandsEndWhenTheirParentIsKilled) {
  const test::Folder folder;
  const std::string number = folder / "number";
  const pid_t parent = fork();
  if (parent == 0) {
    // In a thread, and what is started by what is started.
    std::thread([&] {
      run_commands({{"sh", "-c", "sh -c 'echo $$ > " + number + "; exec sleep 100000' & wait"}});
    }).join();
    _exit(0);
  }
  const pid_t started = test::number_in(number);
  EXPECT_TRUE(test::is_running(started));
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  EXPECT_TRUE(test::eventually([&] { return !test::is_running(started); }));
}

TEST(Process, TemporaryFilesGoWhereTheyAreTold) {
  const auto result = run_commands({{"sh", "-c", "echo $TMPDIR; env | grep -c ^TMPDIR="}}, {}, "/some/where");
  EXPECT_EQ(result.front().output, "/some/where\n1\n");
}

// What was opened is run, whatever has its name by then.
TEST(Process, RunsTheProgramThatWasOpened) {
  const test::Folder folder;
  const std::string path = folder / "program";
  std::filesystem::copy_file("/bin/echo", path);
  const Descriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const std::string word = open_program_word(opened.number());
  EXPECT_EQ(open_program_of(word), opened.number());
  EXPECT_EQ(open_program_of("/proc/self/fd/"), std::nullopt);
  EXPECT_EQ(open_program_of("/proc/self/fd/1/x"), std::nullopt);
  EXPECT_EQ(open_program_of("echo"), std::nullopt);
  EXPECT_EQ(run_commands({{word, "hello"}}).front().output, "hello\n");
  std::filesystem::remove(path);
  std::filesystem::copy_file("/bin/false", path);
  EXPECT_EQ(run_commands({{word, "hello"}}).front().output, "hello\n");
  auto child = ChildProcess::start({word, "hello"}, {});
  EXPECT_EQ(test::text_from(child->channel().descriptor(), 6), "hello\n");
}

TEST(Process, AnOpenProgramSeesItsPathAsItsName) {
  const test::Folder folder;
  const std::string path = folder / "program";
  std::filesystem::copy_file("/bin/cat", path);
  const Descriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const std::string word = open_program_word(opened.number());
  const std::string said = run_commands({{word, "/proc/self/cmdline"}}).front().output;
  EXPECT_EQ(said.substr(0, said.find('\0')), path);
}

TEST(Process, AnOpenScriptIsRunToo) {
  const test::Folder folder;
  const std::string path = folder.write("script", "#!/bin/sh\necho said $1\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const Descriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(run_commands({{open_program_word(opened.number()), "it"}}).front().output, "said it\n");
}

// Those that user code forks.
TEST(Process, WhatAChildHasStartedEndsWithIt) {
  const test::Folder folder;
  const auto start = [&](const std::string& then) {
    const std::string number = folder / "number";
    std::filesystem::remove(number);
    auto child = ChildProcess::start(
        {"sh", "-c", "sh -c 'echo $$ > " + number + "; exec sleep 100000' & " + then}, {});
    return std::pair(std::move(child), test::number_in(number));
  };
  auto [ended, of_ended] = start("exit 3");
  EXPECT_EQ(ended->wait(), 3);
  EXPECT_TRUE(test::eventually([&, process = of_ended] { return !test::is_running(process); }));
  pid_t of_left = 0;
  {
    auto [left, process] = start("wait");
    of_left = process;
  }
  EXPECT_TRUE(test::eventually([&] { return !test::is_running(of_left); }));
}

TEST(Process, TalksToAChild) {
  auto child = ChildProcess::start({"cat"}, {});
  ASSERT_TRUE(child);
  ASSERT_TRUE(write_all(child->channel().descriptor(), "hello", 5));
  EXPECT_EQ(test::text_from(child->channel().descriptor(), 5), "hello");
}

TEST(Process, LimitsTheOutputOfAChild) {
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
}  // namespace fretsaw::work
