// SPDX-License-Identifier: MIT
#include "logic/relational/sparse.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace fretsaw {

namespace {

// The tuples that begin with the given atom; `tail` is the number of tuples that can follow it.
std::span<const TupleNumber> beginning_with(const TupleNumbers& tuples, std::uint64_t atom,
                                            TupleNumber tail) {
  const auto begin = std::ranges::lower_bound(tuples, atom * tail);
  const auto end = std::lower_bound(begin, tuples.end(), (atom + 1) * tail);
  return {begin, end};
}

void sort_unique(TupleNumbers& tuples) {
  std::ranges::sort(tuples);
  const auto rest = std::ranges::unique(tuples);
  tuples.erase(rest.begin(), rest.end());
}

}  // namespace

bool Sparse::fits(std::size_t size) {
  if (size > limit_) exceeded_ = true;
  return !exceeded_;
}

TupleNumbers Sparse::override_with(const TupleNumbers& a, const TupleNumbers& b, int arity) const {
  const TupleNumber tail = tuple_space(atoms_, arity - 1);
  TupleNumbers result = b;
  for (const TupleNumber tuple : a) {
    if (beginning_with(b, tuple / tail, tail).empty()) result.push_back(tuple);
  }
  std::ranges::sort(result);
  return result;
}

TupleNumbers Sparse::product(const TupleNumbers& a, const TupleNumbers& b, int arity_of_b) {
  if (!b.empty() && a.size() > limit_ / b.size()) exceeded_ = true;
  if (exceeded_) return {};
  const TupleNumber tail = tuple_space(atoms_, arity_of_b);
  TupleNumbers result;
  result.reserve(a.size() * b.size());
  for (const TupleNumber first : a) {
    for (const TupleNumber second : b) result.push_back(first * tail + second);
  }
  return result;
}

TupleNumbers Sparse::join(const TupleNumbers& a, const TupleNumbers& b, int arity_of_b) {
  const TupleNumber tail = tuple_space(atoms_, arity_of_b - 1);
  TupleNumbers result;
  for (const TupleNumber first : a) {
    const auto matches = beginning_with(b, first % atoms_, tail);
    if (!fits(result.size() + matches.size())) return {};
    for (const TupleNumber second : matches) result.push_back(first / atoms_ * tail + second % tail);
  }
  sort_unique(result);
  return result;
}

TupleNumbers Sparse::domain_restriction(const TupleNumbers& set, const TupleNumbers& a, int arity) const {
  const TupleNumber tail = tuple_space(atoms_, arity - 1);
  TupleNumbers result;
  std::ranges::copy_if(a, std::back_inserter(result),
                       [&](TupleNumber tuple) { return std::ranges::binary_search(set, tuple / tail); });
  return result;
}

TupleNumbers Sparse::range_restriction(const TupleNumbers& a, const TupleNumbers& set) const {
  TupleNumbers result;
  std::ranges::copy_if(a, std::back_inserter(result),
                       [&](TupleNumber tuple) { return std::ranges::binary_search(set, tuple % atoms_); });
  return result;
}

TupleNumbers Sparse::transpose(const TupleNumbers& a) const {
  TupleNumbers result;
  result.reserve(a.size());
  for (const TupleNumber tuple : a) result.push_back(tuple % atoms_ * atoms_ + tuple / atoms_);
  std::ranges::sort(result);
  return result;
}

// From every atom with a successor, all atoms that can be reached.
TupleNumbers Sparse::closure(const TupleNumbers& a) {
  TupleNumbers result;
  std::vector<TupleNumber> reached_from(atoms_, atoms_);  // the last source that reached the atom
  std::vector<TupleNumber> reached;
  for (std::size_t i = 0; i < a.size();) {
    const TupleNumber source = a[i] / atoms_;
    reached = {source};
    std::size_t found = 0;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (const TupleNumber step : beginning_with(a, reached[next], atoms_)) {
        const TupleNumber target = step % atoms_;
        if (std::exchange(reached_from[target], source) == source) continue;
        ++found;
        result.push_back(source * atoms_ + target);
        if (target != source) reached.push_back(target);
      }
    }
    if (!fits(result.size())) return {};
    std::sort(result.end() - static_cast<std::ptrdiff_t>(found), result.end());
    while (i < a.size() && a[i] / atoms_ == source) ++i;
  }
  return result;
}

TupleNumbers Sparse::identity() const {
  TupleNumbers result;
  for (std::uint64_t atom = 0; atom < atoms_; ++atom) result.push_back(atom * atoms_ + atom);
  return result;
}

}  // namespace fretsaw
