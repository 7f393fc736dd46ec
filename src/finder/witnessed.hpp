// SPDX-License-Identifier: MIT
// A problem in which existential quantifiers are replaced by the constants that the translation introduced
// for them.
#pragma once

#include <vector>

#include "circuit/translate.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw {

struct WitnessedProblem {
  Problem problem;                  // the original bounds, and one auxiliary relation a skolem
  std::vector<Relation> constants;  // in the order of the skolems
};

// An instance with values for the constants satisfies the result only if it satisfies the original:
// evaluating a quantifier over sets would take time exponential in its domain, checking its witness does not.
WitnessedProblem with_witnesses(const Problem& problem, const std::vector<Skolem>& skolems);

}  // namespace fretsaw
