// SPDX-License-Identifier: MIT
#include "logic/sat/blocking_enumerator.hpp"

namespace fretsaw {

BlockingEnumerator::BlockingEnumerator(const Cnf& cnf, std::vector<int> cube)
    : solver_(make_cadical_solver()), primary_(cnf.primary) {
  add(*solver_, cnf);
  for (const int literal : cube) solver_->add({&literal, 1});
}

bool BlockingEnumerator::next(Budget& budget) {
  if (done_) return false;
  if (at_solution_) forbid_solution();
  at_solution_ = false;
  if (solver_->solve({}, budget) == Answer::Unsat) return done_ = true, false;
  ++solutions_;
  return at_solution_ = true;
}

bool BlockingEnumerator::value(int variable) const { return solver_->value(variable); }

void BlockingEnumerator::forbid_solution() {
  std::vector<int> clause;
  clause.reserve(static_cast<std::size_t>(primary_));
  for (int variable = 1; variable <= primary_; ++variable) {
    clause.push_back(solver_->value(variable) ? -variable : variable);
  }
  solver_->add(clause);
}

}  // namespace fretsaw
