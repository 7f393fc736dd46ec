// SPDX-License-Identifier: MIT
//
// Each worker takes the next cube, enumerates it, and puts its models into the cube's buffer; the caller
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
constexpr std::size_t kBatch = 64;  // models put into a buffer at once

using Model = std::vector<std::uint64_t>;  // Enumerator::packed_values of the primary and secondary variables

class ParallelSource final : public ModelSource {
 public:
  ParallelSource(const Plan& plan, const InstancesOptions& options)
      : plan_(plan),
        limits_(options.limits),
        only_count_(options.only_count),
        most_buffered_(kBufferedBytes / (sizeof(Model) + static_cast<std::size_t>(variables()) / 8)) {
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

  Step next(Budget& budget) override {
    while (read_ < plan_.cubes.size()) {
      std::unique_lock lock(mutex_);
      Cube& cube = cubes_[read_];
      news_.wait_for(lock, kPatience, [&] { return !cube.models.empty() || cube.finished; });
      if (!cube.models.empty()) {
        current_ = std::move(cube.models.front());
        cube.models.pop_front();
        if (--buffered_ == most_buffered_ / 2 || cube.models.size() == kBatch / 2) room_.notify_all();
        return Step::Model;
      }
      if (cube.finished && cube.limited) {
        budget.look_closer();
        return Step::Limit;
      }
      if (cube.finished) {
        ++read_;
        room_.notify_all();
      } else if (budget.look_closer()) {
        return Step::Limit;
      }
    }
    return Step::Done;
  }

  bool has_values() const override { return !current_.empty(); }
  bool value(int variable) const override {
    const auto bit = static_cast<std::size_t>(variable) - 1;
    return (current_[bit / 64] >> bit % 64 & 1) != 0;
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{20};

  struct Cube {
    std::deque<Model> models;
    bool finished = false;
    bool limited = false;  // a limit ended it before all its models were found
  };

  int variables() const { return plan_.clauses.encoding.cnf.primary + plan_.clauses.encoding.cnf.secondary; }

  void work() {
    Budget budget(limits_);
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
    Enumerator enumerator = enumerator_for(plan_, mine);
    std::vector<Model> batch;
    Step step = Step::Model;
    while ((step = sieve.next(enumerator, budget)) == Step::Model) {
      // Of those that are only counted, the first of a batch is kept, to be verified.
      batch.push_back(only_count_ && !batch.empty() ? Model() : enumerator.packed_values(variables()));
      if (batch.size() == kBatch && !deliver(mine, batch)) return;
    }
    if (!deliver(mine, batch)) return;
    const std::lock_guard lock(mutex_);
    cubes_[mine].finished = true;
    cubes_[mine].limited = step == Step::Limit;
    news_.notify_all();
  }

  // False if the source is being destroyed.
  bool deliver(std::size_t mine, std::vector<Model>& batch) {
    std::unique_lock lock(mutex_);
    Cube& cube = cubes_[mine];
    room_.wait(lock, [&] {
      return stopped_ || buffered_ < most_buffered_ || (mine == read_ && cube.models.size() < kBatch);
    });
    if (stopped_) return false;
    buffered_ += batch.size();
    for (Model& model : batch) cube.models.push_back(std::move(model));
    batch.clear();
    if (mine == read_) news_.notify_all();
    return true;
  }

  const Plan& plan_;
  const Limits limits_;
  const bool only_count_;
  std::mutex mutex_;
  std::condition_variable news_;  // the cube that is being read has more models, or a cube is finished
  std::condition_variable room_;  // a buffer has room, or all is to stop
  std::vector<Cube> cubes_{plan_.cubes.size()};
  const std::size_t most_buffered_;  // models in all cubes
  std::size_t buffered_ = 0;
  std::size_t taken_ = 0;
  std::size_t read_ = 0;
  bool stopped_ = false;
  Model current_;
  std::vector<std::thread> workers_;  // last: they use all of the above
};

}  // namespace

std::unique_ptr<ModelSource> make_parallel_source(const Plan& plan, const InstancesOptions& options) {
  return std::make_unique<ParallelSource>(plan, options);
}

}  // namespace fretsaw
