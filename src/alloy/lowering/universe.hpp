// SPDX-License-Identifier: MIT
// Which atoms there are, and which of them each sig must and may have.
#pragma once

#include <string>
#include <vector>

#include "alloy/lowering/frame.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::lowering {

// Fills the frame's universe, integers, strings, and the bounds of all sigs that are not subset sigs.
//
// The order is Alloy's: the atoms of each top-level sig in the order of declaration (first those that its
// descendants own, children first, then those made for itself), then the integers, then the strings.
void lay_out_universe(Frame& frame, const std::vector<std::string>& strings);

}  // namespace fretsaw::lowering
