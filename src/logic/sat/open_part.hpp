// SPDX-License-Identifier: MIT
// What is left to satisfy of a clause that is added to a search.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "logic/sat/literal.hpp"
#include "logic/sat/trail.hpp"

namespace fretsaw::sat {

// The clause's open literals, each once, in ascending order, into `literals`. False if it is true already, or
// always.
inline bool open_part(std::span<const int> clause, const Trail& trail, std::vector<Literal>& literals) {
  literals.clear();
  for (const int dimacs : clause) {
    const Literal literal = from_dimacs(dimacs);
    if (trail.is_true(literal)) return false;
    if (trail.is_open(literal)) literals.push_back(literal);
  }
  std::ranges::sort(literals, {}, &Literal::code);
  const auto repeated = std::ranges::unique(literals);
  literals.erase(repeated.begin(), repeated.end());
  const auto complementary = [](Literal a, Literal b) { return a == ~b; };
  return std::ranges::adjacent_find(literals, complementary) == literals.end();
}

}  // namespace fretsaw::sat
