// SPDX-License-Identifier: MIT
// A line on a terminal that says how far work has come. It shows up only for work that takes longer than a
// moment, is redrawn a few times a second by a thread of its own, and leaves nothing behind.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace fretsaw {

// "12,345 of 50,000 instances, 4,115/s, 12 s left"; without a total: "12,345 instances, 4,115/s, 3 s"; as
// long as nothing is done: "instances: 3 s so far".
std::string progress_text(const std::string& what, std::uint64_t done, std::optional<std::uint64_t> total,
                          double seconds);

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

class Progress {
 public:
  // Draws on standard error if `shown`; else does nothing at all.
  Progress(bool shown, std::string what, std::optional<std::uint64_t> total = std::nullopt);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t steps = 1) { done_.fetch_add(steps, std::memory_order_relaxed); }

 private:
  void redraw_until_stopped();

  std::string what_;
  std::optional<std::uint64_t> total_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::condition_variable stop_signal_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace fretsaw
