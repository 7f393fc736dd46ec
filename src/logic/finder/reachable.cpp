// SPDX-License-Identifier: MIT
#include "logic/finder/reachable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fretsaw {

namespace {

// first -> column: the pairs that the relation's tuples link.
Expr link(const Expr& relation, int column) {
  if (relation.arity() == 2) return relation;
  const Variable from("from"), to("to");
  Expr image = join(from, relation);
  for (int i = 1; i < column; ++i) image = join(univ(), image);
  while (image.arity() > 1) image = join(image, univ());
  return comprehension({{from, univ()}, {to, image}}, constant(true));
}

std::vector<Root::Part> parts_of(const Problem& problem, const Root& root) {
  if (!root.parts.empty()) return root.parts;
  std::vector<Root::Part> parts;
  for (const Bound& b : problem.bounds) {
    if (!b.auxiliary) parts.push_back({b.relation.name(), b.relation, b.upper});
  }
  return parts;
}

}  // namespace

Result<Problem> reachable_part(const Problem& problem, const Root& root) {
  const auto bound =
      std::ranges::find_if(problem.bounds, [&](const Bound& b) { return b.relation == root.atom; });
  if (bound == problem.bounds.end() || root.atom.arity() != 1 || bound->lower.size() != 1 ||
      bound->upper.size() != 1) {
    return input_error(
        fmt::format("the root '{}' is not a set of exactly one atom in every instance", root.atom.name()));
  }
  const std::vector<Root::Part> parts = parts_of(problem, root);
  Expr links = none(2);
  for (const Root::Part& part : parts) {
    for (int column = 1; column < part.value.arity(); ++column) links = links + link(part.value, column);
  }
  const Expr reached = join(root.atom, reflexive_closure(links));

  Problem result = problem;
  for (Bound& b : result.bounds) b.auxiliary = true;
  for (const Root::Part& part : parts) {
    const Relation visible(fmt::format("{} (reachable)", part.name), part.value.arity());
    result.bounds.push_back({visible, TupleSet(visible.arity()), part.upper});
    result.formulas.push_back(equal(visible, domain_restriction(reached, part.value)));
  }
  return result;
}

}  // namespace fretsaw
