// SPDX-License-Identifier: MIT
// The heap of the running predicate. All its state lies in [kPrivateBase, kPrivateBase + used()), so that copying that
// stretch saves it and copying it back restores it.
#pragma once

#include <cstddef>

namespace fretsaw::runtime::predicate_heap {

// Requires map_private_memory(). Forgets every block.
void reset();

// 16-byte aligned; null if the heap is full.
void* allocate(std::size_t size);
void* allocate_aligned(std::size_t size, std::size_t alignment);

// Requires a block of this heap.
void release(void* block);
std::size_t block_size(const void* block);

bool owns(const void* pointer);
std::size_t used();

}  // namespace fretsaw::runtime::predicate_heap
