// SPDX-License-Identifier: MIT
// When to restart: after as many conflicts as the Luby sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8... says, in
// units (Luby, Sinclair, Zuckerman, Optimal speedup of Las Vegas algorithms, 1993). Its numbers have no
// bound, which is what lets the search end although learnt clauses are forgotten.
#pragma once

#include <cstdint>

namespace fretsaw::sat {

// The number at this position, from 1.
inline std::uint64_t luby(std::uint64_t position) {
  for (;;) {
    std::uint64_t power = 1;  // the smallest 2^k > position
    while (power <= position) power *= 2;
    if (position == power - 1) return power / 2;
    position -= power / 2 - 1;
  }
}

class Restarts {
 public:
  explicit Restarts(std::uint32_t unit) : unit_(unit), left_(unit) {}

  void count_conflict() { left_ -= left_ > 0 ? 1 : 0; }
  bool due() const { return unit_ != 0 && left_ == 0; }
  void restarted() { left_ = unit_ * luby(++position_); }

 private:
  std::uint64_t unit_;
  std::uint64_t left_;
  std::uint64_t position_ = 1;
};

}  // namespace fretsaw::sat
