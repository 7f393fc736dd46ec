// SPDX-License-Identifier: MIT
//
// The invariant is computed for every instance of an exact enumeration, so it has to be cheap: a first sum
// over the tuples characterizes each atom by the tuples that contain it, where the contribution of a tuple to
// an atom is computed only once; a second one adds up the tuples by the values of their atoms. Sums do not
// depend on the order of the tuples, which is all that renaming changes.
#include "logic/symmetry/shapes.hpp"

#include <algorithm>
#include <bit>

#include "logic/symmetry/mixing.hpp"

namespace fretsaw {

Shapes::Shapes(const Problem& problem, const std::vector<InputTuple>& inputs,
               const std::vector<int>& variable_of_input, int primary,
               const std::vector<std::vector<Atom>>& classes)
    : cells_(static_cast<std::size_t>(primary)), colors_(problem.universe.size()) {
  for (std::uint32_t c = 0; c < classes.size(); ++c) {
    for (const Atom atom : classes[c]) colors_[atom] = c;
  }
  for (const std::uint32_t color : colors_) kinds_.push_back(mixed(color + 1));
  for (std::uint64_t b = 0; b < problem.bounds.size(); ++b) relations_.push_back(mixed(mixed(b) + 1));

  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::uint32_t owner = inputs[i].owner;
    if (owner >= problem.bounds.size() || problem.bounds[owner].auxiliary) continue;
    Cell& cell = cells_[static_cast<std::size_t>(variable_of_input[i]) - 1];
    cell = {owner, static_cast<std::uint32_t>(problem.bounds[owner].relation.arity()),
            static_cast<std::uint32_t>(columns_.size())};
    std::vector<Atom> row(cell.arity);
    std::uint64_t rest = inputs[i].tuple;
    for (std::size_t c = row.size(); c-- > 0; rest /= problem.universe.size())
      row[c] = static_cast<Atom>(rest % problem.universe.size());
    for (std::size_t c = 0; c < row.size(); ++c) {
      std::uint64_t gives = relations_[owner] + c;
      for (std::size_t d = 0; d < row.size(); ++d)
        gives = mixed(gives + (row[d] == row[c] ? 1 : kinds_[row[d]]));
      columns_.push_back(row[c]);
      gives_.push_back(gives);
    }
  }
}

std::uint64_t Shapes::invariant(std::span<const std::uint64_t> bits) {
  seen_ = kinds_;
  const auto each_tuple = [&](auto&& visit) {
    for (std::size_t word = 0; word < bits.size(); ++word) {
      for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
        visit(cells_[word * kBits + static_cast<std::size_t>(std::countr_zero(rest))]);
    }
  };
  each_tuple([&](const Cell& cell) {
    for (std::uint32_t c = cell.columns; c < cell.columns + cell.arity; ++c) seen_[columns_[c]] += gives_[c];
  });
  std::uint64_t result = 0;
  each_tuple([&](const Cell& cell) {
    std::uint64_t tuple = relations_[cell.relation];
    for (std::uint32_t c = cell.columns; c < cell.columns + cell.arity; ++c)
      tuple = std::rotl(tuple, 23) + seen_[columns_[c]] * kMixMultiplier;
    result += mixed(tuple);
  });
  return mixed(result);
}

}  // namespace fretsaw
