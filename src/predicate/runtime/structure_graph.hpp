// SPDX-License-Identifier: MIT
// A candidate as a graph of objects.
#pragma once

#include <cstdint>
#include <span>

#include "object/graph.hpp"
#include "object/shapes.hpp"
#include "predicate/runtime/search_space.hpp"

namespace fretsaw::runtime {

// How the space looks at the classes: as their types say, except where bounds say more.
object::Shapes shapes_of(const SearchSpace& space);

// What is reachable from the root.
object::Graph graph_of(const SearchSpace& space, std::span<const std::uint32_t> candidate);

}  // namespace fretsaw::runtime
