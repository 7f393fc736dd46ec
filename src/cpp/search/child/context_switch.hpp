// SPDX-License-Identifier: MIT
// Leaving and entering the predicate's stack.
#pragma once

#include <cstdint>

namespace fretsaw::search {

extern "C" {

// Calls `entry` on the given stack, and returns when fretsaw_finish() is called there. `entry` must not
// return.
void fretsaw_start(std::uintptr_t stack, void (*entry)());

// Returns from the read that was observed on this stack, which must be in place; returns when
// fretsaw_finish() is called.
void fretsaw_resume(std::uintptr_t stack);

// Leaves the predicate's stack for good: fretsaw_start() or fretsaw_resume() returns. Also from a signal
// handler.
[[noreturn]] void fretsaw_finish();

// Puts the registers that the predicate needs on its stack, then calls fretsaw_on_first_read.
void fretsaw_observe(std::uintptr_t address, std::uint64_t size);

// Defined by the search: [address, address + size) holds something unread. The predicate can be resumed from
// the given stack.
void fretsaw_on_first_read(std::uintptr_t address, std::uint64_t size, std::uintptr_t stack);
}

}  // namespace fretsaw::search
