// SPDX-License-Identifier: MIT
#include "logic/sat/solver.hpp"

namespace fretsaw {

const char* to_string(Answer answer) {
  switch (answer) {
    case Answer::Sat:
      return "sat";
    case Answer::Unsat:
      return "unsat";
    case Answer::Unknown:
      return "unknown";
  }
  return "unknown";
}

void add(Solver& solver, const Cnf& cnf, Budget& budget) {
  solver.reserve(cnf.variables);
  cnf.each_clause([&](std::span<const int> clause) {
    budget.poll();
    solver.add(clause);
  });
}

}  // namespace fretsaw
