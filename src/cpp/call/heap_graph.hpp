// SPDX-License-Identifier: MIT
// Heaps of numbers (contract/heap.hpp) as graphs to show: objects have the same names before and after a
// call.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/space/candidate_heap.hpp"
#include "cpp/space/heap_cursor.hpp"
#include "cpp/space/object_graph.hpp"

namespace fretsaw::call {

// Whether it is the name of a variable, which existed before it was reached.
inline bool is_variable(const std::string& object) {
  return object.starts_with("static ") || object.find('$') == std::string::npos;
}

class HeapGraphs {
 public:
  explicit HeapGraphs(const code::Classes& classes) : classes_(classes) {}
  // For heaps of candidates: what their words from kFirstInteriorPointer down stand for.
  void set_interior_pointers(std::vector<space::CandidateHeap::InteriorPointer> places) {
    interior_pointers_ = std::move(places);
  }

  // The first object is the frame, which is not an object of the user: its fields are those of the root.
  space::ObjectGraph graph(object::HeapWords words);
  // A value of that type, in the graph that was made last.
  space::GraphValue value(int type, object::HeapWords words);

  // "Node$0"; names are given in the order of the heaps. Variables have their own: "Tree::nil", or
  // "static Node$0" if they have no name.
  std::string name(std::int64_t id) const;
  std::string field_name(std::int64_t id, std::int64_t field) const;

 private:
  void name_objects(object::HeapWords words);
  space::GraphValue element_of(const code::TypeInfo& container, space::HeapCursor& cursor) const;
  space::GraphValue read(int type, space::HeapCursor& cursor) const;

  const code::Classes& classes_;
  std::map<std::int64_t, std::string> names_;
  std::map<std::int64_t, int> class_of_;
  std::vector<space::CandidateHeap::InteriorPointer> interior_pointers_;
  std::map<int, int> counts_;                     // by class
  std::map<std::int64_t, std::size_t> position_;  // in the graph that was made last
};

}  // namespace fretsaw::call
