// SPDX-License-Identifier: MIT
// Typed expressions made by program.
#pragma once

#include <utility>
#include <vector>

#include "model/model.hpp"

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

}  // namespace fretsaw::modeltest
