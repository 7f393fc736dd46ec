// SPDX-License-Identifier: MIT
// Places inside of objects to which pointers may lead: objects that others hold by value, and fields that are
// pointers themselves.
#pragma once

#include <vector>

#include "predicate/runtime/bounds_table.hpp"
#include "predicate/runtime/search_space.hpp"

namespace fretsaw::runtime {

// Of all objects of the space, which have their addresses. Not of those that lengths decide about, nor of
// what keeps its constructed value.
std::vector<Inside> find_insides(const SearchSpace& space, const BoundsTable& bounds);

}  // namespace fretsaw::runtime
