// SPDX-License-Identifier: MIT
// A pool of workers for one queue, each on a thread of its own: it works itself, or through a remote process. Results are
// delivered in the order of the queue, by the calling thread.
//
//     work::WorkerPool<int> pool(queue);
//     pool.add([](const Unit& unit) { return std::optional<work::WorkerPool<int>::Answer>({length_of(unit), {}});
//     }); pool.run([&](QueueEntry& front) { total += front.result; return true; }, [] {});
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
#include "work/worker_utilization.hpp"

namespace fretsaw::work {

template <class Result>
class WorkerPool {
 public:
  using QueueEntry = typename Queue<Result>::QueueEntry;
  struct Answer {
    Result result;
    std::vector<Unit> rest;  // the rest of the unit, in order
  };
  // Nothing: the worker is gone, and another one has to do the unit.
  using Worker = std::function<std::optional<Answer>(const Unit&)>;

  // The queue outlives it.
  explicit WorkerPool(Queue<Result>& queue) : queue_(queue) {}

  // The place of a remote worker, from 1; 0: this process.
  void add(Worker worker, std::size_t place = 0) {
    workers_.push_back(std::move(worker));
    places_.push_back(place);
  }

  // Until the queue is empty, or `take` says that this is enough (the front that it was given stays there
  // then), or all workers are gone. `poll` is called after each that was taken out, and some times a second.
  // What `poll` or a worker throws ends the run and is thrown from here. `stop` is called once no more is
  // wanted, to end what still runs.
  void run(
      const std::function<bool(QueueEntry&)>& take, const std::function<void()>& poll,
      const std::function<void()>& stop = [] {}) {
    if (workers_.size() == 1) return run_alone(take, poll);
    WorkerUtilization utilization(places_);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < workers_.size(); ++i)
      threads.emplace_back([this, i, &utilization] { work(i, utilization); });
    std::exception_ptr failure;
    try {
      forward_results(take, poll);
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
  std::vector<PlacedUnit> rest() const {
    const std::lock_guard lock(mutex_);
    return queue_.rest();
  }

 private:
  void run_alone(const std::function<bool(QueueEntry&)>& take, const std::function<void()>& poll) {
    while (const auto mine = queue_.take()) {
      std::optional<Answer> answer = workers_.front()(mine->placed_unit.unit);
      if (!answer) return queue_.give_back(mine);
      queue_.finish(mine, std::move(answer->result), std::move(answer->rest));
      while (QueueEntry* const front = queue_.done_front()) {
        if (!take(*front)) return;
        queue_.pop_front();
        poll();
      }
    }
  }

  void forward_results(const std::function<bool(QueueEntry&)>& take, const std::function<void()>& poll) {
    constexpr std::chrono::milliseconds kPollInterval{50};
    std::unique_lock lock(mutex_);
    while (!queue_.empty() && !failure_ && lost_workers_ < workers_.size()) {
      QueueEntry* const front = queue_.done_front();
      if (front == nullptr) {
        changed_.wait_for(lock, kPollInterval);
        lock.unlock();
        poll();
        lock.lock();
        continue;
      }
      lock.unlock();  // no other thread accesses a finished entry
      const bool continues = take(*front);
      lock.lock();
      if (!continues) return;
      queue_.pop_front();
      work_.notify_all();
      lock.unlock();
      poll();
      lock.lock();
    }
  }

  void work(std::size_t number, WorkerUtilization& utilization) {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [&] { return stopped_ || queue_.empty() || queue_.waiting() > 0; });
      if (stopped_ || queue_.empty()) return;
      const auto mine = queue_.take();
      const Unit unit = mine->placed_unit.unit;
      lock.unlock();
      std::optional<Answer> answer;
      std::exception_ptr failure;
      const Stopwatch watch;
      try {
        answer = workers_[number](unit);
      } catch (...) {
        failure = std::current_exception();
      }
      utilization.add_busy_time(number, watch.seconds());
      lock.lock();
      if (answer)
        queue_.finish(mine, std::move(answer->result), std::move(answer->rest));
      else
        queue_.give_back(mine);
      if (failure && !failure_) failure_ = failure;
      if (!answer) ++lost_workers_;
      changed_.notify_all();
      work_.notify_all();
      if (!answer) return;
    }
  }

  Queue<Result>& queue_;
  std::vector<Worker> workers_;
  std::vector<std::size_t> places_;  // of the workers
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // a unit is done, or a worker is gone
  std::condition_variable work_;     // a unit is available, or all workers must stop
  bool stopped_ = false;
  std::size_t lost_workers_ = 0;
  std::exception_ptr failure_;
};

}  // namespace fretsaw::work
