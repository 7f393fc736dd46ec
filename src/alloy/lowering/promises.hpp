// SPDX-License-Identifier: MIT
// The future as part of the present: a relation of promises stands for each operator about the future.
#pragma once

#include <vector>

#include "alloy/lowering/terms.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw::lowering {

// Steps from state to state. Each trace of the problem they come from, with fitting values of the relations
// that were added, begins with a state in which `start` is not empty, goes on by such steps, and comes to
// states in which `kept` is not empty again and again. (There may be more such sequences of steps than
// traces.)
struct Steps {
  TimedProblem timed;             // the relations; without formulas
  std::vector<Formula> formulas;  // hold in every state, and look at most one state ahead
  Relation start;                 // not empty in the first state, and in no other
  // One after the other: not empty when all promises were kept once, twice, … since the beginning. They stay
  // so.
  std::vector<Relation> rounds;
};

// `spare` is an atom that no symmetry moves. The past must be part of the present already (history.hpp): what
// is said about it otherwise is left out.
Steps with_promises(const TimedProblem& timed, Atom spare, std::size_t rounds, TermTable& terms);

}  // namespace fretsaw::lowering
