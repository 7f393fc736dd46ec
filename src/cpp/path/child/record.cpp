// SPDX-License-Identifier: MIT
#include "cpp/path/child/record.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstring>
#include <unordered_set>

#include "cpp/path/child/engine.hpp"

namespace fretsaw::path {

Record* record = nullptr;

namespace {

std::unordered_set<std::uint64_t>& known_events() {
  static std::unordered_set<std::uint64_t> known;
  return known;
}

std::unordered_set<const void*>& known_libraries() {
  static std::unordered_set<const void*> known;
  return known;
}

}  // namespace

void note_end(guest::Termination how) {
  record->how = how;
  record->has_ended = true;
}

void note_loss(TrackingLoss why) {
  if (record->in_call)
    ++record->losses[static_cast<std::uint32_t>(why)];
  else
    ++record->valid_losses;
}

const char* function_name(const void* function) {
  Dl_info info = {};
  return dladdr(function, &info) != 0 && info.dli_sname != nullptr ? info.dli_sname : "an unnamed function";
}

void note_library(const void* function) {
  note_loss(TrackingLoss::Library);
  if (record->in_call && known_libraries().insert(function).second) note_name(function_name(function));
}

void note_name(const char* name) {
  const std::size_t size = std::strlen(name);
  if (record->text_bytes + size + 1 > kMaxTextBytes) return;
  std::memcpy(record->text + record->text_bytes, name, size);
  record->text[record->text_bytes + size] = '\n';
  record->text_bytes += static_cast<std::uint32_t>(size) + 1;
}

// A condition is recorded once. It has one value, and so one outcome; but that of a switch is one
// of its cases, which are others at another place.
void add_event(EventKind kind, std::uint32_t site, std::uint32_t node, std::uint32_t outcome) {
  const std::uint64_t key =
      static_cast<std::uint64_t>(node) << 32 | (kind == EventKind::Switch ? site + 1 : 0);
  if (!known_events().insert(key).second) return;
  EventList& events = record->in_call ? record->call_events : record->valid_events;
  if (record->in_call && events.count == kMaxEvents) return note_loss(TrackingLoss::Long);
  if (!record->in_call && events.count == kMaxValidEvents) {
    note_end(guest::Termination::Steps);
    _exit(0);
  }
  events.list[events.count++] = {kind, 0, 0, outcome, site, node};
}

void begin_record(Record& fresh) {
  record = &fresh;
  known_events().reserve(1 << 12);
}

void begin_call() {
  known_events().clear();
  record->in_call = true;
}

}  // namespace fretsaw::path
