// SPDX-License-Identifier: MIT
#include <algorithm>

#include "alloy/modeltest/recognize.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::ExprPtr;
using model::Op;
using model::SigMult;

}  // namespace

bool is_user_sig(const model::Model& model, const Expr& expr) {
  return expr.op == Op::Sig && !model.sig(expr.sig).builtin;
}

namespace {

std::optional<AssignmentTarget> assigned_by(const model::Model& model, const Expr& expr, int depth = 0) {
  if (is_user_sig(model, expr)) return AssignmentTarget{expr.sig, {}, nullptr};
  if (expr.op == Op::Field) return AssignmentTarget{{}, expr.field, nullptr};
  if (expr.op == Op::Call && expr.children.empty() && expr.kind == model::Kind::Relation && depth < 8) {
    return assigned_by(model, *model.function(expr.function).body, depth + 1);
  }
  if (expr.op == Op::DomainRestriction && expr.child(1)->op == Op::Field &&
      is_user_sig(model, *expr.child(0)) && expr.child(0)->sig == model.field(expr.child(1)->field).owner) {
    return AssignmentTarget{{}, expr.child(1)->field, nullptr};
  }
  if (expr.op == Op::Join && expr.child(1)->op == Op::Field) {
    const Expr& owner = *expr.child(0);
    const bool one_sig = is_user_sig(model, owner) && model.sig(owner.sig).mult == SigMult::One;
    if (owner.op == Op::Variable || one_sig) return AssignmentTarget{{}, expr.child(1)->field, expr.child(0)};
  }
  return std::nullopt;
}

// Made of variables, sigs, numbers and strings by + and ->: it has a value as soon as the variables have one.
bool is_plain_value(const Expr& expr) {
  switch (expr.op) {
    case Op::Variable:
    case Op::Sig:
    case Op::Text:
      return true;
    case Op::IntToSet:
      return expr.child(0)->op == Op::Number;
    case Op::Union:
      return is_plain_value(*expr.child(0)) && is_plain_value(*expr.child(1));
    case Op::Arrow:
      return !has_multiplicity(expr) && is_plain_value(*expr.child(0)) && is_plain_value(*expr.child(1));
    default:
      return false;
  }
}

}  // namespace

std::optional<Definition> definition_of(const model::Model& model, const ExprPtr& formula) {
  if (formula->op == Op::No) {
    if (auto target = assigned_by(model, *formula->child(0))) return Definition{*target, nullptr, formula};
  }
  if (formula->op != Op::Equal) return std::nullopt;
  for (const std::size_t side : {0, 1}) {
    const ExprPtr& value = formula->child(1 - side);
    if (!is_plain_value(*value)) continue;
    if (auto target = assigned_by(model, *formula->child(side))) return Definition{*target, value, formula};
  }
  return std::nullopt;
}

bool names_atoms(const model::Model& model, const Expr& expr) {
  return expr.op == Op::SomeQ && std::ranges::all_of(expr.decls, [&](const model::Decl& decl) {
           return decl.mult == model::Mult::One && is_user_sig(model, *decl.bound);
         });
}

bool contains_definition(const model::Model& model, const Expr& formula, int depth) {
  if (depth > 64) return false;
  for (const ExprPtr& child : formula.children) {
    if (formula.op != Op::Block && formula.op != Op::And && !names_atoms(model, formula)) break;
    if (definition_of(model, child) || contains_definition(model, *child, depth + 1)) return true;
  }
  if (formula.op != Op::Call || !formula.children.empty()) return false;
  const ExprPtr& body = model.function(formula.function).body;
  return definition_of(model, body) || contains_definition(model, *body, depth + 1);
}

}  // namespace fretsaw::modeltest
