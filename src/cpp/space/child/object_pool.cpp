// SPDX-License-Identifier: MIT
#include "cpp/space/child/object_pool.hpp"

#include <sys/mman.h>

#include <utility>

namespace fretsaw::space::object_pool {

namespace {

constexpr std::size_t kPoolSize = std::size_t{1} << 27;  // reserved, not used
constexpr std::size_t kPools = 64;

std::byte* memory = nullptr;
bool borrowed[kPools] = {};
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

Pool borrow_pool() {
  if (memory == nullptr) {
    void* const mapped = mmap(nullptr, kPoolSize * kPools, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return {};
    memory = static_cast<std::byte*>(mapped);
  }
  for (std::size_t i = 0; i < kPools; ++i) {
    if (!std::exchange(borrowed[i], true)) return {memory + i * kPoolSize, 0, kPoolSize};
  }
  return {};
}

void return_pool(const Pool& pool) {
  if (pool.begin != nullptr) borrowed[static_cast<std::size_t>(pool.begin - memory) / kPoolSize] = false;
}

bool owns(const void* pointer) {
  return memory != nullptr &&
         static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - memory) < kPoolSize * kPools;
}

std::size_t bytes_from(const void* pointer) {
  return kPoolSize - static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - memory) % kPoolSize;
}

}  // namespace fretsaw::space::object_pool
