// SPDX-License-Identifier: MIT
// What was passed as const, and is not what it was.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/object/heap.hpp"

namespace fretsaw::call {

// The names of const parameters that a call has changed: the object that a reference or pointer leads to,
// with whatever it holds by value, unless something that is not const was passed and leads to the same
// object.
std::vector<std::string> changed_constants(const code::Classes& classes, const code::Callable& callable,
                                           object::HeapWords before, object::HeapWords after);

}  // namespace fretsaw::call
