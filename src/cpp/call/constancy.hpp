// SPDX-License-Identifier: MIT
// Const parameters that a call modified.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/object/heap.hpp"

namespace fretsaw::call {

// The names of const parameters that a call modified: the object that a reference or pointer refers to, including
// what it holds by value, unless a non-const argument refers to the same object.
std::vector<std::string> changed_constants(const code::Classes& classes, const code::Callable& callable,
                                           object::HeapWords before, object::HeapWords after);

}  // namespace fretsaw::call
