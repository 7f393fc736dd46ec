// SPDX-License-Identifier: MIT
// Values that depend on something else than the input: a clock, a static variable as it was before the call.
// They are not expressions, nor is what is computed of them; but a branch on one may go another way
// another time, so nothing may be called impossible because of it.
#pragma once

#include "cpp/path/child/expressions.hpp"
#include "cpp/path/child/tracking_loss.hpp"

namespace fretsaw::path {

inline constexpr Id kFirstOpaque = 0xffff'0000;
static_assert(kMaxNodes < kFirstOpaque);
inline bool is_opaque(Id id) { return id >= kFirstOpaque; }

// The name lives as long as the program.
Id opaque(TrackingLoss why, const char* name);

// The path depends on it.
void lose_opaque(Id id);
// The same; what is left of it is a plain number.
inline Id without_opaque(Id id) {
  if (!is_opaque(id)) return id;
  lose_opaque(id);
  return 0;
}

}  // namespace fretsaw::path
