// SPDX-License-Identifier: MIT
// Messages that the protocols of several guests share. Each has its own enum for the rest.
#pragma once

#include <cstdint>

namespace fretsaw::guest {

// Instead of the first expected message: an error, as cpp/space/child/describe.hpp writes it.
inline constexpr std::uint32_t kError = 'E';
// The space of candidates: space::Space, in bytes (work/bytes.hpp).
inline constexpr std::uint32_t kSpace = 'S';

}  // namespace fretsaw::guest
