// SPDX-License-Identifier: MIT
#include "logic/relational/walk.hpp"

#include <algorithm>
#include <iterator>

namespace fretsaw {

namespace {

using Shared = std::shared_ptr<const LeafSet>;

const Shared& nothing() {
  static const Shared empty = std::make_shared<const LeafSet>();
  return empty;
}

Shared united(const Shared& a, const Shared& b) {
  if (a == b || std::ranges::includes(*a, *b)) return a;
  if (std::ranges::includes(*b, *a)) return b;
  LeafSet both;
  std::ranges::set_union(*a, *b, std::back_inserter(both));
  return std::make_shared<const LeafSet>(std::move(both));
}

Shared without(const Shared& set, const Leaf* leaf) {
  if (!std::ranges::binary_search(*set, leaf)) return set;
  LeafSet rest = *set;
  std::erase(rest, leaf);
  return rest.empty() ? nothing() : std::make_shared<const LeafSet>(std::move(rest));
}

}  // namespace

const LeafSet& FreeVariables::of(const Node& root) {
  walk_operands_first(root, seen_, [&](const Node& node) {
    sets_.emplace(&node, compute(node));
    return true;
  });
  return *sets_.at(&root);
}

std::shared_ptr<const LeafSet> FreeVariables::compute(const Node& node) const {
  if (node.op == Op::Variable) return std::make_shared<const LeafSet>(LeafSet{node.leaf.get()});
  Shared set = nothing();
  for (const NodePtr& child : node.children) {
    if (child != nullptr) set = united(set, sets_.at(child.get()));
  }
  for (std::size_t i = node.decls.size(); i-- > 0;) {
    const Decl& decl = node.decls[i];
    set = without(set, decl.variable.leaf());
    if (decl.domain.pointer() != nullptr) set = united(set, sets_.at(&decl.domain.node()));
    if (const auto more = dependencies_.find(&decl); more != dependencies_.end())
      set = united(set, std::make_shared<const LeafSet>(more->second));
  }
  return set;
}

}  // namespace fretsaw
