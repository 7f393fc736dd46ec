// SPDX-License-Identifier: MIT
// Typed expressions made by program.
#pragma once

#include <utility>
#include <vector>

#include "alloy/model/model.hpp"

namespace fretsaw::modeltest {

// Give the expression's span to what is made of it, so that messages have a place.
inline model::ExprPtr make_formula(model::Op op, std::vector<model::ExprPtr> children,
                                   const Span& span = {}) {
  auto expr = std::make_shared<model::Expr>();
  expr->op = op;
  expr->kind = model::Kind::Formula;
  expr->type = model::Type::of_formula();
  expr->span = children.empty() || span.source ? span : children.front()->span;
  expr->pos = expr->span;
  expr->children = std::move(children);
  return expr;
}

inline model::ExprPtr make_not(const model::ExprPtr& formula) {
  return make_formula(model::Op::Not, {formula});
}

// A quantifier or let around a formula.
inline model::ExprPtr make_binder(model::Op op, std::vector<model::Decl> decls, const model::ExprPtr& body) {
  auto expr = std::make_shared<model::Expr>();
  expr->op = op;
  expr->kind = model::Kind::Formula;
  expr->type = model::Type::of_formula();
  expr->span = expr->pos = body->span;
  expr->decls = std::move(decls);
  expr->children = {body};
  return expr;
}

inline model::ExprPtr make_true() { return make_formula(model::Op::Block, {}); }

inline model::ExprPtr make_leaf(model::Op op, const model::Type& type) {
  auto expr = std::make_shared<model::Expr>();
  expr->op = op;
  expr->kind = model::Kind::Relation;
  expr->type = type;
  return expr;
}

inline model::ExprPtr make_sig(const model::Sig& sig) {
  auto expr = std::make_shared<model::Expr>(*make_leaf(model::Op::Sig, sig.type));
  expr->sig = sig.id;
  expr->span = expr->pos = sig.span;
  return expr;
}

inline model::ExprPtr make_field(const model::Field& field) {
  auto expr = std::make_shared<model::Expr>(*make_leaf(model::Op::Field, field.type));
  expr->field = field.id;
  expr->span = expr->pos = field.span;
  return expr;
}

inline model::ExprPtr make_variable(const model::VariablePtr& variable) {
  auto expr = std::make_shared<model::Expr>(*make_leaf(model::Op::Variable, variable->type));
  expr->variable = variable;
  expr->span = expr->pos = variable->span;
  return expr;
}

// The tree with one node replaced.
inline model::ExprPtr with_replaced(const model::ExprPtr& expr, const model::Expr* target,
                                    const model::ExprPtr& value) {
  if (expr.get() == target) return value;
  for (std::size_t i = 0; i < expr->children.size(); ++i) {
    const model::ExprPtr child = with_replaced(expr->children[i], target, value);
    if (child == expr->children[i]) continue;
    auto copy = std::make_shared<model::Expr>(*expr);
    copy->children[i] = child;
    return copy;
  }
  for (std::size_t i = 0; i < expr->decls.size(); ++i) {
    const model::ExprPtr bound = with_replaced(expr->decls[i].bound, target, value);
    if (bound == expr->decls[i].bound) continue;
    auto copy = std::make_shared<model::Expr>(*expr);
    copy->decls.change()[i].bound = bound;
    return copy;
  }
  return expr;
}

}  // namespace fretsaw::modeltest
