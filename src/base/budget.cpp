// SPDX-License-Identifier: MIT
#include "base/budget.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

namespace fretsaw {

const char* to_string(StopReason stop) {
  switch (stop) {
    case StopReason::None:
      return "none";
    case StopReason::Time:
      return "time";
    case StopReason::Memory:
      return "memory";
    case StopReason::Cancelled:
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

bool Budget::check_limits() {
  constexpr unsigned kChecksPerMemoryReading = 2;
  if (stop_ != StopReason::None) return true;
  if (limits_.cancel.requested()) {
    stop_ = StopReason::Cancelled;
  } else if (limits_.seconds > 0 && seconds_left() <= 0) {
    stop_ = StopReason::Time;
  } else if (limits_.memory_mb > 0 && checks_++ % kChecksPerMemoryReading == 0 &&
             resident_memory_mb() > limits_.memory_mb) {
    stop_ = StopReason::Memory;
  }
  return stop_ != StopReason::None;
}

double Budget::seconds_left() const {
  if (limits_.seconds <= 0) return std::numeric_limits<double>::infinity();
  return limits_.seconds - watch_.seconds();
}

Limits limits_left(const Limits& limits, const Stopwatch& since) {
  constexpr double kExhaustedSeconds = 1e-9;  // zero would mean: no limit
  Limits left = limits;
  if (limits.seconds > 0) left.seconds = std::max(kExhaustedSeconds, limits.seconds - since.seconds());
  return left;
}

const char* stop_text(StopReason stop) {
  switch (stop) {
    case StopReason::Time:
      return "time limit reached";
    case StopReason::Memory:
      return "memory limit reached";
    case StopReason::Cancelled:
      return "interrupted";
    case StopReason::None:
      break;
  }
  return "stopped";
}

Diagnostic limit_error(StopReason stop, const std::string& activity) {
  Diagnostic error = input_error(std::string(stop_text(stop)) + " while " + activity);
  error.stop = stop;
  return error;
}

}  // namespace fretsaw
