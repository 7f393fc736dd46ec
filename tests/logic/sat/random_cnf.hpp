// SPDX-License-Identifier: MIT
// Random formulas of all kinds that matter to enumeration: loose and tight, with and without units, with any
// split into primary, secondary and other variables.
#pragma once

#include <random>
#include <vector>

#include "logic/cnf/cnf.hpp"

namespace fretsaw::sat_test {

using Random = std::mt19937;

int random_between(Random& random, int low, int high);  // both included

// Some variables may not occur at all; clauses may repeat literals or be tautologies, now and then.
Cnf random_cnf(Random& random, int max_variables);

// A random set of literals, usually consistent, of the formula's variables.
std::vector<int> random_cube(Random& random, const Cnf& cnf);

}  // namespace fretsaw::sat_test
