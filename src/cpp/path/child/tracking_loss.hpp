// SPDX-License-Identifier: MIT
// Why a value is not tracked any further. The pass reports it, the runtime counts, and the report explains.
#pragma once

#include <cstdint>

namespace fretsaw::path {

enum class TrackingLoss : std::uint32_t {
  Type,         // a value other than an integer or pointer of at most 64 bits
  Floating,     // turned into a floating-point number, or back
  Struct,       // a struct within a struct, in registers
  Atomic,       // an atomic operation
  Instruction,  // an unsupported instruction
  Intrinsic,    // a function of the compiler
  Assembly,
  Library,    // passed to a function that is not the user's
  Memory,     // memory read in other units than it was written
  Long,       // a path with more conditions than are kept
  Undefined,  // an operation with an undefined result, such as a division by zero
  World,      // a branch on the result of a function that depends on more than its arguments: a clock, a file
  Static,     // a branch on a static variable, as it was before the call
  Order,      // which of two new objects has the lower address
  AllocationFailure,  // an allocation failed that may succeed elsewhere
};
inline constexpr std::uint32_t kTrackingLossCount = 15;

// How a function that is not compiled here is called.
enum class Library : std::uint32_t {
  Unknown,         // what depends on the input is lost
  Harmless,        // its results depend on nothing that is followed
  Memory,          // the same, but whether there is so much memory: its first argument
  MemoryOfSecond,  // the second says how much; the others are taken as they are
  MemoryOfThird,
  MemoryOfFirstTimesSecond,
  MemoryOfSecondTimesThird,
  Output,  // harmless, if one of its arguments is an output stream
  Pinned,  // it follows and changes pointers only: its arguments are taken as they are, and the two words
           // there
  Tree,    // the same, with the four words of a node of a tree
};

// On an opcode: signed overflow is undefined.
inline constexpr std::uint32_t kNoWrap = 1U << 16;

}  // namespace fretsaw::path
