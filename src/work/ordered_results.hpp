// SPDX-License-Identifier: MIT
// Results that several threads find in any order, and one takes in the order of their numbers, each as soon as
// all before it are there.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace fretsaw::work {

template <class T>
class OrderedResults {
 public:
  explicit OrderedResults(std::size_t count) : slots_(count) {}

  void put(std::vector<std::pair<std::size_t, T>> results) {
    const std::lock_guard lock(mutex_);
    for (auto& [number, result] : results) slots_[number] = std::move(result);
    arrived_.notify_all();
  }

  // Those from that number on that are there, without a gap; none if there is none after that time.
  std::vector<T> take(std::size_t from, std::chrono::milliseconds timeout) {
    std::vector<T> out;
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, timeout, [&] { return from >= slots_.size() || slots_[from]; });
    for (; from < slots_.size() && slots_[from]; ++from) {
      out.push_back(*std::move(slots_[from]));
      slots_[from].reset();
    }
    return out;
  }

 private:
  std::vector<std::optional<T>> slots_;
  std::mutex mutex_;
  std::condition_variable arrived_;
};

}  // namespace fretsaw::work
