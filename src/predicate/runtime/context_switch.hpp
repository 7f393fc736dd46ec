// SPDX-License-Identifier: MIT
// Leaving and entering the predicate's stack.
#pragma once

#include <cstdint>

namespace fretsaw::runtime {

// Where a suspended predicate goes on: the registers that a function must preserve, and the return from its
// last read.
struct Registers {
  std::uint64_t rbx, rbp, r12, r13, r14, r15, rsp, rip;
  std::uint64_t returns = 1;  // how many of the predicate's functions are still to return: a hint
};

extern "C" {

// Filled by fretsaw_observe, but for `returns`: the predicate as it is just after the read that is being
// observed.
extern Registers fretsaw_observed;

// Calls `entry` on the given stack, and returns when fretsaw_finish() is called there. `entry` must not
// return.
void fretsaw_start(std::uintptr_t stack, void (*entry)());

// Goes on at `registers`, whose stack must be in place; returns when fretsaw_finish() is called.
void fretsaw_resume(const Registers* registers);

// Leaves the predicate's stack for good: fretsaw_start() or fretsaw_resume() returns. Also from a signal
// handler.
[[noreturn]] void fretsaw_finish();

// Saves the caller's state in fretsaw_observed, then calls fretsaw_on_first_read.
void fretsaw_observe(std::uintptr_t address, std::uint64_t size);

// Defined by the search: [address, address + size) holds something unread.
void fretsaw_on_first_read(std::uintptr_t address, std::uint64_t size);
}

}  // namespace fretsaw::runtime
