// SPDX-License-Identifier: MIT
// Atomic operations of instrumented code (reference counts of std::shared_ptr, std::atomic, guards of
// statics): the compiler replaces them by calls, so these perform them.
#include <cstdint>

#include "cpp/search/child/watch.hpp"

using fretsaw::search::on_read;
using fretsaw::search::on_write;

#define FRETSAW_ATOMIC_FETCH(bits, T, name)                           \
  T __tsan_atomic##bits##_fetch_##name(volatile T* p, T value, int) { \
    on_read<sizeof(T)>(p);                                            \
    on_write<sizeof(T)>(p);                                           \
    return __atomic_fetch_##name(p, value, __ATOMIC_SEQ_CST);         \
  }

#define FRETSAW_ATOMIC_EXCHANGE_IF(bits, T, kind, weak)                                                 \
  int __tsan_atomic##bits##_compare_exchange_##kind(volatile T* p, T* expected, T desired, int, int) {  \
    on_read<sizeof(T)>(p);                                                                              \
    on_write<sizeof(T)>(p);                                                                             \
    return __atomic_compare_exchange_n(p, expected, desired, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }

#define FRETSAW_ATOMICS(bits, T)                                                                   \
  T __tsan_atomic##bits##_load(const volatile T* p, int) {                                         \
    on_read<sizeof(T)>(p);                                                                         \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int) {                                  \
    on_write<sizeof(T)>(p);                                                                        \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int) {                                  \
    on_read<sizeof(T)>(p);                                                                         \
    on_write<sizeof(T)>(p);                                                                        \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                        \
  }                                                                                                \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T desired, int, int) {   \
    on_read<sizeof(T)>(p);                                                                         \
    on_write<sizeof(T)>(p);                                                                        \
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected;                                                                               \
  }                                                                                                \
  FRETSAW_ATOMIC_EXCHANGE_IF(bits, T, strong, false)                                               \
  FRETSAW_ATOMIC_EXCHANGE_IF(bits, T, weak, true)                                                  \
  FRETSAW_ATOMIC_FETCH(bits, T, add)                                                               \
  FRETSAW_ATOMIC_FETCH(bits, T, sub)                                                               \
  FRETSAW_ATOMIC_FETCH(bits, T, and)                                                               \
  FRETSAW_ATOMIC_FETCH(bits, T, or)                                                                \
  FRETSAW_ATOMIC_FETCH(bits, T, xor)                                                               \
  FRETSAW_ATOMIC_FETCH(bits, T, nand)

extern "C" {
FRETSAW_ATOMICS(8, std::uint8_t)
FRETSAW_ATOMICS(16, std::uint16_t)
FRETSAW_ATOMICS(32, std::uint32_t)
FRETSAW_ATOMICS(64, std::uint64_t)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
}
