// SPDX-License-Identifier: MIT
// One running program that calls methods, and the conversation with it (see child/call_wire.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cpp/call/child/call_wire.hpp"
#include "cpp/object/heap.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/process.hpp"

namespace fretsaw::call {

struct CallInput {
  std::span<const std::uint32_t> candidate;
  std::span<const std::uint64_t> words{};  // what it is called with, if the program does not know its numbers
  std::uint64_t allowed = kAllBehaviors;   // a bit for each behavior whose relational preconditions hold
};

// What came of one call; points into the Caller that gave it.
struct CallRecord {
  Outcome outcome = Outcome::Rejected;
  std::int64_t held = 0;
  std::int64_t caught = 0;
  std::span<const Defect> defects;
  std::span<const std::int64_t> deleted;
  object::HeapWords before, after, result;
  std::string_view text;
  std::string_view parts;  // see RecordHeader
};

class Caller {
 public:
  // Starts the program and waits for its space, or for its reason to refuse.
  static Result<Caller> start(const std::vector<std::string>& command, const work::ProcessLimits& limits);
  static Result<Caller> start_elsewhere(unsigned place, const std::vector<std::string>& command,
                                        const work::ProcessLimits& limits);

  const std::string& space() const { return space_; }
  int descriptor() const { return process_.output(); }

  // At most kMostBytes of them, and none while others are being worked on. `further`: bits that all of them
  // have in addition to the allowed ones.
  void send(std::span<const CallInput* const> inputs, std::uint64_t further = 0);
  static constexpr std::size_t kMostBytes = 32 << 10;
  static std::size_t bytes(std::size_t variables) { return 8 + (4 * variables + 7) / 8 * 8; }

  // Reads one message, blocking. True once there is a record for each input; then records() has them.
  Result<bool> receive();
  // Until the next send().
  const std::vector<CallRecord>& records() const { return records_; }

 private:
  static Result<Caller> begin(Result<work::ChildProcess> process);
  explicit Caller(work::ChildProcess process) : process_(std::move(process)) {}
  Diagnostic gone(const char* what);
  bool read_records();

  work::ChildProcess process_;
  std::string space_;
  std::size_t expected_ = 0;
  std::vector<std::int64_t> words_;
  std::vector<CallRecord> records_;
};

}  // namespace fretsaw::call
