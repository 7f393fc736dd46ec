// SPDX-License-Identifier: MIT
// Where the trees of model and mutant part, and whether the two nodes there ever have different values.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/model/model.hpp"

namespace fretsaw::mutation {

// Nodes that hold all of the difference between two trees, and the declarations around them, outermost first.
// Everything else is the same but for the identity of bound variables.
struct TreeDifference {
  const model::Expr* before = nullptr;
  const model::Expr* after = nullptr;
  bool by_value = true;  // it is their values that matter to what is around them
  std::vector<std::pair<const model::Decl*, const model::Decl*>> around;
};

// From the trees themselves down to the smallest such nodes. Nothing if the trees are the same.
std::vector<TreeDifference> part(const model::Expr& before, const model::Expr& after);

// Holds in instances in which some values of the variables around them tell the two nodes apart. If none
// does, neither do the trees differ. Variables that are free in the trees must be bound in both lowerers.
// Nothing if that cannot be said: of variables that stand for sets, and of arithmetic, where what an overflow
// means depends on what is around it.
std::optional<Formula> differ_somewhere(const TreeDifference& tree_difference, const model::Model& original,
                                        const model::Model& mutant, lowering::LoweringContext& context,
                                        lowering::ExprLowerer& of_original, lowering::ExprLowerer& of_mutant);

}  // namespace fretsaw::mutation
