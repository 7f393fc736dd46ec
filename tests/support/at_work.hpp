// SPDX-License-Identifier: MIT
// To disturb a thread or process in the middle of its work: measured in the processor time that it has used,
// which does not depend on how busy the machine is.
#pragma once

#include <pthread.h>
#include <sys/types.h>
#include <time.h>

#include <chrono>
#include <thread>

namespace fretsaw::test {

inline clockid_t clock_of_this_thread() {
  clockid_t clock{};
  pthread_getcpuclockid(pthread_self(), &clock);
  return clock;
}

inline clockid_t clock_of(pid_t process) {
  clockid_t clock{};
  clock_getcpuclockid(process, &clock);
  return clock;
}

inline std::chrono::nanoseconds time_used(clockid_t clock) {
  timespec used{};
  clock_gettime(clock, &used);  // of a process that has ended: zero
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

// Returns once that much more processor time has been used, or when the owner of the clock does not go on for
// a minute.
inline void wait_until_at_work(clockid_t clock,
                               std::chrono::milliseconds used = std::chrono::milliseconds(20)) {
  const auto goal = time_used(clock) + used;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (time_used(clock) < goal && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace fretsaw::test
