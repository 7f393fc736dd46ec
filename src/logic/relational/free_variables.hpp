// SPDX-License-Identifier: MIT
// Which variables occur free in a term.
#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// Sorted by address, without repetition.
using LeafSet = std::vector<const Leaf*>;

// Remembers what it has found out about each node, so that asking about all parts of a term costs no more
// than asking about the term. A node that was asked about must outlive the table.
class FreeVariables {
 public:
  // The variables that a declaration depends on besides those in its domain (see choices.hpp).
  using Dependencies = std::unordered_map<const Decl*, LeafSet>;
  explicit FreeVariables(Dependencies dependencies = {}) : dependencies_(std::move(dependencies)) {}

  // In a list of declarations, a variable is bound in the domains after its own and in the body.
  const LeafSet& of(const Node& node);

 private:
  std::shared_ptr<const LeafSet> compute(const Node& node) const;

  std::unordered_map<const Node*, std::shared_ptr<const LeafSet>> sets_;  // equal neighbors share one set
  std::unordered_set<const Node*> seen_;
  Dependencies dependencies_;
};

}  // namespace fretsaw
