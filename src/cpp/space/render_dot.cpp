// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>

#include "cpp/space/render.hpp"
#include "report/diagram.hpp"

namespace fretsaw::space {

namespace {

using Kind = GraphValue::Kind;
using Parts = std::vector<std::pair<std::string, GraphValue>>;

// The place of each different text among those asked for.
class Numbering {
 public:
  std::size_t operator[](const std::string& text) {
    return numbers_.emplace(text, numbers_.size()).first->second;
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

bool holds_reference(const GraphValue& value) {
  if (value.kind == Kind::Reference) return true;
  for (const auto& [name, part] : value.parts) {
    if (holds_reference(part)) return true;
  }
  return false;
}

// The objects as nodes; references as edges, everything else as a line in the node.
class DiagramBuilder {
 public:
  DiagramBuilder(const ObjectGraph& graph, const std::string& name)
      : graph_(graph), diagram_{.name = name, .edges_in_order = true, .values_as_list = true} {}

  Diagram draw() {
    for (std::size_t i = 0; i < graph_.objects.size(); ++i) {
      const GraphObject& object = graph_.objects[i];
      diagram_.nodes.push_back(
          {.id = node_id(i), .title = object.name, .heavy = i == 0, .color = classes_[object.class_name]});
      add(object.fields, "", "", i);
    }
    return std::move(diagram_);
  }

 private:
  static std::string node_id(std::size_t object) { return fmt::format("n{}", object); }

  // `field` is the path without the places in sequences: edges of one field have one color.
  void add(const Parts& parts, const std::string& prefix, const std::string& field, std::size_t from) {
    std::size_t index = 0;
    for (const auto& [name, value] : parts) {
      const std::string dot = prefix.empty() ? "" : ".";
      const std::string path =
          name.empty() ? fmt::format("{}[{}]", prefix, index++) : fmt::format("{}{}{}", prefix, dot, name);
      const std::string own_field = name.empty() ? field : fmt::format("{}{}{}", field, dot, name);
      if (value.kind == Kind::Reference) {
        diagram_.edges.push_back(
            {.from = node_id(from), .to = node_id(value.object), .label = path, .color = fields_[own_field]});
      } else if (holds_reference(value)) {
        add(value.parts, path, own_field, from);
      } else if (value.kind != Kind::Null) {
        diagram_.nodes.back().values.push_back(fmt::format("{} = {}", path, text_of(graph_, value)));
      }
    }
  }

  const ObjectGraph& graph_;
  Diagram diagram_;
  Numbering classes_;
  Numbering fields_;
};

}  // namespace

std::string render_dot(const ObjectGraph& graph, const std::string& name) {
  return to_dot(DiagramBuilder(graph, name).draw());
}

}  // namespace fretsaw::space
