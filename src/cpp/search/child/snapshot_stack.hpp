// SPDX-License-Identifier: MIT
// Suspended executions of the predicate, one on top of the other: each is the stack and heap as they were
// just after a read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fretsaw::search {

struct Snapshot {
  std::uintptr_t stack = 0;   // where the predicate is resumed, see context_switch.hpp
  std::size_t position = 0;   // in the field order: the variable whose read is being returned from
  std::size_t undo_size = 0;  // of the log of writes at that moment
  std::int64_t steps_left = 0;
  bool is_whole = false;  // the access covers nothing but that variable; if not, here it is:
  std::uintptr_t address = 0;
  std::uint64_t access_size = 0;
};

class SnapshotStack {
 public:
  // Holds at most one snapshot for each of that many positions.
  explicit SnapshotStack(std::size_t positions);
  ~SnapshotStack();
  SnapshotStack(const SnapshotStack&) = delete;
  SnapshotStack& operator=(const SnapshotStack&) = delete;

  // Copies the predicate's stack from snapshot.stack on, and its heap. Without effect if they are too large
  // to be worth it or to be kept.
  void push(const Snapshot& snapshot);

  // Drops those later than `position`.
  void drop_after(std::size_t position) {
    while (top_->position > position) --top_;
  }
  void clear() { top_ = entries_.data(); }
  bool empty() const { return top_ == entries_.data(); }
  const Snapshot& top() const { return *top_; }

  // Copies the top back to where it came from.
  void restore_top() const { copy_blocks_(top_->place, top_->copy, top_->size); }

 private:
  struct Entry : Snapshot {
    std::byte* place = nullptr;  // the stretch of stack and heap
    std::byte* copy = nullptr;
    std::size_t size = 0;
  };

  using Copy = void (*)(std::byte* to, const std::byte* from, std::size_t size);
  static Copy fastest_copy();

  const Copy copy_blocks_ = fastest_copy();
  std::vector<Entry> entries_;  // the first stands for none, and is not whole
  Entry* top_ = nullptr;
  std::byte* memory_ = nullptr;
};

}  // namespace fretsaw::search
