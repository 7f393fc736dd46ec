// SPDX-License-Identifier: MIT
// malloc, free, new and delete of an instrumented program. What the user's code allocates is zero, and is
// never given back: a run is short, and its process ends with it. Runs that take the same path have their
// objects at the same addresses, because these are part of conditions: every block begins a piece of memory,
// so that small arrays may differ in length, and those of the call do not come after those of the
// preconditions. What it deletes stays as it is; whether it may be deleted is checked elsewhere
// (src/cpp/call/child).
#include "cpp/path/child/allocation.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "cpp/path/child/engine.hpp"
#include "cpp/path/child/record.hpp"
#include "cpp/path/child/shadow.hpp"
#include "cpp/space/child/object_pool.hpp"

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void* __real_memalign(std::size_t alignment, std::size_t size);
void __real_free(void* block);
}

namespace fretsaw::path {

namespace {

constexpr std::uintptr_t kBase = 0x6000'0000'0000;
constexpr std::size_t kCapacity = std::size_t{1} << 30;
constexpr std::size_t kHeader = 16;  // holds the size
constexpr std::size_t kPageBytes = 256;
constexpr std::size_t kAddresses = std::size_t{1} << 47;  // the size of the address space

std::size_t used = 0;
const space::SearchSpace* input = nullptr;

// Where blocks begin, in the order of their addresses.
std::vector<std::uint64_t>& blocks() {
  static std::vector<std::uint64_t>* const kBlocks = new std::vector<std::uint64_t>();
  return *kBlocks;
}

void* allocate_user(std::size_t size, std::size_t alignment) {
  const std::size_t begin = (used + kHeader + alignment - 1) / alignment * alignment;
  if (size > kMaxBatchBytes || alignment > kMaxBatchBytes) {
    if (record != nullptr && size < kAddresses) note_loss(TrackingLoss::AllocationFailure);
    return nullptr;
  }
  if (begin + size > kCapacity) {  // which is not a condition of the path
    if (record == nullptr) return nullptr;
    note_end(guest::Termination::Steps);
    _exit(0);
  }
  used = (begin + size + kPageBytes - 1) / kPageBytes * kPageBytes;
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
  if (space::object_pool::Pool* const pool = space::object_pool::construction_pool())
    return pool->allocate(size, alignment);
  if (in_user_code) return allocate_user(size, alignment);
  return alignment > 16 ? __real_memalign(alignment, size) : __real_malloc(size);
}

// What the user's code gets is zero as it is.
void* allocate_zeroed(std::size_t size) {
  return in_user_code || space::object_pool::construction_pool() != nullptr ? allocate(size, 16)
                                                                            : __real_calloc(1, size);
}

void deallocate(void* block) {
  if (is_low(block) || is_users(block) || in_user_code) return;
  __real_free(block);
}

void set_input(const space::SearchSpace& space) { input = &space; }

// Of an array of the input, all the elements that there is room for: a call that has fewer does not look at
// the others.
std::size_t block_size(const void* block) {
  if (is_users(block)) {
    std::size_t size = 0;
    std::memcpy(&size, static_cast<const char*>(block) - 8, sizeof size);
    return size;
  }
  const auto begin = static_cast<std::size_t>(static_cast<const std::byte*>(block) - input->arena);
  std::size_t end = begin;
  while (end < input->arena_size && input->variable_at[end] != space::SearchSpace::kForbidden) ++end;
  return end - begin;
}

// What is known of the bytes goes with them.
void* reallocate(void* block, std::size_t size) {
  if (!is_users(block) && !is_low(block)) return __real_realloc(block, size);
  void* const moved = allocate(size, 16);
  if (moved == nullptr) return nullptr;
  const std::size_t kept = std::min(size, block_size(block));
  if (record != nullptr) {
    const EngineScope scope;
    shadow().copy(reinterpret_cast<std::uint64_t>(moved), reinterpret_cast<std::uint64_t>(block), kept, 0, 0);
  }
  std::memcpy(moved, block, kept);
  return moved;
}

void note_store(void* at, std::size_t size) {
  if (record == nullptr || !in_user_code) return;
  const EngineScope scope;
  shadow().clear(reinterpret_cast<std::uint64_t>(at), size, 0);
}

bool are_of_different_blocks(std::uint64_t a, std::uint64_t b) {
  const auto block_of = [](std::uint64_t address) {
    return std::upper_bound(blocks().begin(), blocks().end(), address) - blocks().begin();
  };
  const bool is_new = a - kBase < kCapacity || b - kBase < kCapacity;
  return is_new && a != 0 && b != 0 &&
         (a - kBase >= kCapacity || b - kBase >= kCapacity || block_of(a) != block_of(b));
}

}  // namespace fretsaw::path

using fretsaw::path::allocate;
using fretsaw::path::allocate_zeroed;
using fretsaw::path::deallocate;
using fretsaw::path::note_store;
using fretsaw::path::reallocate;

#define FRETSAW_FUNCTION(name) __wrap_##name
#include "cpp/space/child/allocation_front.inc"
