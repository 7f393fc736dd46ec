// SPDX-License-Identifier: MIT
//
// Each kind of step gives a list of smaller problems; the first that still fails takes the place of the
// problem, until no step finds one. Every step makes the problem smaller in (number of formulas and bounds,
// size of terms, free tuples, atoms, bit width), so that this ends.
#include "support/shrink.hpp"

#include <algorithm>

namespace fretsaw::support {

namespace {

std::size_t tree_size(const Node& node) {
  std::size_t size = 1;
  for (const Decl& decl : node.decls) size += 1 + tree_size(decl.domain.node());
  for (const NodePtr& child : node.children) size += tree_size(*child);
  return size;
}

enum class Sort { Expression, Formula, Integer };

Sort sort_of(const Node& node) {
  return node.op <= Op::IntToExpr      ? Sort::Expression
         : node.op <= Op::IntLessEqual ? Sort::Formula
                                       : Sort::Integer;
}

// Terms that may stand where the node stands, and are smaller.
std::vector<NodePtr> simpler(const Node& node) {
  std::vector<NodePtr> candidates;
  switch (sort_of(node)) {
    case Sort::Formula:
      candidates = {constant(true).pointer(), constant(false).pointer()};
      break;
    case Sort::Integer:
      candidates = {IntExpr(0).pointer(), IntExpr(1).pointer()};
      break;
    case Sort::Expression:
      candidates = {none(node.arity).pointer()};
      if (node.arity == 1) candidates.push_back(univ().pointer());
      if (node.arity == 2) candidates.push_back(iden().pointer());
  }
  for (const NodePtr& child : node.children) {
    if (sort_of(*child) == sort_of(node) && child->arity == node.arity) candidates.push_back(child);
  }
  std::erase_if(candidates, [&](const NodePtr& c) { return tree_size(*c) >= tree_size(node); });
  return candidates;
}

// The node with one term inside it, or itself, made simpler.
std::vector<NodePtr> variants(const Node& node) {
  std::vector<NodePtr> result = simpler(node);
  const auto add = [&](Node changed) { result.push_back(make_node(std::move(changed))); };
  if ((node.op == Op::And || node.op == Op::Or) && node.children.size() > 2) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      Node fewer = node;
      fewer.children.erase(fewer.children.begin() + static_cast<std::ptrdiff_t>(i));
      add(std::move(fewer));
    }
  }
  for (std::size_t i = 0; i < node.decls.size(); ++i) {
    if (node.decls.size() > 1 && node.op != Op::Comprehension) {
      Node fewer = node;
      fewer.decls.erase(fewer.decls.begin() + static_cast<std::ptrdiff_t>(i));
      add(std::move(fewer));
    }
    for (const NodePtr& smaller : variants(node.decls[i].domain.node())) {
      Node changed = node;
      changed.decls[i].domain = Expr(smaller);
      add(std::move(changed));
    }
  }
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    for (const NodePtr& smaller : variants(*node.children[i])) {
      Node changed = node;
      changed.children[i] = smaller;
      add(std::move(changed));
    }
  }
  return result;
}

TupleSet without_row(const TupleSet& set, std::size_t row) {
  TupleSet result(set.arity());
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (i != row) result.insert(set.row(i));
  }
  return result;
}

// The last atom leaves the universe, and all tuples with it.
Problem without_last_atom(const Problem& problem) {
  Problem smaller = problem;
  const Atom last = problem.universe.size() - 1;
  auto names = problem.universe.names();
  names.pop_back();
  smaller.universe = Universe(names);
  std::erase_if(smaller.integers.atoms, [&](const auto& entry) { return entry.second == last; });
  for (Bound& bound : smaller.bounds) {
    for (TupleSet* set : {&bound.lower, &bound.upper}) {
      for (std::size_t i = set->size(); i-- > 0;) {
        if (std::ranges::find(set->row(i), last) != set->row(i).end()) *set = without_row(*set, i);
      }
    }
  }
  return smaller;
}

std::vector<Problem> fewer_formulas(const Problem& problem) {
  std::vector<Problem> result;
  for (std::size_t i = 0; i < problem.formulas.size(); ++i) {
    result.push_back(problem);
    result.back().formulas.erase(result.back().formulas.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return result;
}

std::vector<Problem> smaller_terms(const Problem& problem) {
  std::vector<Problem> result;
  for (std::size_t i = 0; i < problem.formulas.size(); ++i) {
    for (const NodePtr& smaller : variants(problem.formulas[i].node())) {
      result.push_back(problem);
      result.back().formulas[i] = Formula(smaller);
    }
  }
  return result;
}

std::vector<Problem> smaller_bounds(const Problem& problem) {
  std::vector<Problem> result;
  for (std::size_t b = 0; b < problem.bounds.size(); ++b) {
    result.push_back(problem);
    result.back().bounds.erase(result.back().bounds.begin() + static_cast<std::ptrdiff_t>(b));
    const Bound& bound = problem.bounds[b];
    for (std::size_t row = 0; row < bound.upper.size(); ++row) {
      const auto tuple = bound.upper.row(row);
      if (bound.lower.contains(tuple)) continue;
      result.push_back(problem);
      result.back().bounds[b].upper = without_row(bound.upper, row);
      result.push_back(problem);
      result.back().bounds[b].lower.insert(tuple);
    }
  }
  return result;
}

std::vector<Problem> smaller_universe(const Problem& problem) {
  std::vector<Problem> result;
  if (problem.universe.size() > 1) result.push_back(without_last_atom(problem));
  for (std::size_t i = 0; i < problem.integers.atoms.size(); ++i) {
    result.push_back(problem);
    auto& atoms = result.back().integers.atoms;
    atoms.erase(atoms.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (problem.integers.bitwidth > 0) {
    result.push_back(problem);
    --result.back().integers.bitwidth;
  }
  return result;
}

}  // namespace

Problem shrink(Problem problem, const std::function<bool(const Problem&)>& still_fails) {
  for (;;) {
    bool smaller_found = false;
    for (const auto& step : {fewer_formulas, smaller_terms, smaller_bounds, smaller_universe}) {
      for (Problem& candidate : step(problem)) {
        if (!check(candidate).ok() || !still_fails(candidate)) continue;
        problem = std::move(candidate);
        smaller_found = true;
        break;
      }
    }
    if (!smaller_found) return problem;
  }
}

}  // namespace fretsaw::support
