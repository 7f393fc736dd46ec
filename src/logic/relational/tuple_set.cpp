// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "fretsaw/relational.hpp"

namespace fretsaw {

namespace {

bool row_less(std::span<const Atom> a, std::span<const Atom> b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

// The first row of `set` that is not less than `row`.
std::size_t lower_bound(const TupleSet& set, std::span<const Atom> row) {
  std::size_t begin = 0;
  std::size_t end = set.size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (row_less(set.row(middle), row)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

}  // namespace

TupleSet::TupleSet(int arity, std::initializer_list<std::initializer_list<Atom>> rows) : arity_(arity) {
  for (const auto& row : rows) insert(std::span(row.begin(), row.size()));
}

TupleSet TupleSet::from_rows(int arity, std::vector<Atom> atoms) {
  TupleSet set(arity);
  set.atoms_ = std::move(atoms);
  const std::size_t width = static_cast<std::size_t>(arity);
  bool sorted = true;
  for (std::size_t i = 1; i < set.size() && sorted; ++i) sorted = row_less(set.row(i - 1), set.row(i));
  if (sorted) return set;

  std::vector<std::size_t> order(set.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return row_less(set.row(a), set.row(b)); });
  std::vector<Atom> rows;
  rows.reserve(set.atoms_.size());
  for (const std::size_t index : order) {
    const auto row = set.row(index);
    if (rows.empty() ||
        !std::equal(row.begin(), row.end(), rows.end() - static_cast<std::ptrdiff_t>(width))) {
      rows.insert(rows.end(), row.begin(), row.end());
    }
  }
  set.atoms_ = std::move(rows);
  return set;
}

TupleSet TupleSet::all(int arity, Atom atoms) {
  TupleSet one(1);
  one.atoms_.resize(atoms);
  std::iota(one.atoms_.begin(), one.atoms_.end(), Atom{0});
  TupleSet result = one;
  for (int i = 1; i < arity; ++i) result = product(result, one);
  return result;
}

TupleSet TupleSet::product(const TupleSet& left, const TupleSet& right) {
  TupleSet result(left.arity_ + right.arity_);
  result.atoms_.reserve(left.size() * right.size() * static_cast<std::size_t>(result.arity_));
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t j = 0; j < right.size(); ++j) {
      result.atoms_.insert(result.atoms_.end(), left.row(i).begin(), left.row(i).end());
      result.atoms_.insert(result.atoms_.end(), right.row(j).begin(), right.row(j).end());
    }
  }
  return result;
}

void TupleSet::insert(std::span<const Atom> row) {
  const std::size_t at = empty() || row_less(this->row(size() - 1), row) ? size() : lower_bound(*this, row);
  if (at < size() && std::ranges::equal(this->row(at), row)) return;
  atoms_.insert(atoms_.begin() + static_cast<std::ptrdiff_t>(at * row.size()), row.begin(), row.end());
}

bool TupleSet::contains(std::span<const Atom> row) const {
  const std::size_t at = lower_bound(*this, row);
  return at < size() && std::ranges::equal(this->row(at), row);
}

bool TupleSet::includes(const TupleSet& other) const {
  std::size_t at = 0;
  for (std::size_t i = 0; i < other.size(); ++i) {
    while (at < size() && row_less(row(at), other.row(i))) ++at;
    if (at == size() || !std::ranges::equal(row(at), other.row(i))) return false;
  }
  return true;
}

const TupleSet* Instance::find(const Relation& relation) const {
  const auto at = std::ranges::find_if(values_, [&](const auto& value) { return value.first == relation; });
  return at == values_.end() ? nullptr : &at->second;
}

const TupleSet& Instance::operator[](const Relation& relation) const { return *find(relation); }

std::string to_string(const Instance& instance, const Universe& universe) {
  std::string text;
  for (const auto& [relation, tuples] : instance.values()) {
    text += relation.name() + " = {";
    for (std::size_t i = 0; i < tuples.size(); ++i) {
      if (i > 0) text += ", ";
      bool first = true;
      for (const Atom atom : tuples.row(i)) {
        if (!first) text += "->";
        text += universe.name(atom);
        first = false;
      }
    }
    text += "}\n";
  }
  return text;
}

}  // namespace fretsaw
