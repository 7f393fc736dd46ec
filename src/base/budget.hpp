// SPDX-License-Identifier: MIT
// Watches Limits while work goes on. Polling is cheap: the clock and the process's memory are looked at now
// and then.
#pragma once

#include <chrono>
#include <cstddef>

#include "fretsaw/limits.hpp"

namespace fretsaw {

std::size_t resident_memory_mb();

class Budget {
 public:
  Budget() = default;
  // The clock starts here.
  explicit Budget(const Limits& limits);

  // Call often. Once it returns true it always will.
  bool exhausted() {
    if (stop_ != Stop::None) return true;
    if (limits_.cancel.requested()) return look_closer();
    return ++polls_ % kPollsPerLook == 0 && look_closer();
  }

  // Looks at the clock and the memory at once; for polls that are rare already.
  bool look_closer();

  Stop reason() const { return stop_; }
  double seconds_left() const;  // infinite without a time limit

 private:
  static constexpr unsigned kPollsPerLook = 64;

  Limits limits_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  unsigned polls_ = 0;
  unsigned looks_ = 0;
  Stop stop_ = Stop::None;
};

}  // namespace fretsaw
