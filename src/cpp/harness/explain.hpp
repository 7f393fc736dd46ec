// SPDX-License-Identifier: MIT
// Which parts of a formula do not hold.
#pragma once

#include <vector>

#include "alloy/lowering/atom_names.hpp"
#include "alloy/lowering/evaluate.hpp"
#include "alloy/model/model.hpp"
#include "base/budget.hpp"
#include "fretsaw/check_model.hpp"

namespace fretsaw::harness {

// Requires a formula that is false where the evaluator stands. Through conjunctions, called predicates,
// implications, lets and universal quantifiers (of which the first values that refute them are named) down to
// formulas that say one thing. Throws LimitReached.
std::vector<CheckFailure> failed_parts(const model::Model& model, const model::Expr& formula,
                                       lowering::InstanceEvaluator& evaluator,
                                       const lowering::AtomNames& atoms, Budget& budget);

}  // namespace fretsaw::harness
