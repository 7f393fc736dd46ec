// SPDX-License-Identifier: MIT
//
// Workers take units from the queue, each for one time slice (work/worker_utilization.hpp), and store their solutions
// there; the caller reads those of the front. A worker continues with the rest of its unit without extra
// cost. While fewer units wait than there are workers, the rest is divided, so that a worker that becomes
// idle finds a unit, whatever the shape of the search. If all results together take too much memory, only the
// front is processed.
//
// A worker is a thread that searches itself, or that communicates with a remote process.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/stopwatch.hpp"
#include "logic/finder/remote_units.hpp"
#include "logic/finder/solution_source.hpp"
#include "work/queue.hpp"
#include "work/remote_process.hpp"
#include "work/worker_utilization.hpp"

namespace fretsaw {

namespace {

constexpr std::size_t kBufferedBytes = std::size_t{32} << 20;
constexpr std::uint64_t kSolutionsPerUnit = 1024;

class ParallelSource final : public SolutionSource {
 public:
  ParallelSource(const Plan& plan, const InstancesOptions& options, const Budget& budget)
      : plan_(plan), budget_(budget), only_count_(options.only_count), workers_wanted_(options.threads) {
    queue_.fill(plan.placed_units);
    for (const work::PlacedUnit& placed_unit : plan.placed_units) whole_ += share_of(placed_unit.unit);
    start_remotes(options.threads);
    workers_wanted_ += remotes_.size();
    std::vector<std::size_t> places(options.threads, 0);
    for (std::size_t i = 0; i < remotes_.size(); ++i) places.push_back(1 + i / options.threads);
    utilization_.emplace(std::move(places));
    for (std::size_t i = 0; i < workers_wanted_; ++i) {
      workers_.emplace_back([this, i, here = options.threads] {
        if (i < here)
          work_locally(i);
        else
          work_remotely(i, *remotes_[i - here]);
      });
    }
  }

  ~ParallelSource() override {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    end_early_.request();
    room_.notify_all();
    for (auto& remote : remotes_) remote->hang_up();
    for (std::thread& worker : workers_) worker.join();
  }
  ParallelSource(const ParallelSource&) = delete;
  ParallelSource& operator=(const ParallelSource&) = delete;

  bool next(Budget& budget) override {
    if (front_ && ++read_ < front_->result.count) return true;
    for (;;) {
      std::unique_lock lock(mutex_);
      if (front_) drop_front();
      if (queue_.empty()) return false;
      changed_.wait_for(lock, kPollInterval, [&] { return queue_.done_front() != nullptr; });
      front_ = queue_.done_front();
      read_ = 0;
      if (!front_) {
        budget.check_now();
      } else if (front_->result.count > 0) {
        return true;
      }
    }
  }

  bool has_values() const override { return read_ % front_->result.stride == 0; }
  bool value(int variable) const override {
    const auto bit = static_cast<std::size_t>(variable) - 1;
    return (solution()[bit / 64] >> bit % 64 & 1) != 0;
  }
  std::uint64_t place() const override { return front_->placed_unit.place; }

  std::optional<SampledInstance> sampled(Duplicates& sample) override {
    modulus_ = sample.modulus();
    if (!only_count_) return sampled_here(sample);
    // Members are in the order of their numbers.
    if (read_ == 0) {
      sample.raise(front_->result.sampled.modulus());
      next_sampled_ = 0;
    }
    const auto& members = front_->result.sampled.members();
    if (next_sampled_ == members.size() || members[next_sampled_].number != read_) return std::nullopt;
    const SampledInstance& member = members[next_sampled_++];
    return sample.samples(member.hash) ? std::optional(member) : std::nullopt;
  }

  double progress_fraction() const override {
    const std::lock_guard lock(mutex_);
    double left = 0;
    for (const work::PlacedUnit& placed_unit : queue_.rest()) left += share_left(placed_unit.unit);
    return whole_ > 0 ? std::max(0.0, 1 - left / whole_) : 1;
  }

  work::Position rest() const override {
    const std::lock_guard lock(mutex_);
    work::Position rest{queue_.rest(), 0};
    if (!front_ || front_->result.count == 0) return rest;
    // The front is among the rest as it began: what was read of it is to be left out.
    if (has_values()) {
      const work::Unit& began = front_->placed_unit.unit;
      work::Unit after{
          {began.path.begin(), began.path.begin() + static_cast<long>(began.floor)}, began.floor, 0};
      for (const int variable : plan_.decision_order)
        after.path.push_back(choice_of(search_of(plan_), value(variable) ? variable : -variable));
      after.read = static_cast<std::int64_t>(after.path.size());
      rest.placed_units.front().unit = std::move(after);
    } else {
      rest.repeated = read_ + 1;
    }
    return rest;
  }

 private:
  using UnitQueue = work::Queue<Solutions>;
  static constexpr std::chrono::milliseconds kPollInterval{20};

  std::size_t bytes(const Solutions& solutions) const {
    const std::size_t sampled = plan_.shapes ? solutions.sampled.members().size() * plan_.shapes->words() : 0;
    return (solutions.values.size() + sampled) * sizeof(std::uint64_t);
  }

  std::optional<SampledInstance> sampled_here(const Duplicates& sample) {
    if (!shapes_) shapes_ = plan_.shapes;
    bits_.assign(solution(), solution() + shapes_->words());
    constexpr std::size_t kBits = 64;
    // Secondary variables follow after the primary ones.
    if (const std::size_t left = shapes_->bits() % kBits; left != 0)
      bits_.back() &= (std::uint64_t{1} << left) - 1;
    const std::uint64_t hash = shapes_->invariant(bits_);
    if (!sample.samples(hash)) return std::nullopt;
    return SampledInstance{0, hash, bits_};
  }

  const std::uint64_t* solution() const {
    const auto words = static_cast<std::size_t>(plan_.clauses.encoding.cnf.primary +
                                                plan_.clauses.encoding.cnf.secondary + 63) /
                       64;
    return front_->result.values.data() + read_ / front_->result.stride * words;
  }

  void drop_front() {
    const StopReason stop = front_->result.stop;
    buffered_ -= bytes(front_->result);
    queue_.pop_front();
    front_ = nullptr;
    room_.notify_all();
    if (stop != StopReason::None) throw LimitReached{stop};
  }

  // As many at each place as there are threads here. A place that cannot be reached is nothing to fail for.
  void start_remotes(unsigned at_each) {
    for (unsigned place = 0; place < work::remote_slot_count(); ++place) {
      for (unsigned i = 0; i < at_each; ++i) {
        auto socket = work::start_remote_process(place, unit_server_command(), 0);
        if (socket) remotes_.push_back(std::make_unique<RemoteRunner>(*socket));
      }
    }
    if (!remotes_.empty()) plan_bytes_ = plan_bytes(search_of(plan_));
  }

  void work_remotely(std::size_t worker, RemoteRunner& remote) {
    if (!remote.send_plan(plan_bytes_)) return;
    work(worker, [&](const work::Unit& unit, const TimeSlice& slice) -> std::optional<UnitOutcome> {
      return remote.run(unit, slice);
    });
  }

  bool has_room() const { return buffered_ < kBufferedBytes; }

  void work_locally(std::size_t worker) {
    Budget budget = budget_;
    UnitRunner runner(search_of(plan_));
    work(worker, [&](const work::Unit& unit, const TimeSlice& slice) {
      return std::optional(run_unit(runner, unit, slice, budget, end_early_));
    });
  }

  template <class Run>
  void work(std::size_t worker, Run&& run) {
    std::unique_lock lock(mutex_);
    for (UnitQueue::Handle mine;;) {
      room_.wait(lock, [&] {
        return stopped_ || queue_.empty() || (has_room() ? queue_.waiting() > 0 : queue_.front_waits());
      });
      if (stopped_ || queue_.empty()) return;
      const bool continues = mine && queue_.waits(mine) && (has_room() || queue_.is_front(mine));
      if (continues)
        queue_.claim(mine);
      else
        mine = queue_.take();
      const bool is_short = queue_.waiting() < workers_wanted_ && workers_wanted_ > 1;
      const TimeSlice slice{.seconds = work::slice_seconds(is_short, workers_wanted_, age_.seconds()),
                            .max_solutions = only_count_ ? ~std::uint64_t{0} : kSolutionsPerUnit,
                            .only_count = only_count_,
                            .divides = is_short,
                            .sample_modulus = modulus_};
      const work::Unit unit = mine->placed_unit.unit;
      lock.unlock();
      const Stopwatch watch;
      std::optional<UnitOutcome> answer = run(unit, slice);
      utilization_->add_busy_time(worker, watch.seconds(), slice.seconds);
      lock.lock();
      if (!answer) {  // its worker is gone: another one takes it
        queue_.give_back(mine);
        room_.notify_all();
        return;
      }
      UnitOutcome& outcome = *answer;
      buffered_ += bytes(outcome.solutions);
      const bool at_limit = outcome.solutions.stop != StopReason::None;
      mine = queue_.finish(mine, std::move(outcome.solutions), std::move(outcome.rest));
      changed_.notify_all();
      room_.notify_all();
      if (at_limit) return;
    }
  }

  const Plan& plan_;
  const Budget budget_;  // copied by each worker
  const bool only_count_;
  std::size_t workers_wanted_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // a unit is done
  std::condition_variable room_;     // there is something to do, or all is to stop
  UnitQueue queue_;
  double whole_ = 0;          // share_of() all that there is to do
  std::size_t buffered_ = 0;  // bytes of the results in the queue
  bool stopped_ = false;
  const Stopwatch age_;
  Cancel end_early_;
  UnitQueue::QueueEntry* front_ = nullptr;  // the one that is being read; not shared
  std::uint64_t read_ = 0;                  // the current solution there
  std::size_t next_sampled_ = 0;            // the first of its sampled solutions that is not before that one
  std::atomic<std::uint64_t> modulus_ = 1;  // of the caller's sample
  std::optional<Shapes> shapes_;            // of the thread that reads
  std::vector<std::uint64_t> bits_;
  std::string plan_bytes_;
  std::vector<std::unique_ptr<RemoteRunner>> remotes_;
  std::optional<work::WorkerUtilization> utilization_;
  std::vector<std::thread> workers_;  // last: they use all of the above
};

}  // namespace

std::unique_ptr<SolutionSource> make_parallel_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget) {
  return std::make_unique<ParallelSource>(plan, options, budget);
}

}  // namespace fretsaw
