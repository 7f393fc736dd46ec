// SPDX-License-Identifier: MIT
// Which interchangeable atoms of a problem can be numbered by a walk along pointers (symmetry/slots.hpp).
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"
#include "logic/symmetry/slots.hpp"

namespace fretsaw {

// The order of the slots that number as many classes as possible, by as few pointers as possible.
//
// Whether a field is a pointer (holds at most one atom) and whether all used atoms of a class are reached is
// not read off the text: the solver is asked for an instance in which it is not so.
SlotOrder find_numbering(const Problem& problem, const std::vector<std::vector<Atom>>& classes,
                         Circuit& circuit, Budget& budget);

}  // namespace fretsaw
