// SPDX-License-Identifier: MIT
#include "alloy/model/clause_conjuncts.hpp"

#include <algorithm>
#include <string_view>

namespace fretsaw::contract {

namespace {

constexpr std::size_t kMaxValues = 6;

bool is_constant(const model::Expr& expr) {
  const bool is_leaf = expr.op == model::Op::Number || expr.op == model::Op::Sig ||
                       expr.op == model::Op::Field || expr.op == model::Op::Text;
  return is_leaf ||
         ((expr.op == model::Op::IntToSet || expr.op == model::Op::SetToInt) && is_constant(*expr.child(0)));
}

void add_value(const model::Expr& expr, std::vector<const model::Expr*>& out) {
  const std::string_view text = expr.span.text();
  if (is_constant(expr) || text.empty() || out.size() >= kMaxValues) return;
  const bool known =
      std::ranges::any_of(out, [&](const model::Expr* other) { return other->span.text() == text; });
  if (!known) out.push_back(&expr);
}

void collect_values(const model::Expr& expr, std::vector<const model::Expr*>& out) {
  if (expr.kind != model::Kind::Formula) return add_value(expr, out);
  if (expr.op == model::Op::Let) return;
  if (!expr.decls.empty()) {
    // The bodies refer to variables that have no value here; nor do later bounds, if they depend on earlier
    // ones.
    add_value(*expr.decls.front().bound, out);
    return;
  }
  for (const model::ExprPtr& child : expr.children) collect_values(*child, out);
}

void split_conjuncts(const model::Expr& expr, std::vector<Conjunct>& out) {
  if (expr.op == model::Op::Block || expr.op == model::Op::And) {
    for (const model::ExprPtr& child : expr.children) split_conjuncts(*child, out);
    return;
  }
  Conjunct conjunct{&expr};
  collect_values(expr, conjunct.values);
  out.push_back(std::move(conjunct));
}

}  // namespace

std::vector<Conjunct> conjuncts_of(const model::Expr& body) {
  std::vector<Conjunct> out;
  split_conjuncts(body, out);
  return out;
}

}  // namespace fretsaw::contract
