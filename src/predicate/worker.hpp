// SPDX-License-Identifier: MIT
// One running program under search, and the conversation with it (see runtime/wire.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cxx/process.hpp"
#include "fretsaw/diagnostic.hpp"
#include "predicate/runtime/wire.hpp"

namespace fretsaw {

// A stretch of the search, as the program writes it: opaque here, but for being a value.
using SegmentText = std::string;
inline const SegmentText kWholeSearch = "0 -1 0";

inline constexpr std::size_t kAbortKinds = 14;
extern const std::array<const char*, kAbortKinds> kAbortNames;  // "exception", "null access", ...
inline constexpr std::size_t kStepLimitAbort = 7;               // its place there

struct AbortedCandidate {
  std::size_t kind = 0;  // in kAbortNames
  std::string detail;
  std::vector<std::uint32_t> candidate;
};

// What came of a piece of work.
struct WorkResult {
  std::uint64_t structures = 0;
  std::uint64_t candidates = 0;
  std::uint64_t mismatches = 0;
  std::uint64_t field_writes = 0;
  std::uint64_t global_writes = 0;
  std::int64_t first_slot_written = -1;
  double fraction = 0;
  std::array<std::uint64_t, kAbortKinds> aborted = {};
  std::optional<AbortedCandidate> first_abort;
  std::optional<std::vector<std::uint32_t>> first_mismatch;
  std::vector<std::string> batches;  // structures, encoded as in wire.hpp
  std::vector<SegmentText> rest;     // in order
};

struct WorkRequest {
  std::uint64_t most_candidates = ~std::uint64_t{0};
  std::uint64_t most_structures = ~std::uint64_t{0};
  long milliseconds = 100;
  bool wants_structures = true;
};

class Worker {
 public:
  // Starts the program and waits for its plan, or for its reason to refuse.
  static Result<Worker> start(const std::vector<std::string>& command, const cxx::ProcessLimits& limits);

  const std::string& plan() const { return plan_; }
  int descriptor() const { return process_.output(); }

  bool request(const SegmentText& segment, const WorkRequest& work);
  bool request_halves(const SegmentText& segment);

  // Reads one message, blocking. True once the work is finished; then take_result() has it.
  Result<bool> receive();
  WorkResult take_result() { return std::exchange(result_, {}); }

 private:
  explicit Worker(cxx::ChildProcess process) : process_(std::move(process)) {}
  bool send(wire::Message type, const std::string& content);
  Diagnostic death();

  cxx::ChildProcess process_;
  std::string plan_;
  WorkResult result_;
};

}  // namespace fretsaw
