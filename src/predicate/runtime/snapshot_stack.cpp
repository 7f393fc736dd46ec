// SPDX-License-Identifier: MIT
#include "predicate/runtime/snapshot_stack.hpp"

#include <sys/mman.h>

#include <cstring>

#include "predicate/runtime/memory_map.hpp"
#include "predicate/runtime/predicate_heap.hpp"

namespace fretsaw::runtime {

namespace {

constexpr std::size_t kCapacity = std::size_t{1} << 30;  // reserved, not used
constexpr std::size_t kLargest = std::size_t{1} << 18;  // beyond this, running the predicate again is cheaper

std::size_t round_up(std::size_t size, std::size_t block) { return (size + block - 1) / block * block; }

// For pieces of about a kilobyte a plain loop beats the call of memcpy; with wide registers it takes half the
// time.
template <std::size_t block>
[[gnu::always_inline]] inline void copy_in_blocks(std::byte* to, const std::byte* from, std::size_t size) {
  for (std::size_t i = 0; i < size; i += block) __builtin_memcpy(to + i, from + i, block);
}

void copy_narrow(std::byte* to, const std::byte* from, std::size_t size) {
  copy_in_blocks<64>(to, from, size);
}

[[gnu::target("avx2")]] void copy_wide(std::byte* to, const std::byte* from, std::size_t size) {
  copy_in_blocks<64>(to, from, size);
}

std::byte* at(std::uintptr_t address) { return reinterpret_cast<std::byte*>(address); }

}  // namespace

SnapshotStack::SnapshotStack() {
  void* const memory =
      mmap(nullptr, kCapacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) memory_ = static_cast<std::byte*>(memory);
}

SnapshotStack::~SnapshotStack() {
  if (memory_ != nullptr) munmap(memory_, kCapacity);
}

SnapshotStack::Copy SnapshotStack::fastest_copy() {
  return __builtin_cpu_supports("avx2") ? copy_wide : copy_narrow;
}

bool SnapshotStack::push(Snapshot snapshot) {
  snapshot.stack_size = round_up(kStackTop - snapshot.registers.rsp, kBlock);
  snapshot.heap_size = round_up(predicate_heap::used(), kBlock);
  snapshot.memory = 0;
  if (!snapshots_.empty()) {
    const Snapshot& below = snapshots_.back();
    snapshot.memory = below.memory + below.stack_size + below.heap_size;
  }
  const std::size_t size = snapshot.stack_size + snapshot.heap_size;
  if (memory_ == nullptr || size > kLargest || snapshot.memory + size > kCapacity) return false;
  std::byte* const memory = memory_ + snapshot.memory;
  copy_blocks(memory, at(kStackTop - snapshot.stack_size), snapshot.stack_size);
  copy_blocks(memory + snapshot.stack_size, at(kPrivateBase), snapshot.heap_size);
  snapshots_.push_back(snapshot);
  return true;
}

}  // namespace fretsaw::runtime
