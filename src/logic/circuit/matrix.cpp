// SPDX-License-Identifier: MIT
#include "logic/circuit/matrix.hpp"

#include <algorithm>
#include <bit>

namespace fretsaw {

namespace {

void put(Matrix& matrix, std::uint64_t index, Lit value) {
  if (value != kFalse) matrix.entries.push_back({index, value});
}

// Calls visit(index, a's literal, b's literal) for each index that either matrix has, in order.
template <class Visit>
void zip(const Matrix& a, const Matrix& b, Visit&& visit) {
  auto i = a.entries.begin();
  auto j = b.entries.begin();
  while (i != a.entries.end() || j != b.entries.end()) {
    if (j == b.entries.end() || (i != a.entries.end() && i->index < j->index)) {
      visit(i->index, i->value, kFalse);
      ++i;
    } else if (i == a.entries.end() || j->index < i->index) {
      visit(j->index, kFalse, j->value);
      ++j;
    } else {
      visit(i->index, i->value, j->value);
      ++i;
      ++j;
    }
  }
}

bool index_less(const Entry& a, const Entry& b) { return a.index < b.index; }

// The disjunction of the values of each run of equal indices; `entries` must be sorted by index.
void unite_runs(GateGraph& gates, const std::vector<Entry>& entries, std::uint64_t offset, Matrix& result) {
  std::vector<Lit> values;
  for (std::size_t begin = 0; begin < entries.size();) {
    std::size_t end = begin;
    values.clear();
    for (; end < entries.size() && entries[end].index == entries[begin].index; ++end) {
      values.push_back(entries[end].value);
    }
    put(result, offset + entries[begin].index, values.size() == 1 ? values[0] : gates.disjunction(values));
    begin = end;
  }
}

}  // namespace

Lit Matrix::at(std::uint64_t index) const {
  const auto found = std::lower_bound(entries.begin(), entries.end(), Entry{index, kFalse}, index_less);
  return found != entries.end() && found->index == index ? found->value : kFalse;
}

std::uint64_t Algebra::power(int arity) const {
  std::uint64_t result = 1;
  for (int i = 0; i < arity; ++i) result *= atoms_;
  return result;
}

Matrix Algebra::gather(int arity, std::vector<Entry> entries) {
  std::stable_sort(entries.begin(), entries.end(), index_less);
  Matrix result{.arity = arity};
  unite_runs(gates_, entries, 0, result);
  return result;
}

Matrix Algebra::unite(const Matrix& a, const Matrix& b) {
  Matrix result{.arity = a.arity, .overflow = merge_overflow(a, b)};
  result.entries.reserve(a.entries.size() + b.entries.size());
  zip(a, b, [&](auto index, Lit x, Lit y) { put(result, index, gates_.either(x, y)); });
  return result;
}

Matrix Algebra::intersect(const Matrix& a, const Matrix& b) {
  Matrix result{.arity = a.arity, .overflow = merge_overflow(a, b)};
  zip(a, b, [&](auto index, Lit x, Lit y) { put(result, index, gates_.both(x, y)); });
  return result;
}

Matrix Algebra::subtract(const Matrix& a, const Matrix& b) {
  Matrix result{.arity = a.arity, .overflow = merge_overflow(a, b)};
  zip(a, b, [&](auto index, Lit x, Lit y) { put(result, index, gates_.both(x, negation(y))); });
  return result;
}

Matrix Algebra::override_with(const Matrix& a, const Matrix& b) {
  Matrix heads{.arity = 1};
  const std::uint64_t tail = power(b.arity - 1);
  std::vector<Entry> firsts;
  for (const Entry& entry : b.entries) firsts.push_back({entry.index / tail, entry.value});
  unite_runs(gates_, firsts, 0, heads);
  Matrix kept{.arity = a.arity, .overflow = a.overflow};
  for (const Entry& entry : a.entries) {
    put(kept, entry.index, gates_.both(entry.value, negation(heads.at(entry.index / tail))));
  }
  return unite(kept, b);
}

Matrix Algebra::product(const Matrix& a, const Matrix& b) {
  Matrix result{.arity = a.arity + b.arity, .overflow = merge_overflow(a, b)};
  const std::uint64_t width = power(b.arity);
  for (const Entry& x : a.entries) {
    poll();
    for (const Entry& y : b.entries) put(result, x.index * width + y.index, gates_.both(x.value, y.value));
  }
  return result;
}

Matrix Algebra::join(const Matrix& a, const Matrix& b) {
  Matrix result{.arity = a.arity + b.arity - 2, .overflow = merge_overflow(a, b)};
  const std::uint64_t width = power(b.arity - 1);
  // Where the rows of b that begin with each atom start.
  std::vector<std::size_t> starts(atoms_ + 1, b.entries.size());
  for (std::size_t i = b.entries.size(); i-- > 0;) starts[b.entries[i].index / width] = i;
  for (std::size_t atom = atoms_; atom-- > 0;) starts[atom] = std::min(starts[atom], starts[atom + 1]);

  std::vector<Entry> terms;
  for (std::size_t begin = 0; begin < a.entries.size();) {
    const std::uint64_t prefix = a.entries[begin].index / atoms_;
    poll();
    terms.clear();
    std::size_t sources = 0;
    for (; begin < a.entries.size() && a.entries[begin].index / atoms_ == prefix; ++begin) {
      const std::uint64_t middle = a.entries[begin].index % atoms_;
      sources += starts[middle] < starts[middle + 1] ? 1 : 0;
      for (std::size_t j = starts[middle]; j < starts[middle + 1]; ++j) {
        const Lit value = gates_.both(a.entries[begin].value, b.entries[j].value);
        if (value != kFalse) terms.push_back({b.entries[j].index % width, value});
      }
    }
    if (sources > 1) std::stable_sort(terms.begin(), terms.end(), index_less);
    unite_runs(gates_, terms, prefix * width, result);
  }
  return result;
}

Matrix Algebra::restrict_domain(const Matrix& set, const Matrix& a) {
  Matrix result{.arity = a.arity, .overflow = merge_overflow(set, a)};
  const std::uint64_t tail = power(a.arity - 1);
  for (const Entry& entry : a.entries) {
    put(result, entry.index, gates_.both(set.at(entry.index / tail), entry.value));
  }
  return result;
}

Matrix Algebra::restrict_range(const Matrix& a, const Matrix& set) {
  Matrix result{.arity = a.arity, .overflow = merge_overflow(a, set)};
  for (const Entry& entry : a.entries) {
    put(result, entry.index, gates_.both(entry.value, set.at(entry.index % atoms_)));
  }
  return result;
}

Matrix Algebra::transpose(const Matrix& a) {
  Matrix result = a;
  for (Entry& entry : result.entries) entry.index = entry.index % atoms_ * atoms_ + entry.index / atoms_;
  std::sort(result.entries.begin(), result.entries.end(), index_less);
  return result;
}

// By repeated squaring: after k rounds every path of at most 2^k steps is in. A shortest path visits no atom
// twice, and every atom on it but the last has a way out, so the number of such atoms bounds its length.
Matrix Algebra::closure(const Matrix& a) {
  Matrix result = a;
  std::uint64_t sources = 0;
  std::uint64_t last = ~std::uint64_t{0};
  for (const Entry& entry : a.entries) {
    if (entry.index / atoms_ != last) ++sources;
    last = entry.index / atoms_;
  }
  for (std::uint64_t steps = 1; steps < sources; steps *= 2) result = unite(result, join(result, result));
  return result;
}

Matrix Algebra::choose(Lit condition, const Matrix& then, const Matrix& otherwise) {
  Matrix result{.arity = then.arity, .overflow = gates_.choose(condition, then.overflow, otherwise.overflow)};
  zip(then, otherwise, [&](auto index, Lit x, Lit y) { put(result, index, gates_.choose(condition, x, y)); });
  return result;
}

Lit Algebra::in(const Matrix& a, const Matrix& b) {
  std::vector<Lit> parts;
  parts.reserve(a.entries.size());
  zip(a, b, [&](auto, Lit x, Lit y) {
    if (x != kFalse) parts.push_back(gates_.either(negation(x), y));
  });
  return gates_.conjunction(parts);
}

Lit Algebra::equal(const Matrix& a, const Matrix& b) {
  std::vector<Lit> parts;
  zip(a, b, [&](auto, Lit x, Lit y) { parts.push_back(gates_.same(x, y)); });
  return gates_.conjunction(parts);
}

Lit Algebra::some(const Matrix& a) {
  std::vector<Lit> values;
  for (const Entry& entry : a.entries) values.push_back(entry.value);
  return gates_.disjunction(values);
}

// At most one. Pairs propagate best and need no gates of their own, but are quadratic: beyond a few tuples, a
// chain in which `before` says that an earlier tuple is present.
Lit Algebra::lone(const Matrix& a) {
  constexpr std::size_t kMaxPairwiseTuples = 6;
  const auto& entries = a.entries;
  std::vector<Lit> parts;
  if (entries.size() <= kMaxPairwiseTuples) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      for (std::size_t j = i + 1; j < entries.size(); ++j) {
        parts.push_back(negation(gates_.both(entries[i].value, entries[j].value)));
      }
    }
  } else {
    Lit before = kFalse;
    for (const Entry& entry : entries) {
      parts.push_back(negation(gates_.both(entry.value, before)));
      before = gates_.either(before, entry.value);
    }
  }
  return gates_.conjunction(parts);
}

}  // namespace fretsaw
