// SPDX-License-Identifier: MIT
// What the instrumented code reports to the search: the hooks' side of it.
//
// A hook runs for every load and store of the user's code, mostly for its own locals and containers. The test
// for "not ours" is therefore one shift and one branch (see memory_map.hpp); everything else is out of line.
#pragma once

#include <cstdint>
#include <cstring>

#include "cpp/guest/child/termination.hpp"
#include "cpp/search/child/context_switch.hpp"
#include "cpp/space/child/memory_map.hpp"

namespace fretsaw::search {

using guest::Termination;

// The current candidate, for the hooks. arena_size is 0 while no predicate runs.
struct Watch {
  std::uintptr_t arena = 0;
  std::size_t arena_size = 0;
  const std::uint8_t* unread = nullptr;
  std::int64_t steps_left = 0;
};
[[gnu::visibility("hidden")]] extern Watch watch;

// Ends the predicate's run. Requires on_predicate_stack(), or a signal that interrupted it there.
[[noreturn]] void abort_candidate(Termination reason, const char* detail = "");

void write_outside(std::uintptr_t address, std::size_t size);
[[noreturn]] void out_of_steps();
void access_below_arena(std::uintptr_t address);

template <std::size_t size>
bool any_unread(const std::uint8_t* bytes) {
  std::uint64_t words[(size + 7) / 8] = {};
  std::memcpy(words, bytes, size);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any != 0;
}

template <std::size_t size>
void read_low(std::uintptr_t address) {
  const std::uintptr_t offset = address - watch.arena;
  if (offset >= watch.arena_size) return access_below_arena(address);
  if (--watch.steps_left < 0) out_of_steps();
  if (any_unread<size>(watch.unread + offset)) fretsaw_observe(address, size);
}

template <std::size_t size>
inline void on_read(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!space::is_low(address)) [[likely]]
    return;
  read_low<size>(address);
}

template <std::size_t size>
inline void on_write(const volatile void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (space::is_private(address)) [[likely]]
    return;
  write_outside(address, size);
}

void on_read_range(const volatile void* pointer, std::size_t size);
void on_write_range(const volatile void* pointer, std::size_t size);

}  // namespace fretsaw::search
