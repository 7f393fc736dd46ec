// SPDX-License-Identifier: MIT
// What the predicate overwrote outside its own stack and heap: fields of the candidate, globals, statics.
// Undone before the next candidate, so that none sees what another left behind.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace fretsaw::search {

class UndoLog {
 public:
  std::size_t size() const { return entries_.size(); }

  // Call before [address, address + size) is written.
  void remember(std::uintptr_t address, std::size_t size) {
    while (size > 0) {
      const std::size_t part = size < 8 ? size : 8;
      Entry entry{address, 0, static_cast<std::uint32_t>(part)};
      std::memcpy(&entry.old, reinterpret_cast<const void*>(address), part);
      entries_.push_back(entry);
      address += part;
      size -= part;
    }
  }

  // Undoes everything after the first `size` entries, latest first.
  void roll_back(std::size_t size) {
    while (entries_.size() > size) {
      const Entry& entry = entries_.back();
      std::memcpy(reinterpret_cast<void*>(entry.address), &entry.old, entry.size);
      entries_.pop_back();
    }
  }

  // Keeps what was written.
  void forget(std::size_t size) { entries_.resize(size); }

 private:
  struct Entry {
    std::uintptr_t address;
    std::uint64_t old;
    std::uint32_t size;
  };
  std::vector<Entry> entries_;
};

}  // namespace fretsaw::search
