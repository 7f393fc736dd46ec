// SPDX-License-Identifier: MIT
#include "base/limit.hpp"

#include <algorithm>

namespace fretsaw {

Limits limits_left(const Limits& limits, const Stopwatch& since) {
  constexpr double kNothingLeft = 1e-9;  // zero would mean: no limit
  Limits left = limits;
  if (limits.seconds > 0) left.seconds = std::max(kNothingLeft, limits.seconds - since.seconds());
  return left;
}

const char* stop_text(Stop stop) {
  switch (stop) {
    case Stop::Time:
      return "the time limit was reached";
    case Stop::Memory:
      return "the memory limit was reached";
    case Stop::Cancelled:
      return "interrupted";
    case Stop::None:
      break;
  }
  return "stopped";
}

Diagnostic limit_error(Stop stop, const std::string& before) {
  Diagnostic error = input_error(std::string(stop_text(stop)) + " before " + before);
  error.stop = stop;
  return error;
}

}  // namespace fretsaw
