// SPDX-License-Identifier: MIT
// From the solution that a solver happened to find to one that is easier to read.
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "fretsaw/relational.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/sat/solver.hpp"

namespace fretsaw {

// Requires a solution of the clauses, by variable (the first is 1), and a solver that has them. Gives another
// one, or the same, with no more atoms in unary relations and often far fewer, no tuple that could be left
// out, and integers near to zero. The effort is bounded, and the same on every machine; for large problems it
// is none.
std::vector<bool> smaller_solution(const Problem& problem, const Clauses& clauses, std::vector<bool> solution,
                                   Solver& solver, Budget& budget);

}  // namespace fretsaw
