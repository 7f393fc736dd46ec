// SPDX-License-Identifier: MIT
// What follows from a formula and a few assumptions by unit propagation alone.
#pragma once

#include <cstdint>

#include "logic/cnf/cnf.hpp"
#include "logic/sat/propagator.hpp"

namespace fretsaw {

class Propagation {
 public:
  explicit Propagation(const Cnf& cnf);

  // False once the clauses themselves, and what was fixed, are contradictory.
  bool consistent() const { return consistent_; }

  bool is_open(int variable) const { return trail_.is_open(sat::from_dimacs(variable)); }
  bool is_true(int literal) const { return trail_.is_true(sat::from_dimacs(literal)); }

  // Adds an assumption to those made already. False if that leads to a conflict; retract() before anything
  // else then.
  bool assume(int literal);
  void retract();  // all of them

  // Adds a fact. Requires that nothing is assumed.
  void fix(int literal);

  std::uint64_t propagations() const { return propagator_.propagations(); }

 private:
  void load(std::span<const int> clause);
  void assign(sat::Literal literal);

  sat::ClauseArena arena_;
  sat::Trail trail_;
  sat::Propagator propagator_;
  bool consistent_ = true;
};

}  // namespace fretsaw
