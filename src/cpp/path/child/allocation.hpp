// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "cpp/space/child/search_space.hpp"

namespace fretsaw::path {

// A block that is larger is not to be had.
inline constexpr std::size_t kMaxBatchBytes = std::size_t{1} << 27;

// Once, before any of the user's code runs. False if the addresses are taken.
bool map_user_heap();

// Once: where inputs lie. The space outlives every call.
void set_input(const space::SearchSpace& space);

// Once, before the call: what preconditions have allocated does not change where its objects lie.
void begin_call_memory();

// Is one of these addresses in a block that the user's code has allocated, and the other somewhere else?
// Which of them is lower is then due to chance.
bool are_of_different_blocks(std::uint64_t a, std::uint64_t b);

}  // namespace fretsaw::path
