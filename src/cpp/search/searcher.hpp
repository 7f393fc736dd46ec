// SPDX-License-Identifier: MIT
// One running program under search, and the conversation with it (see child/wire.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpp/search/child/wire.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/process.hpp"
#include "work/unit.hpp"

namespace fretsaw::search {

inline constexpr std::size_t kAbortKinds = 14;
extern const std::array<const char*, kAbortKinds> kAbortNames;  // "exception", "null access", ...
inline constexpr std::size_t kStepLimitAbort = 7;               // its place there

struct AbortedCandidate {
  std::size_t kind = 0;  // in kAbortNames
  std::string detail;
  std::vector<std::uint32_t> candidate;
};

// What came of a piece of work.
// The candidate of which the most was read before the predicate said no.
struct FurthestCandidate {
  std::uint64_t reads = 0;
  std::uint32_t last = 0;  // the variable read last
  std::vector<std::uint32_t> candidate;
};

struct WorkResult {
  std::uint64_t structures = 0;
  std::uint64_t candidates = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t field_writes = 0;
  std::uint64_t global_writes = 0;
  std::int64_t first_variable_written = -1;
  double fraction = 0;
  std::array<std::uint64_t, kAbortKinds> aborted = {};
  std::optional<AbortedCandidate> first_abort;
  std::optional<std::vector<std::uint32_t>> first_mismatch;
  std::optional<FurthestCandidate> furthest;
  std::string reads;                 // see wire.hpp
  std::vector<std::string> batches;  // structures, encoded as in wire.hpp
  std::vector<work::Unit> rest;      // in order
};

struct WorkRequest {
  std::uint64_t most_candidates = ~std::uint64_t{0};
  std::uint64_t most_structures = ~std::uint64_t{0};
  long milliseconds = 100;
  bool wants_structures = true;
};

class Searcher {
 public:
  // Starts the program and waits for its space, or for its reason to refuse.
  static Result<Searcher> start(const std::vector<std::string>& command, const work::ProcessLimits& limits);
  // On another machine. Its space comes with the first receive().
  static Result<Searcher> start_elsewhere(unsigned place, const std::vector<std::string>& command,
                                          const work::ProcessLimits& limits);

  const std::string& space() const { return space_; }
  int descriptor() const { return process_.output(); }

  // If the program is gone, receive() will tell.
  void request(const work::Unit& unit, const WorkRequest& work);
  void request_halves(const work::Unit& unit);

  // Reads one message, blocking. True once the work is finished; then take_result() has it.
  Result<bool> receive();
  WorkResult take_result() { return std::exchange(result_, {}); }

 private:
  explicit Searcher(work::ChildProcess process) : process_(std::move(process)) {}
  void send(wire::Message type, const std::string& content);
  Diagnostic death();
  Diagnostic nonsense();

  work::ChildProcess process_;
  std::string space_;
  WorkResult result_;
};

}  // namespace fretsaw::search
