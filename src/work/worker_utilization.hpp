// SPDX-License-Identifier: MIT
// The utilization of the workers of a search, shown by --verbose. A worker that waits for a processor is busy; one that
// waits for a unit, or for its answer to be taken, is idle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"

namespace fretsaw::work {

// From when it is made until it ends, all of the workers could have worked.
class WorkerUtilization {
 public:
  // For each worker, where it is: 0 here, else a place elsewhere, from 1.
  explicit WorkerUtilization(std::vector<std::size_t> places)
      : places_(std::move(places)), busy_(places_.size(), 0.0) {}
  ~WorkerUtilization();
  WorkerUtilization(const WorkerUtilization&) = delete;
  WorkerUtilization& operator=(const WorkerUtilization&) = delete;

  // For several threads, each for a different worker. For a remote worker with a time slice of that many seconds, the
  // rest of its time is the transfer.
  void add_busy_time(std::size_t worker, double seconds, double slice) {
    busy_[worker] += places_[worker] > 0 ? std::min(seconds, slice) : seconds;
  }
  void add_busy_time(std::size_t worker, double seconds) { busy_[worker] += seconds; }

 private:
  std::vector<std::size_t> places_;
  std::vector<double> busy_;
  Stopwatch watch_;
};

// Of all shifts of this process: "idle: 1.2 % of 3.21 s (rank 0: 0.4 %, rank 1: 2.0 %)", the idlest few of
// many ranks. Empty if there were never several workers.
std::string idle_text();

// How long a worker processes a unit before it returns the result. Short time slices distribute work early; but each one
// takes time of the thread that distributes units, and waits for the answers of other workers. So time slices grow
// with the number of workers, but not beyond a small fraction of the time of the search so far: short searches
// are divided as fast as possible.
inline constexpr double kLongSliceSeconds = 0.1;    // seconds
inline constexpr double kShortSliceSeconds = 0.01;  // while other workers are idle, or may soon be
inline constexpr double kSliceSecondsPerWorker = 1e-4;
inline constexpr double kMaxSliceShare = 0.02;  // of the time so far

inline double slice_seconds(bool is_short, std::size_t workers, double elapsed) {
  const double grown =
      std::min(kSliceSecondsPerWorker * static_cast<double>(workers), kMaxSliceShare * elapsed);
  return std::max(is_short ? kShortSliceSeconds : kLongSliceSeconds, grown);
}

}  // namespace fretsaw::work
