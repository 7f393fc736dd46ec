// SPDX-License-Identifier: MIT
#include "cpp/call/child/static_memory.hpp"

#include <cstdint>

extern "C" {
extern char __data_start;
extern char _end;
}

namespace fretsaw::call {

namespace {

std::uintptr_t stack_top = 0;

}  // namespace

void note_stack() { stack_top = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

bool is_static(const void* pointer, std::size_t size) {
  const auto* const at = static_cast<const char*>(pointer);
  return at >= &__data_start && at + size <= &_end;
}

const void* const* static_begin() {
  return reinterpret_cast<const void* const*>((reinterpret_cast<std::uintptr_t>(&__data_start) + 7) & ~7UL);
}

const void* const* static_end() {
  return reinterpret_cast<const void* const*>(reinterpret_cast<std::uintptr_t>(&_end) & ~7UL);
}

bool is_local(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return address <= stack_top && stack_top - address < kStackBytes;
}

}  // namespace fretsaw::call
