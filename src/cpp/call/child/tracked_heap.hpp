// SPDX-License-Identifier: MIT
// The memory of one input: of its objects, and what the method allocates and frees. Nothing is reused during the
// input, so that an address has the same meaning before and after the call, and pointers to deleted objects are
// recognized. All of it is released at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fretsaw::call {

struct HeapBlock {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  bool is_held = true;
  bool counts = false;       // of the input, or allocated by the call: it must be reachable or deleted
  bool is_input = false;     // part of the input
  std::int32_t object = -1;  // the last object found in it, see HeapWriter
};

// Blocks in the order of their addresses.
class TrackedHeap {
 public:
  // Once per process.
  void reserve();
  void reset();

  // Null if there is no more.
  std::byte* allocate(std::size_t size, std::size_t alignment, int fill, bool counts);
  // For what the call is given: zeroed, counts.
  std::byte* allocate_input(std::size_t size, std::size_t alignment);
  enum class Release { Done, Twice, Never };
  Release release(void* block);
  // What release() would say.
  Release release_status(const void* block);

  bool owns(const void* pointer) const {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    return address >= begin_ && address < end_;
  }
  // The block that the address lies in; null if there is none.
  HeapBlock* find(const void* pointer);
  // Likewise, or that it is the end of.
  HeapBlock* find_up_to_end(const void* pointer);
  // How many bytes of its block begin there.
  std::size_t bytes_from(const void* pointer);
  std::vector<HeapBlock>& blocks() { return blocks_; }

 private:
  std::uintptr_t begin_ = 0;
  std::uintptr_t end_ = 0;
  std::uintptr_t next_ = 0;
  std::vector<HeapBlock> blocks_;
};

// The one of this process.
TrackedHeap& heap();

// Whether it is the fill pattern of fresh or freed memory.
bool is_uninitialized(const void* pointer);

// While one lives, the user's code runs: what it allocates is tracked.
class TrackedScope {
 public:
  explicit TrackedScope(bool is_call);
  ~TrackedScope();
  TrackedScope(const TrackedScope&) = delete;
  TrackedScope& operator=(const TrackedScope&) = delete;

 private:
  bool before_;
};

// While one lives inside of that, it does not.
class TrackingPause {
 public:
  TrackingPause();
  ~TrackingPause();
  TrackingPause(const TrackingPause&) = delete;
  TrackingPause& operator=(const TrackingPause&) = delete;

 private:
  bool before_;
};

}  // namespace fretsaw::call
