// SPDX-License-Identifier: MIT
// The bounds that a request names, and which of its methods each of them is about.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::call {

struct MethodBounds {
  Bounds bounds;                    // that concern the method
  std::vector<std::string> unused;  // about nothing that it is about, as the command line has them
};

// Of several methods, each takes the bounds that concern it; one that is alone takes all of them.
MethodBounds bounds_for(const Bounds& bounds, const code::Classes& classes, const code::Callable& callable,
                        bool is_alone);

}  // namespace fretsaw::call
