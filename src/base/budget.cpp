// SPDX-License-Identifier: MIT
#include "base/budget.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

namespace fretsaw {

const char* to_string(Stop stop) {
  switch (stop) {
    case Stop::None:
      return "none";
    case Stop::Time:
      return "time";
    case Stop::Memory:
      return "memory";
    case Stop::Cancelled:
      return "cancelled";
  }
  return "none";
}

std::size_t resident_memory_mb() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (!file) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  const int fields = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) >> 20 : 0;
}

bool Budget::look_closer() {
  constexpr unsigned kLooksPerMemoryReading = 2;
  if (stop_ != Stop::None) return true;
  if (limits_.cancel.requested()) {
    stop_ = Stop::Cancelled;
  } else if (limits_.seconds > 0 && seconds_left() <= 0) {
    stop_ = Stop::Time;
  } else if (limits_.memory_mb > 0 && looks_++ % kLooksPerMemoryReading == 0 &&
             resident_memory_mb() > limits_.memory_mb) {
    stop_ = Stop::Memory;
  }
  return stop_ != Stop::None;
}

double Budget::seconds_left() const {
  if (limits_.seconds <= 0) return std::numeric_limits<double>::infinity();
  return limits_.seconds - watch_.seconds();
}

Limits limits_left(const Limits& limits, const Stopwatch& since) {
  constexpr double kNothingLeft = 1e-9;  // zero would mean: no limit
  Limits left = limits;
  if (limits.seconds > 0) left.seconds = std::max(kNothingLeft, limits.seconds - since.seconds());
  return left;
}

const char* stop_text(Stop stop) {
  switch (stop) {
    case Stop::Time:
      return "time limit reached";
    case Stop::Memory:
      return "memory limit reached";
    case Stop::Cancelled:
      return "interrupted";
    case Stop::None:
      break;
  }
  return "stopped";
}

Diagnostic limit_error(Stop stop, const std::string& activity) {
  Diagnostic error = input_error(std::string(stop_text(stop)) + " while " + activity);
  error.stop = stop;
  return error;
}

}  // namespace fretsaw
