// SPDX-License-Identifier: MIT
// Can a state be reached by steps that a problem describes?
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/relational.hpp"
#include "logic/sat/reach.hpp"

namespace fretsaw {

// An instance of the problem is two states, with a step from one to the other.
struct StepProblem {
  struct Pair {
    Relation now;
    Relation next;  // the same relation if it never changes
  };

  Problem problem;
  std::vector<Pair> state;
  Relation
      start;  // one tuple or none: everything begins in a state where it is there now. No step leads to one
  Relation bad;  // likewise: to be reached, in a state from which there is a further step
};

// With at most so many questions to a solver. Unknown also if the problem cannot be translated, or needs
// choices besides the states: what is a step then depends on them.
Reach reach(const StepProblem& steps, std::uint64_t max_queries, Budget& budget);

}  // namespace fretsaw
