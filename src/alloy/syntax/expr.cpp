// SPDX-License-Identifier: MIT
#include "alloy/syntax/expr.hpp"

#include <algorithm>

namespace fretsaw::alloy {

namespace {

Span merge(const Span& a, const Span& b) {
  if (!a.source) return b;
  if (!b.source) return a;
  return {a.source, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

template <class T, class Same>
bool all_same(const std::vector<T>& a, const std::vector<T>& b, Same same) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool same_head(const Expr& a, const Expr& b) {
  return a.op == b.op && a.left_mult == b.left_mult && a.right_mult == b.right_mult && a.number == b.number &&
         a.name == b.name && a.children.size() == b.children.size() &&
         all_same(a.decls, b.decls, [](const Decl& x, const Decl& y) { return same_tree(x, y); });
}

}  // namespace

// Chains lean to the left, so only the first child may be the beginning of something long. It is unhooked
// before its owner dies, one link per turn. A child that is still shared is left alone.
Expr::~Expr() {
  ExprPtr next = children.empty() ? nullptr : std::move(children.front());
  while (next && next.use_count() == 1 && !next->children.empty()) {
    ExprPtr first = std::move(const_cast<Expr&>(*next).children.front());
    next = std::move(first);
  }
}

const char* to_string(Mult mult) {
  switch (mult) {
    case Mult::Default:
      return "";
    case Mult::Set:
      return "set";
    case Mult::Some:
      return "some";
    case Mult::Lone:
      return "lone";
    case Mult::One:
      return "one";
    case Mult::Exactly:
      return "=";
  }
  return "";
}

Span reported_span(const Expr& expr) {
  Span span = expr.pos;
  const Expr* at = &expr;
  while (!at->children.empty()) {
    for (std::size_t i = 1; i < at->children.size(); ++i) span = merge(span, reported_span(*at->children[i]));
    at = at->children.front().get();
    span = merge(span, at->pos);
  }
  return span;
}

std::vector<ExprPtr> chain(const ExprPtr& expr) {
  std::vector<ExprPtr> operands;
  const ExprPtr* at = &expr;
  if (info(expr->op).shape == OpShape::BinaryLeft) {
    while ((*at)->left()->op == expr->op) {
      operands.push_back((*at)->right());
      at = &(*at)->left();
    }
  }
  operands.push_back((*at)->right());
  operands.push_back((*at)->left());
  std::reverse(operands.begin(), operands.end());
  return operands;
}

bool same_tree(const ExprPtr& a, const ExprPtr& b) {
  const ExprPtr* x = &a;
  const ExprPtr* y = &b;
  while (*x != *y) {
    if (!*x || !*y || !same_head(**x, **y)) return false;
    if ((*x)->children.empty()) return true;
    for (std::size_t i = 1; i < (*x)->children.size(); ++i) {
      if (!same_tree((*x)->children[i], (*y)->children[i])) return false;
    }
    x = &(*x)->children.front();
    y = &(*y)->children.front();
  }
  return true;
}

bool same_tree(const Decl& a, const Decl& b) {
  return a.mult == b.mult && a.private_field.has_value() == b.private_field.has_value() &&
         a.var.has_value() == b.var.has_value() && a.disjoint.has_value() == b.disjoint.has_value() &&
         a.disjoint_bound.has_value() == b.disjoint_bound.has_value() &&
         all_same(a.names, b.names, [](const Name& x, const Name& y) { return x.text == y.text; }) &&
         same_tree(a.bound, b.bound);
}

ExprPtr make_expr(Expr expr) {
  const bool chains = info(expr.op).shape == OpShape::BinaryLeft;
  std::uint32_t depth = 1;
  for (std::size_t i = 0; i < expr.children.size(); ++i) {
    const Expr& child = *expr.children[i];
    const bool is_same_chain = chains && i == 0 && child.op == expr.op;
    depth = std::max<std::uint32_t>(depth, child.depth + (is_same_chain ? 0U : 1U));
  }
  for (const Decl& decl : expr.decls) depth = std::max<std::uint32_t>(depth, decl.bound->depth + 1U);
  expr.depth = static_cast<std::uint16_t>(std::min<std::uint32_t>(depth, UINT16_MAX));
  return std::make_shared<Expr>(std::move(expr));
}

ExprPtr make_name(std::string name, Span span) {
  Expr expr;
  expr.op = Op::Name;
  expr.name = std::move(name);
  expr.span = expr.pos = span;
  return make_expr(std::move(expr));
}

ExprPtr make_number(std::int64_t number, Span span) {
  Expr expr;
  expr.op = Op::Number;
  expr.number = number;
  expr.span = expr.pos = span;
  return make_expr(std::move(expr));
}

ExprPtr make_unary(Op op, ExprPtr operand) {
  Expr expr;
  expr.op = op;
  expr.children.push_back(std::move(operand));
  return make_expr(std::move(expr));
}

ExprPtr make_binary(Op op, ExprPtr left, ExprPtr right) {
  Expr expr;
  expr.op = op;
  expr.children.reserve(2);
  expr.children.push_back(std::move(left));
  expr.children.push_back(std::move(right));
  return make_expr(std::move(expr));
}

ExprPtr with_child(const Expr& expr, std::size_t index, ExprPtr child) {
  Expr copy = expr;
  copy.children[index] = std::move(child);
  return make_expr(std::move(copy));
}

ExprPtr with_bound(const Expr& expr, std::size_t decl, ExprPtr bound) {
  Expr copy = expr;
  copy.decls[decl].bound = std::move(bound);
  return make_expr(std::move(copy));
}

}  // namespace fretsaw::alloy
