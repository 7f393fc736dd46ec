// SPDX-License-Identifier: MIT
// How long those who share a search had something to do: what --verbose says at the end. Somebody who waits
// for a processor is at work; somebody who waits for a unit, or for an answer to be taken, is not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"

namespace fretsaw::work {

// From when it is made until it ends, all of the workers could have worked.
class Shift {
 public:
  // For each worker, where it is: 0 here, else a place elsewhere, from 1.
  explicit Shift(std::vector<std::size_t> places) : places_(std::move(places)), busy_(places_.size(), 0.0) {}
  ~Shift();
  Shift(const Shift&) = delete;
  Shift& operator=(const Shift&) = delete;

  // For several threads, as long as each speaks of another worker. Of somebody elsewhere who had a turn of
  // that many seconds, what it took longer was the way there and back.
  void was_busy(std::size_t worker, double seconds, double turn) {
    busy_[worker] += places_[worker] > 0 ? std::min(seconds, turn) : seconds;
  }
  void was_busy(std::size_t worker, double seconds) { busy_[worker] += seconds; }

 private:
  std::vector<std::size_t> places_;
  std::vector<double> busy_;
  Stopwatch watch_;
};

// Of all shifts of this process: "idle: 1.2 % of 3.21 s (rank 0: 0.4 %, rank 1: 2.0 %)", the idlest few of
// many ranks. Empty if there were never several workers.
std::string idle_text();

// How long somebody works on a unit before saying what came of it. Short turns let others have their share
// soon; but each costs the one who hands out work some time, and has to wait for the others' answers. So with
// many workers turns grow with their number, yet not beyond a small share of the time that the search has
// taken so far: a search that is soon over is divided as fast as it can be.
inline constexpr double kLongTurn = 0.1;    // seconds
inline constexpr double kShortTurn = 0.01;  // while others have, or may soon have, nothing to do
inline constexpr double kTurnPerWorker = 1e-4;
inline constexpr double kTurnShare = 0.02;  // of the time so far

inline double turn_seconds(bool is_short, std::size_t workers, double so_far) {
  const double grown = std::min(kTurnPerWorker * static_cast<double>(workers), kTurnShare * so_far);
  return std::max(is_short ? kShortTurn : kLongTurn, grown);
}

}  // namespace fretsaw::work
