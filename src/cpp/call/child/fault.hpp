// SPDX-License-Identifier: MIT
// Ways in which a call ends the process that makes it. Each is written down where the process that started it
// can read it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpp/call/child/call_wire.hpp"

namespace fretsaw::call {

// In memory that both processes share.
struct Accident {
  volatile std::uint64_t progress;  // changes with every input
  volatile Phase phase;
  volatile Fault fault;
  volatile std::int64_t address;
  char text[1024];
};

// From now on faults are written there. `seconds` of processor time for each input.
void watch_for_faults(Accident& accident, double seconds);

// Writes it down and ends the process.
[[noreturn]] void die(Fault fault, const char* text = nullptr, std::int64_t address = 0);

inline constexpr std::size_t kStackBytes = std::size_t{8} << 20;  // calls have no more

// In the part of the stack that calls use: once they have returned, nothing is there.
bool is_local(const void* pointer);
// Among the program's static objects.
bool is_static(const void* pointer, std::size_t size);

// Everything in the program's static objects that may be a pointer.
const void* const* static_begin();
const void* const* static_end();

template <class Visit>
void for_each_static_word(const Visit& visit) {
  const void* const* const end = static_end();
  for (const void* const* at = static_begin(); at < end; ++at) visit(*at);
}

}  // namespace fretsaw::call
