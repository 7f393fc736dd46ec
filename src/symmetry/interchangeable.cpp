// SPDX-License-Identifier: MIT
//
// Two atoms are interchangeable if swapping them maps every bound to itself. That is an equivalence (the
// swaps of a class generate all its permutations), so it is enough to compare each atom with one member of
// each class.
#include "symmetry/interchangeable.hpp"

#include <algorithm>

namespace fretsaw {

namespace {

// Is the set the same after swapping a and b?
bool invariant(const TupleSet& set, Atom a, Atom b) {
  std::vector<Atom> swapped(static_cast<std::size_t>(set.arity()));
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto row = set.row(i);
    bool touched = false;
    for (std::size_t j = 0; j < row.size(); ++j) {
      swapped[j] = row[j] == a ? b : row[j] == b ? a : row[j];
      touched |= swapped[j] != row[j];
    }
    if (touched && !set.contains(swapped)) return false;
  }
  return true;
}

}  // namespace

std::vector<std::vector<Atom>> interchangeable_atoms(const Problem& problem) {
  std::vector<bool> fixed(problem.universe.size(), false);
  for (const auto& [value, atom] : problem.integers.atoms) fixed[atom] = true;

  const auto alike = [&](Atom a, Atom b) {
    return !fixed[a] && !fixed[b] && std::ranges::all_of(problem.bounds, [&](const Bound& bound) {
      return invariant(bound.upper, a, b) && (bound.lower.empty() || invariant(bound.lower, a, b));
    });
  };
  std::vector<std::vector<Atom>> classes;
  for (Atom atom = 0; atom < problem.universe.size(); ++atom) {
    const auto found =
        std::ranges::find_if(classes, [&](const auto& members) { return alike(members[0], atom); });
    if (found != classes.end()) {
      found->push_back(atom);
    } else {
      classes.push_back({atom});
    }
  }
  return classes;
}

}  // namespace fretsaw
