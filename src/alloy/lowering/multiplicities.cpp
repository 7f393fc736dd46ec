// SPDX-License-Identifier: MIT
//
// r in A m -> n B means: r is in A -> B, each tuple of A begins n tuples of r, each tuple of B ends m of
// them; and if A or B are such arrows themselves, that r gives each tuple of the other side a relation that
// is in them. It is Alloy's reading: the tuples of a side with multiplicities inside are those that, each
// alone, satisfy them.
#include <algorithm>
#include <ranges>

#include "alloy/lowering/expr_lowerer.hpp"

namespace fretsaw::lowering {

using ModelOp = model::Op;
using model::Mult;

Formula ExprLowerer::within(const Expr& value, Mult mult, const model::Expr& bound) {
  TermTable& t = context_.terms;
  if (mult == Mult::Exactly) return t(equal(value, relation(bound)));
  Formula inside = bound.op == ModelOp::SeqOf       ? in_sequence(value, *bound.child(0))
                   : model::has_multiplicity(bound) ? in_arrow(value, bound)
                                                    : t(in(value, relation(bound)));
  if (mult == Mult::Set || mult == Mult::Default) return inside;
  return t(sized(value, mult) && inside);
}

Formula ExprLowerer::sized(const Expr& set, Mult mult) {
  switch (mult) {
    case Mult::One:
      return context_.terms(one(set));
    case Mult::Lone:
      return context_.terms(lone(set));
    case Mult::Some:
      return context_.terms(some(set));
    default:
      return context_.terms(constant(true));
  }
}

Formula ExprLowerer::in_arrow(const Expr& value, const model::Expr& arrow) {
  std::vector<Formula> parts{context_.terms(in(value, relation(arrow)))};
  if (arrow.right_mult != Mult::Set || model::has_multiplicity(*arrow.child(1))) {
    parts.push_back(each_side(value, arrow, true));
  }
  if (arrow.left_mult != Mult::Set || model::has_multiplicity(*arrow.child(0))) {
    parts.push_back(each_side(value, arrow, false));
  }
  return context_.terms(conjunction(parts));
}

// For each tuple of one side, what the value gives on the other.
Formula ExprLowerer::each_side(const Expr& value, const model::Expr& arrow, bool from_left) {
  TermTable& t = context_.terms;
  const model::Expr& side = *arrow.child(from_left ? 0 : 1);
  const model::Expr& other = *arrow.child(from_left ? 1 : 0);
  const Mult mult = from_left ? arrow.right_mult : arrow.left_mult;

  Decls decls;
  std::vector<Expr> tuple;
  for (const Expr& column : columns(side)) {
    const Variable variable("v");
    decls.push_back({variable, column});
    tuple.push_back(t(variable));
  }
  Expr image = value;
  if (from_left) {
    for (const Expr& atom : tuple) image = t(join(atom, image));
  } else {
    for (const Expr& atom : tuple | std::views::reverse) image = t(join(image, atom));
  }
  Formula body = sized(image, mult);
  if (model::has_multiplicity(other)) body = t(body && within(image, Mult::Set, other));
  if (tuple.size() > 1) {
    Expr row = tuple.front();
    for (std::size_t i = 1; i < tuple.size(); ++i) row = t(product(row, tuple[i]));
    body = t(implies(within(row, Mult::Set, side), body));
  }
  return all(std::move(decls), body);
}

// Sets whose product includes the value of the expression, one a column.
std::vector<Expr> ExprLowerer::columns(const model::Expr& expr) {
  if (expr.op == ModelOp::Arrow) {
    std::vector<Expr> result = columns(*expr.child(0));
    for (const Expr& column : columns(*expr.child(1))) result.push_back(column);
    return result;
  }
  if (expr.arity() == 1) return {relation(expr)};
  return std::vector<Expr>(static_cast<std::size_t>(expr.arity()), context_.terms(univ()));
}

// A sequence: at most one element an index, and the indices are 0, 1, … without a gap.
Formula ExprLowerer::in_sequence(const Expr& value, const model::Expr& elements) {
  TermTable& t = context_.terms;
  const Expr index_set = context_.sig(model::kSeqInt);
  const Variable i("i");
  const Formula single = all({{i, index_set}}, t(lone(t(join(t(i), value)))));
  Expr used = value;
  while (used.arity() > 1) used = t(join(used, t(univ())));
  const Expr after = t(join(used, context_.successor()));
  return t(conjunction({t(in(value, t(product(index_set, relation(elements))))), single,
                        t(in(t(used - after), context_.zero()))}));
}

}  // namespace fretsaw::lowering
