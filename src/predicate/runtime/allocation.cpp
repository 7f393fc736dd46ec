// SPDX-License-Identifier: MIT
// malloc, free, new and delete of the whole program. Memory comes from one of three places, and goes back
// there:
//   - the predicate's heap, while the predicate runs: it is rewound with the predicate;
//   - lent memory (loan.hpp), where freeing does nothing;
//   - the C library's heap, for everybody else. The predicate never frees such memory: the next candidate, or
//   the next
//     resumption, will find it as it was.
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "predicate/runtime/engine_scope.hpp"
#include "predicate/runtime/loan.hpp"
#include "predicate/runtime/memory_map.hpp"
#include "predicate/runtime/predicate_heap.hpp"

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);
}

namespace fretsaw::runtime {

namespace {

bool for_predicate() { return on_predicate_stack() && !inside_engine && static_initializers == 0; }

void* allocate(std::size_t size) {
  if (for_predicate()) return predicate_heap::allocate(size);
  if (loan::Pool* const pool = loan::construction_pool()) return pool->allocate(size, 16);
  return __libc_malloc(size);
}

void* allocate_aligned(std::size_t size, std::size_t alignment) {
  if (for_predicate()) return predicate_heap::allocate_aligned(size, alignment);
  if (loan::Pool* const pool = loan::construction_pool()) return pool->allocate(size, alignment);
  return __libc_memalign(alignment, size);
}

[[gnu::noinline]] void deallocate_carefully(void* block) {
  if (predicate_heap::owns(block)) {
    if (for_predicate()) predicate_heap::release(block);
    return;
  }
  if (is_low(reinterpret_cast<std::uintptr_t>(block)) || for_predicate() || loan::owns(block)) return;
  __libc_free(block);
}

// Containers of the predicate are destroyed on every candidate, mostly for nothing.
inline void deallocate(void* block) {
  if (predicate_heap::owns(block) && !predicate_heap::reuses_blocks()) [[likely]]
    return;
  deallocate_carefully(block);
}

void* allocate_or_throw(std::size_t size) {
  if (for_predicate()) {
    if (void* const block = predicate_heap::allocate(size)) [[likely]]
      return block;
    throw std::bad_alloc();
  }
  for (;;) {
    if (void* const block = allocate(size == 0 ? 1 : size)) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void* allocate_aligned_or_throw(std::size_t size, std::align_val_t alignment) {
  if (void* const block = allocate_aligned(size, static_cast<std::size_t>(alignment))) return block;
  throw std::bad_alloc();
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) { return allocate(size); }
void free(void* block) { deallocate(block); }

void* calloc(std::size_t count, std::size_t size) {
  if (!for_predicate() && loan::construction_pool() == nullptr) return __libc_calloc(count, size);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* const block = allocate(bytes);
  return block == nullptr ? nullptr : std::memset(block, 0, bytes);
}

void* realloc(void* block, std::size_t size) {
  if (block == nullptr) return allocate(size);
  if (predicate_heap::owns(block)) {
    void* const larger = allocate(size);
    if (larger == nullptr) return nullptr;
    const std::size_t old_size = predicate_heap::block_size(block);
    std::memcpy(larger, block, old_size < size ? old_size : size);
    deallocate(block);
    return larger;
  }
  return __libc_realloc(block, size);
}

void* memalign(std::size_t alignment, std::size_t size) { return allocate_aligned(size, alignment); }
void* aligned_alloc(std::size_t alignment, std::size_t size) { return allocate_aligned(size, alignment); }
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  *block = allocate_aligned(size, alignment);
  return *block == nullptr ? ENOMEM : 0;
}
}

}  // namespace fretsaw::runtime

using fretsaw::runtime::allocate;
using fretsaw::runtime::allocate_aligned;
using fretsaw::runtime::allocate_aligned_or_throw;
using fretsaw::runtime::allocate_or_throw;
using fretsaw::runtime::deallocate;

void* operator new(std::size_t size) { return allocate_or_throw(size); }
void* operator new[](std::size_t size) { return allocate_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate_aligned_or_throw(size, a); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate_aligned_or_throw(size, a); }
void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate_aligned(size, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate_aligned(size, static_cast<std::size_t>(a));
}
void operator delete(void* block) noexcept { deallocate(block); }
void operator delete[](void* block) noexcept { deallocate(block); }
void operator delete(void* block, std::size_t) noexcept { deallocate(block); }
void operator delete[](void* block, std::size_t) noexcept { deallocate(block); }
void operator delete(void* block, std::align_val_t) noexcept { deallocate(block); }
void operator delete[](void* block, std::align_val_t) noexcept { deallocate(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { deallocate(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { deallocate(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { deallocate(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { deallocate(block); }
