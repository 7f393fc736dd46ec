// SPDX-License-Identifier: MIT
// A candidate as a graph of objects.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "cpp/object/graph.hpp"
#include "cpp/object/shapes.hpp"
#include "cpp/space/child/search_space.hpp"

namespace fretsaw::space {

// The shapes of the classes in the space: those of their types, except where bounds define more.
object::Shapes shapes_of(const SearchSpace& space);

// What is reachable from the root, for one candidate after the other: memory is kept from each to the next.
class GraphMaker {
 public:
  explicit GraphMaker(const SearchSpace& space);
  ~GraphMaker();
  GraphMaker(GraphMaker&&) noexcept;
  // Until the next is made.
  const object::Graph& make(std::span<const std::uint32_t> candidate);

 private:
  class Walk;
  std::unique_ptr<Walk> walk_;
};

}  // namespace fretsaw::space
