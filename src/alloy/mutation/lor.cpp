// SPDX-License-Identifier: MIT
// LOR: a list of conjuncts becomes one of disjuncts, and the other way round. A block is a list of conjuncts;
// a list inside of a list of the same kind is part of it, so that there is one change for all of it.
#include <algorithm>
#include <vector>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

namespace {

using model::Op;

bool is_conjunction(const model::Expr& expr) {
  return expr.kind == model::Kind::Formula && (expr.op == Op::And || expr.op == Op::Block);
}

bool is_disjunction(const model::Expr& expr) { return expr.op == Op::Or; }

// A block of one formula is that formula.
const model::Expr& unwrapped(const model::Expr& expr) {
  const model::Expr* at = &expr;
  while (at->op == Op::Block && at->children.size() == 1) at = at->child(0).get();
  return *at;
}

void collect(const model::Expr& expr, bool conjunction, std::vector<const model::Expr*>& operands) {
  const bool same = conjunction ? is_conjunction(expr) : is_disjunction(unwrapped(expr));
  if (!same) {
    operands.push_back(&expr);
    return;
  }
  const model::Expr& list = conjunction ? expr : unwrapped(expr);
  for (const model::ExprPtr& child : list.children) collect(*child, conjunction, operands);
}

}  // namespace

Changes lor_of_expr(const Site& site) {
  const bool conjunction = is_conjunction(site.expr);
  if (!conjunction && !is_disjunction(site.expr)) return {};
  const bool part =
      site.parent != nullptr && (conjunction ? is_conjunction(*site.parent) : is_disjunction(*site.parent));
  if (part) return {};
  std::vector<const model::Expr*> operands;
  collect(site.expr, conjunction, operands);
  if (operands.size() < 2) return {};
  const std::string word = conjunction ? "||" : "&&";
  ChangeBuilder change_builder(site.extents);
  if (conjunction && site.expr.op == Op::And && !stands_alone(site)) change_builder.enclose(site.expr);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Span span = site.extents.enclosed(*operands[i]);
    if (i > 0) {
      const std::uint32_t before = site.extents.enclosed(*operands[i - 1]).end;
      const auto old =
          site.extents.tokens(conjunction ? alloy::Tok::And : alloy::Tok::Or, before, span.begin);
      if (old.empty()) {
        // A list inside of this one may begin in between.
        std::uint32_t place = span.begin;
        for (const alloy::Tok opening : {alloy::Tok::LeftBrace, alloy::Tok::LeftParen}) {
          const auto openings = site.extents.tokens(opening, before, span.begin);
          if (!openings.empty()) place = std::min(place, openings.front().begin);
        }
        change_builder.insert(place, word + " ");
      } else {
        change_builder.replace(old.front(), word);
      }
    }
    if (is_loose(site.extents, *operands[i])) change_builder.enclose(*operands[i]);
  }
  return {change_builder.finish(site.extents.of(site.expr), conjunction ? "&& -> ||" : "|| -> &&")};
}

}  // namespace fretsaw::mutation
