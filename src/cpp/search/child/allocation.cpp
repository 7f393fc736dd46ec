// SPDX-License-Identifier: MIT
// malloc, free, new and delete of the whole program. Memory comes from one of three places, and goes back
// there:
//   - the predicate's heap, while the predicate runs: it is rewound with the predicate;
//   - lent memory (loan.hpp), where freeing does nothing;
//   - the C library's heap, for everything else. The predicate never frees such memory: the next candidate, or
//     the next resumption, finds it as it was.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "cpp/search/child/engine_scope.hpp"
#include "cpp/search/child/predicate_heap.hpp"
#include "cpp/search/child/watch.hpp"
#include "cpp/space/child/memory_map.hpp"
#include "cpp/space/child/object_pool.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace fretsaw::search {

namespace {

bool for_predicate() { return space::on_predicate_stack() && !inside_engine && static_initializers == 0; }

[[gnu::noinline]] void* allocate_aligned(std::size_t size, std::size_t alignment) {
  if (for_predicate()) return predicate_heap::allocate_aligned(size, alignment);
  if (space::object_pool::Pool* const pool = space::object_pool::construction_pool())
    return pool->allocate(size, alignment);
  return __libc_memalign(alignment, size);
}

inline void* allocate(std::size_t size, std::size_t alignment) {
  if (alignment > 16) return allocate_aligned(size, alignment);
  if (for_predicate()) return predicate_heap::allocate(size);
  if (space::object_pool::Pool* const pool = space::object_pool::construction_pool())
    return pool->allocate(size, 16);
  return __libc_malloc(size);
}

void* allocate_zeroed(std::size_t size) {
  if (!for_predicate() && space::object_pool::construction_pool() == nullptr) return __libc_calloc(1, size);
  void* const block = allocate(size, 16);
  return block == nullptr ? nullptr : std::memset(block, 0, size);
}

[[gnu::noinline]] void deallocate_carefully(void* block) {
  if (predicate_heap::owns(block)) {
    if (for_predicate()) predicate_heap::release(block);
    return;
  }
  if (space::is_low(reinterpret_cast<std::uintptr_t>(block)) || for_predicate() ||
      space::object_pool::owns(block))
    return;
  __libc_free(block);
}

// Containers of the predicate are destroyed on every candidate, mostly for nothing.
inline void deallocate(void* block) {
  if (predicate_heap::owns(block) && !predicate_heap::reuses_blocks()) [[likely]]
    return;
  deallocate_carefully(block);
}

void* reallocate(void* block, std::size_t size) {
  const bool is_predicates = predicate_heap::owns(block);
  if (!is_predicates && !space::object_pool::owns(block)) return __libc_realloc(block, size);
  void* const moved = allocate(size, 16);
  if (moved == nullptr) return nullptr;
  // The length of a lent block is not known: what comes behind it is copied, too, and has no effect.
  const std::size_t old_size =
      is_predicates ? predicate_heap::block_size(block) : space::object_pool::bytes_from(block);
  std::memcpy(moved, block, old_size < size ? old_size : size);
  deallocate(block);
  return moved;
}

void note_store(void* at, std::size_t size) { on_write_range(at, size); }

}  // namespace

}  // namespace fretsaw::search

using fretsaw::search::allocate;
using fretsaw::search::allocate_zeroed;
using fretsaw::search::deallocate;
using fretsaw::search::note_store;
using fretsaw::search::reallocate;

#define FRETSAW_FUNCTION(name) name
#include "cpp/space/child/allocation_front.inc"
