// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "alloy/lowering/bounds.hpp"

namespace fretsaw::lowering {

namespace {

using model::Op;

std::optional<TupleSet> product(const TupleSet& a, const TupleSet& b) {
  if (!a.empty() && b.size() > kMaxBoundTuples / a.size()) return std::nullopt;
  return TupleSet::product(a, b);
}

std::optional<TupleSet> join(const TupleSet& a, const TupleSet& b) {
  const auto columns_a = static_cast<std::size_t>(a.arity());
  const int arity = a.arity() + b.arity() - 2;
  if (arity <= 0) return std::nullopt;
  std::vector<std::vector<std::size_t>> starts;  // rows of b by their first atom
  for (std::size_t i = 0; i < b.size(); ++i) {
    const Atom first = b.row(i)[0];
    if (first >= starts.size()) starts.resize(first + 1);
    starts[first].push_back(i);
  }
  std::vector<Atom> rows;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto left = a.row(i);
    const Atom last = left[columns_a - 1];
    if (last >= starts.size()) continue;
    for (const std::size_t match : starts[last]) {
      const auto right = b.row(match).subspan(1);
      rows.insert(rows.end(), left.begin(), left.end() - 1);
      rows.insert(rows.end(), right.begin(), right.end());
    }
    if (rows.size() > kMaxBoundTuples) return std::nullopt;
  }
  return TupleSet::from_rows(arity, std::move(rows));
}

TupleSet restrict(const TupleSet& a, const TupleSet& set, std::size_t column) {
  std::vector<Atom> rows;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto row = a.row(i);
    if (set.contains(row.subspan(column, 1))) rows.insert(rows.end(), row.begin(), row.end());
  }
  return TupleSet::from_rows(a.arity(), std::move(rows));
}

TupleSet transpose(const TupleSet& a) {
  std::vector<Atom> rows;
  for (std::size_t i = 0; i < a.size(); ++i) rows.insert(rows.end(), {a.row(i)[1], a.row(i)[0]});
  return TupleSet::from_rows(2, std::move(rows));
}

std::optional<TupleSet> closure(TupleSet a) {
  for (;;) {
    const auto step = join(a, a);
    if (!step) return std::nullopt;
    TupleSet more = unite(a, *step);
    if (more.size() == a.size()) return a;
    a = std::move(more);
  }
}

TupleSet identity(Atom atoms) {
  std::vector<Atom> rows;
  for (Atom atom = 0; atom < atoms; ++atom) rows.insert(rows.end(), {atom, atom});
  return TupleSet::from_rows(2, std::move(rows));
}

}  // namespace

std::optional<TupleSet> UpperBound::of(const model::Expr& expr) const {
  if (expr.kind != model::Kind::Relation) return std::nullopt;
  switch (expr.op) {
    case Op::Union:
    case Op::Difference:
    case Op::Intersection:
    case Op::Override:
    case Op::Arrow:
    case Op::DomainRestriction:
    case Op::RangeRestriction:
    case Op::Join:
      return of_binary(expr);
    case Op::Transpose:
    case Op::Closure:
    case Op::ReflexiveClosure:
    case Op::SeqOf:
      return of_unary(expr);
    case Op::IfElse: {
      const auto then = of(*expr.child(1));
      const auto otherwise = of(*expr.child(2));
      if (!then || !otherwise || then->arity() != otherwise->arity()) return std::nullopt;
      return unite(*then, *otherwise);
    }
    default:
      return of_leaf(expr);
  }
}

std::optional<TupleSet> UpperBound::of_leaf(const model::Expr& expr) const {
  switch (expr.op) {
    case Op::Sig:
      return context_.upper(expr.sig);
    case Op::Field:
      return context_.field_upper[index(expr.field)];
    case Op::Variable: {
      const auto found = values_.find(expr.variable.get());
      if (found != values_.end()) return found->second;
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

std::optional<TupleSet> UpperBound::of_unary(const model::Expr& expr) const {
  const auto a = of(*expr.child(0));
  if (!a) return std::nullopt;
  if (expr.op == Op::SeqOf) return product(context_.upper(model::kSeqInt), *a);
  if (a->arity() != 2) return std::nullopt;
  if (expr.op == Op::Transpose) return transpose(*a);
  auto closed = closure(*a);
  if (!closed || expr.op == Op::Closure) return closed;
  return unite(*closed, identity(context_.problem.universe.size()));
}

std::optional<TupleSet> UpperBound::of_binary(const model::Expr& expr) const {
  auto a = of(*expr.child(0));
  if (!a) return std::nullopt;
  if (expr.op == Op::Difference) return a;
  const auto b = of(*expr.child(1));
  if (!b) return std::nullopt;
  switch (expr.op) {
    case Op::Arrow:
      return product(*a, *b);
    case Op::Join:
      return join(*a, *b);
    case Op::DomainRestriction:
      return restrict(*b, *a, 0);
    case Op::RangeRestriction:
      return restrict(*a, *b, static_cast<std::size_t>(a->arity()) - 1);
    default:
      break;
  }
  if (a->arity() != b->arity()) return std::nullopt;
  return expr.op == Op::Intersection ? intersect(*a, *b) : unite(*a, *b);
}

std::optional<TupleSet> UpperBound::of(const model::Type& type) const {
  std::optional<TupleSet> result;
  for (const model::Product& columns : type.products) {
    std::optional<TupleSet> part = context_.upper(columns.front());
    for (std::size_t i = 1; part && i < columns.size(); ++i)
      part = product(*part, context_.upper(columns[i]));
    if (!part) return std::nullopt;
    if (result && result->arity() != part->arity()) return std::nullopt;
    result = result ? unite(*result, *part) : *part;
  }
  return result;
}

bool mentions(const model::Expr& expr, const model::Variable& variable) {
  if (expr.variable.get() == &variable) return true;
  return std::ranges::any_of(expr.children, [&](const auto& child) { return mentions(*child, variable); }) ||
         std::ranges::any_of(expr.decls, [&](const auto& decl) { return mentions(*decl.bound, variable); });
}

}  // namespace fretsaw::lowering
