// SPDX-License-Identifier: MIT
// One running search process, and the messages with it (see child/wire.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "cpp/guest/child/termination.hpp"
#include "cpp/guest/guest.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/unit.hpp"

namespace fretsaw::search {

struct AbortedCandidate {
  guest::Termination how = guest::Termination::Returned;
  std::string detail;
  std::vector<std::uint32_t> candidate;
};

// The rejected candidate of which the predicate read the most.
struct DeepestCandidate {
  std::uint64_t reads = 0;
  std::uint32_t last = 0;  // the variable read last
  std::vector<std::uint32_t> candidate;
};

// What came of a piece of work.
struct WorkResult {
  std::uint64_t structures = 0;
  std::uint64_t candidates = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t field_writes = 0;
  std::uint64_t global_writes = 0;
  std::uint64_t processes_left = 0;  // by the predicate; they were ended
  std::int64_t first_variable_written = -1;
  double fraction = 0;
  std::array<std::uint64_t, guest::kTerminations> aborted = {};
  std::optional<AbortedCandidate> first_abort;
  std::optional<std::vector<std::uint32_t>> first_mismatch;
  std::optional<DeepestCandidate> deepest;
  std::string reads;                 // see wire.hpp
  std::vector<std::string> batches;  // structures, encoded as in wire.hpp
  std::vector<work::Unit> rest;      // in order
};

struct WorkRequest {
  std::uint64_t max_candidates = ~std::uint64_t{0};
  std::uint64_t max_structures = ~std::uint64_t{0};
  long milliseconds = 100;
  bool wants_structures = true;
};

class Searcher {
 public:
  // Starts the program and waits for its space, or for its error. Throws LimitReached.
  static Result<Searcher> start(const std::vector<std::string>& command, const work::ProcessLimits& limits,
                                Budget& budget);
  // On another machine. Its space comes with the first receive().
  static Result<Searcher> start_remote(unsigned place, const std::vector<std::string>& command,
                                       const work::ProcessLimits& limits);

  const std::string& space() const { return space_; }
  int descriptor() const { return guest_.descriptor(); }

  // If the process has ended, receive() reports it.
  void request(const work::Unit& unit, const WorkRequest& work);
  void request_halves(const work::Unit& unit);

  // Takes one message, if there is one. True once the work is finished; then take_result() has it.
  Result<bool> receive();
  // Waits for that. Throws LimitReached.
  Status finish(Budget& budget);
  WorkResult take_result() { return std::exchange(result_, {}); }

 private:
  explicit Searcher(guest::Guest guest) : guest_(std::move(guest)) {}
  Result<bool> take(work::Message message);

  guest::Guest guest_;
  std::string space_;
  WorkResult result_;
};

}  // namespace fretsaw::search
