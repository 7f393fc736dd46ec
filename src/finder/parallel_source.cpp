// SPDX-License-Identifier: MIT
//
// Each worker takes the next cube, enumerates it, and puts its solutions into the cube's buffer; the caller
// reads the buffers in the order of the cubes. When all buffers together hold too much, workers wait; the one
// on the cube that is being read waits only for the reader, so the whole goes on.
#include "finder/parallel_source.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace fretsaw {

namespace {

constexpr std::size_t kBufferedBytes = std::size_t{32} << 20;
constexpr std::size_t kBatch = 64;  // solutions put into a buffer at once

using Solution =
    std::vector<std::uint64_t>;  // Enumerator::packed_values of the primary and secondary variables

class ParallelSource final : public SolutionSource {
 public:
  ParallelSource(const Plan& plan, const InstancesOptions& options, const Budget& budget)
      : plan_(plan),
        budget_(budget),
        only_count_(options.only_count),
        most_buffered_(kBufferedBytes / (sizeof(Solution) + static_cast<std::size_t>(variables()) / 8)) {
    for (unsigned i = 0; i < options.threads; ++i) workers_.emplace_back([this] { work(); });
  }

  ~ParallelSource() override {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    room_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  ParallelSource(const ParallelSource&) = delete;
  ParallelSource& operator=(const ParallelSource&) = delete;

  bool next(Budget& budget) override {
    while (read_ < plan_.cubes.size()) {
      std::unique_lock lock(mutex_);
      Cube& cube = cubes_[read_];
      news_.wait_for(lock, kPatience, [&] { return !cube.solutions.empty() || cube.finished; });
      if (!cube.solutions.empty()) {
        current_ = std::move(cube.solutions.front());
        cube.solutions.pop_front();
        if (--buffered_ == most_buffered_ / 2 || cube.solutions.size() == kBatch / 2) room_.notify_all();
        return true;
      }
      if (cube.stop != Stop::None) throw LimitReached{cube.stop};
      if (cube.finished) {
        ++read_;
        room_.notify_all();
      } else {
        budget.look();
      }
    }
    return false;
  }

  bool has_values() const override { return !current_.empty(); }
  bool value(int variable) const override {
    const auto bit = static_cast<std::size_t>(variable) - 1;
    return (current_[bit / 64] >> bit % 64 & 1) != 0;
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{20};

  struct Cube {
    std::deque<Solution> solutions;
    bool finished = false;
    Stop stop = Stop::None;  // a limit ended it before all its solutions were found
  };

  int variables() const { return plan_.clauses.encoding.cnf.primary + plan_.clauses.encoding.cnf.secondary; }

  void work() {
    Budget budget = budget_;
    Sieve sieve(plan_);
    for (;;) {
      std::size_t mine = 0;
      {
        const std::lock_guard lock(mutex_);
        if (stopped_ || taken_ == plan_.cubes.size()) return;
        mine = taken_++;
      }
      enumerate(mine, sieve, budget);
    }
  }

  void enumerate(std::size_t mine, Sieve& sieve, Budget& budget) {
    std::vector<Solution> batch;
    bool delivered = true;
    const Stop stop = within_limits(
        [&] {
          Enumerator enumerator = enumerator_for(plan_, mine, budget);
          while (delivered && sieve.next(enumerator, budget)) {
            // Of those that are only counted, the first of a batch is kept, to be verified.
            batch.push_back(only_count_ && !batch.empty() ? Solution()
                                                          : enumerator.packed_values(variables()));
            if (batch.size() == kBatch) delivered = deliver(mine, batch);
          }
          return Stop::None;
        },
        [](Stop reason) { return reason; });
    if (!delivered || !deliver(mine, batch)) return;
    const std::lock_guard lock(mutex_);
    cubes_[mine].finished = true;
    cubes_[mine].stop = stop;
    news_.notify_all();
  }

  // False if the source is being destroyed.
  bool deliver(std::size_t mine, std::vector<Solution>& batch) {
    std::unique_lock lock(mutex_);
    Cube& cube = cubes_[mine];
    room_.wait(lock, [&] {
      return stopped_ || buffered_ < most_buffered_ || (mine == read_ && cube.solutions.size() < kBatch);
    });
    if (stopped_) return false;
    buffered_ += batch.size();
    for (Solution& solution : batch) cube.solutions.push_back(std::move(solution));
    batch.clear();
    if (mine == read_) news_.notify_all();
    return true;
  }

  const Plan& plan_;
  const Budget budget_;  // copied by each worker
  const bool only_count_;
  std::mutex mutex_;
  std::condition_variable news_;  // the cube that is being read has more solutions, or a cube is finished
  std::condition_variable room_;  // a buffer has room, or all is to stop
  std::vector<Cube> cubes_{plan_.cubes.size()};
  const std::size_t most_buffered_;  // solutions in all cubes
  std::size_t buffered_ = 0;
  std::size_t taken_ = 0;
  std::size_t read_ = 0;
  bool stopped_ = false;
  Solution current_;
  std::vector<std::thread> workers_;  // last: they use all of the above
};

}  // namespace

std::unique_ptr<SolutionSource> make_parallel_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget) {
  return std::make_unique<ParallelSource>(plan, options, budget);
}

}  // namespace fretsaw
