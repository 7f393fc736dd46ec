// SPDX-License-Identifier: MIT
// Heaps of numbers (contract/heap.hpp) as something to look at: the same objects have the same names before
// and after.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "contract/heap_cursor.hpp"
#include "cxx/classes.hpp"
#include "predicate/object_graph.hpp"

namespace fretsaw::method {

class HeapGraphs {
 public:
  explicit HeapGraphs(const cxx::Classes& classes) : classes_(classes) {}

  // The first object is the frame, which is no object of the user's: its fields are those of the root.
  ObjectGraph graph(contract::HeapWords words);
  // A value of that type, in the graph that was made last.
  GraphValue value(int type, contract::HeapWords words);

  // "Node$0"; names are given in the order of the heaps.
  std::string name(std::int64_t id) const;
  std::string field_name(std::int64_t id, std::int64_t field) const;

 private:
  void name_objects(contract::HeapWords words);
  GraphValue element_of(const cxx::TypeInfo& container, contract::HeapCursor& cursor) const;
  GraphValue read(int type, contract::HeapCursor& cursor) const;

  const cxx::Classes& classes_;
  std::map<std::int64_t, std::string> names_;
  std::map<std::int64_t, int> class_of_;
  std::map<int, int> counts_;                     // by class
  std::map<std::int64_t, std::size_t> position_;  // in the graph that was made last
};

}  // namespace fretsaw::method
