// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "alloy/model/scopes.hpp"

namespace fretsaw::model {

namespace {

Diagnostic refuse(const alloy::Scope& scope, std::string message, std::string hint = {}) {
  return error_at(scope.span, ErrorClass::Syntax, std::move(message), std::move(hint));
}

Status check_range(const alloy::Scope& scope) {
  if (scope.to && *scope.to < scope.from) {
    return refuse(scope, fmt::format("the scope of '{}' ends at {}, before it begins at {}", scope.sig.text,
                                     *scope.to, scope.from));
  }
  if (scope.increment < 1) return refuse(scope, "the increment of a scope must be at least 1");
  return Success{};
}

}  // namespace

bool grows(const alloy::Scope& scope) {
  const bool of_atoms = scope.target == alloy::ScopeTarget::Sig || scope.target == alloy::ScopeTarget::String;
  return of_atoms && (scope.unbounded || (scope.to && *scope.to != scope.from));
}

Result<std::vector<alloy::Scope>> deciding_scopes(const alloy::Command& command) {
  std::vector<alloy::Scope> scopes = command.scopes;
  std::optional<int> steps;  // how often all of them can grow
  const alloy::Scope* endless = nullptr;
  for (const alloy::Scope& scope : scopes) {
    if (auto valid = check_range(scope); !valid) return valid.error();
    if (!grows(scope)) continue;
    if (command.is_check && scope.exactly) {
      return refuse(scope, "a check cannot have a growing exact scope: its sizes do not include each other",
                    "write one command per size");
    }
    if (scope.unbounded) {
      endless = &scope;
    } else {
      const int possible = (*scope.to - scope.from) / scope.increment;
      steps = steps ? std::min(*steps, possible) : possible;
    }
  }
  if (!command.is_check || (!steps && endless == nullptr)) return scopes;
  if (!steps) {
    return refuse(*endless, "the scope of a check must have an upper bound",
                  fmt::format("add an upper bound, as in {}..9 {}", endless->from, endless->sig.text));
  }
  for (alloy::Scope& scope : scopes) {
    if (grows(scope)) scope.from += *steps * scope.increment;
  }
  return scopes;
}

}  // namespace fretsaw::model
