// SPDX-License-Identifier: MIT
// The host's side of a guest that calls methods (protocol: child/call_wire.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/call/child/call_wire.hpp"
#include "cpp/guest/guest.hpp"
#include "cpp/object/heap.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "work/process.hpp"

namespace fretsaw::call {

struct CallInput {
  std::span<const std::uint32_t> candidate;
  std::span<const std::uint64_t> words{};  // what it is called with, if the program does not know its numbers
  std::uint64_t allowed = kAllBehaviors;   // a bit for each behavior whose relational preconditions hold
};

// The record of one call; points into the Caller that returned it.
struct CallRecord {
  Outcome outcome = Outcome::Rejected;
  std::int64_t held = 0;
  std::int64_t caught = 0;
  std::span<const Defect> defects;
  std::span<const std::int64_t> deleted;
  object::HeapWords before, after, result;
  std::string_view text;
  std::string_view parts;  // see RecordHeader
  std::string_view output;
};

class Caller {
 public:
  // Starts the program and waits for its space, or for its error.
  static Result<Caller> start(const std::vector<std::string>& command, const work::ProcessLimits& process,
                              const Limits& limits);
  static Result<Caller> start_remote(unsigned place, const std::vector<std::string>& command,
                                     const work::ProcessLimits& process, const Limits& limits);

  const std::string& space() const { return space_; }

  // At most kMaxBatchBytes of them. `further`: bits that all of them have in addition to the allowed ones. Inputs
  // in progress are dropped.
  void send(std::span<const CallInput* const> inputs, std::uint64_t further = 0);
  static constexpr std::size_t kMaxBatchBytes = 32 << 10;
  static std::size_t bytes(std::size_t variables) { return 8 + (4 * variables + 7) / 8 * 8; }

  // Records of the inputs that were finished since the last call, in their order; none after the timeout.
  Result<std::span<const CallRecord>> receive(std::chrono::milliseconds timeout);

 private:
  static Result<Caller> begin(Result<guest::Guest> guest, const Limits& limits);
  explicit Caller(guest::Guest guest) : guest_(std::move(guest)) {}
  bool read_records();

  guest::Guest guest_;
  std::string space_;
  std::uint32_t request_ = 0;
  std::size_t expected_ = 0;
  std::vector<std::int64_t> words_;
  std::vector<CallRecord> records_;
};

}  // namespace fretsaw::call
