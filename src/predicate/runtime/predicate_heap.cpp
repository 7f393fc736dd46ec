// SPDX-License-Identifier: MIT
// A bump allocator with one free list per small size. Reusing freed blocks matters less for memory than for speed:
// a worklist that frees as it goes keeps the heap, and with it every snapshot, small.
#include "predicate/runtime/predicate_heap.hpp"

#include <cstdint>
#include <new>

#include "predicate/runtime/memory_map.hpp"

namespace fretsaw::runtime::predicate_heap {

namespace {

constexpr std::size_t kSmallSizes = 8;  // blocks of 32, 48, ... bytes, header included, have a free list

struct FreeBlock {
  FreeBlock* next;
};

struct State {
  std::uint64_t used;
  FreeBlock* free[kSmallSizes];
};

// A block is preceded by its size, header included: a multiple of 16, so that blocks begin at 16 k + 8 and what the
// caller gets is 16-byte aligned.
struct Header {
  std::uint64_t size;
};

State& state() { return *reinterpret_cast<State*>(kPrivateBase); }

constexpr std::size_t kFirst = (sizeof(State) + 15) / 16 * 16 + 8;

Header& header(const void* block) {
  return *reinterpret_cast<Header*>(reinterpret_cast<std::uintptr_t>(block) - sizeof(Header));
}

}  // namespace

void reset() { state() = State{kFirst, {}}; }

void* allocate(std::size_t size) {
  if (size > kHeapSize) return nullptr;
  std::size_t whole = (size + sizeof(Header) + 15) / 16 * 16;
  if (whole < 32) whole = 32;
  State& s = state();
  const std::size_t list = whole / 16 - 2;
  if (list < kSmallSizes && s.free[list] != nullptr) {
    FreeBlock* const block = s.free[list];
    s.free[list] = block->next;
    return block;
  }
  if (s.used + whole > kHeapSize) return nullptr;
  void* const block = reinterpret_cast<void*>(kPrivateBase + s.used + sizeof(Header));
  s.used += whole;
  header(block).size = whole;
  return block;
}

void* allocate_aligned(std::size_t size, std::size_t alignment) {
  if (alignment <= 16) return allocate(size);
  if (size > kHeapSize || alignment > kHeapSize) return nullptr;
  std::byte* const block = static_cast<std::byte*>(allocate(size + alignment));
  if (block == nullptr) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t aligned = (address + alignment - 1) / alignment * alignment;
  if (aligned == address) return block;
  void* const result = reinterpret_cast<void*>(aligned);
  header(result).size = header(block).size - (aligned - address);  // the front part stays unused
  return result;
}

void release(void* block) {
  const std::size_t list = header(block).size / 16 - 2;
  if (list >= kSmallSizes) return;
  State& s = state();
  s.free[list] = new (block) FreeBlock{s.free[list]};
}

std::size_t block_size(const void* block) { return header(block).size - sizeof(Header); }

bool owns(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) - kPrivateBase < kHeapSize;
}

std::size_t used() { return state().used + sizeof(Header); }

}  // namespace fretsaw::runtime::predicate_heap
