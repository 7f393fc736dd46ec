// SPDX-License-Identifier: MIT
// The same question with fewer variables, for a search that takes long.
//
//     const Elimination fewer = eliminate(cnf, budget);
//     ... solve fewer.cnf ...
//     fewer.extend(values);      // a solution of fewer.cnf becomes one of cnf
//
// And the same enumeration with fewer gates: eliminate_gates(cnf, {}, budget).
#pragma once

#include <span>
#include <vector>

#include "base/budget.hpp"
#include "logic/cnf/cnf.hpp"

namespace fretsaw {

struct Elimination {
  // Over the same variables; those that were eliminated are in no clause. It has a solution if and only if
  // the original has.
  Cnf cnf;
  // What was removed with them, as in Cnf, each clause beginning with a literal of its eliminated variable.
  // A solution is one of the original if, from the last to the first, this literal is made true where
  // nothing else in the clause is.
  std::vector<int> removed;

  // Requires the values of a solution of `cnf`, by variable - 1.
  void extend(std::vector<bool>& values) const;
};

// The effort is limited, and the same on every machine.
Elimination eliminate(const Cnf& cnf, Budget& budget);

// The formula with fewer gates, that is, variables that are neither primary nor secondary nor named. What the
// others can be together is the same, and unit propagation finds out about them at least what it did before.
// Every variable keeps its number and its role; gates that are gone are in no clause. The effort is limited,
// to less than that of eliminate().
Cnf eliminate_gates(const Cnf& cnf, std::span<const int> named, Budget& budget);

// The same formula, made shorter: where setting a primary variable leads to a conflict by propagation alone,
// it has the other value in all solutions ("failed literals"). Clauses that are then true, and literals that
// are then false, are gone.
//
// An enumeration meets these conflicts, or propagates through these clauses, once per solution; this finds
// them once. The effort is bounded. Every variable keeps its number and its role.
Cnf probe(const Cnf& cnf, Budget& budget);

}  // namespace fretsaw
