// SPDX-License-Identifier: MIT
// A diagram as a value: the nodes and edges of an instance, or of the objects of a structure, and their form in
// the DOT language of Graphviz. This is the only writer of DOT.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

struct DiagramNode {
  std::string id;
  std::string title;
  std::string kind{};                 // in italics below the title; may be empty
  bool round = false;                 // an ellipse, not a box
  bool heavy = false;                 // drawn with a thicker line
  std::size_t color = 0;              // the same for what belongs together, such as the atoms of one sig
  std::vector<std::string> marks{};   // in parentheses: names of sets that it is in
  std::vector<std::string> values{};  // "info: 3", one a line
  bool hidden = false;                // takes its room, but is not seen
  bool marked = false;                // in red: it is new, or has changed
};

struct DiagramEdge {
  std::string from;
  std::string to;
  std::string label;
  std::size_t color = 0;   // the same for the tuples of one relation
  bool both_ways = false;  // stands for from -> to and for to -> from
  bool dashed = false;
  bool hidden = false;
  bool marked = false;
};

struct Diagram {
  std::string name{};           // of the graph
  std::string caption{};        // above it; may be empty
  bool edges_in_order = false;  // those of a node, from left to right
  bool values_as_list = false;  // left-aligned, long ones not broken
  std::vector<DiagramNode> nodes{};
  std::vector<DiagramEdge> edges{};
};

std::string to_dot(const Diagram& diagram);
// Several diagrams side by side, each with its caption; of `frame`, only the name and the caption count.
std::string to_dot(const Diagram& frame, const std::vector<Diagram>& diagrams);

// The colors of all diagrams.
struct NodeColors {
  const char* fill;
  const char* line;
};

// Light fills that print well in gray, each with a darker line of its hue.
inline constexpr std::array kNodeColors = {
    NodeColors{"#dbe9f6", "#2b5c8a"}, NodeColors{"#fde6c8", "#a65e08"}, NodeColors{"#dcefd6", "#33702a"},
    NodeColors{"#ecdff2", "#6b3d82"}, NodeColors{"#f9dcdc", "#a02c2c"}, NodeColors{"#d5eeee", "#1f6f6f"},
    NodeColors{"#f1edc9", "#75690f"}, NodeColors{"#e6e6e6", "#555555"},
};

inline constexpr std::array kEdgeColors = {"#1f4e79", "#b45f06", "#38761d", "#741b47", "#990000",
                                           "#0b7285", "#7f6000", "#434343", "#5b3cc4", "#c2255c"};

// The SVG of a graph in the DOT language, drawn by Graphviz in a child process. Errors: Graphviz is not
// installed, or it fails; then with its message.
Result<std::string> draw_svg(const std::string& dot);

}  // namespace fretsaw
