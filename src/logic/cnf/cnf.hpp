// SPDX-License-Identifier: MIT
// A propositional formula in conjunctive normal form, as a value. Literals are as in DIMACS: variable v is v
// or -v, counted from 1; clauses stand one after the other in one array, each ended by 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fretsaw {

struct Cnf {
  int variables = 0;
  // Variables 1..primary are the free choices: the truth of a tuple in a relation. Every variable above
  // primary + secondary is a gate, whose value follows by unit propagation once all others are given.
  int primary = 0;
  // Variables primary+1..primary+secondary are choices that do not count as part of a solution (skolem
  // constants).
  int secondary = 0;
  std::vector<int> literals;
  std::size_t clauses = 0;

  void add(std::span<const int> clause) {
    literals.insert(literals.end(), clause.begin(), clause.end());
    literals.push_back(0);
    ++clauses;
  }

  // Calls visit(std::span<const int>) for each clause, in the order they were added.
  template <class Visit>
  void each_clause(Visit&& visit) const {
    for (std::size_t begin = 0, end = 0; end < literals.size(); begin = ++end) {
      while (literals[end] != 0) ++end;
      visit(std::span<const int>(literals.data() + begin, end - begin));
    }
  }
};

}  // namespace fretsaw
