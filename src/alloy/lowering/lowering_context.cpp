// SPDX-License-Identifier: MIT
#include "alloy/lowering/lowering_context.hpp"

namespace fretsaw::lowering {

Relation LoweringContext::add_relation(const std::string& name, TupleSet lower, TupleSet upper,
                                       bool auxiliary) {
  Relation relation(name, upper.arity());
  terms(relation);
  bound_of.emplace(relation.leaf(), problem.bounds.size());
  problem.bounds.push_back({relation, std::move(lower), std::move(upper), auxiliary});
  return relation;
}

Relation LoweringContext::add_relation_of(bool varies, const std::string& name, TupleSet lower,
                                          TupleSet upper) {
  const bool open = lower != upper;
  const Relation relation = add_relation(name, std::move(lower), std::move(upper));
  if (varies && open) varying.insert(relation.leaf());
  return relation;
}

Relation LoweringContext::add_constant(const std::string& name, const TupleSet& value) {
  return add_relation(name, value, value);
}

void LoweringContext::require(const Formula& formula, OriginKind kind, const Span& span) {
  problem.formulas.push_back(formula);
  origins.push_back({kind, span, kind <= OriginKind::Field});
}

void LoweringContext::require_of_trace(const Formula& formula, OriginKind kind, const Span& span) {
  problem.formulas.push_back(formula);
  origins.push_back({kind, span, false});
}

Relation LoweringContext::successor() {
  if (!int_next) {
    std::vector<Atom> rows;
    const auto& atoms = problem.integers.atoms;
    for (std::size_t i = 0; i + 1 < atoms.size(); ++i)
      rows.insert(rows.end(), {atoms[i].second, atoms[i + 1].second});
    int_next = add_constant("fun/next", TupleSet::from_rows(2, std::move(rows)));
  }
  return *int_next;
}

Expr LoweringContext::zero() {
  if (int_zero) return *int_zero;
  int_zero = terms(none());
  for (const auto& [value, atom] : problem.integers.atoms) {
    if (value == 0) int_zero = terms(add_constant("0", TupleSet::unary({atom})));
  }
  return *int_zero;
}

Expr LoweringContext::identity() {
  const Expr all = terms(iden());
  return univ_is_everything ? all : terms(domain_restriction(sig(model::kUniv), all));
}

namespace {

template <class Keep>
TupleSet filter(const TupleSet& set, Keep&& keep) {
  std::vector<Atom> rows;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto row = set.row(i);
    if (keep(row)) rows.insert(rows.end(), row.begin(), row.end());
  }
  return TupleSet::from_rows(set.arity(), std::move(rows));
}

}  // namespace

TupleSet unite(const TupleSet& a, const TupleSet& b) {
  std::vector<Atom> rows(a.atoms().begin(), a.atoms().end());
  rows.insert(rows.end(), b.atoms().begin(), b.atoms().end());
  return TupleSet::from_rows(a.arity(), std::move(rows));
}

TupleSet subtract(const TupleSet& a, const TupleSet& b) {
  return filter(a, [&](std::span<const Atom> row) { return !b.contains(row); });
}

TupleSet intersect(const TupleSet& a, const TupleSet& b) {
  return filter(a, [&](std::span<const Atom> row) { return b.contains(row); });
}

}  // namespace fretsaw::lowering
