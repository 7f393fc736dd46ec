// SPDX-License-Identifier: MIT
// What a supervisor and its workers have in common. The user's code may have overwritten it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cpp/guest/child/termination.hpp"

namespace fretsaw::guest {

struct SharedState {
  static constexpr std::size_t kMaxParts = 8;
  static constexpr std::size_t kMaxDetailBytes = 1024;

  std::atomic<std::uint32_t> supervisor_futex;  // changes when the supervisor has something to process
  std::atomic<std::uint32_t> worker_futex;  // changes when the worker has a request, or room for a message
  std::atomic<bool> is_busy;                // with a request
  std::atomic<bool> wants_progress;         // the supervisor has waited for a while
  std::atomic<bool> waits_for_room;         // the worker does, for a message
  std::atomic<bool> has_message;            // which the supervisor must send
  std::atomic<std::uint64_t> progress;      // changes with every input
  std::atomic<std::uint64_t> cursor;
  std::atomic<std::uint8_t> phase;  // 0: no input is being worked on, and no clock runs
  bool needs_successor;

  Termination how;  // Returned: not recorded yet
  std::int32_t number;
  std::uint64_t address;
  char detail[kMaxDetailBytes];

  std::uint32_t message_kind;
  std::size_t part_count;
  std::string_view parts[kMaxParts];

  std::uint32_t request_kind;
  std::size_t request_bytes;
  char* request;
  char* shared;
  std::size_t max_shared_bytes;
};

}  // namespace fretsaw::guest
