// SPDX-License-Identifier: MIT
#include "logic/cnf/cnf.hpp"

namespace fretsaw {

void Cnf::add(std::span<const int> clause) {
  literals.insert(literals.end(), clause.begin(), clause.end());
  literals.push_back(0);
  ++clauses;
}

}  // namespace fretsaw
