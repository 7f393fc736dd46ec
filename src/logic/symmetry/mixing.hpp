// SPDX-License-Identifier: MIT
// Numbers that look random, the same on every machine.
#pragma once

#include <cstdint>

namespace fretsaw {

inline constexpr std::uint64_t kMixMultiplier = 0x9E3779B97F4A7C15U;

// A different number for each, whose bits all depend on all bits.
inline std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ (bits >> 32)) * 0xD6E8FEB86659FD93U;
  bits = (bits ^ (bits >> 29)) * kMixMultiplier;
  return bits ^ (bits >> 32);
}

}  // namespace fretsaw
