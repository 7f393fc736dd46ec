// SPDX-License-Identifier: MIT
// Equal terms become one node, so that what the translation has learned of a term it finds again wherever it
// occurs. Binders are distinguished by their variables and are not looked for.
#pragma once

#include <cstddef>
#include <unordered_set>

#include "fretsaw/relational.hpp"

namespace fretsaw::lowering {

class TermTable {
 public:
  // The node that stands for all that are equal to this one. Its operands must come from here as well.
  NodePtr unique(const NodePtr& node);

  Expr operator()(const Expr& expr) { return Expr(unique(expr.pointer())); }
  Formula operator()(const Formula& formula) { return Formula(unique(formula.pointer())); }
  IntExpr operator()(const IntExpr& integer) { return IntExpr(unique(integer.pointer())); }

 private:
  struct Hash {
    std::size_t operator()(const NodePtr& node) const;
  };
  struct Same {
    bool operator()(const NodePtr& a, const NodePtr& b) const;
  };
  std::unordered_set<NodePtr, Hash, Same> nodes_;
};

// The union of the sets, as a balanced tree. Requires at least one.
Expr union_of(TermTable& table, const std::vector<Expr>& sets);

// set -> univ -> … with the given arity.
Expr padded(TermTable& table, const Expr& set, int arity);

}  // namespace fretsaw::lowering
