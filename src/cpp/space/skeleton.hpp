// SPDX-License-Identifier: MIT
// A finitization to edit: bounds derived from the types, and a marked gap where there are none.
#pragma once

#include <string>

#include "cpp/code/classes.hpp"

namespace fretsaw::space {

// C++ text for `generate --finitization`. Gaps are written ???, which does not compile until it is replaced.
// With a root: that class, which may be the frame of a predicate with arguments.
// `subject` is what is finitized, if that is not the class.
std::string skeleton(const code::Classes& classes, int root, const std::string& subject = {});

}  // namespace fretsaw::space
