// SPDX-License-Identifier: MIT
// The past as part of the present: a relation that remembers stands for each operator about the past.
#pragma once

#include "alloy/lowering/terms.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw::lowering {

// The traces of the problem, each with the values of relations that were added to it: formulas then speak of
// the present and the future only. `spare` is an atom that no symmetry moves. Operators that would need too
// large a relation stay, and those about calculated numbers.
TimedProblem with_history(const TimedProblem& timed, Atom spare, TermTable& terms);

}  // namespace fretsaw::lowering
