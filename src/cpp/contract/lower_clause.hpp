// SPDX-License-Identifier: MIT
// What space and heap_check share: a theory's sigs and fields as expressions over the relations of a problem,
// and clauses lowered to formulas over them.
#pragma once

#include <map>
#include <vector>

#include "alloy/lowering/lowering_context.hpp"
#include "cpp/contract/theory.hpp"

namespace fretsaw::contract {

// A frame for the theory's model in which every sig and field is empty, as the caller then changes.
lowering::LoweringContext empty_context(const Theory& theory);

// The clause as a formula. `values` stand for its variables, in order.
Result<Formula> lower_clause(const Theory& theory, std::size_t clause, lowering::LoweringContext& frame,
                             const std::vector<Expr>& values);

// The same for parts of it, of any kind. Requires that the clause itself can be lowered.
std::vector<NodePtr> lower_parts(const Theory& theory, std::size_t clause, lowering::LoweringContext& frame,
                                 const std::vector<Expr>& values,
                                 const std::vector<const model::Expr*>& parts);

// Errors: constants that require a bit width, such as Int.min.
Status check_integers(const Theory& theory, std::size_t clause);

}  // namespace fretsaw::contract
