// SPDX-License-Identifier: MIT
// A paragraph for all its arguments at once: relations stand for its parameters, and a solver chooses them.
#pragma once

#include <vector>

#include "alloy/lowering/expr_lowerer.hpp"

namespace fretsaw::lowering {

// Adds one relation for each parameter to the frame's problem, as large as its type allows.
std::vector<Relation> parameter_relations(LoweringContext& context, const model::Function& function);

// From now on, the lowerer means these relations by the parameters. Gives the formula that each is as
// declared.
Formula bind_parameters(LoweringContext& context, ExprLowerer& lowerer, const model::Function& function,
                        const std::vector<Relation>& relations);

}  // namespace fretsaw::lowering
