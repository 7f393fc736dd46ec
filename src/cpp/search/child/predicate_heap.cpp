// SPDX-License-Identifier: MIT
#include "cpp/search/child/predicate_heap.hpp"

namespace fretsaw::search::predicate_heap {

void* allocate_aligned(std::size_t size, std::size_t alignment) {
  if (alignment <= 16) return allocate(size);
  if (size > space::kHeapSize || alignment > space::kHeapSize) return nullptr;
  std::byte* const block = static_cast<std::byte*>(allocate(size + alignment));
  if (block == nullptr) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t aligned = (address + alignment - 1) / alignment * alignment;
  if (aligned == address) return block;
  void* const result = reinterpret_cast<void*>(aligned);
  header(result).size = header(block).size - (aligned - address);  // the front part stays unused
  return result;
}

}  // namespace fretsaw::search::predicate_heap
