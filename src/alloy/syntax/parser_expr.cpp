// SPDX-License-Identifier: MIT
//
// Operators by precedence climbing: climb(level) reads the longest expression that holds together at least as
// tightly as `level`. Two things go beyond the textbook.
//
// Prefix operators sit in the middle of the scale: `#a & b` counts a & b, `not a = b` negates a = b. One may
// begin an operand only where its own level is allowed: `a + #b` is fine, `a & #b` is not.
//
// Quantifiers and let (binders) have the lowest level, yet Alloy accepts them as the right operand of nearly
// every operator (`p and all x: A | q`); they extend to the end of the formula. `operand` is climb with that
// exception, and only comparisons and multiplicity tests do not use it: `n = (sum x: A | e)` needs its
// parentheses.
#include <fmt/format.h>

#include <optional>

#include "alloy/syntax/parser_core.hpp"

namespace fretsaw::alloy {

namespace {

// The operator that the token is between two operands. `.` and `[` are not among them.
std::optional<Op> infix_operator(Tok kind) {
  switch (kind) {
    case Tok::Or:
      return Op::Or;
    case Tok::Iff:
      return Op::Iff;
    case Tok::Implies:
      return Op::Implies;
    case Tok::And:
      return Op::And;
    case Tok::Until:
      return Op::Until;
    case Tok::Releases:
      return Op::Releases;
    case Tok::Since:
      return Op::Since;
    case Tok::Triggered:
      return Op::Triggered;
    case Tok::In:
      return Op::In;
    case Tok::NotIn:
      return Op::NotIn;
    case Tok::Equal:
      return Op::Equal;
    case Tok::NotEqual:
      return Op::NotEqual;
    case Tok::Less:
      return Op::Less;
    case Tok::NotLess:
      return Op::NotLess;
    case Tok::LessEqual:
      return Op::AtMost;
    case Tok::NotLessEqual:
      return Op::NotAtMost;
    case Tok::Greater:
      return Op::Greater;
    case Tok::NotGreater:
      return Op::NotGreater;
    case Tok::GreaterEqual:
      return Op::AtLeast;
    case Tok::NotGreaterEqual:
      return Op::NotAtLeast;
    case Tok::ShiftLeft:
      return Op::ShiftLeft;
    case Tok::ShiftRight:
      return Op::ShiftRight;
    case Tok::ShiftRightUnsigned:
      return Op::ShiftRightUnsigned;
    case Tok::Plus:
      return Op::Union;
    case Tok::Minus:
      return Op::Difference;
    case Tok::IntAdd:
      return Op::IntAdd;
    case Tok::IntSub:
      return Op::IntSub;
    case Tok::IntMul:
      return Op::IntMul;
    case Tok::IntDiv:
      return Op::IntDiv;
    case Tok::IntRem:
      return Op::IntRem;
    case Tok::PlusPlus:
      return Op::Override;
    case Tok::Ampersand:
      return Op::Intersection;
    case Tok::Arrow:
      return Op::Arrow;
    case Tok::DomainRestriction:
      return Op::DomainRestriction;
    case Tok::RangeRestriction:
      return Op::RangeRestriction;
    default:
      return std::nullopt;
  }
}

std::optional<Op> prefix_operator(Tok kind) {
  switch (kind) {
    case Tok::Not:
      return Op::Not;
    case Tok::Always:
      return Op::Always;
    case Tok::Eventually:
      return Op::Eventually;
    case Tok::After:
      return Op::After;
    case Tok::Before:
      return Op::Before;
    case Tok::Historically:
      return Op::Historically;
    case Tok::Once:
      return Op::Once;
    case Tok::No:
      return Op::No;
    case Tok::Some:
      return Op::Some;
    case Tok::Lone:
      return Op::Lone;
    case Tok::One:
      return Op::One;
    case Tok::Set:
      return Op::SetOf;
    case Tok::Seq:
      return Op::SeqOf;
    case Tok::Hash:
      return Op::Cardinality;
    case Tok::Int:
    case Tok::Sum:
      return Op::IntValue;
    case Tok::Tilde:
      return Op::Transpose;
    case Tok::Caret:
      return Op::Closure;
    case Tok::Star:
      return Op::ReflexiveClosure;
    default:
      return std::nullopt;
  }
}

Level next(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

// Where the prefix form of an operator may stand. (`int e` stands where `#e` does, although `int[e]` is a
// call.)
Level prefix_level(Op op) { return op == Op::IntValue ? Level::Count : info(op).level; }

// `in some A` constrains how many; it does not compare truth values.
ExprPtr as_constraint(const ExprPtr& right) {
  Op op = right->op;
  if (op == Op::Some) op = Op::SomeOf;
  if (op == Op::Lone) op = Op::LoneOf;
  if (op == Op::One) op = Op::OneOf;
  if (op == right->op) return right;
  Expr copy = *right;
  copy.op = op;
  return make_expr(std::move(copy));
}

}  // namespace

bool Parser::follows_an_operand(Tok kind) {
  return kind == Tok::Dot || kind == Tok::LeftBracket || kind == Tok::Prime || infix_operator(kind);
}

ExprPtr Parser::placeholder() {
  Expr nothing;
  return make_expr(std::move(nothing));
}

ExprPtr Parser::node(Op op, const Span& pos, const Span& span, std::vector<ExprPtr> children) {
  Expr expr;
  expr.op = op;
  expr.children = std::move(children);
  expr.pos = pos;
  expr.span = span;
  ExprPtr result = make_expr(std::move(expr));
  if (result->depth > kMaxExprDepth) {
    fail(pos, fmt::format("expression nested more than {} levels deep", kMaxExprDepth),
         "name a subexpression with let, or move it into a function");
  }
  return result;
}

ExprPtr Parser::leaf(Op op, const Span& span, std::string text) {
  Expr expr;
  expr.op = op;
  expr.name = std::move(text);
  expr.pos = expr.span = span;
  return make_expr(std::move(expr));
}

// expression ::= operand [ ; expression ]
ExprPtr Parser::expression() {
  if (!enter()) return placeholder();
  const Span begin = here();
  ExprPtr result = operand(Level::Or);
  if (at(Tok::Semicolon)) {
    const Span pos = advance();
    ExprPtr rest = expression();
    result = node(Op::Sequence, pos, since(begin), {std::move(result), std::move(rest)});
  }
  leave();
  return result;
}

ExprPtr Parser::operand(Level level) { return at_binder() ? binder() : climb(level); }

ExprPtr Parser::climb(Level level) {
  if (!enter()) return placeholder();
  const Span begin = here();
  ExprPtr left = prefix_or_primary(level);
  while (true) {
    if (level <= Level::Prime && at(Tok::Prime)) {
      const Span pos = advance();
      left = node(Op::Prime, pos, since(begin), {std::move(left)});
    } else if (level <= Level::Postfix && (at(Tok::Dot) || at(Tok::LeftBracket))) {
      left = selection(std::move(left), begin);
    } else if (const auto op = infix_operator(peek()); op && level <= info(*op).level) {
      left = infix(std::move(left), begin, *op, info(*op).level);
    } else {
      break;
    }
  }
  leave();
  return left;
}

ExprPtr Parser::prefix_or_primary(Level level) {
  if (at(Tok::All)) {
    fail(here(), "'all' must be followed by declarations",
         "write all x: S | …, or s = S if the set contains all of S");
    return placeholder();
  }
  const bool is_call = (at(Tok::Int) || at(Tok::Sum)) && peek(1) == Tok::LeftBracket;
  const bool is_name = at(Tok::Seq) && peek(1) == Tok::Slash;
  const auto op = is_call || is_name ? std::nullopt : prefix_operator(peek());
  if (!op) return primary();
  if (level > prefix_level(*op)) {
    fail_expecting("an operand",
                   fmt::format("put '{}' in parentheses: it binds less tightly than the operator before it",
                               here().text()));
    return placeholder();
  }
  const bool is_test = prefix_level(*op) == Level::Compare;
  return prefix(*op, is_test ? Level::Shift : prefix_level(*op));
}

ExprPtr Parser::prefix(Op op, Level operand_level) {
  const Span pos = advance();
  const bool is_test = prefix_level(op) == Level::Compare;
  if (is_test && at_binder()) {
    fail_expecting("an operand", "put the quantified expression in parentheses");
    return placeholder();
  }
  ExprPtr child = is_test ? climb(operand_level) : operand(operand_level);
  return node(op, pos, since(pos), {std::move(child)});
}

ExprPtr Parser::infix(ExprPtr left, const Span& begin, Op op, Level level) {
  if (op == Op::Implies) return implication(std::move(left), begin);
  const Token sign = token();
  const Span pos = advance();
  if (level == Level::Compare && at_binder()) {
    fail_expecting("an operand", "put the quantified expression in parentheses");
    return placeholder();
  }
  const Level right_level = op == Op::Arrow ? level : next(level);
  ExprPtr right = level == Level::Compare ? climb(right_level) : operand(right_level);
  if (op == Op::In || op == Op::NotIn) right = as_constraint(right);
  ExprPtr result = node(op, pos, since(begin), {std::move(left), std::move(right)});
  if (op != Op::Arrow) return result;
  Expr arrow = *result;
  arrow.left_mult = static_cast<Mult>(sign.left_mult);
  arrow.right_mult = static_cast<Mult>(sign.right_mult);
  return make_expr(std::move(arrow));
}

// condition => then [ else otherwise ]; an else belongs to the nearest =>.
ExprPtr Parser::implication(ExprPtr condition, const Span& begin) {
  const Span pos = advance();
  ExprPtr then = operand(Level::Implies);
  if (!take(Tok::Else)) return node(Op::Implies, pos, since(begin), {std::move(condition), std::move(then)});
  ExprPtr otherwise = operand(Level::Implies);
  return node(Op::IfElse, pos, since(begin), {std::move(condition), std::move(then), std::move(otherwise)});
}

// What follows an operand directly: [a, b] or .name
ExprPtr Parser::selection(ExprPtr left, const Span& begin) {
  if (at(Tok::LeftBracket)) {
    std::vector<ExprPtr> children = arguments();
    Span pos = left->span;
    if (!children.empty()) pos.end = children.back()->span.end;
    children.insert(children.begin(), std::move(left));
    return node(Op::Box, pos, since(begin), std::move(children));
  }
  const Span dot = advance();
  switch (at_quantifier() ? Tok::End : peek()) {
    case Tok::Disj:
      advance();
      return builtin_call(Op::Disjoint, dot, begin, {std::move(left)});
    case Tok::TotalOrder:
      advance();
      return builtin_call(Op::TotalOrder, dot, begin, {std::move(left)});
    case Tok::Int:
    case Tok::Sum:
      advance();
      return node(Op::IntValue, dot, since(begin), {std::move(left)});
    default:
      break;
  }
  ExprPtr right = operand(Level::Prime);
  return node(Op::Join, dot, since(begin), {std::move(left), std::move(right)});
}

std::vector<ExprPtr> Parser::arguments() {
  expect(Tok::LeftBracket, "before the arguments");
  std::vector<ExprPtr> result;
  if (!at(Tok::RightBracket)) {
    do {
      result.push_back(expression());
    } while (take(Tok::Comma));
  }
  expect(Tok::RightBracket, "after the arguments");
  return result;
}

}  // namespace fretsaw::alloy
