// SPDX-License-Identifier: MIT
#include "predicate/runtime/loan.hpp"

#include <sys/mman.h>

#include <utility>

namespace fretsaw::runtime::loan {

namespace {

constexpr std::size_t kSize = std::size_t{1} << 30;  // reserved, not used

Pool lent_memory;
thread_local constinit Pool* innermost = nullptr;

}  // namespace

void* Pool::allocate(std::size_t size, std::size_t alignment) {
  if (alignment < 16) alignment = 16;
  const std::size_t start = (used + alignment - 1) / alignment * alignment;
  if (size > capacity || start + size > capacity) return nullptr;
  used = start + size;
  return begin + start;
}

Construction::Construction(Pool& pool) : before_(std::exchange(innermost, &pool)) {}
Construction::~Construction() { innermost = before_; }

Pool* construction_pool() { return innermost; }

Pool& lent() {
  if (lent_memory.begin == nullptr) {
    void* const mapped =
        mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped != MAP_FAILED) lent_memory = {static_cast<std::byte*>(mapped), 0, kSize};
  }
  return lent_memory;
}

bool owns(const void* pointer) {
  return static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - lent_memory.begin) < lent_memory.capacity;
}

}  // namespace fretsaw::runtime::loan
