// SPDX-License-Identifier: MIT
// Graphs as C++ objects, and back.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "cpp/object/graph.hpp"
#include "cpp/object/memory.hpp"
#include "cpp/object/shapes.hpp"

namespace fretsaw::object {

struct BuiltObjects {
  std::vector<std::byte*> objects;  // by their index in the graph; the root first
  std::vector<Block> rows;          // memory of elements: of vectors and behind pointers
};

// Builds C++ objects: their default constructors run, then the values are set. What is Left keeps its default
// value; Dangling and Unknown become null. Lets exceptions of constructors through. Requires
// a graph whose values fit the shapes.
BuiltObjects materialize(const Graph& graph, const Shapes& shapes, Memory& memory);

// The same for one graph after the other: its own lists are kept from each to the next, so they must not lie
// in memory that is used again meanwhile. Shapes and memory outlive it.
class Materializer {
 public:
  Materializer(const Shapes& shapes, Memory& memory);
  ~Materializer();
  Materializer(Materializer&&) noexcept;
  // Until the next is built.
  const BuiltObjects& build(const Graph& graph);

 private:
  friend BuiltObjects materialize(const Graph& graph, const Shapes& shapes, Memory& memory);
  class Work;
  std::unique_ptr<Work> work_;
};

// The addresses of all that was built, as blocks that are held.
Blocks blocks_of(const BuiltObjects& built, const Graph& graph, const Shapes& shapes);

// What is reachable from the root, an object of that class. Only held memory is examined; a pointer to the
// beginning of a new object, to its base, or to the middle of one that is known already is a reference to it.
// The class of a new object is what its virtual table says if there is one, else what the pointer says.
// The root itself is taken for granted: it may lie anywhere.
Graph read_back(const std::byte* root, int class_index, const Shapes& shapes, const Blocks& blocks);

}  // namespace fretsaw::object
