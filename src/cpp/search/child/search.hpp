// SPDX-License-Identifier: MIT
// The search for all candidates on which the predicate holds, one after the other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpp/search/child/execution.hpp"
#include "cpp/search/child/field_order.hpp"
#include "cpp/space/child/search_space.hpp"
#include "work/unit.hpp"

namespace fretsaw::search {

struct SearchOptions {
  ExecutionOptions execution;
  bool cross_check = false;  // run the predicate plainly as well on every candidate, and compare
};

// A candidate that is worth showing, and why.
struct CandidateExample {
  Termination abort = Termination::Returned;
  std::string detail;
  std::vector<std::uint32_t> candidate;
};

// The candidate of which the most was read before the answer was no.
struct DeepestCandidate {
  std::size_t reads = 0;
  std::uint32_t last = 0;  // the variable read last
  std::vector<std::uint32_t> candidate;
};

struct Tally {
  std::uint64_t structures = 0;
  std::uint64_t candidates = 0;
  std::uint64_t mismatches = 0;
  std::array<std::uint64_t, guest::kTerminations> aborted = {};
  std::optional<CandidateExample> first_abort;
  std::optional<CandidateExample> first_mismatch;
  std::optional<DeepestCandidate> deepest;  // of interest if there is no structure
};

class Search {
 public:
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  // The space outlives the search.
  Search(const space::SearchSpace& space, SearchOptions options);

  // Continues with another unit; the tally starts anew. False if it does not belong to this space.
  bool restart(const work::Unit& unit);

  enum class Event { Structure, Limit, End };
  // Looks for the next structure among at most `candidates` more candidates; or, to count them, for that
  // many.
  Event next(std::uint64_t candidates = kNoLimit, std::uint64_t structures = 1);

  // What is left, including the next candidate, in a few units, in order, cut at the
  // shallowest choices: what is left of a shallow choice is often refused at once, and is nothing for others
  // to do. Requires that the last event was not End.
  std::vector<work::Unit> split_rest();

  // Divides a stretch into two at its shallowest choice, by looking at its first candidate only; one piece if
  // there is no choice. The search is in no defined place afterwards: restart() it.
  std::vector<work::Unit> halve(const work::Unit& unit);

  const Tally& tally() const { return tally_; }
  const Execution& execution() const { return execution_; }
  // If unread variables are left alone, their indices are one past the last.
  std::vector<std::uint32_t> candidate() const;
  // By variable, a digit: see wire::Message::Reads.
  std::string reads() const;
  double fraction() const { return order_.fraction(); }

 private:
  bool advance();
  bool holds();
  std::vector<work::Unit> split_units(std::size_t max_cuts);
  void compare(const Verdict& watched);
  void note_deepest();
  void note_abort(Termination abort);
  bool expand();
  bool complete();

  const space::SearchSpace& space_;
  SearchOptions options_;
  FieldOrder order_;
  Execution execution_;
  Tally tally_;
  std::size_t deepest_ = 0;  // reads beyond which a candidate is the furthest so far
  bool examined_ = false;
  std::int64_t read_ = -1;
  std::vector<bool> expanded_;  // by variable: given values without being read
};

}  // namespace fretsaw::search
