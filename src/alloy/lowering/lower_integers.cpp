// SPDX-License-Identifier: MIT
// Expressions whose value is a number, and comparisons of numbers.
#include <fmt/format.h>

#include "alloy/lowering/expr_lowerer.hpp"

namespace fretsaw::lowering {

using ModelOp = model::Op;

IntExpr ExprLowerer::integer(const model::Expr& expr) { return IntExpr(lower(expr)); }

IntExpr ExprLowerer::integer_term(const model::Expr& expr) {
  switch (expr.op) {
    case ModelOp::Number:
      return number(expr);
    case ModelOp::IntMin:
      return IntExpr(context_.scopes.bitwidth == 0 ? 0 : context_.problem.integers.min());
    case ModelOp::IntMax:
      return IntExpr(context_.scopes.bitwidth == 0 ? -1 : context_.problem.integers.max());
    case ModelOp::Cardinality:
      return count(relation(*expr.child(0)));
    case ModelOp::SetToInt: {
      const Expr set = relation(*expr.child(0));
      if (set.node().op == Op::IntToExpr) return IntExpr(set.node().children[0]);
      return sum(set);
    }
    case ModelOp::IfElse: {
      const Formula condition = formula(*expr.child(0));
      const IntExpr then = integer(*expr.child(1));
      return if_else(condition, then, integer(*expr.child(2)));
    }
    case ModelOp::SumQ: {
      BoundDecls declared = declare(expr.decls, "sum");
      IntExpr body = integer(*expr.body());
      if (!declared.guards.empty()) {
        body = context_.terms(
            if_else(context_.terms(conjunction(declared.guards)), body, context_.terms(IntExpr(0))));
      }
      return sum(std::move(declared.decls), body);
    }
    default: {
      const IntExpr a = integer(*expr.child(0));
      return arithmetic(expr.op, a, integer(*expr.child(1)));
    }
  }
}

IntExpr ExprLowerer::number(const model::Expr& expr) {
  const Integers& integers = context_.problem.integers;
  const bool fits = expr.number >= integers.min() && expr.number <= integers.max();
  if (!fits && warned_.insert(&expr).second) {
    warnings_.push_back(
        warning_at(expr.span,
                   fmt::format("the number {} does not fit into {} bits: integers are {}..{}", expr.number,
                               integers.bitwidth, integers.min(), integers.max()),
                   "use a larger bit width, as in 'for 3 but 6 int'"));
  }
  return IntExpr(expr.number);
}

IntExpr ExprLowerer::arithmetic(ModelOp op, const IntExpr& a, const IntExpr& b) {
  switch (op) {
    case ModelOp::IntAdd:
      return a + b;
    case ModelOp::IntSub:
      return a - b;
    case ModelOp::IntMul:
      return a * b;
    case ModelOp::IntDiv:
      return a / b;
    case ModelOp::IntRem:
      return a % b;
    case ModelOp::ShiftLeft:
      return shift_left(a, b);
    case ModelOp::ShiftRight:
      return shift_right(a, b);
    default:
      return shift_right_zero(a, b);
  }
}

Formula ExprLowerer::comparison(const model::Expr& expr) {
  const IntExpr a = integer(*expr.child(0));
  const IntExpr b = integer(*expr.child(1));
  switch (expr.op) {
    case ModelOp::Less:
      return less(a, b);
    case ModelOp::NotLess:
      return !context_.terms(less(a, b));
    case ModelOp::AtMost:
      return less_equal(a, b);
    case ModelOp::NotAtMost:
      return !context_.terms(less_equal(a, b));
    case ModelOp::Greater:
      return less(b, a);
    case ModelOp::NotGreater:
      return !context_.terms(less(b, a));
    case ModelOp::AtLeast:
      return less_equal(b, a);
    default:
      return !context_.terms(less_equal(b, a));
  }
}

}  // namespace fretsaw::lowering
