// SPDX-License-Identifier: MIT
#include "cli/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>

namespace fretsaw::test {

namespace {

constexpr std::chrono::minutes kPatience{10};
constexpr const char* kProgram = FRETSAW_BINARY_DIR "/fretsaw";

[[noreturn]] void become_program(const Start& start) {
  if (start.file_bytes) {
    const rlimit most = {*start.file_bytes, *start.file_bytes};
    if (setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(126);
  }
  if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) _exit(126);
  setenv("XDG_CACHE_HOME", FRETSAW_BINARY_DIR "/tests_cache", 0);  // not the user's own
  for (const std::string& variable : start.environment) putenv(const_cast<char*>(variable.c_str()));
  std::vector<char*> words = {const_cast<char*>(kProgram)};
  for (const std::string& word : start.arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(kProgram, words.data());
  _exit(127);
}

struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  }
  int ends[2];
};

// The parent's side of the child: where it is written to and read from; -1 once closed.
struct Child {
  pid_t pid = -1;
  int in = -1;
  int out = -1;
  int err = -1;
};

Child start_with_pipes(const Start& start) {
  const Pipe in, out, err;
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(in.ends[0], STDIN_FILENO);
    dup2(out.ends[1], STDOUT_FILENO);
    dup2(err.ends[1], STDERR_FILENO);
    if (!start.output.empty()) dup2(open(start.output.c_str(), O_WRONLY), STDOUT_FILENO);
    become_program(start);
  }
  close(in.ends[0]);
  close(out.ends[1]);
  close(err.ends[1]);
  return {pid, in.ends[1], out.ends[0], err.ends[0]};
}

Child start_on_terminal(const Start& start) {
  int terminal = -1;
  winsize size = {.ws_row = 40, .ws_col = 120, .ws_xpixel = 0, .ws_ypixel = 0};
  const pid_t pid = forkpty(&terminal, nullptr, nullptr, &size);
  if (pid == 0) become_program(start);
  return {pid, -1, terminal, -1};
}

constexpr int kTick = 20;     // milliseconds
constexpr int kWaiting = 10;  // ticks of silence after a prompt: the program waits for a line

class Conversation {
 public:
  Conversation(const Start& start, Child child) : start_(start), child_(child) {}

  Finished finish() {
    write_input();
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (child_.out >= 0 || child_.err >= 0) {
      react();
      pollfd wanted[2] = {{child_.out, POLLIN, 0}, {child_.err, POLLIN, 0}};
      quiet_ = poll(wanted, 2, kTick) == 0 ? quiet_ + 1 : 0;
      if (wanted[0].revents != 0) read_from(child_.out, finished_.out);
      if (wanted[1].revents != 0) read_from(child_.err, finished_.err);
      if (finished_.out.size() >= start_.read_at_most) close_end(child_.out);
      if (std::chrono::steady_clock::now() > deadline) {
        ADD_FAILURE() << "the program did not end; so far it said: " << finished_.out.substr(0, 2000);
        kill(child_.pid, SIGKILL);
        break;
      }
    }
    wait();
    return std::move(finished_);
  }

 private:
  void write_input() {
    if (child_.in < 0) return;
    std::signal(SIGPIPE, SIG_IGN);
    [[maybe_unused]] const auto written = write(child_.in, start_.input.data(), start_.input.size());
    close_end(child_.in);
  }

  // Does what was asked for when its time has come, and types the next line when the program waits for it.
  void react() {
    if (start_.then && !reacted_ && finished_.out.find(start_.when_seen) != std::string::npos) {
      reacted_ = true;
      start_.then(child_.pid);
    }
    if (!start_.terminal || start_.type.empty() || quiet_ < kWaiting || !finished_.out.ends_with("> "))
      return;
    // A key that came while the terminal changed hands is lost: the last one, which ends the program, is
    // pressed again.
    const std::size_t from = std::min(typed_, start_.type.size() - 1);
    const std::size_t end = std::min(start_.type.find('\n', from), start_.type.size() - 1) + 1;
    [[maybe_unused]] const auto written = write(child_.out, start_.type.data() + from, end - from);
    typed_ = end;
    quiet_ = 0;
  }

  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }

  static void read_from(int& end, std::string& text) {
    char chunk[1 << 16];
    const ssize_t n = read(end, chunk, sizeof chunk);
    if (n > 0) text.append(chunk, static_cast<std::size_t>(n));
    if (n <= 0) close_end(end);
  }

  void wait() {
    int status = 0;
    waitpid(child_.pid, &status, 0);
    finished_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  const Start& start_;
  Child child_;
  Finished finished_;
  bool reacted_ = false;
  std::size_t typed_ = 0;
  int quiet_ = 0;  // ticks in a row without any output
};

}  // namespace

bool has_terminals() {
  int master = -1, slave = -1;
  if (openpty(&master, &slave, nullptr, nullptr, nullptr) != 0) return false;
  close(master);
  close(slave);
  return true;
}

Finished run(const Start& start) {
  return Conversation(start, start.terminal ? start_on_terminal(start) : start_with_pipes(start)).finish();
}

Finished fretsaw(std::vector<std::string> words) { return run({.arguments = std::move(words)}); }

nlohmann::json Finished::json() const {
  EXPECT_TRUE(out.ends_with('\n')) << out;
  auto document = nlohmann::json::parse(out, nullptr, false);
  EXPECT_FALSE(document.is_discarded()) << "not JSON: " << out.substr(0, 2000);
  return document;
}

const char* const kListModel =
    "sig Node { link: lone Node }\n"
    "one sig List { header: lone Node }\n"
    "pred show { some List.header and some link }\n"
    "pred empty { some Node and no Node }\n"
    "assert acyclic { all n: Node | n in n.link implies some n.link }\n"
    "assert wrong { all n: Node | n not in n.link }\n"
    "run show for exactly 2 Node\n"
    "run empty for 2\n"
    "check acyclic for 2\n"
    "check wrong for 2\n";

const char* const kEndlessModel =
    "sig Node { edges: set Node }\n"
    "run {} for exactly 7 Node\n";

// The orders keep the atoms from being interchangeable, which would make it easy.
const char* const kHardModel =
    "open util/ordering[Pigeon] as pigeons\n"
    "open util/ordering[Hole] as holes\n"
    "sig Pigeon { hole: Hole }\n"
    "sig Hole {}\n"
    "run { all disj p, q: Pigeon | p.hole != q.hole } for exactly 30 Pigeon, exactly 29 Hole\n";

std::string large_model() {
  constexpr int kPredicates = 150'000;
  std::string text = "sig A { f: lone A }\n";
  for (int i = 0; i < kPredicates; ++i)
    text += "pred p" + std::to_string(i) + "[a: A] { some a.f and no a.f.f }\n";
  return text + "run {} for 2\n";
}

}  // namespace fretsaw::test
