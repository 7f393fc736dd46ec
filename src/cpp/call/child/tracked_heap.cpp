// SPDX-License-Identifier: MIT
#include "cpp/call/child/tracked_heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "cpp/call/child/static_memory.hpp"
#include "cpp/guest/child/supervise.hpp"
#include "cpp/space/child/memory_map.hpp"
#include "cpp/space/child/object_pool.hpp"

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void* __real_memalign(std::size_t alignment, std::size_t size);
void __real_free(void* block);
[[gnu::weak]] void __asan_poison_memory_region(const volatile void* begin, std::size_t size);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin, std::size_t size);
}

namespace fretsaw::call {

namespace {

using guest::Termination;

constexpr std::size_t kCapacity = std::size_t{256} << 20;
constexpr std::size_t kGap = 16;  // between blocks: one that ends where another begins is not the other
constexpr int kFresh = 0xCD;      // uninitialized memory is not a valid pointer
constexpr int kDeleted = 0xDB;    // likewise

bool in_user_code = false;
bool in_call = false;

// One allocation at a time: the method may use threads.
class AllocatorLock {
 public:
  AllocatorLock() {
    while (flag_.test_and_set()) {
    }
  }
  ~AllocatorLock() { flag_.clear(); }
  AllocatorLock(const AllocatorLock&) = delete;
  AllocatorLock& operator=(const AllocatorLock&) = delete;

 private:
  static inline std::atomic_flag flag_;
};

// With the address sanitizer, what lies between blocks and what was deleted must not be touched.
void forbid(std::uintptr_t begin, std::size_t size) {
  if (__asan_poison_memory_region != nullptr)
    __asan_poison_memory_region(reinterpret_cast<void*>(begin), size);
}
void permit(std::uintptr_t begin, std::size_t size) {
  if (__asan_unpoison_memory_region != nullptr)
    __asan_unpoison_memory_region(reinterpret_cast<void*>(begin), size);
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (!in_user_code) {
    // The forms of containers lie among the inputs that are described.
    if (space::object_pool::Pool* const pool = space::object_pool::construction_pool())
      return pool->allocate(size, alignment);
    return alignment <= 16 ? __real_malloc(size == 0 ? 1 : size) : __real_memalign(alignment, size);
  }
  const AllocatorLock locked;
  return heap().allocate(size, alignment, kFresh, in_call);
}

void* allocate_zeroed(std::size_t size) {
  if (!in_user_code) return __real_calloc(1, size);
  void* const block = allocate(size, 16);
  return block == nullptr ? nullptr : std::memset(block, 0, size);
}

// The user's code gives back a block that it cannot.
[[noreturn]] void die_of(TrackedHeap::Release release) {
  guest::die(release == TrackedHeap::Release::Twice ? Termination::DoubleDelete : Termination::BadDelete);
}

void deallocate(void* block) {
  if (block == nullptr) return;
  if (!heap().owns(block)) {
    if (!in_user_code) {
      const bool is_of_a_form = space::is_low(reinterpret_cast<std::uintptr_t>(block));
      return is_of_a_form ? void() : __real_free(block);
    }
    // Not tracked: memory of the C library, or from before the input. A static object or a local variable
    // must not be deleted.
    if (is_static(block, 1) || is_local(block)) guest::die(Termination::BadDelete);
    return __real_free(block);
  }
  const AllocatorLock locked;
  const TrackedHeap::Release release = heap().release(block);
  if (release != TrackedHeap::Release::Done) die_of(release);
}

// A block that changes its size has another address: uses of the old one are detected.
void* reallocate(void* block, std::size_t size) {
  if (!heap().owns(block)) {
    if (in_user_code && (is_static(block, 1) || is_local(block))) guest::die(Termination::BadDelete);
    return __real_realloc(block, size);
  }
  {
    const AllocatorLock locked;
    const TrackedHeap::Release release = heap().release_status(block);
    if (release != TrackedHeap::Release::Done) die_of(release);
  }
  void* const moved = allocate(size, 16);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, block, std::min(size, heap().bytes_from(block)));
  deallocate(block);
  return moved;
}

void note_store(void*, std::size_t) {}

}  // namespace

TrackedHeap& heap() {
  static TrackedHeap* const the = [] {
    void* const memory = __real_malloc(sizeof(TrackedHeap));
    return new (memory) TrackedHeap();
  }();
  return *the;
}

bool is_uninitialized(const void* pointer) {
  const auto filled_with = [&](int byte) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    return address == ~std::uintptr_t{0} / 0xFF * static_cast<std::uintptr_t>(byte);
  };
  return filled_with(kFresh) || filled_with(kDeleted);
}

void TrackedHeap::reserve() {
  void* const memory =
      mmap(nullptr, kCapacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) std::_Exit(3);
  begin_ = next_ = reinterpret_cast<std::uintptr_t>(memory);
  end_ = begin_ + kCapacity;
  forbid(begin_, kCapacity);
  blocks_.reserve(1024);
}

void TrackedHeap::reset() {
  forbid(begin_, next_ - begin_);
  next_ = begin_;
  blocks_.clear();
}

std::byte* TrackedHeap::allocate(std::size_t size, std::size_t alignment, int fill, bool counts) {
  const std::uintptr_t at = (next_ + kGap + alignment - 1) / alignment * alignment;
  if (size > kCapacity || at + size > end_) return nullptr;
  next_ = at + size;
  const bool was_user_code = in_user_code;
  in_user_code = false;  // the list may grow
  blocks_.push_back({at, size, true, counts, false, -1});
  in_user_code = was_user_code;
  permit(at, size);
  std::memset(reinterpret_cast<void*>(at), fill, size);
  return reinterpret_cast<std::byte*>(at);
}

std::byte* TrackedHeap::allocate_input(std::size_t size, std::size_t alignment) {
  std::byte* const memory = allocate(size, alignment, 0, true);
  if (memory != nullptr) blocks_.back().is_input = true;
  return memory;
}

HeapBlock* TrackedHeap::find(const void* pointer) {
  HeapBlock* const block = find_up_to_end(pointer);
  const bool is_in = block != nullptr && reinterpret_cast<std::uintptr_t>(pointer) <
                                             block->begin + std::max<std::size_t>(block->size, 1);
  return is_in ? block : nullptr;
}

HeapBlock* TrackedHeap::find_up_to_end(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  auto after = std::upper_bound(blocks_.begin(), blocks_.end(), address,
                                [](std::uintptr_t a, const HeapBlock& block) { return a < block.begin; });
  if (after == blocks_.begin()) return nullptr;
  HeapBlock& block = *--after;
  return address <= block.begin + block.size ? &block : nullptr;
}

TrackedHeap::Release TrackedHeap::release_status(const void* pointer) {
  const HeapBlock* const block = find(pointer);
  if (block == nullptr) return Release::Never;
  // Rows of an input begin behind the place where their length is kept (see object/materialize.hpp).
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(pointer) - block->begin;
  if (offset != 0 && !(block->is_input && (offset == 8 || offset == 16))) return Release::Never;
  return block->is_held ? Release::Done : Release::Twice;
}

TrackedHeap::Release TrackedHeap::release(void* pointer) {
  const Release meaning = release_status(pointer);
  if (meaning != Release::Done) return meaning;
  HeapBlock* const block = find(pointer);
  block->is_held = false;
  std::memset(reinterpret_cast<void*>(block->begin), kDeleted, block->size);
  forbid(block->begin, block->size);
  return Release::Done;
}

std::size_t TrackedHeap::bytes_from(const void* pointer) {
  const HeapBlock* const block = find(pointer);
  return block == nullptr ? 0 : block->begin + block->size - reinterpret_cast<std::uintptr_t>(pointer);
}

TrackedScope::TrackedScope(bool is_call) : before_(in_user_code) {
  in_user_code = true;
  in_call = is_call;
}

TrackingPause::TrackingPause() : before_(in_user_code) { in_user_code = false; }
TrackingPause::~TrackingPause() { in_user_code = before_; }

TrackedScope::~TrackedScope() {
  in_user_code = before_;
  in_call = false;
}

}  // namespace fretsaw::call

using fretsaw::call::allocate;
using fretsaw::call::allocate_zeroed;
using fretsaw::call::deallocate;
using fretsaw::call::note_store;
using fretsaw::call::reallocate;

#define FRETSAW_FUNCTION(name) __wrap_##name
#include "cpp/space/child/allocation_front.inc"

extern "C" {
// Memory of the library itself is not tracked.
char* __wrap_strndup(const char* text, std::size_t most) {
  const std::size_t size = strnlen(text, most);
  char* const copy = static_cast<char*>(__wrap_malloc(size + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}
char* __wrap_strdup(const char* text) { return __wrap_strndup(text, std::strlen(text)); }
}
