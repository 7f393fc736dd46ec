// SPDX-License-Identifier: MIT
#include "sat/blocking_enumerator.hpp"

namespace fretsaw {

BlockingEnumerator::BlockingEnumerator(const Cnf& cnf, std::vector<int> cube)
    : solver_(make_cadical_solver()), primary_(cnf.primary) {
  add(*solver_, cnf);
  for (const int literal : cube) solver_->add({&literal, 1});
}

Step BlockingEnumerator::next(Budget& budget) {
  if (last_ == Step::Done) return last_;
  if (last_ == Step::Model) forbid_model();
  switch (solver_->solve({}, budget)) {
    case Answer::Sat:
      ++models_;
      return last_ = Step::Model;
    case Answer::Unsat:
      return last_ = Step::Done;
    case Answer::Limit:
      break;
  }
  return last_ = Step::Limit;
}

bool BlockingEnumerator::value(int variable) const { return solver_->value(variable); }

void BlockingEnumerator::forbid_model() {
  std::vector<int> clause;
  clause.reserve(static_cast<std::size_t>(primary_));
  for (int variable = 1; variable <= primary_; ++variable) {
    clause.push_back(solver_->value(variable) ? -variable : variable);
  }
  solver_->add(clause);
}

}  // namespace fretsaw
