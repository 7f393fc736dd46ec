// SPDX-License-Identifier: MIT
// Can a bad state be reached by steps that are given as clauses?
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "logic/cnf/cnf.hpp"

namespace fretsaw {

// A state is a valuation of its variables.
struct StepSystem {
  struct Variable {
    int now;
    int next;  // the same variable if its value never changes
  };

  Cnf clauses;  // define `step`; satisfiable for every pair of states
  int step;     // this literal: there is a step from the state now to the state next
  std::vector<Variable> state;
  int start;  // a variable now: everything begins in a state where it is true. No step leads to one
  int bad;    // a variable now: to be reached, in a state from which there is a further step
};

enum class Reach : std::uint8_t {
  Never,
  Sometime,
  Unknown,  // not with so many questions
};

// By IC3, with at most so many questions to a solver. `Never` was shown by a set of states that holds all
// beginnings, is closed under steps and has no bad state with a further step; a solver of its own has checked
// that.
Reach reach(const StepSystem& system, std::uint64_t max_queries, Budget& budget);

}  // namespace fretsaw
