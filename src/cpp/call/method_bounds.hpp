// SPDX-License-Identifier: MIT
// The bounds of a request, and which of its methods each of them applies to.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::call {

struct MethodBounds {
  Bounds bounds;                    // that apply to the method
  std::vector<std::string> unused;  // that do not apply to it, as on the command line
};

// Each of several methods takes the bounds that apply to it; a single method takes all of them.
MethodBounds bounds_for(const Bounds& bounds, const code::Classes& classes, const code::Callable& callable,
                        bool is_alone);

}  // namespace fretsaw::call
