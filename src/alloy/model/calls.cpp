// SPDX-License-Identifier: MIT
#include "alloy/model/calls.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fretsaw::model {

Recursion::Recursion(const Model& model)
    : model_(model),
      calls_(model.functions.size()),
      found_(model.functions.size()),
      state_(model.functions.size(), 0) {
  for (std::size_t f = 0; f < calls_.size(); ++f) {
    if (model.functions[f].body) collect(*model.functions[f].body, calls_[f]);
  }
  for (std::size_t f = 0; f < calls_.size(); ++f) explore(static_cast<FunctionId>(f));
}

void Recursion::collect(const Expr& expr, std::vector<Call>& out) {
  for (const Expr* at = &expr;;) {
    if (at->op == Op::Call) out.push_back({at->function, at->span});
    for (const Decl& decl : at->decls) collect(*decl.bound, out);
    for (std::size_t i = 1; i < at->children.size(); ++i) collect(*at->children[i], out);
    if (at->children.empty()) return;
    at = at->children.front().get();
  }
}

// Depth first with a stack of its own. The first call back to a function on the stack is the answer for all
// on it.
void Recursion::explore(FunctionId root) {
  if (state_[index(root)] != 0) return;
  std::vector<std::pair<FunctionId, std::size_t>> stack{{root, 0}};
  state_[index(root)] = 1;
  while (!stack.empty()) {
    auto& [function, next] = stack.back();
    if (next == calls_[index(function)].size()) {
      state_[index(function)] = 2;
      stack.pop_back();
      continue;
    }
    const Call& call = calls_[index(function)][next++];
    std::optional<Diagnostic> problem = found_[index(call.callee)];
    if (state_[index(call.callee)] == 1) {
      const Function& f = model_.function(call.callee);
      problem = error_at(
          call.span, ErrorClass::Syntax,
          fmt::format(
              "{} '{}' calls itself{}", f.is_predicate ? "predicate" : "function", f.name,
              function == call.callee ? "" : fmt::format(" through '{}'", model_.function(function).name)),
          "use a closure (^ or *) instead of recursion");
    }
    if (problem) {
      for (const auto& [open, ignored] : stack) {
        found_[index(open)] = problem;
        state_[index(open)] = 2;
      }
      return;
    }
    if (state_[index(call.callee)] == 0) {
      state_[index(call.callee)] = 1;
      stack.emplace_back(call.callee, 0);
    }
  }
}

std::optional<Diagnostic> Recursion::reached_from(const Expr& expr) const {
  std::vector<Call> calls;
  collect(expr, calls);
  for (const Call& call : calls) {
    if (found_[index(call.callee)]) return found_[index(call.callee)];
  }
  return std::nullopt;
}

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
  if (!has_steps || command.is_temporal) return Success{};
  return error_at(pos, ErrorClass::Syntax,
                  "a scope on 'steps' requires a temporal command: nothing here is 'var'",
                  "remove the scope, or declare the sigs and fields that change with 'var'");
}

}  // namespace fretsaw::model
