// SPDX-License-Identifier: MIT
// Object graphs for people and programs.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cpp/space/object_graph.hpp"
#include "fretsaw/code.hpp"

namespace fretsaw::space {

// One line per object: "Node$0 = Node {left = null, right = Node$1}"; the root first.
std::string render_text(const ObjectGraph& graph);

std::vector<ObjectState> states_of(const ObjectGraph& graph);

// {"root":"Tree$0","objects":{"Tree$0":{"class":"Tree","fields":{"root":{"ref":"Node$0"},"size":3}}}}
//   values: null (also an empty optional) · numbers · true, false · "Enumerator" · {"char":"a"} ·
//   {"ref":object} · {"ref":object,"path":"head"} for a pointer into it · {"static":name} · "text" ·
//   [elements] · {"fields":{…}} for a nested class · {"left":type} for what keeps its constructed value
nlohmann::ordered_json render_json(const ObjectGraph& graph);

// Graphviz: objects are boxes, references arrows; what is null or empty is not drawn.
std::string render_dot(const ObjectGraph& graph, const std::string& name);

// C++ that builds the object: a function structure_NUMBER that returns it or, if the root holds the arguments
// of a predicate, calls that. Members are named directly, whether private or not.
std::string render_cpp(const ObjectGraph& graph, std::uint64_t number);
// The same as statements that build the objects and, as local variables of these types, the arguments; the
// root holds what a function is called with.
struct CppCall {
  std::string statements;
  std::string receiver;              // a variable; empty if there is none
  std::vector<std::string> objects;  // variables, pointers to all objects
};
CppCall render_cpp_call(const ObjectGraph& graph, const std::vector<std::string>& types);
// What must stand before such functions in a file.
std::string cpp_opening(const std::string& header);
// The part of it that statements rely on; it needs <cstring>, <iterator>, <new>, <tuple>, <type_traits> and
// <utility>.
const char* cpp_helpers();

// As C++ writes it: in quotes, and with numbers for what cannot be printed.
std::string quoted_text(const std::string& text);
// "3", "null", "[1, 2]": a value as text.
std::string text_of(const ObjectGraph& graph, const GraphValue& value);

}  // namespace fretsaw::space
