// SPDX-License-Identifier: MIT
// The heap of the running predicate. All its state lies in [kHeapBase, kHeapBase + used()), so that
// copying that stretch saves it and copying it back restores it.
//
// A bump allocator with one free list per small size. Blocks are reused only once the heap has some size: up
// to then, copying a little more with every snapshot is cheaper than the bookkeeping, of which most is done
// for containers that are destroyed when the predicate returns. All inline, for speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "cpp/space/child/memory_map.hpp"

namespace fretsaw::search::predicate_heap {

inline constexpr std::size_t kSmallSizes =
    8;  // blocks of 32, 48, ... bytes, header included, have a free list

struct FreeBlock {
  FreeBlock* next;
};

struct State {
  std::uint64_t used;
  FreeBlock* free[kSmallSizes];
};

// A block is preceded by its size, header included: a multiple of 16, so that blocks begin at 16 k + 8 and
// what the caller gets is 16-byte aligned.
struct Header {
  std::uint64_t size;
};

inline constexpr std::size_t kFirstBlock = (sizeof(State) + 15) / 16 * 16 + 8;

inline State& state() { return *reinterpret_cast<State*>(space::kHeapBase); }

inline Header& header(const void* block) {
  return *reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(block) - sizeof(Header));
}

// Requires map_private_memory(). Forgets every block.
inline void reset() { state() = State{kFirstBlock, {}}; }

inline std::size_t used() { return state().used + sizeof(Header); }

inline bool owns(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) - space::kHeapBase < space::kHeapSize;
}

// 16-byte aligned; null if the heap is full.
inline void* allocate(std::size_t size) {
  if (size > space::kHeapSize) return nullptr;
  std::size_t whole = (size + sizeof(Header) + 15) / 16 * 16;
  if (whole < 32) whole = 32;
  State& s = state();
  const std::size_t list = whole / 16 - 2;
  if (list < kSmallSizes && s.free[list] != nullptr) {
    FreeBlock* const block = s.free[list];
    s.free[list] = block->next;
    return block;
  }
  if (s.used + whole > space::kHeapSize) return nullptr;
  void* const block = reinterpret_cast<void*>(space::kHeapBase + s.used + sizeof(Header));
  s.used += whole;
  header(block).size = whole;
  return block;
}

inline constexpr std::size_t kReuseFrom = 4096;

inline bool reuses_blocks() { return state().used >= kReuseFrom; }

// Requires a block of this heap.
inline void release(void* block) {
  const std::size_t list = header(block).size / 16 - 2;
  if (list >= kSmallSizes) return;
  State& s = state();
  s.free[list] = new (block) FreeBlock{s.free[list]};
}

inline std::size_t block_size(const void* block) { return header(block).size - sizeof(Header); }

void* allocate_aligned(std::size_t size, std::size_t alignment);

}  // namespace fretsaw::search::predicate_heap
