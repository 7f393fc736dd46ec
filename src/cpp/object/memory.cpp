// SPDX-License-Identifier: MIT
#include "cpp/object/memory.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

namespace fretsaw::object {

namespace {

bool begins_before(const Block& block, std::uintptr_t address) { return block.begin < address; }

// The system call checks page by page, and tolerates unmapped pages.
bool is_readable(std::uintptr_t address, std::size_t size) {
  constexpr std::size_t kPage = 4096;
  if (size > (std::size_t{1} << 30)) return false;
  for (std::uintptr_t at = address; at < address + std::max<std::size_t>(size, 1);
       at = (at / kPage + 1) * kPage) {
    char byte = 0;
    iovec here = {&byte, 1};
    iovec there = {reinterpret_cast<void*>(at), 1};
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != 1) return false;
  }
  return true;
}

void insert(std::vector<Block>& blocks, const Block& block) {
  blocks.insert(std::lower_bound(blocks.begin(), blocks.end(), block.begin, begins_before), block);
}

}  // namespace

Blocks Blocks::all_readable_memory() {
  Blocks blocks;
  blocks.is_everything_ = true;
  return blocks;
}

bool Blocks::can_be_read(const void* address, std::size_t size) {
  return is_readable(reinterpret_cast<std::uintptr_t>(address), size);
}

void Blocks::add(const void* begin, std::size_t size) {
  const Block block{reinterpret_cast<std::uintptr_t>(begin), size};
  std::erase_if(released_, [&](const Block& old) {
    return old.begin < block.begin + std::max<std::size_t>(size, 1) &&
           block.begin < old.begin + std::max<std::size_t>(old.size, 1);
  });
  insert(held_, block);
}

void Blocks::release(const void* begin) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const auto found = std::lower_bound(held_.begin(), held_.end(), address, begins_before);
  if (found == held_.end() || found->begin != address) return;
  insert(released_, *found);
  held_.erase(found);
}

// The block that the address lies in, or at whose very end it is.
const Block* Blocks::find(const std::vector<Block>& blocks, std::uintptr_t address) const {
  auto after = std::upper_bound(blocks.begin(), blocks.end(), address,
                                [](std::uintptr_t a, const Block& block) { return a < block.begin; });
  if (after == blocks.begin()) return nullptr;
  const Block& block = *--after;
  return address <= block.begin + block.size ? &block : nullptr;
}

Blocks::State Blocks::state(const void* pointer, std::size_t size) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_everything_) return is_readable(address, size) ? State::Held : State::Unknown;
  const Block* const held = find(held_, address);
  if (held != nullptr && size <= held->begin + held->size - address) return State::Held;
  const Block* const released = find(released_, address);
  const bool is_in_released =
      released != nullptr && address < released->begin + std::max<std::size_t>(released->size, 1);
  const bool is_cut_short = held != nullptr && address < held->begin + held->size;
  return is_in_released || is_cut_short ? State::Released : State::Unknown;
}

std::size_t Blocks::size_behind(const void* pointer) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const Block* const held = find(held_, address);
  return held == nullptr ? 0 : held->begin + held->size - address;
}

}  // namespace fretsaw::object
