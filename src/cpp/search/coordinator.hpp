// SPDX-License-Identifier: MIT
// Sharing one search among several workers, with the results in the order of the search.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpp/search/searcher.hpp"
#include "cpp/space/object_graph.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "work/unit.hpp"

namespace fretsaw::search {

struct SearchRequest {
  std::vector<std::string> command;        // starts a searcher
  const code::Classes* classes = nullptr;  // that it was built with; outlive the search
  unsigned workers = 1;
  work::ProcessLimits process_limits;
  Limits limits;
  std::optional<std::uint64_t> limit;  // of structures
  bool wants_structures = true;
  SearchPart part;
  std::optional<std::string> checkpoint;  // a file; one that exists is continued from
  std::string fingerprint;                // of everything that the search depends on; kept in the checkpoint
  // Instead of a checkpoint: begins there. Structures that are known already come again.
  std::optional<work::Position> from{};
};

struct SearchTotals {
  std::uint64_t structures = 0;
  std::uint64_t candidates = 0;
  std::uint64_t mismatches = 0;
  bool writes_fields = false;
  bool writes_globals = false;
  std::uint64_t processes_left = 0;  // by the predicate; they were ended
  std::int64_t first_variable_written = -1;
  std::array<std::uint64_t, guest::kTerminations> aborted = {};
  std::optional<AbortedCandidate> first_abort;
  std::optional<std::vector<std::uint32_t>> first_mismatch;
  std::optional<DeepestCandidate> deepest;  // if nothing was found
  std::string reads;                        // by variable, see wire.hpp; empty if others read them, too
  std::uint64_t filtered = 0;  // accepted by the predicate, if the listener may still reject them
  bool complete = false;
  StopReason stop = StopReason::None;  // why not
  std::vector<std::string> doubts;     // what the search may lack, as sentences
  // If nothing was found: variables whose address the user's code uses, but that is not among the values of any field.
  std::vector<std::string> out_of_reach;
  std::uint64_t resumed_count = 0;                   // structures that an earlier run had found already
  std::string program{};                             // the digest of what was searched with
  std::vector<work::PlaceCount> places{};            // structures by piece of the search, for parts
  std::string classes{};                             // as Instances::classes, if structures were solved for
  std::optional<std::uint64_t> first_abort_place{};  // the piece that the first abort is in
  work::Position left{};                             // if the listener requests the position of the search

  std::uint64_t all_aborted() const;
};

struct SearchProgress {
  std::uint64_t structures = 0;
  std::uint64_t candidates = 0;
  double fraction = 0;  // explored, as an estimate
};

struct SearchListener {
  // Once, before anything else.
  std::function<Status(const space::CandidateReader&)> started;
  // Once, with a function that returns during the calls below where the search is: behind all that was passed on.
  std::function<void(std::function<work::Position()>)> located{};
  // Does a structure count? Each is asked about once, in the order of the search, before it is handed on. If
  // this is set, all structures must be requested, and the listener itself stops when there are enough.
  std::function<Result<bool>(std::span<const std::uint32_t> candidate)> accepts{};
  // In the order of the search, each once. False: no more are wanted.
  std::function<bool(std::uint64_t number, std::span<const std::uint32_t> candidate)> structure;
  // Was any of them lost after all, to a full disk for instance? Then no checkpoint records it as done.
  std::function<bool()> has_lost{};
  std::function<void(const SearchProgress&)> progress;
  std::function<void(const Diagnostic&)> warning{};  // of what is odd about a clause in braces
};

Result<SearchTotals> run_search(const SearchRequest& request, const SearchListener& listener);

}  // namespace fretsaw::search
