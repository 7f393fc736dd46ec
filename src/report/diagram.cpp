// SPDX-License-Identifier: MIT
#include "report/diagram.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "report/xml.hpp"

namespace fretsaw {

namespace {

constexpr std::size_t kMaxLabelLineLength = 36;

// A quoted string of DOT, which cannot represent control characters.
std::string dot_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : printable(text, Lines::Many)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// An identifier of DOT, or a quoted string.
std::string name_text(std::string_view name) {
  const bool plain = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }) && (name.front() < '0' || name.front() > '9');
  return plain ? std::string(name) : dot_string(name);
}

// Text in an HTML-like label, with line breaks after commas where it is long.
std::string label_lines(std::string_view text) {
  std::string out;
  std::size_t length = 0;
  while (!text.empty()) {
    const std::size_t comma = text.find(", ");
    const std::string_view piece = text.substr(0, comma == std::string_view::npos ? comma : comma + 2);
    if (length > 0 && length + piece.size() > kMaxLabelLineLength) {
      out += "<br/>";
      length = 0;
    }
    out += xml_escaped(piece);
    length += piece.size();
    text.remove_prefix(piece.size());
  }
  return out;
}

std::string small(const std::string& html) { return fmt::format("<font point-size=\"10\">{}</font>", html); }

std::string node_label(const DiagramNode& node, bool values_as_list) {
  std::string out = fmt::format("<b>{}</b>", xml_escaped(node.title));
  if (!node.kind.empty()) out += fmt::format("<br/><i>{}</i>", xml_escaped(node.kind));
  for (const std::string& mark : node.marks) out += "<br/>" + small(fmt::format("({})", xml_escaped(mark)));
  std::string list;
  for (const std::string& value : node.values) {
    if (values_as_list) {
      list += fmt::format("{}<br align=\"left\"/>", xml_escaped(value));
    } else {
      out += "<br/>" + small(label_lines(value));
    }
  }
  return list.empty() ? out : out + "<br/>" + small(list);
}

constexpr const char* kMarkColor = "#c0392b";

std::string node_text(const DiagramNode& node, bool values_as_list, const std::string& prefix = {}) {
  const NodeColors& colors = kNodeColors[node.color % kNodeColors.size()];
  const char* const look = node.hidden  ? "shape=box, style=invis"
                           : node.round ? "shape=ellipse, style=filled"
                                        : "shape=box, style=\"filled,rounded\"";
  return fmt::format("  {} [label=<{}>, {}{}, fillcolor=\"{}\", color=\"{}\"];\n",
                     name_text(prefix + node.id), node_label(node, values_as_list), look,
                     node.marked  ? ", penwidth=2.5"
                     : node.heavy ? ", penwidth=1.8"
                                  : "",
                     colors.fill, node.marked ? kMarkColor : colors.line);
}

std::string edge_text(const DiagramEdge& edge, const std::string& prefix = {}) {
  const char* const color = edge.marked ? kMarkColor : kEdgeColors[edge.color % kEdgeColors.size()];
  return fmt::format("  {} -> {} [label=<{}>, color=\"{}\", fontcolor=\"{}\"{}{}];\n",
                     name_text(prefix + edge.from), name_text(prefix + edge.to), label_lines(edge.label),
                     color, color, edge.both_ways ? ", dir=both" : "",
                     edge.hidden   ? ", style=invis"
                     : edge.dashed ? ", style=dashed"
                                   : "");
}

std::string beginning(const Diagram& diagram) {
  std::string out = fmt::format(
      "digraph {} {{\n"
      "  graph [fontname=\"Helvetica\", fontsize=11, fontcolor=\"#555555\", labelloc=t, nodesep=0.4, "
      "ranksep=0.5, pad=0.2{}];\n"
      "  node [fontname=\"Helvetica\", fontsize=12, margin=\"0.12,0.06\"];\n"
      "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n",
      name_text(diagram.name), diagram.edges_in_order ? ", ordering=out" : "");
  if (!diagram.caption.empty()) out += fmt::format("  label={};\n", dot_string(diagram.caption));
  return out;
}

}  // namespace

std::string to_dot(const Diagram& diagram) {
  std::string out = beginning(diagram);
  if (diagram.nodes.empty())
    out += "  \"nothing\" [label=\"no atoms to draw\", shape=plaintext, fontcolor=\"#555555\"];\n";
  for (const DiagramNode& node : diagram.nodes) out += node_text(node, diagram.values_as_list);
  for (const DiagramEdge& edge : diagram.edges) out += edge_text(edge);
  return out + "}\n";
}

std::string to_dot(const Diagram& frame, const std::vector<Diagram>& diagrams) {
  std::string out = beginning(frame);
  for (std::size_t i = 0; i < diagrams.size(); ++i) {
    const std::string prefix = fmt::format("{}/", i);
    out += fmt::format("  subgraph cluster{} {{\n  label={}; color=\"#bbbbbb\";\n", i,
                       dot_string(diagrams[i].caption));
    if (diagrams[i].nodes.empty())
      out += fmt::format("  {} [label=\"\", shape=plaintext];\n", dot_string(prefix + "nothing"));
    for (const DiagramNode& node : diagrams[i].nodes)
      out += node_text(node, diagrams[i].values_as_list, prefix);
    for (const DiagramEdge& edge : diagrams[i].edges) out += edge_text(edge, prefix);
    out += "  }\n";
  }
  return out + "}\n";
}

}  // namespace fretsaw
