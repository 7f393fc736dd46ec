// SPDX-License-Identifier: MIT
// Expressions that are true or false.
#include <algorithm>

#include "alloy/lowering/expr_lowerer.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw::lowering {

using ModelOp = model::Op;

Formula ExprLowerer::formula(const model::Expr& expr) { return Formula(lower(expr)); }

namespace {

std::optional<Tense> tense_of(ModelOp op) {
  switch (op) {
    case ModelOp::After:
      return Tense::After;
    case ModelOp::Before:
      return Tense::Before;
    case ModelOp::Always:
      return Tense::Always;
    case ModelOp::Eventually:
      return Tense::Eventually;
    case ModelOp::Historically:
      return Tense::Historically;
    case ModelOp::Once:
      return Tense::Once;
    case ModelOp::Until:
      return Tense::Until;
    case ModelOp::Releases:
      return Tense::Releases;
    case ModelOp::Since:
      return Tense::Since;
    case ModelOp::Triggered:
      return Tense::Triggered;
    default:
      return std::nullopt;
  }
}

}  // namespace

Formula ExprLowerer::formula_term(const model::Expr& expr) {
  switch (expr.op) {
    case ModelOp::No:
    case ModelOp::Some:
    case ModelOp::Lone:
    case ModelOp::One:
      return multiplicity(expr.op, relation(*expr.child(0)));
    case ModelOp::In:
      return membership(expr);
    case ModelOp::NotIn:
      return !context_.terms(membership(expr));
    case ModelOp::Equal:
      return equality(expr);
    case ModelOp::NotEqual:
      return !context_.terms(equality(expr));
    case ModelOp::Disjoint: {
      std::vector<Expr> sets;
      for (const model::ExprPtr& child : expr.children) sets.push_back(relation(*child));
      return disjoint(sets);
    }
    case ModelOp::TotalOrder: {
      const Expr elements = relation(*expr.child(0));
      const Expr first = relation(*expr.child(1));
      return total_order(elements, first, relation(*expr.child(2)), false);
    }
    case ModelOp::Less:
    case ModelOp::NotLess:
    case ModelOp::AtMost:
    case ModelOp::NotAtMost:
    case ModelOp::Greater:
    case ModelOp::NotGreater:
    case ModelOp::AtLeast:
    case ModelOp::NotAtLeast:
      return comparison(expr);
    case ModelOp::All:
    case ModelOp::SomeQ:
    case ModelOp::NoQ:
      return quantified(expr);
    case ModelOp::LoneQ:
    case ModelOp::OneQ:
      return counted(expr);
    default:
      return connective(expr);
  }
}

Formula ExprLowerer::connective(const model::Expr& expr) {
  std::vector<Formula> parts;
  for (const model::ExprPtr& child : expr.children) parts.push_back(formula(*child));
  if (const auto tense = tense_of(expr.op))
    return parts.size() == 1 ? temporal(*tense, parts[0]) : temporal(*tense, parts[0], parts[1]);
  switch (expr.op) {
    case ModelOp::Not:
      return !parts[0];
    case ModelOp::Or:
      return disjunction(parts);
    case ModelOp::Iff:
      return iff(parts[0], parts[1]);
    case ModelOp::Implies:
      return implies(parts[0], parts[1]);
    case ModelOp::IfElse:
      return if_else(parts[0], parts[1], parts[2]);
    default:
      return conjunction(parts);
  }
}

Formula ExprLowerer::multiplicity(ModelOp op, const Expr& set) {
  switch (op) {
    case ModelOp::No:
      return no(set);
    case ModelOp::Some:
      return some(set);
    case ModelOp::Lone:
      return lone(set);
    default:
      return one(set);
  }
}

// Two numbers that became sets for the sake of the comparison are compared as numbers: then they need not be
// atoms, and overflow is judged as that of a comparison of numbers.
Formula ExprLowerer::equality(const model::Expr& expr) {
  const Expr a = relation(*expr.child(0));
  const Expr b = relation(*expr.child(1));
  if (a.node().op == Op::IntToExpr && b.node().op == Op::IntToExpr) {
    return equal(IntExpr(a.node().children[0]), IntExpr(b.node().children[0]));
  }
  return equal(a, b);
}

Formula ExprLowerer::membership(const model::Expr& expr) {
  const Expr value = relation(*expr.child(0));
  const model::Expr& right = *expr.child(1);
  switch (right.op) {
    case ModelOp::SomeOf:
      return within(value, model::Mult::Some, *right.child(0));
    case ModelOp::LoneOf:
      return within(value, model::Mult::Lone, *right.child(0));
    case ModelOp::OneOf:
      return within(value, model::Mult::One, *right.child(0));
    case ModelOp::SetOf:
      return within(value, model::Mult::Set, *right.child(0));
    default:
      return within(value, model::Mult::Set, right);
  }
}

// Each set with the union of those before it: fewer formulas than all pairs.
Formula ExprLowerer::disjoint(const std::vector<Expr>& sets) {
  std::vector<Formula> parts;
  for (std::size_t i = 1; i < sets.size(); ++i) {
    const Expr before =
        union_of(context_.terms, {sets.begin(), sets.begin() + static_cast<std::ptrdiff_t>(i)});
    parts.push_back(context_.terms(no(context_.terms(before & sets[i]))));
  }
  return context_.terms(conjunction(parts));
}

Formula ExprLowerer::total_order(const Expr& elements, const Expr& first, const Expr& next, bool nonempty) {
  TermTable& t = context_.terms;
  Variable e("e");
  const Expr last = t(elements - t(join(next, elements)));
  const Formula reached = t(in(elements, t(join(first, t(reflexive_closure(next))))));
  const Formula starts = t(no(t(join(next, first))));
  const Formula before = t(equal(e, first)) || t(one(t(join(next, e))));
  const Formula after = t(equal(e, last)) || t(one(t(join(e, next))));
  const Formula no_cycle = !t(in(e, t(join(e, t(closure(next))))));
  std::vector<Formula> parts{all({{e, elements}}, before && after && no_cycle), reached, starts};
  if (nonempty) parts.insert(parts.end(), {t(one(first)), t(some(elements))});
  return t(conjunction(parts));
}

}  // namespace fretsaw::lowering
