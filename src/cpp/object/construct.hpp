// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "fretsaw/detail/class_table.hpp"

namespace fretsaw::object {

// Makes an object in zeroed memory. Its default constructor runs; without one, its fields are made one by
// one, and it gets its virtual table from a move. Lets exceptions through.
void construct(const detail::ClassTable& classes, int class_index, std::byte* memory);

// The same for a value of any type, which may be nothing but zeros.
void construct_value(const detail::ClassTable& classes, int type, std::byte* memory);

// From now on, objects of the class are made like this.
void set_constructor(const detail::ClassEntry& entry, void (*make)(void* memory));

// False for a class with virtual functions for which there is no such way.
bool can_construct(const detail::ClassEntry& entry);

}  // namespace fretsaw::object
