// SPDX-License-Identifier: MIT
// Expressions whose value is a set of tuples.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/lowering/expr_lowerer.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw::lowering {

using ModelOp = model::Op;

Expr ExprLowerer::relation(const model::Expr& expr) { return Expr(lower(expr)); }

NodePtr ExprLowerer::lower(const model::Expr& expr) {
  budget_.poll();
  switch (expr.op) {
    case ModelOp::Variable:
      return variable_value(expr);
    case ModelOp::Call:
      return call(expr);
    case ModelOp::Let:
      return let(expr);
    default:
      break;
  }
  switch (expr.kind) {
    case model::Kind::Relation:
      return context_.terms(relation_term(expr)).pointer();
    case model::Kind::Integer:
      return context_.terms(integer_term(expr)).pointer();
    case model::Kind::Formula:
      break;
  }
  return context_.terms(formula_term(expr)).pointer();
}

Expr ExprLowerer::relation_term(const model::Expr& expr) {
  switch (expr.op) {
    case ModelOp::Sig:
      return context_.sig(expr.sig);
    case ModelOp::Field:
      return context_.field(expr.field);
    case ModelOp::Iden:
      return context_.identity();
    case ModelOp::IntNext:
      return context_.successor();
    case ModelOp::Text:
      return string_atom(expr);
    case ModelOp::IntToSet:
      return as_set(integer(*expr.child(0)));
    case ModelOp::Transpose:
      return transpose(relation(*expr.child(0)));
    case ModelOp::Closure:
      return closure(relation(*expr.child(0)));
    case ModelOp::ReflexiveClosure:
      return reflexive(relation(*expr.child(0)));
    case ModelOp::Prime:
      return prime(relation(*expr.child(0)));
    case ModelOp::SomeOf:
    case ModelOp::LoneOf:
    case ModelOp::OneOf:
    case ModelOp::SetOf:
      return relation(*expr.child(0));
    case ModelOp::SeqOf:
      return product(context_.sig(model::kSeqInt), relation(*expr.child(0)));
    case ModelOp::IfElse: {
      const Formula condition = formula(*expr.child(0));
      const Expr then = relation(*expr.child(1));
      return if_else(condition, then, relation(*expr.child(2)));
    }
    case ModelOp::Comprehension: {
      BoundDecls declared = declare(expr.decls, "comprehension");
      declared.guards.push_back(formula(*expr.body()));
      return comprehension(std::move(declared.decls), context_.terms(conjunction(declared.guards)));
    }
    default:
      return chain(expr);
  }
}

// Chains of one operator lean to the left and may be long: they are followed without recursion.
Expr ExprLowerer::chain(const model::Expr& expr) {
  std::vector<const model::Expr*> operands{expr.child(1).get()};
  const model::Expr* left = expr.child(0).get();
  for (; left->op == expr.op; left = left->child(0).get()) operands.push_back(left->child(1).get());
  operands.push_back(left);
  std::ranges::reverse(operands);
  return combine(expr.op, operands);
}

namespace {

Expr apply(ModelOp op, const Expr& a, const Expr& b) {
  switch (op) {
    case ModelOp::Union:
      return a + b;
    case ModelOp::Difference:
      return a - b;
    case ModelOp::Intersection:
      return a & b;
    case ModelOp::Override:
      return override_with(a, b);
    case ModelOp::DomainRestriction:
      return domain_restriction(a, b);
    case ModelOp::RangeRestriction:
      return range_restriction(a, b);
    default:
      return product(a, b);
  }
}

bool is_number(const model::Expr& expr, std::int64_t number) {
  return expr.op == ModelOp::IntToSet && expr.child(0)->op == ModelOp::Number &&
         expr.child(0)->number == number;
}

}  // namespace

Expr ExprLowerer::combine(ModelOp op, const std::vector<const model::Expr*>& operands) {
  // Alloy lets one write the smallest integer as 0-8, although 8 does not fit.
  const Integers& integers = context_.problem.integers;
  if (op == ModelOp::Difference && operands.size() == 2 && is_number(*operands[0], 0) &&
      is_number(*operands[1], integers.max() + 1)) {
    return as_set(context_.terms(IntExpr(integers.min())));
  }
  const bool is_join = op == ModelOp::Join;
  std::vector<Expr> terms;
  terms.reserve(operands.size());
  for (const model::Expr* operand : operands)
    terms.push_back(is_join ? join_operand(*operand) : relation(*operand));
  if (op == ModelOp::Union) return union_of(context_.terms, terms);
  Expr result = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) {
    result = is_join ? joined(result, terms[i]) : context_.terms(apply(op, result, terms[i]));
  }
  return result;
}

// A field of `one sig S` is S -> r for a relation r without the owner's column: S.(S -> r) is r.
Expr ExprLowerer::joined(const Expr& left, const Expr& right) {
  const Node& product = right.node();
  if (product.op == Op::Product && product.children[0] == left.pointer() &&
      context_.singletons.contains(left.pointer().get())) {
    return Expr(product.children[1]);
  }
  return context_.terms(join(left, right));
}

// What is joined exists, so it does not matter whether the identity includes atoms that do not.
Expr ExprLowerer::join_operand(const model::Expr& expr) {
  if (expr.op != ModelOp::ReflexiveClosure) return relation(expr);
  return context_.terms(reflexive_closure(relation(*expr.child(0))));
}

Expr ExprLowerer::reflexive(const Expr& base) {
  if (context_.univ_is_everything) return reflexive_closure(base);
  return context_.terms(closure(base)) + context_.identity();
}

Expr ExprLowerer::string_atom(const model::Expr& expr) {
  if (const auto found = context_.strings.find(expr.text); found != context_.strings.end())
    return found->second;
  if (!error_) {
    error_ = with_note(error_at(expr.span, ErrorClass::Input,
                                fmt::format("no string \"{}\" in the instance", expr.text.get())),
                       "an instance has the strings in the model and those of 'exactly N String'");
  }
  return none();
}

}  // namespace fretsaw::lowering
