// SPDX-License-Identifier: MIT
// A problem in which existential quantifiers look at the constants that the translation introduced for them,
// and at nothing else.
#pragma once

#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"
#include "logic/relational/choices.hpp"

namespace fretsaw {

struct WitnessedProblem {
  Problem problem;                  // the original bounds, and one auxiliary relation a skolem
  std::vector<Relation> constants;  // in the order of the skolems
  Choices choices;                  // for declarations in the problem's formulas
};

// An instance with values for the constants satisfies the result only if it satisfies the original:
// evaluating a quantifier over sets would take time exponential in its domain, checking its witness does not.
WitnessedProblem with_witnesses(const Problem& problem, const std::vector<Skolem>& skolems);

}  // namespace fretsaw
