// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "cpp/path/ground.hpp"

namespace fretsaw::path {

namespace {

// All but the value.
std::vector<Atom> place_of(std::span<const Atom> row) { return {row.begin(), row.end() - 1}; }

}  // namespace

Bits signed_bits(const Gates& gates, std::int64_t value) {
  unsigned width = 2;
  while (width < 64 && (value < -(std::int64_t{1} << (width - 1)) || value >= std::int64_t{1} << (width - 1)))
    ++width;
  return gates.constant(static_cast<std::uint64_t>(value), width);
}

GroundLeaves::GroundLeaves(const inputs::InputSpace& space, const InputModel& model, PathSolver& solver,
                           const std::function<bool(std::size_t)>& is_signed)
    : problem_(space.problem()),
      model_(model),
      solver_(solver),
      gates_(solver.gates()),
      is_signed_(is_signed) {
  for (const auto& [number, atom] : problem_.integers.atoms) number_of_.emplace(atom, number);
  std::map<std::size_t, const inputs::InputSpace::Table*> table_of;
  for (const auto& table : space.tables()) table_of.emplace(table.bound, &table);
  bind_sets(table_of);
  for (const auto& [b, table] : table_of) bind_field(problem_.bounds[b], *table);
}

Column GroundLeaves::column(Atom atom) const {
  const auto number = number_of_.find(atom);
  if (number == number_of_.end()) return {false, atom, {}};
  return {true, 0, signed_bits(gates_, number->second)};
}

// Those that are given, and `live`.
void GroundLeaves::bind_sets(const std::map<std::size_t, const inputs::InputSpace::Table*>& table_of) {
  for (std::size_t b = 0; b < problem_.bounds.size(); ++b) {
    const Bound& bound = problem_.bounds[b];
    Rows& rows = relations_[bound.relation.leaf()];
    if (table_of.contains(b)) continue;
    const bool is_given = bound.lower == bound.upper;
    for (std::size_t i = 0; i < bound.upper.size(); ++i) {
      Row row{{}, gates_.yes()};
      for (const Atom atom : bound.upper.row(i)) row.columns.push_back(column(atom));
      if (!is_given && !bound.lower.contains(bound.upper.row(i))) row.guard = gates_.fresh();
      if (!is_given) live_.emplace(bound.upper.row(i)[0], row.guard);
      rows.push_back(std::move(row));
    }
  }
}

void GroundLeaves::bind_field(const Bound& bound, const inputs::InputSpace::Table& table) {
  Rows& rows = relations_[bound.relation.leaf()];
  std::set<std::pair<std::vector<Atom>, std::size_t>> numbers;  // that are there already
  std::map<std::vector<Atom>, std::size_t> values;              // how many there are for a place
  for (std::size_t i = 0; i < bound.upper.size(); ++i) ++values[place_of(bound.upper.row(i))];
  for (std::size_t i = 0; i < bound.upper.size(); ++i) {
    const auto atoms = bound.upper.row(i);
    std::uint64_t number = 0;
    for (const Atom atom : atoms) number = number * problem_.universe.size() + atom;
    // An object that is not there has no fields; one that must be is in no list.
    const auto live = live_.find(atoms[0]);
    Bits all = {live != live_.end() ? live->second : gates_.yes()};
    std::optional<std::size_t> free;
    auto at =
        std::ranges::lower_bound(table.choices, number, {}, [](const auto& each) { return each.first; });
    // Lengths stored in another field are not choices: a formula determines which of them it is.
    const bool has_choice = at != table.choices.end() && at->first == number;
    if (!has_choice && values.at(place_of(atoms)) > 1) all.push_back(gates_.fresh());
    for (; at != table.choices.end() && at->first == number; ++at) {
      const std::size_t slot = at->second.slot;
      all.push_back(solver_.input().exists(slot));
      if (model_.variables[slot].is_free)
        free = slot;
      else
        all.push_back(solver_.input().is(slot, at->second.position));
    }
    Row row{{}, gates_.conjunction(std::span<const Literal>(all))};
    for (const Atom atom : atoms) row.columns.push_back(column(atom));
    if (free) {
      if (!numbers.emplace(place_of(atoms), *free).second) continue;
      Bits bits = solver_.input().bits(*free);
      if (!is_signed_(*free)) bits.push_back(gates_.no());
      row.columns.back() = {true, 0, std::move(bits)};
    }
    if (row.guard != gates_.no()) rows.push_back(std::move(row));
  }
}

}  // namespace fretsaw::path
