// SPDX-License-Identifier: MIT
// Typed expressions of the model become terms of the problem: calls are expanded, lets replaced, quantifiers
// made of `all` and `some`, multiplicities spelled out.
//
// An expression that is used in several places becomes one node: arguments and let-bound values are lowered
// once, and a call with the same arguments as one before gives that one's term. So the terms grow with the
// text of the model and not with the number of paths through its calls.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "alloy/lowering/lowering_context.hpp"
#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::lowering {

class ExprLowerer {
 public:
  // Skolem constants of quantifiers outside all functions are named after the command's label, unless it has
  // a `$`.
  ExprLowerer(LoweringContext& context, std::string label, Budget& budget)
      : context_(context), model_(*context.model), label_(std::move(label)), budget_(budget) {}

  // Require an expression of that kind.
  Expr relation(const model::Expr& expr);
  IntExpr integer(const model::Expr& expr);
  Formula formula(const model::Expr& expr);
  NodePtr value(const model::Expr& expr) { return lower(expr); }  // of any kind

  // What a variable that is free in the expressions to come stands for.
  void bind(const model::Variable& variable, NodePtr value) {
    values_.insert_or_assign(&variable, std::move(value));
  }

  // The declarations as those of a binder, whose variables are now bound; `guards` are what else must hold of
  // them: disjointness, and multiplicities inside of arrows.
  struct BoundDecls {
    Decls decls;
    std::vector<Formula> guards;
  };
  BoundDecls declare(const std::vector<model::Decl>& decls, const char* binder);

  // value: mult bound. The bound may have multiplicities inside.
  Formula within(const Expr& value, model::Mult mult, const model::Expr& bound);

  // Expands a call in steps, for who wants to look at the body: its arguments; then its body, with the
  // parameters bound to them, or nothing and an error if the function is already being expanded. leave() must
  // follow.
  std::vector<NodePtr> arguments(const model::Expr& call);
  const model::Expr* enter(const model::Expr& call, const std::vector<NodePtr>& arguments);
  void leave() { functions_.pop_back(); }

  Formula disjoint(const std::vector<Expr>& sets);
  // The definition of a total order, for where no bounds can be fixed. A nonempty one if `nonempty`.
  Formula total_order(const Expr& elements, const Expr& first, const Expr& next, bool nonempty);

  const std::optional<Diagnostic>& error() const { return error_; }
  const std::vector<Diagnostic>& warnings() const { return warnings_; }

 private:
  using CallKey = std::pair<model::FunctionId, std::vector<const Node*>>;

  NodePtr lower(const model::Expr& expr);  // of any kind

  // lower_relations.cpp
  Expr relation_term(const model::Expr& expr);
  Expr chain(const model::Expr& expr);
  Expr combine(model::Op op, const std::vector<const model::Expr*>& operands);
  Expr joined(const Expr& left, const Expr& right);
  Expr join_operand(const model::Expr& expr);
  Expr reflexive(const Expr& closed);
  Expr string_atom(const model::Expr& expr);
  Expr as_set(const IntExpr& number) { return context_.terms(to_expr(number)); }

  // lower_integers.cpp
  IntExpr integer_term(const model::Expr& expr);
  IntExpr number(const model::Expr& expr);
  IntExpr arithmetic(model::Op op, const IntExpr& a, const IntExpr& b);
  Formula comparison(const model::Expr& expr);

  // lower_formulas.cpp
  Formula formula_term(const model::Expr& expr);
  Formula connective(const model::Expr& expr);
  Formula multiplicity(model::Op op, const Expr& set);
  Formula equality(const model::Expr& expr);
  Formula membership(const model::Expr& expr);

  // lower_binders.cpp
  Formula quantified(const model::Expr& expr);
  Formula counted(const model::Expr& expr);
  Formula at_most_one(const model::Expr& expr);
  void declare(const model::Decl& decl, const char* binder, BoundDecls& result);
  NodePtr call(const model::Expr& expr);
  NodePtr let(const model::Expr& expr);
  NodePtr placeholder(const model::Expr& expr);
  std::string skolem_name(const std::string& variable) const;
  NodePtr variable_value(const model::Expr& expr);

  // multiplicities.cpp
  Formula sized(const Expr& set, model::Mult mult);
  Formula in_arrow(const Expr& value, const model::Expr& arrow);
  Formula in_sequence(const Expr& value, const model::Expr& elements);
  Formula each_side(const Expr& value, const model::Expr& arrow, bool from_left);
  std::vector<Expr> columns(const model::Expr& expr);

  LoweringContext& context_;
  const model::Model& model_;
  std::string label_;
  Budget& budget_;
  std::unordered_map<const model::Variable*, NodePtr> values_;
  std::map<CallKey, NodePtr> calls_;
  std::vector<NodePtr> call_keys_;            // what the keys of calls_ point to
  std::vector<model::FunctionId> functions_;  // being expanded, innermost last
  std::optional<Diagnostic> error_;
  std::vector<Diagnostic> warnings_;
  std::unordered_set<const model::Expr*> warned_;
};

}  // namespace fretsaw::lowering
