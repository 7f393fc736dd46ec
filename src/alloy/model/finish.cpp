// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "alloy/model/resolve.hpp"

namespace fretsaw::model {

namespace {

ExprPtr cast(Op op, Kind kind, const Type& type, ExprPtr operand) {
  Expr expr;
  expr.op = op;
  expr.kind = kind;
  expr.type = type;
  expr.span = expr.pos = operand->span;
  expr.children = {std::move(operand)};
  return std::make_shared<const Expr>(std::move(expr));
}

enum class ExpectedKind : std::uint8_t { Relations, Integers, Formulas };

ExpectedKind expected_kind(Op op) {
  if (op == Op::IntToSet || (op >= Op::IntAdd && op <= Op::ShiftRightUnsigned) ||
      (op >= Op::Less && op <= Op::NotAtLeast)) {
    return ExpectedKind::Integers;
  }
  if (op >= Op::Not && op <= Op::Block) return ExpectedKind::Formulas;
  return ExpectedKind::Relations;
}

Kind kind_of(const Type& type) {
  if (type.integer) return Kind::Integer;
  return type.products.empty() ? Kind::Formula : Kind::Relation;
}

Expr head(const Term& term) {
  Expr expr;
  expr.op = term.op;
  expr.left_mult = term.op == Op::Arrow ? term.left_mult : Mult::Set;
  expr.right_mult = term.right_mult;
  switch (term.op) {
    case Op::Field:
      expr.field = term.field;
      break;
    case Op::Call:
      expr.function = term.function;
      break;
    case Op::Number:
      expr.number = term.number;
      break;
    default:
      expr.sig = term.sig;
  }
  expr.text = term.text;
  expr.variable = term.variable;
  expr.type = term.type;
  expr.span = term.span;
  expr.pos = term.pos;
  expr.kind = kind_of(term.type);
  return expr;
}

// The kind of an if-else is that of its first branch; a number counts as a set there, as in Alloy.
void fit_branches(Expr& expr) {
  ExprPtr& then = expr.children[1];
  ExprPtr& otherwise = expr.children[2];
  if (then->kind == Kind::Formula) {
    expr.kind = Kind::Formula;
    expr.type = Type::of_formula();
  } else if (then->kind == Kind::Integer && then->op != Op::Number) {
    expr.kind = Kind::Integer;
    expr.type = Type::of_integer();
    otherwise = to_integer(otherwise);
  } else {
    expr.kind = Kind::Relation;
    Type relation = expr.type;
    relation.formula = false;
    expr.type = relation;
    then = to_relation(then);
    otherwise = to_relation(otherwise);
  }
}

void fit_operands(Expr& expr) {
  switch (expr.op) {
    case Op::IfElse:
      fit_branches(expr);
      return;
    case Op::Let:
    case Op::Block:
      if (expr.children.size() == 1) {
        expr.kind = expr.children.front()->kind;
        expr.type = expr.children.front()->type;
      }
      return;
    case Op::SumQ:
      expr.children.front() = to_integer(expr.children.front());
      return;
    default:
      break;
  }
  if (!expr.decls.empty() || expected_kind(expr.op) == ExpectedKind::Formulas) return;
  for (ExprPtr& child : expr.children) {
    child = expected_kind(expr.op) == ExpectedKind::Integers ? to_integer(std::move(child))
                                                             : to_relation(std::move(child));
  }
}

ExprPtr finish_node(const Term& term, std::vector<ExprPtr> children) {
  Expr expr = head(term);
  for (const TermDecl& decl : term.decls) expr.decls.change().push_back(finish(decl));
  expr.children = std::move(children);
  fit_operands(expr);
  // The braces around a function's body are no formula; those around a single formula are kept.
  if (expr.op == Op::Block && expr.kind != Kind::Formula) return expr.children.front();
  if (expr.op == Op::SetToInt && expr.children.front()->op == Op::IntToSet)
    return expr.children.front()->children.front();
  return std::make_shared<const Expr>(std::move(expr));
}

}  // namespace

ExprPtr to_relation(ExprPtr expr) {
  return expr->kind == Kind::Integer ? cast(Op::IntToSet, Kind::Relation, Type::of(kInt), std::move(expr))
                                     : expr;
}

ExprPtr to_integer(ExprPtr expr) {
  if (expr->kind == Kind::Integer) return expr;
  if (expr->op == Op::IntToSet) return expr->children.front();
  return cast(Op::SetToInt, Kind::Integer, Type::of_integer(), std::move(expr));
}

Decl finish(const TermDecl& decl) {
  ExprPtr bound = finish(decl.bound);
  const bool integer = decl.mult == Mult::Exactly && decl.variables.front()->type.integer;
  if (!integer) bound = bound->kind == Kind::Formula ? bound : to_relation(std::move(bound));
  return {decl.variables, decl.mult, std::move(bound), decl.disjoint, decl.span};
}

// The first child is followed in a loop: chains of operators lean to the left.
ExprPtr finish(const TermPtr& term) {
  std::vector<const Term*> spine{term.get()};
  while (!spine.back()->children.empty()) spine.push_back(spine.back()->children.front().get());
  ExprPtr first;
  for (std::size_t i = spine.size(); i-- > 0;) {
    std::vector<ExprPtr> children;
    if (first) children.push_back(std::move(first));
    for (std::size_t c = 1; c < spine[i]->children.size(); ++c)
      children.push_back(finish(spine[i]->children[c]));
    first = finish_node(*spine[i], std::move(children));
  }
  return first;
}

namespace {

template <class Visit>
void walk(const Expr& expr, const Visit& visit) {
  for (const Expr* at = &expr;;) {
    visit(*at);
    for (const Decl& decl : at->decls) walk(*decl.bound, visit);
    for (std::size_t i = 1; i < at->children.size(); ++i) walk(*at->children[i], visit);
    if (at->children.empty()) return;
    at = at->children.front().get();
  }
}

}  // namespace

void warn_of_unused(const Expr& expr, Warnings& warnings) {
  std::unordered_set<const Variable*> used;
  walk(expr, [&](const Expr& e) {
    if (e.op == Op::Variable) used.insert(e.variable.get());
  });
  walk(expr, [&](const Expr& e) {
    if (e.op == Op::Comprehension) return;
    for (const Decl& decl : e.decls) {
      // The variables of a disj declaration are used by being different from each other.
      if (decl.disjoint && decl.variables.size() > 1) continue;
      for (const VariablePtr& variable : decl.variables) {
        if (!used.contains(variable.get())) {
          warnings.push_back(warning_at(variable->span, fmt::format("'{}' is not used", variable->name)));
        }
      }
    }
  });
}

}  // namespace fretsaw::model
