// SPDX-License-Identifier: MIT
// Where objects lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fretsaw::object {

// Where they are built.
class Memory {
 public:
  // Zeroed. Throws std::bad_alloc.
  virtual std::byte* allocate(std::size_t size, std::size_t alignment) = 0;

  // Around the code of classes and containers: what that allocates is part of what is built.
  virtual void enter_classes() {}
  virtual void leave_classes() {}

 protected:
  ~Memory() = default;
};

// A stretch that was allocated.
struct Block {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
};

// The allocated blocks of a program, and those that it freed.
class Blocks {
 public:
  // Without tracked blocks: all readable memory is held.
  static Blocks all_readable_memory();
  static bool can_be_read(const void* address, std::size_t size);

  void add(const void* begin, std::size_t size);
  void release(const void* begin);  // of a block that was added

  enum class State : std::uint8_t { Held, Released, Unknown };
  // Of the `size` bytes at an address. Held: all of them lie in one block.
  State state(const void* address, std::size_t size) const;

  // From the address to the end of the block that holds it; 0 if none does.
  std::size_t size_behind(const void* address) const;

 private:
  const Block* find(const std::vector<Block>& blocks, std::uintptr_t address) const;

  bool is_everything_ = false;
  std::vector<Block> held_;      // sorted
  std::vector<Block> released_;  // sorted; a block that was allocated again is not here
};

}  // namespace fretsaw::object
