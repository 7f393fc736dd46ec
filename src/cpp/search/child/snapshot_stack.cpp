// SPDX-License-Identifier: MIT
#include "cpp/search/child/snapshot_stack.hpp"

#include <sys/mman.h>

#include "cpp/search/child/predicate_heap.hpp"

namespace fretsaw::search {

namespace {

constexpr std::size_t kCapacity = std::size_t{1} << 30;  // reserved, not used
constexpr std::size_t kMaxSnapshotBytes = std::size_t{1}
                                          << 18;  // beyond this, running the predicate again is cheaper
constexpr std::size_t kBlock = 128;  // addresses and sizes of what is copied are multiples of this

// For pieces of about a kilobyte a plain loop beats the call of memcpy. Vectors are spelled out: the compiler
// would take narrower ones.
template <std::size_t width>
[[gnu::always_inline]] inline void copy_in_vectors(std::byte* to, const std::byte* from, std::size_t size) {
  using Vector [[gnu::vector_size(width), gnu::may_alias]] = long long;
  for (std::size_t block = 0; block < size; block += kBlock) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kBlock; i += width) {
      *reinterpret_cast<Vector*>(to + block + i) = *reinterpret_cast<const Vector*>(from + block + i);
    }
  }
}

void copy_narrow(std::byte* to, const std::byte* from, std::size_t size) {
  copy_in_vectors<16>(to, from, size);
}

[[gnu::target("avx2")]] void copy_wide(std::byte* to, const std::byte* from, std::size_t size) {
  copy_in_vectors<32>(to, from, size);
}

}  // namespace

SnapshotStack::SnapshotStack(std::size_t positions) : entries_(positions + 1), top_(entries_.data()) {
  void* const memory =
      mmap(nullptr, kCapacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) memory_ = static_cast<std::byte*>(memory);
  top_->copy = memory_;
}

SnapshotStack::~SnapshotStack() {
  if (memory_ != nullptr) munmap(memory_, kCapacity);
}

SnapshotStack::Copy SnapshotStack::fastest_copy() {
  return __builtin_cpu_supports("avx2") ? copy_wide : copy_narrow;
}

void SnapshotStack::push(const Snapshot& snapshot) {
  const std::uintptr_t begin = snapshot.stack / kBlock * kBlock;
  const std::uintptr_t end = (space::kHeapBase + predicate_heap::used() + kBlock - 1) / kBlock * kBlock;
  const std::size_t size = end - begin;
  std::byte* const copy = top_->copy + top_->size;
  if (memory_ == nullptr || size > kMaxSnapshotBytes || copy + size > memory_ + kCapacity) return;
  *++top_ = {snapshot, reinterpret_cast<std::byte*>(begin), copy, size};
  copy_blocks_(copy, top_->place, size);
}

}  // namespace fretsaw::search
