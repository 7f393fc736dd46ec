// SPDX-License-Identifier: MIT
#include "logic/circuit/leaves.hpp"

#include <algorithm>
#include <vector>

namespace fretsaw {

Lit add_input(Circuit& circuit, std::size_t owner, std::uint64_t tuple) {
  circuit.inputs.push_back({static_cast<std::uint32_t>(owner), tuple});
  return circuit.input_literals.emplace_back(circuit.gates.input());
}

Matrix bounded_matrix(const Problem& problem, std::size_t owner, Circuit& circuit) {
  const Bound& bound = problem.bounds[owner];
  Matrix matrix{.arity = bound.upper.arity()};
  std::size_t certain = 0;
  for (std::size_t i = 0; i < bound.upper.size(); ++i) {
    const auto row = bound.upper.row(i);
    std::uint64_t index = 0;
    for (const Atom atom : row) index = index * problem.universe.size() + atom;
    const bool is_certain = certain < bound.lower.size() && std::ranges::equal(bound.lower.row(certain), row);
    if (is_certain) ++certain;
    matrix.entries.push_back({index, is_certain ? kTrue : add_input(circuit, owner, index)});
  }
  return matrix;
}

Matrix constant_matrix(const Problem& problem, const Node& node) {
  Matrix matrix{.arity = node.arity};
  const std::uint64_t atoms = problem.universe.size();
  if (node.op == Op::Univ) {
    for (std::uint64_t a = 0; a < atoms; ++a) matrix.entries.push_back({a, kTrue});
  } else if (node.op == Op::Iden) {
    for (std::uint64_t a = 0; a < atoms; ++a) matrix.entries.push_back({a * atoms + a, kTrue});
  } else if (node.op == Op::Ints) {
    for (const auto& [value, atom] : problem.integers.atoms) matrix.entries.push_back({atom, kTrue});
    std::ranges::sort(matrix.entries, {}, &Entry::index);
  }
  return matrix;
}

}  // namespace fretsaw
