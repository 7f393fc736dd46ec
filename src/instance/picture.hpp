// SPDX-License-Identifier: MIT
// What is drawn of an instance: which atoms are nodes, what is written in them, which tuples are edges.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "lowering/alloy_instance.hpp"
#include "model/model.hpp"

namespace fretsaw {

struct PictureNode {
  std::string atom;
  std::string title;                // the atom's name; for the atom of a `one sig` that of the sig
  std::string kind;                 // the most special sig it is in, if the title does not tell
  bool single = false;              // the atom of a `one sig`
  std::size_t color = 0;            // the same for the atoms of one top-level sig
  std::vector<std::string> marks;   // names of subset sigs and skolem constants it is in
  std::vector<std::string> values;  // "info: 3", one a field
};

struct PictureEdge {
  std::string from;
  std::string to;
  std::string label;
  std::size_t color = 0;   // the same for the tuples of one relation
  bool both_ways = false;  // stands for from -> to and for to -> from
  bool skolem = false;
};

struct Picture {
  std::vector<PictureNode> nodes;
  std::vector<PictureEdge> edges;
};

Picture picture_of(const model::Model& model, const lowering::AlloyInstance& instance);

}  // namespace fretsaw
