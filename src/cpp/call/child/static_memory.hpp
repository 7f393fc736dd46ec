// SPDX-License-Identifier: MIT
// Memory that is no object of the heap: the program's static objects, and the stack of calls.
#pragma once

#include <cstddef>

namespace fretsaw::call {

inline constexpr std::size_t kStackBytes = std::size_t{8} << 20;  // calls have no more

// Calls are made by whoever calls this, or further down the stack.
void note_stack();

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
