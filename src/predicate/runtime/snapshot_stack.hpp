// SPDX-License-Identifier: MIT
// Suspended executions of the predicate, one on top of the other: each is the stack and heap as they were
// just after a read, in one contiguous piece of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "predicate/runtime/context_switch.hpp"
#include "predicate/runtime/memory_map.hpp"

namespace fretsaw::runtime {

struct Snapshot {
  Registers registers;
  std::size_t position;   // in the field order: the slot whose read is being returned from
  std::size_t undo_size;  // of the log of writes at that moment
  std::int64_t steps_left;
  std::uintptr_t address;  // the access itself, where it covers more than that slot
  std::uint64_t access_size;
  bool covers_more;
  std::size_t memory;  // where its copy begins
  std::size_t stack_size;
  std::size_t heap_size;
};

class SnapshotStack {
 public:
  SnapshotStack();
  ~SnapshotStack();
  SnapshotStack(const SnapshotStack&) = delete;
  SnapshotStack& operator=(const SnapshotStack&) = delete;

  // Copies the predicate's stack above registers.rsp and its heap. False, without effect, if they are too
  // large to be worth it or to be kept.
  bool push(Snapshot snapshot);

  // Drops those later than `position`.
  void drop_after(std::size_t position) {
    while (!snapshots_.empty() && snapshots_.back().position > position) snapshots_.pop_back();
  }
  void clear() { snapshots_.clear(); }
  bool empty() const { return snapshots_.empty(); }
  const Snapshot& top() const { return snapshots_.back(); }

  // Copies the top back to where it came from.
  void restore_top() const {
    const Snapshot& snapshot = snapshots_.back();
    const std::byte* const memory = memory_ + snapshot.memory;
    copy_blocks(reinterpret_cast<std::byte*>(kStackTop - snapshot.stack_size), memory, snapshot.stack_size);
    copy_blocks(reinterpret_cast<std::byte*>(kPrivateBase), memory + snapshot.stack_size, snapshot.heap_size);
  }

 private:
  static constexpr std::size_t kBlock = 64;

  // Sizes are multiples of kBlock.
  using Copy = void (*)(std::byte* to, const std::byte* from, std::size_t size);
  static Copy fastest_copy();

  const Copy copy_blocks = fastest_copy();
  std::vector<Snapshot> snapshots_;
  std::byte* memory_ = nullptr;
};

}  // namespace fretsaw::runtime
