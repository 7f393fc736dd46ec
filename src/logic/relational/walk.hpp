// SPDX-License-Identifier: MIT
// Walking over terms, which are DAGs: each node once, operands before operators, without recursion.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// The terms directly inside a node: the domains of its declarations, in order, and then its children.
inline std::size_t operand_count(const Node& node) { return node.decls.size() + node.children.size(); }
inline const Node* operand(const Node& node, std::size_t index) {
  return index < node.decls.size() ? node.decls[index].domain.pointer().get()
                                   : node.children[index - node.decls.size()].get();
}

// Calls visit(node) for every node under `root` that is not in `seen` yet, operands first, and adds it to
// `seen`. Null pointers are passed over. Stops early when visit returns false, and then returns false.
template <class Visit>
bool walk_operands_first(const Node& root, std::unordered_set<const Node*>& seen, Visit&& visit) {
  std::vector<std::pair<const Node*, std::size_t>> path;  // with the operand to look at next
  if (seen.insert(&root).second) path.emplace_back(&root, 0);
  while (!path.empty()) {
    const Node* node = path.back().first;
    if (path.back().second == operand_count(*node)) {
      path.pop_back();
      if (!visit(*node)) return false;
      continue;
    }
    const Node* next = operand(*node, path.back().second++);
    if (next != nullptr && seen.insert(next).second) path.emplace_back(next, 0);
  }
  return true;
}

// Which variables occur free in a term.

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
