// SPDX-License-Identifier: MIT
// From the solution that a solver happened to find to one that is easier to read.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "finder/prepare.hpp"
#include "fretsaw/relational.hpp"
#include "sat/solver.hpp"

namespace fretsaw {

// Requires that the solver has the clauses and has just answered Sat. Gives a solution of the clauses, by
// variable (the first is 1), with no more atoms in unary relations than the one found and often far fewer, no
// tuple that could be left out, and integers near to zero. The effort is bounded, and the same on every
// machine; for large problems it is none.
std::vector<bool> smaller_solution(const Problem& problem, const Clauses& clauses, Solver& solver,
                                   Budget& budget);

}  // namespace fretsaw
