// SPDX-License-Identifier: MIT
#include "alloy/lowering/terms.hpp"

#include <functional>
#include <span>

namespace fretsaw::lowering {

std::size_t TermTable::Hash::operator()(const NodePtr& node) const {
  std::size_t h = static_cast<std::size_t>(node->op) * 31 + static_cast<std::size_t>(node->arity);
  const auto mix = [&h](std::size_t part) { h = (h ^ part) * 0x9E3779B97F4A7C15U, h ^= h >> 29; };
  for (const NodePtr& child : node->children) mix(std::hash<const Node*>()(child.get()));
  mix(std::hash<const Leaf*>()(node->leaf.get()));
  mix(std::hash<std::int64_t>()(node->constant));
  return h;
}

bool TermTable::Same::operator()(const NodePtr& a, const NodePtr& b) const {
  return a->op == b->op && a->arity == b->arity && a->leaf == b->leaf && a->constant == b->constant &&
         a->children == b->children;
}

NodePtr TermTable::unique(const NodePtr& node) {
  if (!node->decls.empty()) return node;
  return *nodes_.insert(node).first;
}

namespace {

Expr balanced_union(TermTable& table, std::span<const Expr> sets) {
  if (sets.size() == 1) return sets.front();
  const std::size_t half = (sets.size() + 1) / 2;
  return table(balanced_union(table, sets.first(half)) + balanced_union(table, sets.subspan(half)));
}

}  // namespace

Expr union_of(TermTable& table, const std::vector<Expr>& sets) { return balanced_union(table, sets); }

Expr padded(TermTable& table, const Expr& set, int arity) {
  Expr result = set;
  const Expr any = table(univ());
  while (result.arity() < arity) result = table(product(result, any));
  return result;
}

}  // namespace fretsaw::lowering
