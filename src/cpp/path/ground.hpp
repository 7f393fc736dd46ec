// SPDX-License-Identifier: MIT
// Relational clauses as conditions of the solver that path conditions go to. Objects are atoms as ever; an
// integer is the bits of the variable that it comes from, at its full width: a set of integers is as many of
// them as there are objects (or elements) that have one.
#pragma once

#include <functional>

#include "cpp/inputs/input_space.hpp"
#include "cpp/path/path_solver.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::path {

// Requires all formulas of the space. Variables of the solver are its slots. `is_signed` tells how the bits
// of a free variable are a number. Refused, at the clause: what would have to go through all integers, and
// operators that are not known here.
Status require_clauses(const inputs::InputSpace& space, const InputModel& model, PathSolver& solver,
                       const std::function<bool(std::size_t variable)>& is_signed);

}  // namespace fretsaw::path
