// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>

#include "base/palette.hpp"
#include "predicate/render.hpp"

namespace fretsaw {

namespace {

using Kind = GraphValue::Kind;
using Parts = std::vector<std::pair<std::string, GraphValue>>;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

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

class DotWriter {
 public:
  explicit DotWriter(const ObjectGraph& graph) : graph_(graph) {}

  std::string write(const std::string& name) {
    for (std::size_t i = 0; i < graph_.objects.size(); ++i) add(i);
    return fmt::format(
               "digraph \"{}\" {{\n  graph [fontname=\"Helvetica\", nodesep=0.4, ranksep=0.5, pad=0.2, "
               "ordering=out];\n"
               "  node [fontname=\"Helvetica\", fontsize=12, margin=\"0.12,0.06\", shape=box, "
               "style=\"filled,rounded\"];\n"
               "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n",
               name) +
           nodes_ + edges_ + "}\n";
  }

 private:
  void add(std::size_t index) {
    const GraphObject& object = graph_.objects[index];
    const NodeColors& colors = kNodeColors[classes_[object.class_name] % kNodeColors.size()];
    std::string lines;
    write(object.fields, "", "", index, lines);
    nodes_ += fmt::format("  n{} [label=<<b>{}</b>{}>, fillcolor=\"{}\", color=\"{}\"{}];\n", index,
                          escaped(object.name),
                          lines.empty() ? "" : "<br/><font point-size=\"10\">" + lines + "</font>",
                          colors.fill, colors.line, index == 0 ? ", penwidth=1.8" : "");
  }

  // References become edges, everything else a line in the node. `field` is the path without the places in
  // sequences: edges of one field have one color.
  void write(const Parts& parts, const std::string& prefix, const std::string& field, std::size_t from,
             std::string& lines) {
    std::size_t index = 0;
    for (const auto& [name, value] : parts) {
      const std::string dot = prefix.empty() ? "" : ".";
      const std::string path = name.empty() ? fmt::format("{}[{}]", prefix, index++) : prefix + dot + name;
      const std::string own_field = name.empty() ? field : field + dot + name;
      if (value.kind == Kind::Reference) {
        const char* const color = kEdgeColors[fields_[own_field] % kEdgeColors.size()];
        edges_ += fmt::format("  n{} -> n{} [label=<{}>, color=\"{}\", fontcolor=\"{}\"];\n", from,
                              value.object, escaped(path), color, color);
      } else if (holds_reference(value)) {
        write(value.parts, path, own_field, from, lines);
      } else if (value.kind != Kind::Null) {
        lines += fmt::format("{} = {}<br align=\"left\"/>", escaped(path), escaped(text_of(graph_, value)));
      }
    }
  }

  const ObjectGraph& graph_;
  Numbering classes_;
  Numbering fields_;
  std::string nodes_;
  std::string edges_;
};

}  // namespace

std::string render_dot(const ObjectGraph& graph, const std::string& name) {
  return DotWriter(graph).write(name);
}

}  // namespace fretsaw
