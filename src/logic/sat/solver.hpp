// SPDX-License-Identifier: MIT
// An incremental SAT solver. Literals are as in DIMACS: variable v > 0 is the literal v or -v.
//
//     auto solver = make_cadical_solver();
//     solver->add({{1, 2}});
//     Budget budget;
//     if (solver->solve({{-1}}, budget) == Answer::Sat) use(solver->value(2));   // true
#pragma once

#include <memory>
#include <span>

#include "base/budget.hpp"
#include "logic/cnf/cnf.hpp"

namespace fretsaw {

enum class Answer {
  Sat,
  Unsat,
  Unknown,  // after limit_conflicts() only
};

const char* to_string(Answer answer);  // "sat", "unsat", "unknown"

class Solver {
 public:
  virtual ~Solver() = default;

  // The largest variable known so far: reserved, or used in a clause or an assumption.
  virtual int variables() const = 0;

  // Makes the variables 1..count known. Does nothing when they are.
  virtual void reserve(int count) = 0;

  // A variable not known before.
  int new_variable() {
    reserve(variables() + 1);
    return variables();
  }

  // Adds a clause for good. The empty clause makes every later answer Unsat. Requires literals other than 0
  // and INT_MIN.
  virtual void add(std::span<const int> clause) = 0;

  // Can the clauses be satisfied such that every assumption holds? When the budget throws LimitReached first,
  // the solver can be asked again, and keeps what it has learnt.
  virtual Answer solve(std::span<const int> assumptions, Budget& budget) = 0;

  // Lets the next solve() take at most this many conflicts; it answers Unknown beyond them. Unlike a budget,
  // this stops at the same point on every machine.
  virtual void limit_conflicts(int conflicts) = 0;

  // From now on, decides for this literal whenever it has a choice.
  virtual void prefer(int literal) = 0;

  // The variable's value in the solution found. Requires that the last call other than value() was a solve()
  // that answered Sat.
  virtual bool value(int variable) const = 0;

  // Whether this assumption was used in showing unsatisfiability: the assumptions that failed are, together
  // with the clauses, unsatisfiable. Requires that the last call other than failed() was a solve() that
  // answered Unsat.
  virtual bool failed(int assumption) const = 0;

  // Has it been noticed that the clauses alone make this literal true? If not, it may be so all the same.
  virtual bool always(int literal) const = 0;
};

// For all that is hard.
std::unique_ptr<Solver> make_cadical_solver();

// For the first few thousand conflicts. The variables 1..choices decide all others, as far as that is known.
std::unique_ptr<Solver> make_plain_solver(int choices = 0);

// Reserves the variables of a formula and adds its clauses.
void add(Solver& solver, const Cnf& cnf, Budget& budget = no_limits());

}  // namespace fretsaw
