// SPDX-License-Identifier: MIT
// An object of the user's as text, for messages of tests.
#pragma once

#include <cstddef>
#include <string>

#include "fretsaw/detail/class_table.hpp"

namespace fretsaw::search {

// One line per object that is reachable: "Node$0 = Node {left = null, right = Node$1}"; the root first.
// Whatever the object's state, only memory that can be read is examined.
std::string object_text(const detail::ClassTable& classes, int class_index, const std::byte* object);

}  // namespace fretsaw::search
