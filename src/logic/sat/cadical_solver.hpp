// SPDX-License-Identifier: MIT
// Lets CaDiCaL run within a budget. Internal to this directory: no other file includes CaDiCaL.
#pragma once

#include "base/budget.hpp"
#include "logic/sat/solver.hpp"

namespace CaDiCaL {
class Solver;
}

namespace fretsaw {

// Solves under the assumptions already made, polling the budget. Unknown if another limit set in the solver
// ended it.
Answer solve_within(CaDiCaL::Solver& cadical, Budget& budget);

}  // namespace fretsaw
