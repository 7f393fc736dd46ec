// SPDX-License-Identifier: MIT
// The functions that code compiled with -fsanitize=thread calls. ThreadSanitizer's own runtime is never
// linked: the compiler's instrumentation is all we want of it.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpp/search/child/watch.hpp"

using fretsaw::search::on_read;
using fretsaw::search::on_read_range;
using fretsaw::search::on_write;
using fretsaw::search::on_write_range;
using fretsaw::search::read_low;
using fretsaw::search::write_outside;

// The last two are called where the test of the first two was done on the spot (see inline_hooks.cpp).
#define FRETSAW_ACCESS_HOOKS(size)                                           \
  void __tsan_read##size(void* p) { on_read<size>(p); }                      \
  void __tsan_write##size(void* p) { on_write<size>(p); }                    \
  void __tsan_unaligned_read##size(void* p) { on_read<size>(p); }            \
  void __tsan_unaligned_write##size(void* p) { on_write<size>(p); }          \
  void __tsan_volatile_read##size(void* p) { on_read<size>(p); }             \
  void __tsan_volatile_write##size(void* p) { on_write<size>(p); }           \
  void __tsan_unaligned_volatile_read##size(void* p) { on_read<size>(p); }   \
  void __tsan_unaligned_volatile_write##size(void* p) { on_write<size>(p); } \
  void fretsaw_read_low##size(std::uintptr_t p) { read_low<size>(p); }       \
  void fretsaw_write_outside##size(std::uintptr_t p) { write_outside(p, size); }

extern "C" {
FRETSAW_ACCESS_HOOKS(1)
FRETSAW_ACCESS_HOOKS(2)
FRETSAW_ACCESS_HOOKS(4)
FRETSAW_ACCESS_HOOKS(8)
FRETSAW_ACCESS_HOOKS(16)

void __tsan_read_range(void* p, std::size_t size) { on_read_range(p, size); }
void __tsan_write_range(void* p, std::size_t size) { on_write_range(p, size); }
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void** p, void*) { on_write<sizeof(void*)>(p); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() {}
// What clang makes of copies of structs. The functions are our own: see memory_functions.cpp.
void* __tsan_memcpy(void* to, const void* from, std::size_t size) { return std::memcpy(to, from, size); }
void* __tsan_memmove(void* to, const void* from, std::size_t size) { return std::memmove(to, from, size); }
void* __tsan_memset(void* to, int byte, std::size_t size) { return std::memset(to, byte, size); }
}
