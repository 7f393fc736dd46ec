// SPDX-License-Identifier: MIT
#pragma once

#include "cpp/code/classes.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::space {

// Refuses bounds on classes and fields that do not exist: before anything is compiled, with the words that
// the search process would use.
Status check_names(const Bounds& bounds, const code::Classes& classes);

}  // namespace fretsaw::space
