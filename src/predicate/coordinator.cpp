// SPDX-License-Identifier: MIT
// The search is a list of stretches in order. A searcher takes the first that nobody works on, for a tenth of
// a second; what it leaves comes back as one or two shorter stretches that take its place. Work is thus
// shared where there is any, at the front first, so that few results wait for those before them, and memory
// does not grow with their number.
//
// A stretch is committed once everything before it is: then its results are handed on and counted. A
// checkpoint is the totals so far and the stretches to come; for those that are done but not committed, it
// lists the stretch they began as, and leaves out what came of it.
#include "predicate/coordinator.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <list>
#include <memory>
#include <numeric>
#include <set>

#include "base/budget.hpp"
#include "predicate/checkpoint.hpp"

namespace fretsaw {

namespace {

constexpr long kLongChunk = 100;  // milliseconds
constexpr long kShortChunk = 10;  // while others have nothing to do
// Looking at structures takes longer than finding them: not so many at a time that an interrupt would wait.
constexpr std::uint64_t kStructuresPerStretch = 1024;
constexpr double kSecondsPerCheckpoint = 1;
constexpr std::size_t kPiecesPerPart = 32;

struct Stretch {
  Segment segment;
  enum class State { Waiting, Running, Done } state = State::Waiting;
  WorkResult result;                // Done
  std::shared_ptr<Stretch> origin;  // the one it is a rest of
};

class Coordinator {
 public:
  Coordinator(const SearchRequest& request, const SearchListener& listener)
      : request_(request), listener_(listener), budget_(request.limits) {}

  Result<SearchTotals> run() {
    if (Status status = start_workers(); !status) return status.error();
    if (Status status = divide_work(); !status) return status.error();
    enough_ = request_.limit && totals_.structures >= *request_.limit;
    while (!finished()) {
      hand_out();
      if (Status status = wait(); !status) return status.error();
      if (Status status = commit(); !status) return status.error();
    }
    totals_.complete = stretches_.empty();
    if (!totals_.complete && totals_.stop == Stop::None) totals_.stop = budget_.reason();
    if (request_.checkpoint) {
      if (Status status = save(); !status) return status.error();
    }
    return totals_;
  }

 private:
  struct Seat {
    Searcher searcher;
    std::shared_ptr<Stretch> stretch;  // null: idle
  };

  Status start_workers() {
    for (unsigned i = 0; i < std::max(1U, request_.workers); ++i) {
      auto searcher = Searcher::start(request_.command, request_.process_limits);
      if (!searcher) return searcher.error();
      seats_.push_back({std::move(*searcher), nullptr});
    }
    auto reader = CandidateReader::read(seats_[0].searcher.space());
    if (!reader) return reader.error();
    reader_ = *reader;
    return listener_.started ? listener_.started(*reader) : Status(Done{});
  }

  Status divide_work() {
    std::vector<Segment> segments = {Segment{}};
    if (request_.checkpoint) {
      auto earlier = read_checkpoint(*request_.checkpoint, request_.fingerprint);
      if (!earlier) return earlier.error();
      if (*earlier) {
        const auto& abort = (*earlier)->totals.first_abort;
        const auto& mismatch = (*earlier)->totals.first_mismatch;
        const std::string& reads = (*earlier)->totals.reads;
        if ((abort && !reader_->is_candidate(abort->candidate)) ||
            (mismatch && !reader_->is_candidate(*mismatch)) ||
            (!reads.empty() && reads.size() != reader_->variables()))
          return damaged_checkpoint(*request_.checkpoint);
        totals_ = (*earlier)->totals;
        totals_.continued = totals_.structures;
        segments = (*earlier)->rest;
        return fill(segments);
      }
    }
    if (request_.part.count > 1) {
      auto pieces = divide();
      if (!pieces) return pieces.error();
      segments.clear();
      for (std::size_t i = request_.part.number - 1; i < pieces->size(); i += request_.part.count)
        segments.push_back((*pieces)[i]);
    }
    return fill(segments);
  }

  Status fill(const std::vector<Segment>& segments) {
    for (const Segment& segment : segments) {
      auto stretch = std::make_shared<Stretch>();
      stretch->segment = segment;
      stretches_.push_back(std::move(stretch));
    }
    return Done{};
  }

  // The same pieces in every run: always the shallowest is divided next, the first of those that are equally
  // shallow.
  Result<std::vector<Segment>> divide() {
    struct Piece {
      Segment segment;
      std::uint64_t depth;
    };
    std::vector<Piece> pieces = {{Segment{}, 0}};
    constexpr std::uint64_t kIndivisible = ~std::uint64_t{0};
    while (pieces.size() < kPiecesPerPart * request_.part.count) {
      const auto next = std::min_element(pieces.begin(), pieces.end(),
                                         [](const Piece& a, const Piece& b) { return a.depth < b.depth; });
      if (next->depth == kIndivisible) break;
      auto halves = halve(next->segment);
      if (!halves) return halves.error();
      const std::size_t at = static_cast<std::size_t>(next - pieces.begin());
      if (halves->size() < 2) {
        pieces[at].depth = kIndivisible;
        continue;
      }
      pieces[at] = {(*halves)[0], (*halves)[0].floor};
      pieces.insert(pieces.begin() + static_cast<long>(at) + 1, {(*halves)[1], (*halves)[1].floor});
    }
    std::vector<Segment> out;
    for (Piece& piece : pieces) out.push_back(std::move(piece.segment));
    return out;
  }

  Result<std::vector<Segment>> halve(const Segment& segment) {
    Searcher& searcher = seats_[0].searcher;
    searcher.request_halves(segment);
    for (;;) {
      auto finished = searcher.receive();
      if (!finished) return finished.error();
      if (*finished) return searcher.take_result().rest;
    }
  }

  bool finished() {
    return stretches_.empty() || totals_.stop != Stop::None || enough_ || budget_.look_closer();
  }

  void hand_out() {
    const bool some_idle = std::count_if(stretches_.begin(), stretches_.end(), [](const auto& s) {
                             return s->state == Stretch::State::Waiting;
                           }) < static_cast<long>(seats_.size());
    for (Seat& seat : seats_) {
      if (seat.stretch) continue;
      const auto next = std::find_if(stretches_.begin(), stretches_.end(),
                                     [](const auto& s) { return s->state == Stretch::State::Waiting; });
      if (next == stretches_.end()) return;
      WorkRequest work;
      work.milliseconds = seats_.size() > 1 && some_idle ? kShortChunk : kLongChunk;
      work.wants_structures = request_.wants_structures;
      if (work.wants_structures) work.most_structures = kStructuresPerStretch;
      if (request_.limit)
        work.most_structures = std::min(work.most_structures, *request_.limit - totals_.structures);
      (*next)->state = Stretch::State::Running;
      seat.stretch = *next;
      seat.searcher.request((*next)->segment, work);
    }
  }

  Status wait() {
    std::vector<pollfd> descriptors;
    for (const Seat& seat : seats_)
      descriptors.push_back({seat.stretch ? seat.searcher.descriptor() : -1, POLLIN, 0});
    if (poll(descriptors.data(), descriptors.size(), 200) <= 0) return Done{};
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      if (descriptors[i].revents == 0) continue;
      auto done = seats_[i].searcher.receive();
      if (!done) return done.error();
      if (*done) finish(seats_[i]);
    }
    return Done{};
  }

  void finish(Seat& seat) {
    const std::shared_ptr<Stretch> stretch = std::exchange(seat.stretch, nullptr);
    stretch->result = seat.searcher.take_result();
    stretch->state = Stretch::State::Done;
    const auto place = std::find(stretches_.begin(), stretches_.end(), stretch);
    if (place == stretches_.end()) return;  // given up meanwhile
    const auto after = std::next(place);
    for (Segment& rest : stretch->result.rest) {
      auto piece = std::make_shared<Stretch>();
      piece->segment = std::move(rest);
      piece->origin = stretch;
      stretches_.insert(after, std::move(piece));
    }
  }

  Status commit() {
    bool committed = false;
    while (!stretches_.empty() && stretches_.front()->state == Stretch::State::Done && !enough_) {
      if (exceeds_limit(stretches_.front()->result)) {
        redo_front();
        break;
      }
      if (Status status = add(stretches_.front()->result); !status) return status;
      stretches_.pop_front();
      committed = true;
    }
    if (!committed) return Done{};
    if (listener_.progress) listener_.progress({totals_.structures, totals_.candidates, fraction_});
    if (!request_.checkpoint || enough_ || clock_.seconds_since_last() < kSecondsPerCheckpoint) return Done{};
    clock_.restart();
    return save();
  }

  bool exceeds_limit(const WorkResult& result) const {
    return request_.limit && totals_.structures + result.structures > *request_.limit;
  }

  // It was begun when more structures were wanted. Done again with the number that is wanted now, it ends
  // where it would have ended with one searcher, and what came after it is forgotten.
  void redo_front() {
    const std::shared_ptr<Stretch> front = stretches_.front();
    std::set<const Stretch*> forgotten = {front.get()};
    for (auto place = std::next(stretches_.begin()); place != stretches_.end();) {
      const bool descends = (*place)->origin && forgotten.contains((*place)->origin.get());
      if (descends) forgotten.insert(place->get());
      place = descends ? stretches_.erase(place) : std::next(place);
    }
    front->result = {};
    front->state = Stretch::State::Waiting;
  }

  Status add(const WorkResult& result) {
    const auto is_candidate = [&](const auto& c) { return reader_->is_candidate(c); };
    if (result.first_abort && !is_candidate(result.first_abort->candidate)) return nonsense();
    if (result.first_mismatch && !is_candidate(*result.first_mismatch)) return nonsense();
    if (result.first_variable_written >= static_cast<std::int64_t>(reader_->variables())) return nonsense();
    if (request_.wants_structures) {
      if (Status status = hand_on(result); !status) return status;
    } else {
      totals_.structures += result.structures;
      enough_ = request_.limit && totals_.structures >= *request_.limit;
    }
    totals_.candidates += result.candidates;
    totals_.mismatches += result.mismatches;
    totals_.writes_fields = totals_.writes_fields || result.field_writes > 0;
    totals_.writes_globals = totals_.writes_globals || result.global_writes > 0;
    if (totals_.first_variable_written < 0) totals_.first_variable_written = result.first_variable_written;
    for (std::size_t i = 0; i < kAbortKinds; ++i) totals_.aborted[i] += result.aborted[i];
    if (!totals_.first_abort) totals_.first_abort = result.first_abort;
    if (!totals_.first_mismatch) totals_.first_mismatch = result.first_mismatch;
    return add_reads(result);
  }

  Status add_reads(const WorkResult& result) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '3'; };
    if (result.reads.size() != reader_->variables() || !std::ranges::all_of(result.reads, is_digit))
      return nonsense();
    totals_.reads.resize(result.reads.size(), '0');
    for (std::size_t i = 0; i < result.reads.size(); ++i)
      totals_.reads[i] = static_cast<char>(totals_.reads[i] | result.reads[i]);
    if (const auto& furthest = result.furthest) {
      if (!reader_->is_candidate(furthest->candidate) || furthest->last >= reader_->variables())
        return nonsense();
      if (!totals_.furthest || furthest->reads > totals_.furthest->reads) totals_.furthest = furthest;
    }
    fraction_ = std::max(fraction_, result.fraction);
    return Done{};
  }

  static Diagnostic nonsense() {
    return input_error("the program under search says what cannot be understood",
                       "the predicate may have overwritten memory that is not its own");
  }

  Status hand_on(const WorkResult& result) {
    std::vector<std::uint32_t> candidate(reader_->variables());
    std::string_view bytes;
    auto batch = result.batches.begin();
    for (std::uint64_t i = 0; i < result.structures && !enough_; ++i) {
      if (bytes.empty() && batch != result.batches.end()) bytes = *batch++;
      for (std::uint32_t& index : candidate) {
        if (!wire::take_number(bytes, index)) return nonsense();
      }
      if (!reader_->is_candidate(candidate)) return nonsense();
      const std::uint64_t number = totals_.structures++;
      const bool more = !listener_.structure || listener_.structure(number, candidate);
      enough_ = !more || (request_.limit && totals_.structures >= *request_.limit);
    }
    return Done{};
  }

  Status save() {
    Checkpoint checkpoint{request_.fingerprint, totals_, {}};
    std::set<const Stretch*> covered;
    for (const auto& stretch : stretches_) {
      if (stretch->origin && covered.contains(stretch->origin.get())) {
        covered.insert(stretch.get());
        continue;
      }
      checkpoint.rest.push_back(stretch->segment);
      if (stretch->state == Stretch::State::Done) covered.insert(stretch.get());
    }
    return write_checkpoint(*request_.checkpoint, checkpoint);
  }

  // Time since something was last done.
  struct Interval {
    std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
    double seconds_since_last() const {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - last).count();
    }
    void restart() { last = std::chrono::steady_clock::now(); }
  };

  const SearchRequest& request_;
  const SearchListener& listener_;
  Budget budget_;
  std::vector<Seat> seats_;
  std::list<std::shared_ptr<Stretch>> stretches_;
  SearchTotals totals_;
  std::optional<CandidateReader> reader_;
  double fraction_ = 0;
  bool enough_ = false;
  Interval clock_;
};

}  // namespace

std::uint64_t SearchTotals::all_aborted() const {
  return std::accumulate(aborted.begin(), aborted.end(), std::uint64_t{0});
}

Result<SearchTotals> run_search(const SearchRequest& request, const SearchListener& listener) {
  return Coordinator(request, listener).run();
}

}  // namespace fretsaw
