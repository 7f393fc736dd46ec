// SPDX-License-Identifier: MIT
// What stands for each field, and the formulas that its declaration means.
#pragma once

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/lowering/frame.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::lowering {

// Requires bound_sigs. Fills the frame's fields. Fails if a field could have too many tuples.
Status bound_fields(Frame& frame, Budget& budget);

// Requires bound_fields.
void constrain_fields(Frame& frame, ExprLowerer& lowerer);

}  // namespace fretsaw::lowering
