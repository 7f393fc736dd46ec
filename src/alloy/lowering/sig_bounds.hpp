// SPDX-License-Identifier: MIT
// What stands for each sig, and the formulas that make them a hierarchy of the sizes that the command allows.
#pragma once

#include "alloy/lowering/frame.hpp"

namespace fretsaw::lowering {

// Requires lay_out_universe. Fills the frame's sigs, and the bounds of subset sigs.
void bound_sigs(Frame& frame);

}  // namespace fretsaw::lowering
