// SPDX-License-Identifier: MIT
// Where things live in the address space of a search process.
//
// The addresses are constants so that a hook decides with one comparison whether it has anything to do, and
// so that a predicate that hashes pointers behaves the same in every run and in every worker:
//
//     below 4 GiB       arenas: the objects of candidates (and the null page)
//     kPrivateBase      4 GiB that only the running predicate uses: its stack, and above it its heap, so that
//                       what is in use of both is one stretch
//     everywhere else   the rest of the program
#pragma once

#include <cstddef>
#include <cstdint>

namespace fretsaw::space {

inline constexpr std::uintptr_t kArenaBase = 0x1000'0000;
inline constexpr std::uintptr_t kArenaEnd = 0x8000'0000;
inline constexpr std::uintptr_t kPrivateBase = 0x5000'0000'0000;
inline constexpr std::size_t kHeapSize = std::size_t{64} << 20;
inline constexpr std::size_t kStackSize = std::size_t{8} << 20;
inline constexpr std::uintptr_t kStackTop = kPrivateBase + (std::uintptr_t{1} << 30);
inline constexpr std::uintptr_t kHeapBase = kStackTop;

constexpr bool is_low(std::uintptr_t address) { return address >> 32 == 0; }
constexpr bool is_private(std::uintptr_t address) { return address >> 32 == kPrivateBase >> 32; }

// True while the predicate runs: it is the only code on that stack.
inline bool on_predicate_stack() {
  return is_private(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
}

// Maps the predicate's heap and stack once per process. False if the addresses are taken.
bool map_private_memory();

// Fresh zeroed memory below 4 GiB, at the same address in every run that allocates in the same order; null if
// that fails.
void* map_arena(std::size_t size);
void unmap_arena(void* arena, std::size_t size);

}  // namespace fretsaw::space
