// SPDX-License-Identifier: MIT
#pragma once

#include "base/budget.hpp"
#include "logic/cnf/cnf.hpp"

namespace fretsaw {

// The same formula, made shorter: where setting a primary variable leads to a conflict by propagation alone,
// it has the other value in all solutions ("failed literals"). Clauses that are then true, and literals that
// are then false, are gone.
//
// An enumeration meets these conflicts, or propagates through these clauses, once per solution; this finds
// them once. The effort is bounded. Every variable keeps its number and its role.
Cnf probe(const Cnf& cnf, Budget& budget);

}  // namespace fretsaw
