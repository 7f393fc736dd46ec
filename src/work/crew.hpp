// SPDX-License-Identifier: MIT
// A pool of workers for one queue, each on a thread of its own: it works itself, or through a remote process. Results are
// delivered in the order of the queue, by the calling thread.
//
//     work::Crew<int> crew(queue);
//     crew.add([](const Unit& unit) { return std::optional<work::Crew<int>::Answer>({length_of(unit), {}});
//     }); crew.run([&](Stretch& front) { total += front.result; return true; }, [] {});
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"
#include "work/queue.hpp"
#include "work/shift.hpp"

namespace fretsaw::work {

template <class Result>
class Crew {
 public:
  using Stretch = typename Queue<Result>::Stretch;
  struct Answer {
    Result result;
    std::vector<Unit> rest;  // the rest of the unit, in order
  };
  // Nothing: the worker is gone, and another one has to do the unit.
  using Worker = std::function<std::optional<Answer>(const Unit&)>;

  // The queue outlives it.
  explicit Crew(Queue<Result>& queue) : queue_(queue) {}

  // The place of a remote worker, from 1; 0: this process.
  void add(Worker worker, std::size_t place = 0) {
    workers_.push_back(std::move(worker));
    places_.push_back(place);
  }

  // Until the queue is empty, or `take` says that this is enough (the front that it was given stays there
  // then), or all workers are gone. `look` is called after each that was taken out, and some times a second.
  // What `look` or a worker throws ends the run and is thrown from here. `stop` is called once no more is
  // wanted, to end what still runs.
  void run(
      const std::function<bool(Stretch&)>& take, const std::function<void()>& look,
      const std::function<void()>& stop = [] {}) {
    if (workers_.size() == 1) return run_alone(take, look);
    Shift shift(places_);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < workers_.size(); ++i)
      threads.emplace_back([this, i, &shift] { work(i, shift); });
    std::exception_ptr failure;
    try {
      hand_on(take, look);
    } catch (...) {
      failure = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    stop();
    work_.notify_all();
    for (std::thread& thread : threads) thread.join();
    if (!failure) failure = failure_;
    if (failure) std::rethrow_exception(failure);
  }

  // What is left, as the queue has it; also while it runs.
  std::vector<Piece> rest() const {
    const std::lock_guard lock(mutex_);
    return queue_.rest();
  }

 private:
  void run_alone(const std::function<bool(Stretch&)>& take, const std::function<void()>& look) {
    while (const auto mine = queue_.take()) {
      std::optional<Answer> answer = workers_.front()(mine->piece.unit);
      if (!answer) return queue_.give_back(mine);
      queue_.finish(mine, std::move(answer->result), std::move(answer->rest));
      while (Stretch* const front = queue_.done_front()) {
        if (!take(*front)) return;
        queue_.pop_front();
        look();
      }
    }
  }

  void hand_on(const std::function<bool(Stretch&)>& take, const std::function<void()>& look) {
    constexpr std::chrono::milliseconds kPatience{50};
    std::unique_lock lock(mutex_);
    while (!queue_.empty() && !failure_ && gone_ < workers_.size()) {
      Stretch* const front = queue_.done_front();
      if (front == nullptr) {
        news_.wait_for(lock, kPatience);
        lock.unlock();
        look();
        lock.lock();
        continue;
      }
      lock.unlock();  // no other thread accesses a finished entry
      const bool goes_on = take(*front);
      lock.lock();
      if (!goes_on) return;
      queue_.pop_front();
      work_.notify_all();
      lock.unlock();
      look();
      lock.lock();
    }
  }

  void work(std::size_t number, Shift& shift) {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [&] { return stopped_ || queue_.empty() || queue_.waiting() > 0; });
      if (stopped_ || queue_.empty()) return;
      const auto mine = queue_.take();
      const Unit unit = mine->piece.unit;
      lock.unlock();
      std::optional<Answer> answer;
      std::exception_ptr failure;
      const Stopwatch watch;
      try {
        answer = workers_[number](unit);
      } catch (...) {
        failure = std::current_exception();
      }
      shift.was_busy(number, watch.seconds());
      lock.lock();
      if (answer)
        queue_.finish(mine, std::move(answer->result), std::move(answer->rest));
      else
        queue_.give_back(mine);
      if (failure && !failure_) failure_ = failure;
      if (!answer) ++gone_;
      news_.notify_all();
      work_.notify_all();
      if (!answer) return;
    }
  }

  Queue<Result>& queue_;
  std::vector<Worker> workers_;
  std::vector<std::size_t> places_;  // of the workers
  mutable std::mutex mutex_;
  std::condition_variable news_;  // a unit is done, or a worker is gone
  std::condition_variable work_;  // a unit is available, or all workers must stop
  bool stopped_ = false;
  std::size_t gone_ = 0;
  std::exception_ptr failure_;
};

}  // namespace fretsaw::work
