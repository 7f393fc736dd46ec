// SPDX-License-Identifier: MIT
#include "cpp/search/child/search.hpp"

#include <algorithm>

namespace fretsaw::search {

namespace {

constexpr std::size_t kMaxCuts = 8;

}  // namespace

Search::Search(const space::SearchSpace& space, SearchOptions options)
    : space_(space),
      options_(options),
      order_(space),
      execution_(space, order_, options.execution),
      expanded_(space.variables.size(), false) {}

std::vector<std::uint32_t> Search::candidate() const {
  std::vector<std::uint32_t> indices = order_.indices();
  if (!space_.leaves_unread) return indices;
  for (std::uint32_t variable = 0; variable < indices.size(); ++variable) {
    if (order_.is_unread(variable) && !order_.is_forced(variable))
      indices[variable] =
          static_cast<std::uint32_t>(space_.domains[space_.variables[variable].domain].size());
  }
  return indices;
}

std::string Search::reads() const {
  std::string out;
  for (std::size_t variable = 0; variable < expanded_.size(); ++variable)
    out += static_cast<char>('0' + (expanded_[variable] ? 1 : 0) + (execution_.was_read(variable) ? 2 : 0));
  return out;
}

// Rarely called: the deeper, the fewer.
void Search::note_deepest() {
  deepest_ = order_.size();
  tally_.deepest = DeepestCandidate{order_.size(), order_.variable(order_.size() - 1), order_.indices()};
}

bool Search::expand() {
  if (!order_.complete()) return false;
  for (auto position = static_cast<std::size_t>(read_); position < order_.size(); ++position) {
    if (order_.has_choice(position)) expanded_[order_.variable(position)] = true;
  }
  return true;
}

[[gnu::always_inline]] inline bool Search::complete() {
  return order_.is_complete() || space_.leaves_unread || expand();
}

bool Search::restart(const work::Unit& unit) {
  execution_.restart();
  tally_ = {};
  deepest_ = 0;
  examined_ = false;
  read_ = unit.read;
  return order_.restart(unit.path, unit.floor) && unit.read <= static_cast<std::int64_t>(unit.path.size());
}

[[gnu::always_inline]] inline bool Search::advance() {
  const std::size_t before = order_.size();
  if (before > deepest_) [[unlikely]]
    note_deepest();
  if (!order_.advance()) {
    execution_.restart();
    return false;
  }
  execution_.rewind(order_.size() - 1, before);
  // A change among what the predicate read calls for another run; a change behind it does not.
  if (static_cast<std::int64_t>(order_.size()) <= read_) read_ = -1;
  examined_ = false;
  return true;
}

[[gnu::always_inline]] inline bool Search::holds() {
  bool holds = true;
  Termination abort = Termination::Returned;
  if (read_ < 0) {
    const Verdict verdict = execution_.run();
    if (verdict.abort != Termination::Returned) [[unlikely]] {
      abort = verdict.abort;
      if (abort == Termination::NoValue) return false;
      note_abort(abort);
    }
    holds = verdict.holds;
  }
  ++tally_.candidates;
  if (options_.cross_check) [[unlikely]]
    compare({holds, abort});
  return holds;
}

void Search::note_abort(Termination abort) {
  ++tally_.aborted[static_cast<std::size_t>(abort)];
  if (!tally_.first_abort)
    tally_.first_abort = CandidateExample{abort, execution_.abort_detail(), order_.indices()};
}

void Search::compare(const Verdict& watched) {
  const Verdict plain = execution_.run_plainly();
  const std::size_t read = read_ < 0 ? order_.size() : static_cast<std::size_t>(read_);
  const auto& reads = execution_.plain_reads();
  bool same = plain.holds == watched.holds && plain.abort == watched.abort && reads.size() == read;
  for (std::size_t i = 0; same && i < read; ++i) same = reads[i] == order_.variable(i);
  if (same) return;
  ++tally_.mismatches;
  if (!tally_.first_mismatch)
    tally_.first_mismatch = CandidateExample{Termination::Returned, "", order_.indices()};
}

Search::Event Search::next(std::uint64_t candidates, std::uint64_t structures) {
  const std::uint64_t stop =
      candidates > kNoLimit - tally_.candidates ? kNoLimit : tally_.candidates + candidates;
  const Execution::WatchScope watched(execution_);
  for (;;) {
    if (examined_ && !advance()) return Event::End;
    if (tally_.candidates >= stop) return Event::Limit;
    examined_ = true;
    if (!holds()) continue;
    if (read_ < 0) read_ = static_cast<std::int64_t>(order_.size());
    if (!complete()) {
      --tally_.candidates;
      continue;
    }
    ++tally_.structures;
    if (--structures == 0) return Event::Structure;
  }
}

std::vector<work::Unit> Search::split_rest() {
  if (examined_ && !advance()) return {};
  return split_units(kMaxCuts);
}

std::vector<work::Unit> Search::halve(const work::Unit& unit) {
  if (!restart(unit)) return {};
  const Execution::WatchScope watched(execution_);
  const bool valid = holds();
  if (valid && read_ < 0) read_ = static_cast<std::int64_t>(order_.size());
  if (valid) complete();
  return split_units(1);
}

std::vector<work::Unit> Search::split_units(std::size_t max_cuts) {
  std::vector<work::Unit> split_units;
  while (split_units.size() < max_cuts) {
    std::vector<Choice> later = order_.split();
    if (later.empty()) break;
    const std::size_t floor = later.size() - 1;
    const std::int64_t read = static_cast<std::int64_t>(floor) >= read_ ? read_ : -1;
    split_units.push_back({std::move(later), floor, read});
  }
  split_units.push_back({order_.path(), order_.floor(), read_});
  std::ranges::reverse(split_units);
  return split_units;
}

}  // namespace fretsaw::search
