// SPDX-License-Identifier: MIT
// Translates instances of ins.als to objects of name_tree.hpp. Attributes, values and records have the names
// of their atoms, so that results are translated back without a table.
#pragma once

#include <fretsaw/harness.hpp>
#include <string>
#include <vector>

#include "name_tree.hpp"

namespace ins {

// One of the trees of an instance; of the database, only the description of one service.
class TreeReader {
 public:
  TreeReader(const fretsaw::AlloyInstance& instance, const std::string& tree)
      : root_(instance.one(tree, "root")), va_(instance.join(tree, "va")), av_(instance.join(tree, "av")) {}

  void only_what_describes(const fretsaw::AlloyInstance& instance, const fretsaw::AlloyAtom& record) {
    std::set<fretsaw::AlloyAtom> described;
    for (const auto& tuple : instance.join("DB", "recs")) {
      if (tuple[1] == record) described.insert(tuple[0]);
    }
    // From values up to their attributes, and from those to the values that they describe.
    for (std::size_t before = 0; before != described.size();) {
      before = described.size();
      for (const auto& tuple : av_) {
        if (described.contains(tuple[1])) described.insert(tuple[0]);
      }
      for (const auto& tuple : va_) {
        if (described.contains(tuple[1])) described.insert(tuple[0]);
      }
    }
    std::erase_if(va_, [&](const auto& tuple) { return !described.contains(tuple[1]); });
    std::erase_if(av_, [&](const auto& tuple) { return !described.contains(tuple[1]); });
  }

  NameSpecifier name() const { return below(root_); }

 private:
  NameSpecifier below(const fretsaw::AlloyAtom& value) const {
    NameSpecifier name;
    for (const auto& described : va_) {
      if (described[0] != value) continue;
      for (const auto& with : av_) {
        if (with[0] != described[1]) continue;
        const std::string text = fretsaw::to_string(with[1]);
        name.pairs.push_back(
            {fretsaw::to_string(with[0]), text == "Wildcard$0" ? "*" : text, below(with[1])});
      }
    }
    return name;
  }

  fretsaw::AlloyAtom root_;
  std::vector<fretsaw::AlloyTuple> va_;
  std::vector<fretsaw::AlloyTuple> av_;
};

inline NameSpecifier query_of(const fretsaw::AlloyInstance& instance, const std::string& tree) {
  return TreeReader(instance, tree).name();
}

// Services are added to the database as in the system: one after another, each with its name.
inline NameTree database_of(const fretsaw::AlloyInstance& instance) {
  NameTree database;
  for (const fretsaw::AlloyAtom& record : instance.atoms("Record")) {
    TreeReader tree(instance, "DB");
    tree.only_what_describes(instance, record);
    database.add(tree.name(), fretsaw::to_string(record));
  }
  return database;
}

inline std::vector<fretsaw::AlloyTuple> relation_of(const Records& records) {
  std::vector<fretsaw::AlloyTuple> relation;
  for (const std::string& record : records) relation.push_back({record});
  return relation;
}

}  // namespace ins
