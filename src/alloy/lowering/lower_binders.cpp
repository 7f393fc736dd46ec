// SPDX-License-Identifier: MIT
// Quantifiers, let, calls: whatever gives names a meaning.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/lowering/expr_lowerer.hpp"

namespace fretsaw::lowering {

using ModelOp = model::Op;
using model::Mult;

ExprLowerer::BoundDecls ExprLowerer::declare(const std::vector<model::Decl>& decls, const char* binder) {
  BoundDecls result;
  for (const model::Decl& decl : decls) declare(decl, binder, result);
  return result;
}

namespace {

Multiplicity of_variable(Mult mult) {
  switch (mult) {
    case Mult::Some:
      return Multiplicity::Some;
    case Mult::Lone:
      return Multiplicity::Lone;
    case Mult::Set:
      return Multiplicity::Set;
    default:
      return Multiplicity::One;
  }
}

}  // namespace

void ExprLowerer::declare(const model::Decl& decl, const char* binder, BoundDecls& result) {
  const Expr domain = relation(*decl.bound);
  std::vector<Expr> variables;
  for (const model::VariablePtr& declared : decl.variables) {
    Variable variable(skolem_name(declared->name), domain.arity());
    const NodePtr node = context_.terms(variable).pointer();
    context_.variables.insert_or_assign(variable.leaf(),
                                        VariableOrigin{declared->span, declared->type, binder});
    context_.variable_types.try_emplace(variable.name(), declared->type);
    bind(*declared, node);
    result.decls.push_back({variable, domain, of_variable(decl.mult)});
    if (model::has_multiplicity(*decl.bound))
      result.guards.push_back(within(Expr(node), Mult::Set, *decl.bound));
    variables.emplace_back(node);
  }
  if (decl.disjoint && variables.size() > 1) result.guards.push_back(disjoint(variables));
}

// The name that a constant for the variable will have in instances: as in Alloy, after the function whose
// text it is in.
std::string ExprLowerer::skolem_name(const std::string& variable) const {
  std::string owner = label_;
  if (!functions_.empty()) {
    owner = model_.function(functions_.back()).name;
    if (const auto slash = owner.rfind('/'); slash != std::string::npos) owner.erase(0, slash + 1);
  }
  if (owner.empty() || owner.find('$') != std::string::npos) return variable;
  return fmt::format("{}_{}", owner, variable);
}

Formula ExprLowerer::quantified(const model::Expr& expr) {
  BoundDecls declared = declare(expr.decls, model::to_string(expr.op));
  Formula body = formula(*expr.body());
  if (expr.op == ModelOp::SomeQ) {
    declared.guards.push_back(body);
    return exists(std::move(declared.decls), context_.terms(conjunction(declared.guards)));
  }
  if (expr.op == ModelOp::NoQ) body = context_.terms(!body);
  if (!declared.guards.empty())
    body = context_.terms(implies(context_.terms(conjunction(declared.guards)), body));
  return all(std::move(declared.decls), body);
}

// lone and one: the set of what satisfies the body has so many tuples. Sets have no set of them: there, the
// definition needs a quantifier over sets, which may be refused later.
Formula ExprLowerer::counted(const model::Expr& expr) {
  const bool atoms_only = std::ranges::all_of(
      expr.decls, [](const model::Decl& decl) { return decl.mult == Mult::One && decl.bound->arity() == 1; });
  if (atoms_only) {
    BoundDecls declared = declare(expr.decls, model::to_string(expr.op));
    declared.guards.push_back(formula(*expr.body()));
    const Expr all_of_them =
        comprehension(std::move(declared.decls), context_.terms(conjunction(declared.guards)));
    return expr.op == ModelOp::OneQ ? one(all_of_them) : lone(all_of_them);
  }
  Formula few = at_most_one(expr);
  if (expr.op == ModelOp::LoneQ) return few;
  BoundDecls declared = declare(expr.decls, model::to_string(expr.op));
  declared.guards.push_back(formula(*expr.body()));
  return few && exists(std::move(declared.decls), context_.terms(conjunction(declared.guards)));
}

Formula ExprLowerer::at_most_one(const model::Expr& expr) {
  Decls decls;
  std::vector<Formula> both, same;
  std::vector<Expr> first;
  for (int copy = 0; copy < 2; ++copy) {
    BoundDecls declared = declare(expr.decls, model::to_string(expr.op));
    both.insert(both.end(), declared.guards.begin(), declared.guards.end());
    both.push_back(formula(*expr.body()));
    for (std::size_t i = 0; i < declared.decls.size(); ++i) {
      const Expr variable = context_.terms(declared.decls[i].variable);
      if (copy == 0) first.push_back(variable);
      if (copy == 1) same.push_back(context_.terms(equal(first[i], variable)));
      decls.push_back(declared.decls[i]);
    }
  }
  return all(std::move(decls),
             context_.terms(implies(context_.terms(conjunction(both)), context_.terms(conjunction(same)))));
}

NodePtr ExprLowerer::variable_value(const model::Expr& expr) {
  const auto found = values_.find(expr.variable.get());
  if (found != values_.end()) return found->second;
  if (!error_) {
    error_ = error_at(expr.span, ErrorClass::Type,
                      fmt::format("variable '{}' has no value here", expr.variable->name));
  }
  return placeholder(expr);
}

NodePtr ExprLowerer::let(const model::Expr& expr) {
  const model::Decl& decl = expr.decls.front();
  bind(*decl.variables.front(), lower(*decl.bound));
  return lower(*expr.body());
}

std::vector<NodePtr> ExprLowerer::arguments(const model::Expr& call) {
  std::vector<NodePtr> result;
  for (const model::ExprPtr& argument : call.children) result.push_back(lower(*argument));
  return result;
}

const model::Expr* ExprLowerer::enter(const model::Expr& call, const std::vector<NodePtr>& arguments) {
  const model::Function& function = model_.function(call.function);
  if (std::ranges::find(functions_, call.function) != functions_.end()) {
    if (!error_) {
      error_ = error_at(call.span, ErrorClass::Syntax,
                        fmt::format("'{}' calls itself, directly or indirectly", function.name),
                        "use a closure (^r, *r) or a relation instead of recursion");
    }
    return nullptr;
  }
  std::size_t next = 0;
  for (const model::Decl& decl : function.parameters) {
    for (const model::VariablePtr& parameter : decl.variables) bind(*parameter, arguments[next++]);
  }
  functions_.push_back(call.function);
  return function.body.get();
}

NodePtr ExprLowerer::call(const model::Expr& expr) {
  const std::vector<NodePtr> values = arguments(expr);
  CallKey key{expr.function, {}};
  for (const NodePtr& value : values) key.second.push_back(value.get());
  if (const auto found = calls_.find(key); found != calls_.end()) return found->second;
  const model::Expr* body = enter(expr, values);
  if (body == nullptr) return placeholder(expr);
  const NodePtr value = lower(*body);
  leave();
  calls_.emplace(std::move(key), value);
  call_keys_.insert(call_keys_.end(), values.begin(), values.end());
  return value;
}

// Stands for an expression whose lowering has failed.
NodePtr ExprLowerer::placeholder(const model::Expr& expr) {
  switch (expr.kind) {
    case model::Kind::Relation:
      return context_.terms(none(std::max(expr.arity(), 1))).pointer();
    case model::Kind::Integer:
      return context_.terms(IntExpr(0)).pointer();
    case model::Kind::Formula:
      break;
  }
  return context_.terms(constant(true)).pointer();
}

}  // namespace fretsaw::lowering
