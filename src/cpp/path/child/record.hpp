// SPDX-License-Identifier: MIT
// What one run has found out, in memory that outlives the process that it ran in.
#pragma once

#include <cstdint>

#include "cpp/path/child/tracking_loss.hpp"
#include "cpp/path/child/wire.hpp"

namespace fretsaw::path {

inline constexpr std::uint32_t kMaxNodes = 1 << 21;
inline constexpr std::uint32_t kMaxEvents = 1 << 14;  // of a call; what comes then is lost
inline constexpr std::uint32_t kMaxValidEvents =
    1 << 12;  // a precondition that exceeds this counts as unfinished
inline constexpr std::uint32_t kMaxSites = 1 << 18;
inline constexpr std::uint32_t kMaxTextBytes = 1 << 14;

struct EventList {
  std::uint32_t count;
  Event list[kMaxEvents];
};

struct Record {
  bool has_ended;          // as it says
  guest::Termination how;  // of the call
  bool is_rejected;        // the preconditions are false
  bool in_call;
  std::uint32_t node_count;
  std::uint32_t text_bytes;
  std::uint32_t losses[16];
  std::uint32_t valid_losses;
  std::uint32_t mismatches;
  std::uint32_t overflows;  // of the call
  bool may_end_here;        // the last thing that was seen is a division without a result
  std::uint64_t steps;
  EventList valid_events;
  EventList call_events;
  Node nodes[kMaxNodes];
  std::uint8_t outcomes[2 * kMaxSites];
  std::uint8_t functions[kMaxSites];
  char text[kMaxTextBytes];
};

// The one of this process; null: nothing is recorded.
extern Record* record;

// The run has ended, or exceeded a limit.
void note_end(guest::Termination how);
void note_loss(TrackingLoss why);
// The function at that address is not followed.
void note_library(const void* function);
const char* function_name(const void* function);
// What was lost is called so.
void note_name(const char* name);

// Adds it unless the same is known already.
void add_event(EventKind kind, std::uint32_t site, std::uint32_t node, std::uint32_t outcome);

// Forgets what has been recorded; a new process does.
void begin_record(Record& fresh);
// What comes now belongs to the call, not to the precondition.
void begin_call();

}  // namespace fretsaw::path
