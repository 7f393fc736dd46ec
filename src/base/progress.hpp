// SPDX-License-Identifier: MIT
// A progress line on a terminal. It is shown only for work that takes longer than a fraction of a second, is
// redrawn a few times a second by a thread of its own, and is erased at the end.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace fretsaw {

// How far work has come.
struct ProgressState {
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total{};  // how many there will be, if that is known
  std::optional<double> fraction{};      // of a search, how much of it is explored, roughly
  std::string found{};                   // results so far: "5 structures"
};

// "12,345 of 50,000 instances, 4,115/s, 12 s left"; without a total: "12,345 instances, 4,115/s, 3 s"; of a
// search: "5 structures, 12,345 candidates, 4,115/s, about 20% explored, 12 s left"; as long as nothing is
// done: "instances: 3 s so far".
std::string progress_text(const std::string& what, const ProgressState& progress_state, double seconds);

class Progress {
 public:
  // Draws on standard error if `shown`; else does nothing at all.
  Progress(bool shown, std::string what, std::optional<std::uint64_t> total = std::nullopt);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t steps = 1) { done_.fetch_add(steps, std::memory_order_relaxed); }
  // Instead of advance, for work with more information.
  void update(ProgressState progress_state);
  // Erases the line while something else is printed, which must be flushed when this returns.
  void hide_while(const std::function<void()>& print);

 private:
  void redraw_until_stopped();

  std::string what_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  ProgressState progress_state_;  // but for what advance() counts
  std::condition_variable stop_signal_;
  bool stopped_ = false;
  bool drawn_ = false;
  std::thread thread_;
};

}  // namespace fretsaw
