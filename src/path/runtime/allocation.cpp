// SPDX-License-Identifier: MIT
// malloc, free, new and delete of a program under exploration. What the user's code allocates is zero, and is
// never given back: a run is short, and its process ends with it. Runs that take the same path have their
// objects at the same addresses, because these are part of conditions: every block begins a piece of memory,
// so that small arrays may differ in length, and those of the call do not come after those of the
// preconditions. What it deletes stays as it is; whether it may be deleted is for others to find out
// (src/method/runtime).
#include "path/runtime/allocation.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

#include "path/runtime/engine.hpp"
#include "path/runtime/record.hpp"
#include "predicate/runtime/loan.hpp"

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void __real_free(void* block);
}

namespace fretsaw::path {

namespace {

constexpr std::uintptr_t kBase = 0x6000'0000'0000;
constexpr std::size_t kCapacity = std::size_t{1} << 30;
constexpr std::size_t kHeader = 16;  // holds the size
constexpr std::size_t kPiece = 256;
constexpr std::size_t kAddresses = std::size_t{1} << 47;  // nobody has more memory

std::size_t used = 0;

// Where blocks begin, in the order of their addresses.
std::vector<std::uint64_t>& blocks() {
  static std::vector<std::uint64_t>* const kBlocks = new std::vector<std::uint64_t>();
  return *kBlocks;
}

void* allocate_user(std::size_t size, std::size_t alignment) {
  const std::size_t begin = (used + kHeader + alignment - 1) / alignment * alignment;
  if (size > kMostBytes) {
    if (record != nullptr && size < kAddresses) note_loss(Loss::Starved);
    return nullptr;
  }
  if (begin + size > kCapacity) {  // which a path's conditions do not tell
    if (record == nullptr) return nullptr;
    record->ending = Ending::Endless;
    _exit(0);
  }
  used = (begin + size + kPiece - 1) / kPiece * kPiece;
  std::memcpy(reinterpret_cast<void*>(kBase + begin - 8), &size, sizeof size);
  const EngineScope scope;  // the list's own memory
  blocks().push_back(kBase + begin);
  return reinterpret_cast<void*>(kBase + begin);
}

bool is_users(const void* block) { return reinterpret_cast<std::uintptr_t>(block) - kBase < kCapacity; }
// Objects of the input, and what their constructors have allocated.
bool is_low(const void* block) { return reinterpret_cast<std::uintptr_t>(block) >> 32 == 0; }

}  // namespace

bool map_user_heap() {
  void* const memory = mmap(reinterpret_cast<void*>(kBase), kCapacity, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return memory == reinterpret_cast<void*>(kBase);
}

void begin_call_memory() { used = std::max(used, kCapacity / 2); }

void* allocate(std::size_t size, std::size_t alignment) {
  if (alignment < 16) alignment = 16;
  if (runtime::loan::Pool* const pool = runtime::loan::construction_pool())
    return pool->allocate(size, alignment);
  if (in_user_code) return allocate_user(size, alignment);
  if (alignment > 16) return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  return __real_malloc(size);
}

void deallocate(void* block) {
  if (is_low(block) || is_users(block) || in_user_code) return;
  __real_free(block);
}

std::size_t user_block_size(const void* block) {
  if (!is_users(block)) return 0;
  std::size_t size = 0;
  std::memcpy(&size, static_cast<const char*>(block) - 8, sizeof size);
  return size;
}

bool are_of_different_blocks(std::uint64_t a, std::uint64_t b) {
  const auto block_of = [](std::uint64_t address) {
    return std::upper_bound(blocks().begin(), blocks().end(), address) - blocks().begin();
  };
  const bool is_new = a - kBase < kCapacity || b - kBase < kCapacity;
  return is_new && a != 0 && b != 0 &&
         (a - kBase >= kCapacity || b - kBase >= kCapacity || block_of(a) != block_of(b));
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const block = allocate(size, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace fretsaw::path

using fretsaw::path::allocate;
using fretsaw::path::allocate_or_throw;
using fretsaw::path::deallocate;

extern "C" {
void* __wrap_malloc(std::size_t size) { return allocate(size, 16); }
void __wrap_free(void* block) { deallocate(block); }
void* __wrap_calloc(std::size_t count, std::size_t size) {
  if (!fretsaw::path::in_user_code) return __real_calloc(count, size);
  std::size_t bytes = 0;
  return __builtin_mul_overflow(count, size, &bytes) ? nullptr : allocate(bytes, 16);
}
void* __wrap_realloc(void* block, std::size_t size) {
  if (block != nullptr && !fretsaw::path::is_users(block)) return __real_realloc(block, size);
  void* const larger = allocate(size, 16);
  const std::size_t old = block != nullptr ? fretsaw::path::user_block_size(block) : 0;
  if (larger != nullptr) std::memcpy(larger, block, old < size ? old : size);
  return larger;
}
}

void* operator new(std::size_t size) { return allocate_or_throw(size, 16); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 16); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, 16); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) {
  return allocate_or_throw(size, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t size, std::align_val_t a) {
  return allocate_or_throw(size, static_cast<std::size_t>(a));
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
