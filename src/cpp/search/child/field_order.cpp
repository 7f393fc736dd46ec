// SPDX-License-Identifier: MIT
// The search of Korat (Boyapati, Khurshid, Marinov, 2002): candidates in the lexicographic order that the
// predicate's own reads impose. What the predicate did not read cannot have influenced it, so the last field
// read is the first to change.
//
// Isomorphic candidates differ only in which object of a class plays which part. An object is fresh if no
// earlier field refers to one of its rank or above; all fresh objects are alike, so a field tries those in
// use and one fresh.
//
// Two additions to the original: a std::unique_ptr skips objects that another one in the order owns, and
// `available_` counts the variables that the reachable part has, so that the common case, a predicate that
// read all of them, is recognized without a walk.
#include "cpp/search/child/field_order.hpp"

#include <algorithm>

namespace fretsaw::search {

namespace {

std::size_t bytes_of(const space::Variable& variable) {
  return variable.bit_width != 0 ? (variable.bit_offset + variable.bit_width + 7U) / 8U : variable.width;
}

const space::Condition* conditions_of(const space::SearchSpace& space, std::uint32_t domain) {
  return space.conditions[domain].empty() ? nullptr : space.conditions[domain].data();
}

bool overlap(const space::Variable& a, const space::Variable& b) {
  return a.offset < b.offset + bytes_of(b) && b.offset < a.offset + bytes_of(a);
}

}  // namespace

std::uint8_t FieldOrder::width_of(const space::Variable& variable) {
  if (variable.bit_width != 0) return 0;
  return variable.is_container || variable.is_overlay ? kOtherWidth : variable.width;
}

FieldOrder::FieldOrder(const space::SearchSpace& space)
    : space_(space),
      cells_(space.variables.size()),
      unread_(space.arena_size + 64, 0),
      order_(space.variables.size()),
      owned_(space.objects.size(), 0),
      has_groups_(!space.group_limits.empty()),
      visited_(space.objects.size(), false) {
  for (std::size_t byte = 0; byte < space.variable_at.size(); ++byte) {
    if (space.variable_at[byte] == space::SearchSpace::kForbidden) unread_[byte] = 2;
  }
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const space::Variable& variable = space.variables[i];
    const std::vector<space::Value>& values = space.domains[variable.domain];
    cells_[i] = {.value = values.data(),
                 .values = values.data(),
                 .end = values.data() + values.size(),
                 .at = space.arena + variable.offset,
                 .unread = unread_.data() + variable.offset,
                 .guard = variable.condition.guard == space::kNone
                              ? nullptr
                              : &cells_[static_cast<std::size_t>(variable.condition.guard)],
                 .width = width_of(variable),
                 .is_unread = true,
                 .has_choice = values.size() > 1,
                 .is_special = false,
                 .is_unique = variable.ownership == space::Ownership::Unique,
                 .is_needed = false,
                 .condition = variable.condition,
                 .conditions = conditions_of(space, variable.domain)};
  }
  for (const space::InteriorTarget& inside : space.insides) {
    for (std::int32_t guard = inside.condition.guard; guard != space::kNone;) {
      Cell& cell = cells_[static_cast<std::size_t>(guard)];
      cell.is_needed = true;
      guard = cell.condition.guard;
    }
  }
  for (Cell& cell : cells_) {
    const bool refers = std::any_of(
        cell.values, cell.end, [](const space::Value& value) { return value.domain_class != space::kNone; });
    cell.is_special =
        cell.is_unique || cell.is_needed || cell.conditions != nullptr || (has_groups_ && refers);
  }
  restart({}, 0);
}

bool FieldOrder::restart(std::span<const Choice> path, std::size_t floor) {
  size_ = 0;
  floor_ = floor;
  maximum_ = space_.initial_maximum;
  available_ = space_.root_variables;
  room_ = space_.group_limits;
  for (std::size_t domain = 0; domain < maximum_.size() && has_groups_; ++domain)
    take_room(static_cast<std::int32_t>(domain), -(maximum_[domain] + 1));
  std::fill(owned_.begin(), owned_.end(), std::uint8_t{0});
  needs_.assign(cells_.size(), Need());
  old_needs_.clear();
  for (Cell& cell : cells_) forget(cell);
  for (const auto& [variable, index] : path) {
    if (variable >= cells_.size() || !cells_[variable].is_unread) return false;
    Cell& cell = cells_[variable];
    if (index >= static_cast<std::size_t>(cell.end - cell.values)) return false;
    append(cell, cell.values + index);
  }
  return floor <= size_;
}

const space::Value* FieldOrder::first_special(const Cell& cell, const space::Value* value) const {
  const Need& need = needs_[variable(cell)];
  for (; value != cell.end; ++value) {
    if (value->domain_class == space::kNone) {
      if (!cell.is_needed || (value->rank > need.above && value->rank <= need.last)) break;
      continue;
    }
    const std::int32_t maximum = maximum_[static_cast<std::size_t>(value->domain_class)];
    if (value->rank > maximum + 1) continue;
    if (value->rank > maximum && has_groups_ && !every_group_has_room(value->domain_class)) continue;
    if (cell.is_unique && owned_[value->object] != 0) continue;
    if (cell.conditions != nullptr && !is_possible(cell.conditions[value - cell.values])) continue;
    break;
  }
  return value;
}

// A length that is not in the order yet may still become what is needed: it has a value between any two
// bounds that are possible one by one. Of lengths, the longest; of the forms of a container, each is a bound
// of its own.
bool FieldOrder::is_possible(space::Condition condition) const {
  while (condition.guard != space::kNone) {
    const Need& need = needs_[static_cast<std::size_t>(condition.guard)];
    if (std::max(condition.above, need.above) >= std::min(condition.last, need.last)) return false;
    condition = cells_[static_cast<std::size_t>(condition.guard)].condition;
  }
  return true;
}

void FieldOrder::narrow(const space::Condition& condition) {
  const auto guard = static_cast<std::uint32_t>(condition.guard);
  Need& need = needs_[guard];
  old_needs_.push_back({guard, need});
  need = {std::max(need.above, condition.above), std::min(need.last, condition.last)};
}

// Before the largest rank in use is raised.
void FieldOrder::take(const Cell& cell, const space::Value& value) {
  if (value.domain_class == space::kNone) {
    if (cell.is_needed) narrow({static_cast<std::int32_t>(variable(cell)), value.rank - 1, value.rank});
    return;
  }
  if (has_groups_ && value.rank > maximum_[static_cast<std::size_t>(value.domain_class)])
    take_room(value.domain_class, -1);
  if (cell.is_unique) owned_[value.object] = 1;
  if (cell.conditions == nullptr) return;
  for (space::Condition condition = cell.conditions[&value - cell.values]; condition.guard != space::kNone;
       condition = cells_[static_cast<std::size_t>(condition.guard)].condition)
    narrow(condition);
}

// After the largest rank in use is what it was before.
void FieldOrder::give_back(const Cell& cell, const space::Value& value) {
  const auto widen = [&] {
    needs_[old_needs_.back().variable] = old_needs_.back().need;
    old_needs_.pop_back();
  };
  if (value.domain_class == space::kNone) {
    if (cell.is_needed) widen();
    return;
  }
  if (has_groups_ && value.rank > maximum_[static_cast<std::size_t>(value.domain_class)])
    take_room(value.domain_class, 1);
  if (cell.is_unique) owned_[value.object] = 0;
  if (cell.conditions == nullptr) return;
  for (space::Condition condition = cell.conditions[&value - cell.values]; condition.guard != space::kNone;
       condition = cells_[static_cast<std::size_t>(condition.guard)].condition)
    widen();
}

bool FieldOrder::every_group_has_room(std::int32_t domain) const {
  const auto& groups = space_.groups_of_domain[static_cast<std::size_t>(domain)];
  return std::all_of(groups.begin(), groups.end(), [&](std::uint32_t group) { return room_[group] > 0; });
}

void FieldOrder::take_room(std::int32_t domain, std::int32_t by) {
  for (const std::uint32_t group : space_.groups_of_domain[static_cast<std::size_t>(domain)])
    room_[group] += by;
}

// What shares its place with others is written while it is there.
void FieldOrder::write_other(const Cell& cell) {
  if (cell.is_unread && space_.variables[variable(cell)].is_overlay) return;
  space::store(space_.variables[variable(cell)], *cell.value, cell.at);
}

// A byte of a bit-field is unread as long as one of its bit-fields is.
void FieldOrder::set_other_unread(const Cell& cell) {
  const space::Variable& s = space_.variables[variable(cell)];
  std::fill_n(unread_.begin() + s.offset, bytes_of(s), std::uint8_t{cell.is_unread});
  if (cell.is_unread || cell.width != 0) return;
  for (std::uint32_t other = space_.objects[s.object].first_variable;
       other < space_.objects[s.object].end_variable; ++other) {
    const space::Variable& o = space_.variables[other];
    if (!cells_[other].is_unread || !overlap(o, s)) continue;
    std::fill_n(unread_.begin() + o.offset, bytes_of(o), std::uint8_t{1});
  }
}

void FieldOrder::restore_values(std::size_t from, std::size_t before) {
  for (std::size_t position = from; position < before; ++position) write(*order_[position].cell);
}

bool FieldOrder::visit_all() {
  std::fill(visited_.begin(), visited_.end(), false);
  return visit(0);
}

bool FieldOrder::visit(std::uint32_t object) {
  visited_[object] = true;
  for (std::uint32_t variable = space_.objects[object].first_variable;
       variable < space_.objects[object].end_variable; ++variable) {
    if (cells_[variable].is_unread) {
      const Recorded recorded = record(variable);
      if (recorded == Recorded::NoValue) return false;
      if (recorded == Recorded::OutOfRange) continue;
    }
    const space::Value& value = *cells_[variable].value;
    if (value.domain_class != space::kNone && !visited_[value.object] && !visit(value.object)) return false;
  }
  return true;
}

std::vector<std::uint32_t> FieldOrder::indices() const {
  std::vector<std::uint32_t> indices;
  indices.reserve(cells_.size());
  for (const Cell& cell : cells_) {
    const bool is_open = cell.is_needed && cell.is_unread;
    const space::Value* const value = is_open ? first_special(cell, cell.values) : cell.value;
    indices.push_back(static_cast<std::uint32_t>((value == cell.end ? cell.value : value) - cell.values));
  }
  return indices;
}

std::vector<Choice> FieldOrder::path() const {
  std::vector<Choice> path;
  for (std::size_t position = 0; position < size_; ++position) {
    const Cell& cell = *order_[position].cell;
    path.push_back({variable(cell), index(cell)});
  }
  return path;
}

std::vector<Choice> FieldOrder::split() {
  // What is admissible at a position depends on those before it only. Going back from the end, the last
  // position found is the shallowest; nothing but the counters is touched, and they are put back.
  const auto maximum = maximum_;
  const auto owned = owned_;
  const auto room = room_;
  const auto needs = needs_;
  const auto old_needs = old_needs_;
  const std::size_t available = available_;
  std::size_t shallowest = size_;
  std::uint32_t next_index = 0;
  for (std::size_t position = size_; position-- > floor_;) {
    const Cell& cell = *order_[position].cell;
    retract(order_[position], cell.is_special);
    const space::Value* const next = first_admissible(cell, cell.value + 1, cell.is_special);
    if (next == cell.end) continue;
    shallowest = position;
    next_index = static_cast<std::uint32_t>(next - cell.values);
  }
  maximum_ = maximum;
  owned_ = owned;
  room_ = room;
  needs_ = needs;
  old_needs_ = old_needs;
  available_ = available;
  if (shallowest == size_) return {};
  std::vector<Choice> rest = path();
  rest.resize(shallowest + 1);
  rest.back().index = next_index;
  floor_ = shallowest + 1;
  return rest;
}

double FieldOrder::alternatives(const Step& step) const {
  const Cell& cell = *step.cell;
  const auto count = static_cast<double>(cell.end - cell.values);
  const space::Value& last = cell.end[-1];
  if (last.domain_class == space::kNone) return count;
  // One class domain, as an estimate: null, the objects in use and a fresh one.
  const bool same = cell.value->domain_class == last.domain_class;
  const auto in_use = same ? step.old_maximum : maximum_[static_cast<std::size_t>(last.domain_class)];
  return std::min(count, static_cast<double>(in_use) + 3);
}

double FieldOrder::fraction() const {
  double low = 0;
  double width = 1;
  for (std::size_t position = 0; position < size_; ++position) {
    width /= alternatives(order_[position]);
    low += width * index(*order_[position].cell);
  }
  return std::min(low, 1.0);
}

}  // namespace fretsaw::search
