// SPDX-License-Identifier: MIT
// Expressions: matrices by the operations of relational algebra.
#include <algorithm>
#include <vector>

#include "logic/circuit/translator.hpp"

namespace fretsaw {

MatrixPtr Translator::matrix(const Node& node) {
  switch (node.op) {
    case Op::Relation:
      return relations_.at(node.leaf.get());
    case Op::Variable:
      return scope_.lookup(node.leaf.get()).value;
    default:
      return compute_once(matrices_, node, [&] { return compute_matrix(node); });
  }
}

MatrixPtr Translator::compute_matrix(const Node& node) {
  switch (node.op) {
    case Op::Union:
      return binary(node, &Algebra::unite);
    case Op::Intersection:
      return binary(node, &Algebra::intersect);
    case Op::Difference:
      return binary(node, &Algebra::subtract);
    case Op::Override:
      return binary(node, &Algebra::override_with);
    case Op::Product:
      return binary(node, &Algebra::product);
    case Op::Join:
      return binary(node, &Algebra::join);
    case Op::DomainRestriction:
      return binary(node, &Algebra::restrict_domain);
    case Op::RangeRestriction:
      return binary(node, &Algebra::restrict_range);
    case Op::Transpose:
      return share_matrix(algebra_.transpose(*matrix(*node.children[0])));
    case Op::Closure:
      return share_matrix(algebra_.closure(*matrix(*node.children[0])));
    case Op::ReflexiveClosure: {
      const Matrix closure = algebra_.closure(*matrix(*node.children[0]));
      return share_matrix(algebra_.unite(closure, constant_matrix(problem_, iden().node())));
    }
    case Op::Comprehension:
      return share_matrix(comprehension(node));
    case Op::IfExpr:
      return share_matrix(if_matrix(node));
    case Op::IntToExpr:
      return share_matrix(atom_of(number(*node.children[0])));
    default:
      return share_matrix(constant_matrix(problem_, node));
  }
}

MatrixPtr Translator::binary(const Node& node, Matrix (Algebra::*operation)(const Matrix&, const Matrix&)) {
  const MatrixPtr left = matrix(*node.children[0]);
  const MatrixPtr right = matrix(*node.children[1]);
  return share_matrix((algebra_.*operation)(*left, *right));
}

Matrix Translator::if_matrix(const Node& node) {
  const Lit condition = condition_value(*node.children[0]);
  const MatrixPtr then = matrix(*node.children[1]);
  const MatrixPtr otherwise = matrix(*node.children[2]);
  return algebra_.choose(condition, *then, *otherwise);
}

// The condition of an if-else expression: a formula whose truth is needed both ways.
Lit Translator::condition_value(const Node& node) {
  const ScopedFlag saved(may_skolemize_, false);
  return formula_value(node);
}

Matrix Translator::comprehension(const Node& node) {
  Matrix result{.arity = node.arity};
  const ScopedFlag skolem(may_skolemize_, false);
  each_binding(node.decls, Quantifier{}, [&](Lit guard, std::uint64_t tuple) {
    const Lit value = circuit_.gates.both(guard, formula_value(*node.children[0]));
    if (value != kFalse) result.entries.push_back({tuple, value});
    return true;
  });
  return result;
}

// A number that overflows is not an atom.
Matrix Translator::atom_of(const Number& number) {
  Matrix result{.arity = 1, .overflow = number.overflow};
  for (const auto& [value, atom] : problem_.integers.atoms) {
    const Lit same = circuit_.gates.both(arithmetic_.equal(number, value), negation(number.overflow));
    if (same != kFalse) result.entries.push_back({atom, same});
  }
  std::ranges::sort(result.entries, {}, &Entry::index);
  return result;
}

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
