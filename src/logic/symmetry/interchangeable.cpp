// SPDX-License-Identifier: MIT
//
// Two atoms are interchangeable if swapping them maps every bound to itself. That is an equivalence (the
// swaps of a class generate all its permutations), so it is enough to compare each atom with one member of
// each class, and only with classes whose atoms stand equally often in each column of each bound.
#include <algorithm>
#include <unordered_map>

#include "logic/symmetry/lex_leader.hpp"

namespace fretsaw {

namespace {

// Where the atoms stand in the bounds.
class Places {
 public:
  explicit Places(const Problem& problem)
      : rows_(problem.universe.size()), profiles_(problem.universe.size(), 0) {
    for (const Bound& bound : problem.bounds) {
      add(bound.upper);
      if (bound.lower != bound.upper) add(bound.lower);
    }
  }

  // Equal for atoms that are interchangeable.
  std::uint64_t profile(Atom atom) const { return profiles_[atom]; }

  bool may_be_swapped(Atom a, Atom b) const { return all_stay(a, a, b) && all_stay(b, a, b); }

 private:
  struct Row {
    std::uint32_t set;
    std::uint32_t row;
  };

  void add(const TupleSet& set) {
    const auto number = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(&set);
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto row = set.row(i);
      for (std::size_t column = 0; column < row.size(); ++column) {
        rows_[row[column]].push_back({number, static_cast<std::uint32_t>(i)});
        profiles_[row[column]] += mixed(number, column);
      }
    }
  }

  static std::uint64_t mixed(std::uint64_t set, std::uint64_t column) {
    std::uint64_t bits = (set * 31 + column + 1) * 0x9e3779b97f4a7c15U;
    bits ^= bits >> 29;
    return bits * 0xbf58476d1ce4e5b9U;
  }

  // Are all rows with that atom still in their sets after swapping a and b?
  bool all_stay(Atom atom, Atom a, Atom b) const {
    std::vector<Atom> swapped;
    return std::ranges::all_of(rows_[atom], [&](const Row& place) {
      const auto row = sets_[place.set]->row(place.row);
      swapped.assign(row.begin(), row.end());
      for (Atom& x : swapped) x = x == a ? b : x == b ? a : x;
      return sets_[place.set]->contains(swapped);
    });
  }

  std::vector<const TupleSet*> sets_;
  std::vector<std::vector<Row>> rows_;
  std::vector<std::uint64_t> profiles_;
};

}  // namespace

std::vector<std::vector<Atom>> interchangeable_atoms(const Problem& problem) {
  std::vector<bool> fixed(problem.universe.size(), false);
  for (const auto& [value, atom] : problem.integers.atoms) fixed[atom] = true;

  const Places places(problem);
  std::vector<std::vector<Atom>> classes;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> alike;  // classes by the profile of their atoms
  for (Atom atom = 0; atom < problem.universe.size(); ++atom) {
    if (fixed[atom]) {
      classes.push_back({atom});
      continue;
    }
    auto& candidates = alike[places.profile(atom)];
    const auto found = std::ranges::find_if(
        candidates, [&](std::size_t c) { return places.may_be_swapped(classes[c][0], atom); });
    if (found != candidates.end()) {
      classes[*found].push_back(atom);
    } else {
      candidates.push_back(classes.size());
      classes.push_back({atom});
    }
  }
  return classes;
}

}  // namespace fretsaw
