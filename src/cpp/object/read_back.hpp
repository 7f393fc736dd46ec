// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "cpp/object/graph.hpp"
#include "cpp/object/memory.hpp"
#include "cpp/object/shapes.hpp"

namespace fretsaw::object {

// What is reachable from the root, an object of that class. Only held memory is looked at; a pointer to the
// beginning of a new object, to its base, or to the middle of one that is known already is a reference to it.
// The class of a new object is what its virtual table says if there is one, else what the pointer says.
// The root itself is taken for granted: it may lie anywhere.
Graph read_back(const std::byte* root, int class_index, const Shapes& shapes, const Blocks& blocks);

}  // namespace fretsaw::object
