// SPDX-License-Identifier: MIT
#include "logic/sat/random_cnf.hpp"

namespace fretsaw::sat_test {

int random_between(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

Cnf random_cnf(Random& random, int max_variables) {
  Cnf cnf;
  cnf.variables = random_between(random, (max_variables + 1) / 2, max_variables);
  cnf.primary = random_between(random, 0, cnf.variables);
  cnf.secondary = random_between(random, 0, cnf.variables - cnf.primary);
  // Clauses of mixed sizes propagate much; those of three literals each, at three to four and a half per
  // variable, are those that conflict much.
  static constexpr int kMixed[] = {1, 2, 2, 3, 3, 3, 4, 5};
  static constexpr int kHard[] = {3, 3, 3, 3, 3, 3, 3, 4};
  const bool hard = random_between(random, 0, 3) != 0;
  const bool units = random_between(random, 0, 3) == 0;
  const int tenths_per_variable = hard ? random_between(random, 25, 48) : random_between(random, 5, 35);
  std::vector<int> clause;
  for (int left = 1 + cnf.variables * tenths_per_variable / 10; left > 0; --left) {
    const int kind = random_between(random, units ? 0 : 1, 7);
    clause.clear();
    for (int size = hard ? kHard[kind] : kMixed[kind]; size > 0; --size) {
      const int variable = random_between(random, 1, cnf.variables);
      clause.push_back(random_between(random, 0, 1) == 0 ? variable : -variable);
    }
    cnf.add(clause);
  }
  return cnf;
}

std::vector<int> random_cube(Random& random, const Cnf& cnf) {
  std::vector<int> cube;
  for (int size = random_between(random, 0, 3); size > 0; --size) {
    const int variable = random_between(random, 1, cnf.variables);
    cube.push_back(random_between(random, 0, 1) == 0 ? variable : -variable);
  }
  return cube;
}

}  // namespace fretsaw::sat_test
