// SPDX-License-Identifier: MIT
// The search is a queue of units (work/queue.hpp). A searcher takes the first that is free, for a
// time slice (work/worker_utilization.hpp); what it leaves comes back as one or two shorter units that take its place. Work is
// thus shared where there is any, at the front first, so that few results wait for those before them, and
// memory does not grow with their number.
//
// A unit is committed once everything before it is: then its results are passed on and counted. A checkpoint
// is the totals so far and the units to come.
#include "cpp/search/coordinator.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

#include "base/budget.hpp"
#include "base/stopwatch.hpp"
#include "cpp/search/checkpoint.hpp"
#include "cpp/search/child/wire.hpp"
#include "work/queue.hpp"
#include "work/remote_process.hpp"
#include "work/worker_utilization.hpp"

namespace fretsaw::search {

namespace {

// Processing structures takes longer than finding them: not so many at a time that an interrupt would wait.
constexpr std::uint64_t kMaxStructuresPerSlice = 1024;
constexpr std::size_t kUnitsPerPart = 32;

using WorkQueue = work::Queue<WorkResult>;

class Coordinator {
 public:
  Coordinator(const SearchRequest& request, const SearchListener& listener)
      : request_(request), listener_(listener), budget_(request.limits) {}

  Result<SearchTotals> run() {
    const Status begun = within_limits(
        [&] {
          Status status = start_workers();
          return status ? divide_work() : status;
        },
        [&](StopReason stop) {
          totals_.stop = stop;
          return Status(Success{});
        });
    if (!begun) return begun.error();
    if (totals_.stop != StopReason::None) return totals_;
    if (listener_.located) listener_.located([this] { return position(); });
    enough_ = request_.limit && totals_.structures >= *request_.limit;
    while (!finished()) {
      assign_work();
      if (Status status = wait(); !status) return status.error();
      if (Status status = commit(); !status) return status.error();
    }
    totals_.complete = queue_.empty();
    if (listener_.located) totals_.left = position();
    if (!totals_.complete && totals_.stop == StopReason::None) totals_.stop = budget_.reason();
    if (request_.checkpoint) {
      if (Status status = save(); !status) return status.error();
    }
    return totals_;
  }

 private:
  struct Task {
    WorkQueue::Handle entry;
    double slice;  // seconds
  };
  struct WorkerProcess {
    Searcher searcher;
    std::size_t place = 0;     // 0: here
    std::deque<Task> tasks{};  // in the order in which they are done; none: idle
    Stopwatch begun{};         // the first of them was
  };

  Status start_workers() {
    for (unsigned i = 0; i < std::max(1U, request_.workers); ++i) {
      auto searcher = Searcher::start(request_.command, request_.process_limits, budget_);
      if (!searcher) return searcher.error();
      workers_.push_back({std::move(*searcher)});
    }
    for (unsigned place = 0; place < work::remote_slot_count(); ++place) {
      for (unsigned i = 0; i < std::max(1U, request_.workers); ++i) {
        auto searcher = Searcher::start_remote(place, request_.command, request_.process_limits);
        if (!searcher) return searcher.error();
        workers_.push_back({std::move(*searcher), place + 1});
      }
    }
    for (WorkerProcess& worker : std::span(workers_).subspan(std::max(1U, request_.workers))) {
      if (auto started = worker.searcher.finish(budget_); !started) return started.error();
      if (worker.searcher.space() != workers_[0].searcher.space())
        return input_error("the search processes differ between machines",
                           "install the same libraries and the same version of Fretsaw on all machines");
    }
    std::vector<std::size_t> places;
    for (const WorkerProcess& worker : workers_) places.push_back(worker.place);
    utilization_.emplace(std::move(places));
    auto reader = space::CandidateReader::read(workers_[0].searcher.space(), *request_.classes);
    if (!reader) return reader.error();
    reader_ = *reader;
    if (Status status = read_earlier(); !status) return status;
    return listener_.started ? listener_.started(*reader) : Status(Success{});
  }

  // Before the listener is called: a rejected checkpoint is an error, not a search that was stopped.
  Status read_earlier() {
    if (request_.from || !request_.checkpoint) return Success{};
    auto earlier = read_checkpoint(*request_.checkpoint, request_.fingerprint);
    if (!earlier) return earlier.error();
    if (!*earlier) return Success{};
    const SearchTotals& totals = (*earlier)->totals;
    const auto& abort = totals.first_abort;
    const auto& mismatch = totals.first_mismatch;
    if (totals.first_variable_written >= static_cast<std::int64_t>(reader_->variables()) ||
        (abort && !reader_->is_candidate(abort->candidate)) ||
        (mismatch && !reader_->is_candidate(*mismatch)) ||
        (!totals.reads.empty() && totals.reads.size() != reader_->variables()))
      return work::damaged_checkpoint(*request_.checkpoint);
    totals_ = totals;
    totals_.resumed_count = totals_.structures;
    earlier_ = *std::move(*earlier);
    return Success{};
  }

  Status divide_work() {
    if (request_.from) {
      queue_.fill(request_.from->placed_units);
      return Success{};
    }
    if (earlier_) {
      queue_.fill(std::move(earlier_->rest));
      return Success{};
    }
    if (request_.part.count <= 1) {
      queue_.fill({work::PlacedUnit{}});
      return Success{};
    }
    auto units = divide();
    if (!units) return units.error();
    for (std::size_t i = request_.part.number - 1; i < units->size(); i += request_.part.count)
      queue_.fill({work::PlacedUnit{(*units)[i], i}});
    return Success{};
  }

  // The same pieces in every run: always the shallowest is divided next, the first of those that are equally
  // shallow.
  Result<std::vector<work::Unit>> divide() {
    struct UnitAtDepth {
      work::Unit unit;
      std::uint64_t depth;
    };
    std::vector<UnitAtDepth> units = {{work::Unit{}, 0}};
    constexpr std::uint64_t kIndivisible = ~std::uint64_t{0};
    while (units.size() < kUnitsPerPart * request_.part.count) {
      const auto next =
          std::min_element(units.begin(), units.end(),
                           [](const UnitAtDepth& a, const UnitAtDepth& b) { return a.depth < b.depth; });
      if (next->depth == kIndivisible) break;
      auto halves = halve(next->unit);
      if (!halves) return halves.error();
      const std::size_t at = static_cast<std::size_t>(next - units.begin());
      if (halves->size() < 2) {
        units[at].depth = kIndivisible;
        continue;
      }
      units[at] = {(*halves)[0], (*halves)[0].floor};
      units.insert(units.begin() + static_cast<long>(at) + 1, {(*halves)[1], (*halves)[1].floor});
    }
    std::vector<work::Unit> out;
    for (UnitAtDepth& each : units) out.push_back(std::move(each.unit));
    return out;
  }

  Result<std::vector<work::Unit>> halve(const work::Unit& unit) {
    Searcher& searcher = workers_[0].searcher;
    searcher.request_halves(unit);
    if (Status finished = searcher.finish(budget_); !finished) return finished.error();
    return searcher.take_result().rest;
  }

  bool finished() {
    return queue_.empty() || totals_.stop != StopReason::None || enough_ || budget_.check_limits();
  }

  // One for each searcher; and where there is more than enough, another for those on other machines, which would
  // have to wait for it.
  void assign_work() {
    const bool some_idle = queue_.waiting() < workers_.size();
    for (WorkerProcess& worker : workers_) {
      if (worker.tasks.empty()) assign_work(worker, some_idle);
    }
    for (WorkerProcess& worker : workers_) {
      if (worker.place > 0 && worker.tasks.size() == 1 && queue_.waiting() >= workers_.size())
        assign_work(worker, some_idle);
    }
  }

  // A unit comes back in up to nine, and nearly all of it may be in one of them: that searchers wait does not
  // mean that there is work for them. So no searcher waits long for the end of a time slice, unless there are so many
  // that answering them takes all the time.
  double slice_seconds(bool some_idle) const {
    const double workers = static_cast<double>(workers_.size());
    const double elapsed = age_.seconds();
    if (workers_.size() == 1) return work::kLongSliceSeconds;
    return std::min(work::slice_seconds(some_idle, workers_.size(), elapsed),
                    std::max({work::kShortSliceSeconds, work::kMaxSliceShare * elapsed,
                              work::kSliceSecondsPerWorker * workers}));
  }

  void assign_work(WorkerProcess& worker, bool some_idle) {
    Task task = {queue_.take(), slice_seconds(some_idle)};
    if (!task.entry) return;
    WorkRequest work;
    work.milliseconds = std::lround(1000 * task.slice);
    work.wants_structures = request_.wants_structures;
    if (work.wants_structures) work.max_structures = kMaxStructuresPerSlice;
    if (request_.limit)
      work.max_structures = std::min(work.max_structures, *request_.limit - totals_.structures);
    if (worker.tasks.empty()) worker.begun = Stopwatch();
    worker.searcher.request(task.entry->placed_unit.unit, work);
    worker.tasks.push_back(std::move(task));
  }

  Status wait() {
    std::vector<pollfd> descriptors;
    for (const WorkerProcess& worker : workers_)
      descriptors.push_back({worker.tasks.empty() ? -1 : worker.searcher.descriptor(), POLLIN, 0});
    if (poll(descriptors.data(), descriptors.size(), 200) <= 0) return Success{};
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (descriptors[i].revents == 0) continue;
      auto done = workers_[i].searcher.receive();
      if (!done) return done.error();
      if (!*done) continue;
      note_work(i);
      finish(workers_[i]);
    }
    return Success{};
  }

  // A searcher with another unit to continue with has not waited for the answer.
  void note_work(std::size_t number) {
    const WorkerProcess& worker = workers_[number];
    if (worker.tasks.size() > 1)
      utilization_->add_busy_time(number, worker.begun.seconds());
    else
      utilization_->add_busy_time(number, worker.begun.seconds(), worker.tasks.front().slice);
  }

  void finish(WorkerProcess& worker) {
    WorkResult result = worker.searcher.take_result();
    std::vector<work::Unit> rest = std::move(result.rest);
    queue_.finish(worker.tasks.front().entry, std::move(result), std::move(rest));
    worker.tasks.pop_front();
    worker.begun = Stopwatch();
  }

  Status commit() {
    bool committed = false;
    for (const WorkQueue::QueueEntry* front = nullptr;
         !enough_ && (front = queue_.done_front()) != nullptr;) {
      if (exceeds_limit(front->result)) {
        // It was begun when more structures were requested. Done again with the number that is requested now, it
        // ends where it would have ended with one searcher.
        queue_.redo_front();
        break;
      }
      const SearchTotals before = totals_;
      if (Status status = add(front->result, front->placed_unit.place); !status) return status;
      if (forwarded_ < front->result.structures) {
        // The others are not requested. A run that resumes from the checkpoint does this unit again.
        cut_short_ = before;
        return Success{};
      }
      queue_.pop_front();
      is_forwarding_ = false;
      committed = true;
    }
    if (!committed) return Success{};
    if (listener_.progress) listener_.progress({totals_.structures, totals_.candidates, fraction_});
    if (!request_.checkpoint || enough_ || !clock_.is_due()) return Success{};
    return clock_.time([&] { return save(); });
  }

  bool exceeds_limit(const WorkResult& result) const {
    return request_.limit && totals_.structures + result.structures > *request_.limit;
  }

  Status add(const WorkResult& result, std::uint64_t place) {
    const std::uint64_t before = totals_.structures;
    const auto is_candidate = [&](const auto& c) { return reader_->is_candidate(c); };
    if (result.first_abort && !is_candidate(result.first_abort->candidate)) return malformed_message();
    if (result.first_mismatch && !is_candidate(*result.first_mismatch)) return malformed_message();
    if (result.first_variable_written >= static_cast<std::int64_t>(reader_->variables()))
      return malformed_message();
    if (request_.wants_structures) {
      if (Status status = forward_results(result); !status) return status;
    } else {
      totals_.structures += result.structures;
      forwarded_ = result.structures;
      enough_ = request_.limit && totals_.structures >= *request_.limit;
    }
    if (request_.part.count > 1) {
      work::count_at(totals_.places, place, totals_.structures - before);
      if (!totals_.first_abort && result.first_abort) totals_.first_abort_place = place;
    }
    totals_.candidates += result.candidates;
    totals_.mismatches += result.mismatches;
    totals_.writes_fields = totals_.writes_fields || result.field_writes > 0;
    totals_.writes_globals = totals_.writes_globals || result.global_writes > 0;
    if (totals_.first_variable_written < 0) totals_.first_variable_written = result.first_variable_written;
    totals_.processes_left += result.processes_left;
    for (std::size_t i = 0; i < guest::kTerminations; ++i) totals_.aborted[i] += result.aborted[i];
    if (!totals_.first_abort) totals_.first_abort = result.first_abort;
    if (!totals_.first_mismatch) totals_.first_mismatch = result.first_mismatch;
    return add_reads(result);
  }

  Status add_reads(const WorkResult& result) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '3'; };
    if (result.reads.size() != reader_->variables() || !std::ranges::all_of(result.reads, is_digit))
      return malformed_message();
    totals_.reads.resize(result.reads.size(), '0');
    for (std::size_t i = 0; i < result.reads.size(); ++i)
      totals_.reads[i] = static_cast<char>(totals_.reads[i] | result.reads[i]);
    if (const auto& deepest = result.deepest) {
      if (!reader_->is_candidate(deepest->candidate) || deepest->last >= reader_->variables())
        return malformed_message();
      if (!totals_.deepest || deepest->reads > totals_.deepest->reads) totals_.deepest = deepest;
    }
    fraction_ = std::max(fraction_, result.fraction);
    return Success{};
  }

  static Diagnostic malformed_message() {
    Diagnostic error = input_error("the search process sent a malformed reply");
    error.notes.push_back({"the predicate may have corrupted memory", std::nullopt});
    return error;
  }

  Status forward_results(const WorkResult& result) {
    std::vector<std::uint32_t> candidate(reader_->variables());
    std::string_view bytes;
    auto batch = result.batches.begin();
    forwarded_ = 0;
    is_forwarding_ = true;
    for (std::uint64_t i = 0; i < result.structures && !enough_; ++i) {
      if (bytes.empty() && batch != result.batches.end()) bytes = *batch++;
      for (std::uint32_t& index : candidate) {
        if (!wire::take_number(bytes, index)) return malformed_message();
      }
      if (!reader_->is_candidate(candidate)) return malformed_message();
      ++forwarded_;
      if (listener_.accepts) {
        const auto counts = listener_.accepts(candidate);
        if (!counts) return counts.error();
        if (!*counts) continue;
      }
      const std::uint64_t number = totals_.structures++;
      const bool more = !listener_.structure || listener_.structure(number, candidate);
      enough_ = !more || (request_.limit && totals_.structures >= *request_.limit);
    }
    return Success{};
  }

  // While results are handed on, the unit at the front is among what is left, as it began.
  work::Position position() const { return {queue_.rest(), is_forwarding_ ? forwarded_ : 0}; }

  Status save() {
    if (listener_.has_lost && listener_.has_lost()) return Success{};
    return write_checkpoint(*request_.checkpoint, request_.fingerprint, cut_short_ ? *cut_short_ : totals_,
                            queue_.rest());
  }

  const SearchRequest& request_;
  const SearchListener& listener_;
  Budget budget_;
  std::vector<WorkerProcess> workers_;
  WorkQueue queue_;
  SearchTotals totals_;
  std::optional<space::CandidateReader> reader_;
  std::optional<SearchState> earlier_;  // from the checkpoint
  double fraction_ = 0;
  bool enough_ = false;
  bool is_forwarding_ = false;             // structures of the front
  std::uint64_t forwarded_ = 0;            // of the structures of the unit that was committed last
  std::optional<SearchTotals> cut_short_;  // the totals before a unit of which not all structures were wanted
  work::CheckpointClock clock_;
  Stopwatch age_;
  std::optional<work::WorkerUtilization> utilization_;
};

}  // namespace

std::uint64_t SearchTotals::all_aborted() const {
  return std::accumulate(aborted.begin(), aborted.end(), std::uint64_t{0});
}

Result<SearchTotals> run_search(const SearchRequest& request, const SearchListener& listener) {
  return Coordinator(request, listener).run();
}

}  // namespace fretsaw::search
