// SPDX-License-Identifier: MIT
#include <algorithm>

#include "fretsaw/relational.hpp"

namespace fretsaw {

const TupleSet* Instance::find(const Relation& relation) const {
  const auto at = std::ranges::find_if(values_, [&](const auto& value) { return value.first == relation; });
  return at == values_.end() ? nullptr : &at->second;
}

const TupleSet& Instance::operator[](const Relation& relation) const { return *find(relation); }

std::string to_string(const Instance& instance, const Universe& universe) {
  std::string text;
  for (const auto& [relation, tuples] : instance.values()) {
    text += relation.name() + " = {";
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      if (i > 0) text += ", ";
      bool first = true;
      for (const Atom atom : tuples.row(i)) {
        if (!first) text += "->";
        text += universe.name(atom);
        first = false;
      }
    }
    text += "}\n";
  }
  return text;
}

}  // namespace fretsaw
