// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace fretsaw::path {

// When an exploration is done: all branches that can be are covered, or all paths are taken.
enum class Until : std::uint8_t { Branches, Paths };

}  // namespace fretsaw::path
