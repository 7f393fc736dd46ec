// SPDX-License-Identifier: MIT
#include "cpp/space/child/memory_map.hpp"

#include <sys/mman.h>

namespace fretsaw::space {

namespace {

void* map_at(std::uintptr_t address, std::size_t size) {
  void* const wanted = reinterpret_cast<void*>(address);
  void* const got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  if (got == wanted) return got;
  munmap(got, size);
  return nullptr;
}

std::size_t whole_pages(std::size_t size) { return (size + 4095) & ~std::size_t{4095}; }

}  // namespace

bool map_private_memory() {
  static const bool mapped =
      map_at(kStackTop - kStackSize, kStackSize) != nullptr && map_at(kHeapBase, kHeapSize) != nullptr;
  return mapped;
}

void* map_arena(std::size_t size) {
  constexpr std::size_t kStride = std::size_t{1} << 20;
  size = whole_pages(size);
  for (std::uintptr_t address = kArenaBase; address + size <= kArenaEnd; address += kStride) {
    if (void* const arena = map_at(address, size)) return arena;
  }
  return nullptr;
}

void unmap_arena(void* arena, std::size_t size) {
  if (arena != nullptr) munmap(arena, whole_pages(size));
}

}  // namespace fretsaw::space
