// SPDX-License-Identifier: MIT
#include "work/child_processes.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace fretsaw::work {

namespace {

// Of the children that this thread has, or has adopted: in programs that fork, the only one.
void kill_children() {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/children", static_cast<int>(gettid()));
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char list[4096];  // those that do not fit are there the next time
  const ssize_t size = read(file, list, sizeof list - 1);
  close(file);
  if (size <= 0) return;
  list[size] = '\0';
  const char* at = list;
  for (;;) {
    char* end = nullptr;
    const long child = std::strtol(at, &end, 10);
    const bool is_whole = end != at && (*end == ' ' || size + 1 < static_cast<ssize_t>(sizeof list));
    if (!is_whole || child <= 1) return;
    kill(static_cast<pid_t>(child), SIGKILL);
    at = end;
  }
}

}  // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

bool has_children() {
  siginfo_t info = {};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

unsigned end_children() {
  unsigned count = 0;
  constexpr int kMaxRounds = 10'000;  // of a millisecond: one that nothing ends is not waited for
  for (int round = 0; round < kMaxRounds; ++round) {
    kill_children();
    for (;;) {
      const pid_t ended = waitpid(-1, nullptr, WNOHANG);
      if (ended > 0) ++count;
      if (ended < 0 && errno == ECHILD) return count;
      if (ended == 0) break;
    }
    const timespec moment = {0, 1'000'000};
    nanosleep(&moment, nullptr);
  }
  return count;
}

}  // namespace fretsaw::work
