// SPDX-License-Identifier: MIT
// What stands for sigs and fields: the atoms that there are, and the bounds of each relation.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/lowering/lowering_context.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::lowering {

// Which atoms there are, and which of them each sig must and may have.

// Fills the frame's universe, integers, strings, and the bounds of all sigs that are not subset sigs.
//
// The order is Alloy's: the atoms of each top-level sig in the order of declaration (first those that its
// descendants own, children first, then those made for itself), then the integers, then the strings.
void lay_out_universe(LoweringContext& context, const std::vector<std::string>& strings);

// What stands for each sig, and the formulas that make them a hierarchy of the sizes that the command allows.

// Requires lay_out_universe. Fills the frame's sigs, and the bounds of subset sigs.
void bound_sigs(LoweringContext& context);

// The tuples that an expression may have in some instance, by the upper bounds of what it mentions.

// No bound is computed for more tuples than these.
inline constexpr std::size_t kMaxBoundTuples = std::size_t{1} << 24;

class UpperBound {
 public:
  explicit UpperBound(const LoweringContext& context) : context_(context) {}

  // Inside, the variable is this set.
  void bind(const model::Variable& variable, TupleSet value) {
    values_.insert_or_assign(&variable, std::move(value));
  }

  // Nothing if the expression is of a kind that is not looked into, or if there are too many tuples.
  std::optional<TupleSet> of(const model::Expr& expr) const;

  // By the type alone.
  std::optional<TupleSet> of(const model::Type& type) const;

 private:
  std::optional<TupleSet> of_leaf(const model::Expr& expr) const;
  std::optional<TupleSet> of_unary(const model::Expr& expr) const;
  std::optional<TupleSet> of_binary(const model::Expr& expr) const;

  const LoweringContext& context_;
  std::unordered_map<const model::Variable*, TupleSet> values_;
};

// Does the variable occur in the expression?
bool mentions(const model::Expr& expr, const model::Variable& variable);

// What stands for each field, and the formulas that its declaration means.

// Requires bound_sigs. Fills the frame's fields. Fails if a field could have too many tuples.
Status bound_fields(LoweringContext& context, Budget& budget);

// Requires bound_fields.
void constrain_fields(LoweringContext& context, ExprLowerer& lowerer);

}  // namespace fretsaw::lowering
