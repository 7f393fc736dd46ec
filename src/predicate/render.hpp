// SPDX-License-Identifier: MIT
// Object graphs for people and programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "predicate/object_graph.hpp"

namespace fretsaw {

// One line per object: "Node$0 = Node {left = null, right = Node$1}"; the root first.
std::string render_text(const ObjectGraph& graph);

// {"root":"Tree$0","objects":{"Tree$0":{"class":"Tree","fields":{"root":{"ref":"Node$0"},"size":3}}}}
//   values: null (also an empty optional) · numbers · true, false · "Enumerator" · {"char":"a"} ·
//   {"ref":object} · [elements] · {"fields":{…}} for a nested class · {"left":type} for what keeps its
//   constructed value
nlohmann::ordered_json render_json(const ObjectGraph& graph);

// Graphviz.
std::string render_dot(const ObjectGraph& graph, const std::string& name);

// C++ that builds the object; members are named directly, whether private or not.
std::string render_cpp(const ObjectGraph& graph);

}  // namespace fretsaw
