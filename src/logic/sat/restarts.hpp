// SPDX-License-Identifier: MIT
// When to restart. For a search that must end with what it has: after as many conflicts as the
// Luby sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8... says, in units (Luby, Sinclair, Zuckerman, Optimal speedup
// of Las Vegas algorithms, 1993). Its numbers have no bound, which is what lets the search end although
// learnt clauses are forgotten.
#pragma once

#include <algorithm>
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

// For one answer: when the clauses learnt lately connect more decision levels than those learnt so far do
// (their glue; Audemard and Simon, Refining restarts strategies for SAT and UNSAT, CP 2012), as told by
// averages that forget (Biere and Froehlich, Evaluating CDCL restart schemes, POS 2015). Intervals have no
// bound only as far as glue has none, so this is for searches that another solver takes over after a while.
class GlueRestarts {
 public:
  void count_conflict(std::uint32_t glue) {
    ++conflicts_;
    ++since_;
    move(fast_average_, glue, kFastWeight);
    move(slow_average_, glue, kSlowWeight);
  }
  bool due() const {
    return since_ >= kMinConflictsBetweenRestarts && conflicts_ > kWarmUpConflicts &&
           fast_average_ > kRestartMargin * slow_average_;
  }
  void restarted() { since_ = 0; }

 private:
  static constexpr double kFastWeight = 1.0 / 30;  // the weight of the newest
  static constexpr double kSlowWeight = 1.0 / 1000;
  static constexpr double kRestartMargin = 1.15;
  static constexpr std::uint64_t kMinConflictsBetweenRestarts = 10;  // conflicts between two restarts
  static constexpr std::uint64_t kWarmUpConflicts = 50;

  // A plain mean as long as there are few.
  void move(double& average, std::uint32_t glue, double weight) const {
    average += (glue - average) * std::max(weight, 1.0 / static_cast<double>(conflicts_ + 1));
  }

  double fast_average_ = 0;
  double slow_average_ = 0;
  std::uint64_t conflicts_ = 0;
  std::uint64_t since_ = 0;
};

}  // namespace fretsaw::sat
