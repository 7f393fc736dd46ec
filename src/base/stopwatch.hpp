// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace fretsaw {

// Runs from when it is made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double milliseconds() const { return 1000 * seconds(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Adds how long it lived to a number of milliseconds, however its scope is left.
class ScopedTimer {
 public:
  explicit ScopedTimer(double& milliseconds) : milliseconds_(milliseconds) {}
  ~ScopedTimer() { milliseconds_ += watch_.milliseconds(); }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  double& milliseconds_;
  Stopwatch watch_;
};

}  // namespace fretsaw
