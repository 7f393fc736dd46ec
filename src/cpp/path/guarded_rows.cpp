// SPDX-License-Identifier: MIT
#include "cpp/path/guarded_rows.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace fretsaw::path {

Literal RowAlgebra::same(const Column& a, const Column& b) {
  if (a.is_number != b.is_number) return gates_.no();
  if (!a.is_number) return a.atom == b.atom ? gates_.yes() : gates_.no();
  const std::size_t width = std::max(a.bits.size(), b.bits.size());
  return gates_.equal(gates_.extended(a.bits, width, true), gates_.extended(b.bits, width, true));
}

Literal RowAlgebra::same(const Row& a, const Row& b) {
  Bits all;
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    all.push_back(same(a.columns[i], b.columns[i]));
    if (all.back() == gates_.no()) return gates_.no();
  }
  return gates_.conjunction(std::span<const Literal>(all));
}

Literal RowAlgebra::contains(const Rows& rows, const Row& row) {
  Bits any;
  for (const Row& each : rows) {
    const Literal equal = same(each, row);
    if (equal != gates_.no()) any.push_back(gates_.conjunction(equal, each.guard));
  }
  return gates_.disjunction(std::span<const Literal>(any));
}

bool RowAlgebra::has_numbers(const Row& row) {
  return std::ranges::any_of(row.columns, [](const Column& c) { return c.is_number; });
}

Rows RowAlgebra::merged(Rows rows) {
  Rows out;
  std::map<std::vector<Atom>, std::vector<Literal>> plain;
  for (Row& row : rows) {
    if (row.guard == gates_.no()) continue;
    if (has_numbers(row)) {
      out.push_back(std::move(row));
      continue;
    }
    std::vector<Atom> key;
    for (const Column& each : row.columns) key.push_back(each.atom);
    plain[std::move(key)].push_back(row.guard);
  }
  for (const auto& [key, guards] : plain) {
    Row row{{}, gates_.disjunction(std::span<const Literal>(guards))};
    for (const Atom atom : key) row.columns.push_back({false, atom, {}});
    out.push_back(std::move(row));
  }
  return out;
}

Rows RowAlgebra::distinct(const Rows& rows) {
  Rows out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row row = rows[i];
    if (has_numbers(row)) {
      for (std::size_t k = 0; k < i; ++k) {
        const Literal equal = same(rows[k], rows[i]);
        if (equal != gates_.no())
          row.guard = gates_.conjunction(row.guard, -gates_.conjunction(equal, rows[k].guard));
      }
    }
    out.push_back(std::move(row));
  }
  return out;
}

Rows RowAlgebra::join(const Rows& a, const Rows& b) {
  Rows out;
  for (const Row& left : a) {
    for (const Row& right : b) {
      const Literal meet = same(left.columns.back(), right.columns.front());
      if (meet == gates_.no()) continue;
      Row row{{left.columns.begin(), left.columns.end() - 1},
              gates_.conjunction(meet, gates_.conjunction(left.guard, right.guard))};
      row.columns.insert(row.columns.end(), right.columns.begin() + 1, right.columns.end());
      out.push_back(std::move(row));
    }
  }
  return merged(std::move(out));
}

Rows RowAlgebra::united(Rows a, const Rows& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// At most as many steps as there are atoms, doubling.
Rows RowAlgebra::closure(const Rows& rows) {
  Rows out = merged(rows);
  std::set<Atom> atoms;
  for (const Row& row : out) {
    for (const Column& each : row.columns) {
      if (each.is_number) throw UnsupportedFormula{"the closure of a relation over integers"};
      atoms.insert(each.atom);
    }
  }
  for (std::size_t steps = 1; steps < atoms.size(); steps *= 2) out = merged(united(out, join(out, out)));
  return out;
}

}  // namespace fretsaw::path
