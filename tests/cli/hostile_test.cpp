// SPDX-License-Identifier: MIT
// Code that does to its process what it can: every verb that runs it goes on, names the input, and leaves no
// process behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "cli/process.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile = R"(
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
extern char** environ;

struct Box {
  int x = 0;
  //@ ensures true;
  void closes_all() { close_range(0, ~0U, 0); }
  //@ ensures true;
  void closes_each() { for (int i = 0; i < 70000; ++i) close(i); }
  //@ ensures true;
  void writes_garbage() { for (int i = 0; i < 4096; ++i) if (write(i, "garbage garbage", 16) < 0) continue; }
  //@ ensures true;
  void comes_back_twice() { if (const pid_t child = fork()) waitpid(child, nullptr, 0); }
  //@ ensures true;
  void forks() { if (fork() == 0) for (;;) pause(); }
  //@ ensures true;
  void detaches() {
    if (const pid_t child = fork()) { waitpid(child, nullptr, 0); return; }
    setsid();
    if (fork() == 0) for (;;) pause();
    _exit(0);
  }
  //@ ensures true;
  void spawns() {
    char name[] = "sleep", time[] = "100000";
    char* words[] = {name, time, nullptr};
    pid_t child = 0;
    posix_spawnp(&child, name, nullptr, nullptr, words, environ);
  }
  //@ ensures true;
  void pauses() { for (;;) pause(); }
  //@ ensures true;
  void stops() { raise(SIGSTOP); }
  //@ ensures true;
  void is_deaf() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    for (volatile int i = 0; i == 0;) {}
  }
  //@ ensures true;
  void kills_its_group() { kill(0, SIGKILL); }
  //@ ensures x != 2;
  void prints() { std::printf("x is %d\n", x); std::fputs("this is an error\n", stderr); }
};
)";

class HostileCode : public testing::Test {
 protected:
  Finished verb(std::vector<std::string> words) {
    return run({.arguments = std::move(words), .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}});
  }
  std::string header() { return folder_.write("hostile.hpp", kHostile); }

  Folder folder_;
};

TEST_F(HostileCode, IsCheckedToTheEnd) {
  const Finished all = verb({"check", header(), "--size", "1", "--values", "Box::x=0..3", "--keep-going",
                             "--json", "--input-timeout", "0.2"});
  ASSERT_EQ(all.status, 1) << all.err;
  std::map<std::string, json> methods;
  const json document = json::parse(all.out);
  for (const json& method : document.at("methods")) {
    const std::string name = method.at("method");
    methods[name.substr(5, name.find('(') - 5)] = method;
  }
  for (const char* const name : {"closes_all", "closes_each", "writes_garbage", "comes_back_twice"}) {
    EXPECT_EQ(methods.at(name).at("passed"), 4) << name;
    EXPECT_EQ(methods.at(name).at("failed"), 0) << name;
  }
  const std::map<std::string, std::pair<std::string, std::string>> failures = {
      {"forks", {"leak", "child processes were still running after the call"}},
      {"detaches", {"leak", "child processes were still running after the call"}},
      {"spawns", {"leak", "child processes were still running after the call"}},
      {"pauses", {"endless loop", "exceeded 2 s of wall-clock time while waiting"}},
      {"stops", {"endless loop", "exceeded 2 s of wall-clock time while waiting"}},
      {"is_deaf", {"endless loop", "exceeded 0.2 s of processor time"}},
      {"kills_its_group", {"crash", "signal: Killed"}}};
  for (const auto& [name, failure] : failures) {
    const json& method = methods.at(name);
    EXPECT_EQ(method.at("failed"), 4) << name;
    EXPECT_EQ(method.at("counterexamples").at(0).at("reason"), failure.first) << name;
    EXPECT_THAT(method.at("counterexamples").at(0).at("message"), HasSubstr(failure.second)) << name;
  }
  const json& printed = methods.at("prints").at("counterexamples").at(0);
  EXPECT_EQ(printed.at("output"), "x is 2\nthis is an error\n");
}

TEST_F(HostileCode, ShowsWhatItHasPrinted) {
  const Finished prints =
      verb({"check", header(), "--method", "Box::prints", "--size", "1", "--values", "Box::x=2"});
  EXPECT_EQ(prints.status, 1);
  EXPECT_THAT(prints.out, HasSubstr("  output:\n    x is 2\n    this is an error\n"));
}

// Not after all the others that were sent with it.
TEST_F(HostileCode, IsReportedAtOnce) {
  const std::string log = folder_ / "log";
  const std::string waiting = folder_.write("waiting.hpp", R"(
#include <fcntl.h>
#include <unistd.h>
struct Box {
  int x = 0;
  //@ ensures true;
  void loops() {
    const int log = open(LOG, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (write(log, "x", 1) < 0) return;
    close(log);
    for (volatile int i = 0; i == 0;) {}
  }
};
)");
  const Finished check =
      verb({"check", waiting, "--method", "Box::loops", "--size", "1", "--values", "Box::x=0..255",
            "--input-timeout", "0.1", "--cxxflags", "-DLOG='\"" + log + "\"'", "-j", "1"});
  EXPECT_EQ(check.status, 1);
  EXPECT_THAT(check.out, HasSubstr("failed on input 1:"));
  std::ifstream in(log);
  EXPECT_LE(std::string(std::istreambuf_iterator<char>(in), {}).size(), 5U)
      << "of 256 that were sent at once";
}

// A host that waits for the method would wait for hours.
TEST_F(HostileCode, IsExploredWithinTheTimeLimit) {
  const Finished explore = verb({"explore", header(), "--method", "Box::pauses", "--size", "1", "--values",
                                 "Box::x=0..3", "--input-timeout", "10000", "--timeout", "10"});
  EXPECT_EQ(explore.status, 3) << explore.err;
  EXPECT_THAT(explore.out + explore.err, HasSubstr("time limit reached"));
}

TEST_F(HostileCode, IsExploredToTheEnd) {
  for (const char* const method : {"Box::closes_all", "Box::writes_garbage"}) {
    const Finished explore =
        verb({"explore", header(), "--method", method, "--size", "1", "--values", "Box::x=0..3"});
    EXPECT_EQ(explore.status, 0) << method << explore.out << explore.err;
  }
}

TEST_F(HostileCode, IsSearchedToTheEnd) {
  const auto generated = [&](const std::string& name, const std::string& deed) {
    const std::string file = folder_.write(name + ".hpp", R"(
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
struct Box {
  int x = 0, y = 0;
  bool rep_ok() const { )" + deed + R"( return x < 2 || y < 2; }
};
)");
    return verb({"generate", file, "--class", "Box", "--values", "Box::x=0..3", "--values", "Box::y=0..3",
                 "--count"});
  };
  for (const auto& [name, deed] : std::map<std::string, std::string>{
           {"nothing", ""},
           {"range", "close_range(0, ~0U, 0);"},
           {"each", "for (int i = 0; i < 70000; ++i) close(i);"},
           {"garbage",
            "for (int i = 0; i < 512; ++i) if (write(i, \"garbage garbage\", 16) < 0) continue;"}}) {
    const Finished search = generated(name, deed);
    EXPECT_EQ(search.status, 0) << name << search.err;
    EXPECT_THAT(search.out, HasSubstr(complete(12, "structure"))) << name;
    EXPECT_THAT(search.err, Not(HasSubstr("processes"))) << name;
  }
  const Finished forks = generated("forks", "if (x == 1 && y == 1 && fork() == 0) for (;;) pause();");
  EXPECT_THAT(forks.out, HasSubstr(complete(12, "structure"))) << forks.err;
  EXPECT_THAT(forks.err, HasSubstr("the predicate left 1 process running; killed"));
}

}  // namespace
}  // namespace fretsaw::test
