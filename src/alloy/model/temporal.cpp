// SPDX-License-Identifier: MIT
#include "alloy/model/temporal.hpp"

#include <algorithm>

namespace fretsaw::model {

TemporalSearch::TemporalSearch(const Model& model) : model_(model), called_(model.functions.size(), false) {
  everything_ =
      std::ranges::any_of(model.sigs, &Sig::is_variable) ||
      std::ranges::any_of(model.fields, &Field::is_variable) ||
      std::ranges::any_of(model.fields, [&](const Field& field) { return reaches(*field.bound); }) ||
      std::ranges::any_of(model.facts, [&](const Fact& fact) { return reaches(*fact.formula); });
}

// Once a search has succeeded, what it has seen does not matter any more: all commands that reach it do.
bool TemporalSearch::reaches(const Expr& root) {
  std::vector<const Expr*> pending{&root};
  std::vector<FunctionId> entered;
  bool found = false;
  while (!pending.empty() && !found) {
    const Expr* expr = pending.back();
    pending.pop_back();
    if (is_temporal(expr->op)) found = true;
    if (!seen_.insert(expr).second) continue;
    for (const ExprPtr& child : expr->children) pending.push_back(child.get());
    for (const Decl& decl : expr->decls) pending.push_back(decl.bound.get());
    if (expr->op == Op::Call && !called_[index(expr->function)]) {
      called_[index(expr->function)] = true;
      entered.push_back(expr->function);
      pending.push_back(model_.function(expr->function).body.get());
    }
  }
  if (found) {
    for (const FunctionId function : entered) called_[index(function)] = false;
    seen_.clear();
  }
  return found;
}

Status check_steps(const Command& command, const Span& pos) {
  const bool has_steps = std::ranges::any_of(command.syntax.scopes, [](const alloy::Scope& scope) {
    return scope.target == alloy::ScopeTarget::Steps;
  });
  if (!has_steps || command.is_temporal) return Done{};
  return error_at(pos, ErrorClass::Syntax,
                  "a scope on 'steps' needs a model that changes: nothing here is 'var'",
                  "remove it, or declare what may change with 'var'");
}

}  // namespace fretsaw::model
