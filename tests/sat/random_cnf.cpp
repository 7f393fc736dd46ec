// SPDX-License-Identifier: MIT
#include "sat/random_cnf.hpp"

namespace fretsaw::sat_test {

int random_between(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

Cnf random_cnf(Random& random, int max_variables) {
  Cnf cnf;
  cnf.variables = random_between(random, 1, max_variables);
  cnf.primary = random_between(random, 0, cnf.variables);
  cnf.secondary = random_between(random, 0, cnf.variables - cnf.primary);
  const int tightness = random_between(random, 5, 45);  // tenths of a clause per variable
  const int clauses = 1 + cnf.variables * tightness / 10;
  const bool units = random_between(random, 0, 3) == 0;
  std::vector<int> clause;
  for (int i = 0; i < clauses; ++i) {
    static constexpr int kSizes[] = {1, 2, 2, 3, 3, 3, 3, 4, 5};
    const int size = kSizes[random_between(random, units ? 0 : 1, 8)];
    clause.clear();
    for (int k = 0; k < size; ++k) {
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
