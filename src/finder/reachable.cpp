// SPDX-License-Identifier: MIT
#include "finder/reachable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fretsaw {

namespace {

// first -> column: the pairs that the relation's tuples link.
Expr link(const Relation& relation, int column) {
  if (relation.arity() == 2) return relation;
  const Variable from("from"), to("to");
  Expr image = join(from, relation);
  for (int i = 1; i < column; ++i) image = join(univ(), image);
  while (image.arity() > 1) image = join(image, univ());
  return comprehension({{from, univ()}, {to, image}}, constant(true));
}

}  // namespace

Result<Problem> reachable_part(const Problem& problem, const Relation& root) {
  const auto bound = std::ranges::find_if(problem.bounds, [&](const Bound& b) { return b.relation == root; });
  if (bound == problem.bounds.end() || root.arity() != 1 || bound->lower.size() != 1 || bound->upper.size() != 1) {
    return input_error(fmt::format("the root '{}' is not a set of exactly one atom in every instance", root.name()));
  }
  Expr links = none(2);
  for (const Bound& b : problem.bounds) {
    if (b.auxiliary) continue;
    for (int column = 1; column < b.relation.arity(); ++column) links = links + link(b.relation, column);
  }
  const Expr reached = join(root, reflexive_closure(links));

  Problem result = problem;
  for (const Bound& b : problem.bounds) {
    if (b.auxiliary || b.relation == root) continue;
    const Relation visible(fmt::format("{} (reachable)", b.relation.name()), b.relation.arity());
    result.bounds.push_back({visible, TupleSet(visible.arity()), b.upper});
    result.formulas.push_back(equal(visible, domain_restriction(reached, b.relation)));
  }
  for (std::size_t i = 0; i < problem.bounds.size(); ++i) result.bounds[i].auxiliary = true;
  return result;
}

}  // namespace fretsaw
