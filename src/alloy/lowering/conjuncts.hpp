// SPDX-License-Identifier: MIT
// Facts and goals are taken apart into formulas as small as they come, each with its place in the text:
// through blocks, lets, calls of predicates and universal quantifiers. They are what a core is made of.
#pragma once

#include <set>
#include <vector>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/lowering/lowering_context.hpp"

namespace fretsaw::lowering {

class Conjuncts {
 public:
  // If `split_existentials`, also `some x: A | …` is taken apart, with an auxiliary relation for x.
  Conjuncts(LoweringContext& context, ExprLowerer& lowerer, bool split_existentials)
      : context_(context), lowerer_(lowerer), split_existentials_(split_existentials) {}

  // Requires the formula, or its negation, of the frame's problem: of its first state, or of all.
  void require(const model::Expr& formula, bool negated, OriginKind kind, bool always = false);

 private:
  void split(const model::Expr& expr, bool negated);
  bool splits_existentials() const;
  bool split_children(const model::Expr& expr, bool negated);
  void split_antecedent(const model::Expr& implication);
  void split_call(const model::Expr& expr, bool negated);
  void split_quantifier(const model::Expr& expr, bool body_negated);
  void split_existential(const model::Expr& expr, bool body_negated);
  void choose(const model::Decl& decl);
  void add(const Formula& formula, const Span& span);
  bool fix_order(const model::Expr& order);
  void order(const model::Expr& order);

  struct EnclosingBinder {  // all decls | guard implies …
    Decls decls;
    std::vector<Formula> guards;
  };

  struct RequiredCall {  // a call that was taken apart
    model::FunctionId function;
    bool negated = false;
    std::vector<NodePtr> arguments;
    friend auto operator<=>(const RequiredCall&, const RequiredCall&) = default;
  };

  LoweringContext& context_;
  ExprLowerer& lowerer_;
  bool split_existentials_;
  OriginKind kind_ = OriginKind::Fact;
  bool always_ = false;
  std::vector<EnclosingBinder> enclosing_;
  std::vector<std::set<RequiredCall>> required_{
      1};                   // outside of all quantifiers, then inside of each enclosing_
  std::set<Atom> ordered_;  // atoms that a fixed order has already distinguished
};

}  // namespace fretsaw::lowering
