// SPDX-License-Identifier: MIT
// A candidate as a graph of objects.
#pragma once

#include <cstdint>
#include <span>

#include "object/graph.hpp"
#include "object/shapes.hpp"
#include "predicate/runtime/plan.hpp"

namespace fretsaw::runtime {

// How the plan looks at the classes: as their types say, except where bounds say more.
object::Shapes shapes_of(const Plan& plan);

// What is reachable from the root.
object::Graph graph_of(const Plan& plan, std::span<const std::uint32_t> candidate);

}  // namespace fretsaw::runtime
