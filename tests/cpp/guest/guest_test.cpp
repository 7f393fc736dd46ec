// SPDX-License-Identifier: MIT
// Code that ends in every possible way, one input after the other, in a copy of this process: every request is
// answered, and the next input is run, too.
#include "cpp/guest/guest.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <stdexcept>
#include <thread>

#include "base/stopwatch.hpp"
#include "cpp/guest/child/supervise.hpp"
#include "cpp/guest/describe.hpp"
#include "support/processes.hpp"
#include "work/bytes.hpp"

namespace fretsaw::guest {
namespace {

enum MessageKind : std::uint32_t { kRun = 'R', kAnswer = 'A', kEnded = 'E' };

// These faults are intentional: sanitizers must not report them first.
#define MEANT [[gnu::no_sanitize("address", "undefined")]]

volatile int zero = 0;

MEANT void write_to(std::uintptr_t address) { *reinterpret_cast<volatile int*>(address) = 1; }
MEANT void follow_null() { write_to(static_cast<std::uintptr_t>(zero)); }
MEANT void divide() { zero = 7 / zero; }

// Never comes back, in more stack than there is.
MEANT int descend(int depth) {
  volatile int here = depth;
  return depth < 0 ? 0 : descend(depth + 1) + here;
}

void spin() {
  while (zero == 0) {
  }
}

const std::map<std::string, void (*)()>& deeds() {
  static const std::map<std::string, void (*)()> kDeeds = {
      {"nothing", [] {}},
      {"null", follow_null},
      {"wild", [] { write_to(0x123456789000); }},
      {"division", divide},
      {"recursion", [] { zero = descend(0) * 0; }},
      {"abort", [] { std::abort(); }},
      {"terminate",
       [] {
         try {
           throw std::runtime_error("nobody wants this");
         } catch (...) {
           std::terminate();
         }
       }},
      {"exit", [] { std::exit(3); }},
      {"_exit", [] { _exit(4); }},
      {"kill", [] { raise(SIGKILL); }},
      {"kill group", [] { kill(0, SIGKILL); }},
      {"spin", [] { spin(); }},
      {"spin, deaf",
       [] {
         sigset_t all;
         sigfillset(&all);
         sigprocmask(SIG_BLOCK, &all, nullptr);
         spin();
       }},
      {"pause", [] { pause(); }},
      {"stop", [] { raise(SIGSTOP); }},
      {"close", [] { close_range(0, ~0U, 0); }},
      {"garbage",
       [] {
         for (int i = 0; i < 4096; ++i) {
           struct stat file = {};  // others are what this test was started with
           const bool is_ours = i <= STDERR_FILENO || (fstat(i, &file) == 0 && S_ISSOCK(file.st_mode));
           if (is_ours) (void)!write(i, "garbage garbage garbage", 24);
         }
       }},
      {"fork",
       [] {
         if (fork() == 0) pause();
       }},
      {"fork, and both come back",
       [] {
         if (const pid_t child = fork()) waitpid(child, nullptr, 0);
       }},
      {"daemon",
       [] {
         if (const pid_t child = fork()) {
           waitpid(child, nullptr, 0);
           return;
         }
         setsid();
         if (fork() == 0) pause();
         _exit(0);
       }},
      {"print",
       [] {
         std::printf("to stdout, ");
         std::cerr << "to stderr";
       }},
      {"print and crash",
       [] {
         std::cerr << "nearly there";
         follow_null();
       }},
      {"print much",
       [] {
         for (int i = 0; i < 10'000; ++i) std::puts("a line that is one of many");
       }},
      {"truncate", [] { (void)!ftruncate(STDOUT_FILENO, 0); }},
  };
  return kDeeds;
}

// A request is the name of a deed, once for each input; an answer is what was printed.
class Doer final : public Handler {
 public:
  void serve(const Request& request, Worker& worker) override {
    const auto count = static_cast<std::uint64_t>(request.bytes.front() - '0');
    for (std::uint64_t i = worker.cursor(); i < count; ++i) {
      worker.begin(1);
      deeds().at(std::string(request.bytes.substr(1)))();
      worker.end_alone();
      worker.set_cursor(i + 1);
      worker.send(kAnswer, {worker.share(worker.take_output())});
    }
  }
  bool ended(const TerminationRecord& how, Supervisor& supervisor) override {
    work::BytesWriter writer;
    writer(how);
    supervisor.send(kEnded, {writer.bytes});
    supervisor.set_cursor(supervisor.cursor() + 1);
    return true;
  }
};

class Guests : public ::testing::Test {
 protected:
  struct Result {
    TerminationRecord end;
    std::string printed;
  };

  // What comes of a deed; and then of nothing, with the same guest.
  Result result_of(const std::string& deed, const InputLimits& limits = {20, 60}) {
    auto started = start(limits);
    const Result result = ask(started, deed);
    EXPECT_EQ(ask(started, "nothing").end.how, Termination::Returned) << "after " << deed;
    return result;
  }

  static Guest start(const InputLimits& limits) {
    auto started = Guest::fork(
        [&](work::Channel channel) {
          Doer doer;
          supervise(std::move(channel), doer, {.limits = limits, .max_shared_bytes = 1 << 20});
        },
        "the test's guest");
    if (!started) throw std::runtime_error(render(started.error()));
    return *std::move(started);
  }

  static Result ask(Guest& guest, const std::string& deed, char times = '1') {
    guest.send(kRun, times + deed);
    return next(guest);
  }

  static Result next(Guest& guest) {
    Budget no_limit;
    auto message = guest.receive(no_limit);
    if (!message) throw std::runtime_error(render(message.error()));
    Result result;
    if (message->kind == kAnswer) {
      result.printed = message->bytes;
      return result;
    }
    work::BytesReader reader{message->bytes};
    reader(result.end);
    EXPECT_TRUE(reader.good && reader.bytes.empty());
    return result;
  }
};

TEST_F(Guests, ReportHowCodeEnded) {
  const std::map<std::string, Termination> expected = {
      {"nothing", Termination::Returned},        {"null", Termination::NullAccess},
      {"wild", Termination::Segmentation},       {"division", Termination::Arithmetic},
      {"recursion", Termination::StackOverflow}, {"abort", Termination::Abort},
      {"terminate", Termination::Terminate},     {"kill", Termination::Signal},
      {"kill group", Termination::Signal}};
  for (const auto& [deed, how] : expected) EXPECT_EQ(result_of(deed).end.how, how) << deed;
  EXPECT_EQ(result_of("wild").end.address, 0x123456789000U);
  EXPECT_EQ(result_of("terminate").end.detail, "std::runtime_error");
}

TEST_F(Guests, ReportTheExitStatus) {
  for (const auto& [deed, status] : std::map<std::string, int>{{"exit", 3}, {"_exit", 4}}) {
    const Result result = result_of(deed);
    EXPECT_EQ(result.end.how, Termination::Exit) << deed;
    EXPECT_EQ(result.end.number, status) << deed;
  }
}

TEST_F(Guests, EndCodeThatExceedsALimit) {
  const InputLimits limits = {.cpu_seconds = 0.1, .wall_seconds = 0.2};
  for (const char* const deed : {"spin", "spin, deaf"})
    EXPECT_EQ(result_of(deed, {.cpu_seconds = 0.1, .wall_seconds = 100}).end.how, Termination::CpuTime)
        << deed;
  for (const char* const deed : {"pause", "stop"})
    EXPECT_EQ(result_of(deed, limits).end.how, Termination::WallTime) << deed;
}

TEST_F(Guests, HaveNoDescriptorsThatCodeCouldUse) {
  for (const char* const deed : {"close", "garbage", "truncate"})
    EXPECT_EQ(result_of(deed).end.how, Termination::Returned) << deed;
}

TEST_F(Guests, EndRemainingProcesses) {
  for (const char* const deed : {"fork", "daemon"})
    EXPECT_EQ(result_of(deed).end.how, Termination::LeftProcesses) << deed;
  EXPECT_EQ(result_of("fork, and both come back").end.how, Termination::Returned);
}

TEST_F(Guests, CaptureOutput) {
  EXPECT_EQ(result_of("nothing").printed, "");
  const std::string printed = result_of("print").printed;
  EXPECT_NE(printed.find("to stdout"), std::string::npos) << printed;
  EXPECT_NE(printed.find("to stderr"), std::string::npos) << printed;
  EXPECT_EQ(result_of("print and crash").end.output, "nearly there");
  const std::string much = result_of("print much").printed;
  EXPECT_EQ(much.size(), Output::kMaxBytes);
  EXPECT_EQ(shown_output(much), [] {
    std::string text;
    for (int i = 0; i < 8; ++i) text += "a line that is one of many\n";
    return text + "…";
  }());
}

// Each input once, whatever becomes of the others.
TEST_F(Guests, ResumeAfterTheInputThatEndedAWorker) {
  auto guest = start({20, 60});
  EXPECT_EQ(ask(guest, "null", '5').end.how, Termination::NullAccess);
  for (int i = 1; i < 5; ++i) EXPECT_EQ(next(guest).end.how, Termination::NullAccess) << i;
  EXPECT_EQ(ask(guest, "nothing").end.how, Termination::Returned);
}

TEST_F(Guests, EndWithTheirHost) {
  pid_t guest = 0;
  {
    Guest busy = start({20, 60});
    busy.send(kRun, "1spin");
    guest = test::children_of(getpid()).back();
    ASSERT_TRUE(test::eventually([&] { return !test::children_of(guest).empty(); }));
  }
  EXPECT_FALSE(test::is_running(guest));
}

TEST_F(Guests, AreWaitedForWithinABudget) {
  Guest busy = start({20, 60});
  busy.send(kRun, "1spin");
  Budget little(Limits{.seconds = 0.1});
  EXPECT_THROW((void)busy.receive(little), LimitReached);
}

TEST_F(Guests, ReportTheirOwnEnd) {
  auto termination_error = Guest::fork([](work::Channel) { _exit(7); }, "the test's guest");
  ASSERT_TRUE(termination_error);
  Budget no_limit;
  auto message = termination_error->receive(no_limit);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().message, "the test's guest exited unexpectedly (status 7)");
  auto mute = Guest::fork(
      [](work::Channel channel) {
        channel.close();
        for (;;) pause();
      },
      "the test's guest");
  ASSERT_TRUE(mute);
  message = mute->receive(no_limit);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().message, "the test's guest closed its connection");
  auto liar = Guest::fork(
      [](work::Channel channel) {
        (void)!write(channel.descriptor(), std::string(64, '\xff').data(), 64);
        for (;;) pause();
      },
      "the test's guest");
  ASSERT_TRUE(liar);
  message = liar->receive(no_limit);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().message, "the test's guest sent a malformed reply");
}

TEST(Terminations, AllHaveANameAndAText) {
  std::map<std::string, int> names;
  for (std::size_t i = 0; i < kTerminations; ++i) {
    const auto how = static_cast<Termination>(i);
    EXPECT_EQ(++names[to_string(how)], 1) << to_string(how);
    EXPECT_NE(describe({.how = how}), "") << to_string(how);
  }
}

}  // namespace
}  // namespace fretsaw::guest
