// SPDX-License-Identifier: MIT
// The tuples that an expression may have in some instance, by the upper bounds of what it mentions.
#pragma once

#include <optional>
#include <unordered_map>

#include "alloy/lowering/frame.hpp"

namespace fretsaw::lowering {

// No bound is computed for more tuples than these.
inline constexpr std::size_t kMaxBoundTuples = std::size_t{1} << 24;

class UpperBound {
 public:
  explicit UpperBound(const Frame& frame) : frame_(frame) {}

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

  const Frame& frame_;
  std::unordered_map<const model::Variable*, TupleSet> values_;
};

// Does the variable occur in the expression?
bool mentions(const model::Expr& expr, const model::Variable& variable);

}  // namespace fretsaw::lowering
