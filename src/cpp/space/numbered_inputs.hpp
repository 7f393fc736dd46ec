// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

// The space in which free variables have the numbers that these inputs have, and the inputs as candidates there.
struct NumberedInputs {
  Space space;
  std::vector<std::vector<std::uint32_t>> candidates;
};
// Numbers are given in 64 bits, with their sign. Refused: inputs of another space.
Result<NumberedInputs> numbered(Space space, const code::Classes& classes,
                                std::span<const std::vector<std::uint64_t>> inputs);

}  // namespace fretsaw::space
