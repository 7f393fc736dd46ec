// SPDX-License-Identifier: MIT
// The search of Korat (Boyapati, Khurshid, Marinov, 2002): candidates in the lexicographic order that the predicate's
// own reads impose. What the predicate did not read cannot have influenced it, so the last field read is the first
// to change.
//
// Isomorphic candidates differ only in which object of a class plays which part. An object is fresh if no earlier
// field refers to one of its rank or above; all fresh objects are alike, so a field tries those in use and one fresh.
//
// Two additions to the original: a std::unique_ptr skips objects that another one in the order owns, and `available_`
// counts the slots that the reachable part has, so that the common case, a predicate that read all of them, is
// recognised without a walk.
#include "predicate/runtime/field_order.hpp"

#include <algorithm>
#include <cstring>

namespace fretsaw::runtime {

namespace {

std::size_t bytes_of(const Slot& slot) {
  return slot.bit_width != 0 ? (slot.bit_offset + slot.bit_width + 7U) / 8U : slot.width;
}

bool overlap(const Slot& a, const Slot& b) {
  return a.offset < b.offset + bytes_of(b) && b.offset < a.offset + bytes_of(a);
}

}  // namespace

FieldOrder::FieldOrder(const Plan& plan)
    : plan_(plan),
      index_(plan.slots.size(), 0),
      position_(plan.slots.size(), -1),
      unread_(plan.arena_size + 64, 0),
      order_(plan.slots.size()),
      owned_(plan.objects.size(), 0),
      visited_(plan.objects.size(), false) {
  for (std::size_t byte = 0; byte < plan.slot_at.size(); ++byte) {
    if (plan.slot_at[byte] == Plan::kForbidden) unread_[byte] = 2;
  }
  restart({}, 0);
}

bool FieldOrder::restart(std::span<const Choice> path, std::size_t floor) {
  size_ = 0;
  floor_ = floor;
  maximum_ = plan_.initial_maximum;
  available_ = plan_.root_slots;
  std::fill(index_.begin(), index_.end(), 0U);
  std::fill(owned_.begin(), owned_.end(), std::uint8_t{0});
  for (std::uint32_t slot = 0; slot < plan_.slots.size(); ++slot) {
    position_[slot] = -1;
    set_unread(slot, true);
    write(slot);
  }
  for (const auto& [slot, index] : path) {
    if (slot >= plan_.slots.size() || index >= domain(slot).size() || position_[slot] >= 0) return false;
    order_[size_].slot = slot;
    position_[slot] = static_cast<std::int32_t>(size_);
    set_unread(slot, false);
    apply(size_++, index);
  }
  return floor <= size_;
}

void FieldOrder::set_unread(std::uint32_t slot, bool unread) {
  const Slot& s = plan_.slots[slot];
  if (s.bit_width == 0) {
    std::memset(unread_.data() + s.offset, unread ? 1 : 0, s.width);
    return;
  }
  // A byte of a bit-field is unread as long as one of its bit-fields is.
  std::memset(unread_.data() + s.offset, unread ? 1 : 0, bytes_of(s));
  if (unread) return;
  for (std::uint32_t other = plan_.objects[s.object].first_slot; other < plan_.objects[s.object].end_slot; ++other) {
    if (other != slot && position_[other] < 0 && overlap(plan_.slots[other], s)) {
      std::memset(unread_.data() + plan_.slots[other].offset, 1, bytes_of(plan_.slots[other]));
    }
  }
}

bool FieldOrder::admissible(const Slot& slot, const Value& value) const {
  if (value.domain_class == kNone) return true;
  if (value.rank > maximum_[static_cast<std::size_t>(value.domain_class)] + 1) return false;
  return slot.ownership != Ownership::Unique || owned_[value.object] == 0;
}

std::uint32_t FieldOrder::first_admissible(std::uint32_t slot, std::uint32_t index) const {
  const auto& values = domain(slot);
  while (index < values.size() && !admissible(plan_.slots[slot], values[index])) ++index;
  return index;
}

void FieldOrder::apply(std::size_t position, std::uint32_t index) {
  Step& step = order_[position];
  const Slot& slot = plan_.slots[step.slot];
  const Value& value = plan_.domains[slot.domain][index];
  index_[step.slot] = index;
  store(slot, value, plan_.arena + slot.offset);
  step.gain = value.gain;
  if (value.domain_class != kNone) {
    const auto domain_class = static_cast<std::size_t>(value.domain_class);
    step.old_maximum = maximum_[domain_class];
    if (value.rank > step.old_maximum) {
      maximum_[domain_class] = value.rank;
      step.gain += plan_.initial_slots[domain_class];
    }
    if (slot.ownership == Ownership::Unique) owned_[value.object] = 1;
  }
  available_ += step.gain;
}

void FieldOrder::retract(std::size_t position) {
  const Step& step = order_[position];
  const Slot& slot = plan_.slots[step.slot];
  const Value& value = plan_.domains[slot.domain][index_[step.slot]];
  if (value.domain_class != kNone) {
    maximum_[static_cast<std::size_t>(value.domain_class)] = step.old_maximum;
    if (slot.ownership == Ownership::Unique) owned_[value.object] = 0;
  }
  available_ -= step.gain;
}

FieldOrder::Recorded FieldOrder::record(std::uint32_t slot) {
  const Slot& s = plan_.slots[slot];
  if (s.guard != kNone) {
    const auto guard = static_cast<std::uint32_t>(s.guard);
    if (position_[guard] < 0) {
      if (const Recorded recorded = record(guard); recorded != Recorded::Yes) return recorded;
    }
    if (value(guard).rank <= s.guard_index) return Recorded::OutOfRange;
  }
  const std::uint32_t index = first_admissible(slot, 0);
  if (index == plan_.domains[s.domain].size()) return Recorded::NoValue;
  order_[size_].slot = slot;
  position_[slot] = static_cast<std::int32_t>(size_);
  set_unread(slot, false);
  apply(size_++, index);
  return Recorded::Yes;
}

std::uint32_t FieldOrder::next_value(std::size_t position) const {
  const Step& step = order_[position];
  const auto& values = domain(step.slot);
  std::uint32_t index = index_[step.slot];
  const Value& current = values[index];
  const bool was_fresh = current.domain_class != kNone && current.rank > step.old_maximum;
  do {
    ++index;
  } while (was_fresh && index < values.size() && values[index].domain_class == current.domain_class);
  return index;
}

bool FieldOrder::advance() {
  while (size_ > floor_) {
    const std::size_t position = size_ - 1;
    const std::uint32_t slot = order_[position].slot;
    const std::uint32_t next = next_value(position);
    retract(position);
    const std::uint32_t index = first_admissible(slot, next);
    if (index < domain(slot).size()) {
      apply(position, index);
      return true;
    }
    index_[slot] = 0;
    write(slot);
    position_[slot] = -1;
    set_unread(slot, true);
    --size_;
  }
  return false;
}

void FieldOrder::restore_values(std::size_t from, std::size_t before) {
  for (std::size_t position = from; position < before; ++position) write(order_[position].slot);
}

bool FieldOrder::complete() {
  if (size_ == available_) return true;
  std::fill(visited_.begin(), visited_.end(), false);
  return visit(0, visited_);
}

bool FieldOrder::visit(std::uint32_t object, std::vector<bool>& visited) {
  visited[object] = true;
  for (std::uint32_t slot = plan_.objects[object].first_slot; slot < plan_.objects[object].end_slot; ++slot) {
    if (position_[slot] < 0) {
      const Recorded recorded = record(slot);
      if (recorded == Recorded::NoValue) return false;
      if (recorded == Recorded::OutOfRange) continue;
    }
    const Value& v = value(slot);
    if (v.domain_class != kNone && !visited[v.object] && !visit(v.object, visited)) return false;
  }
  return true;
}

std::vector<FieldOrder::Choice> FieldOrder::path() const {
  std::vector<Choice> path;
  for (std::size_t position = 0; position < size_; ++position) {
    path.push_back({order_[position].slot, index_[order_[position].slot]});
  }
  return path;
}

std::vector<FieldOrder::Choice> FieldOrder::split() {
  for (std::size_t position = floor_; position < size_; ++position) {
    // What is admissible at a position depends on those before it only: take away the later ones, look, put back.
    FieldOrder before = *this;
    while (before.size_ > position) before.retract(--before.size_);
    const std::uint32_t slot = order_[position].slot;
    const std::uint32_t index = before.first_admissible(slot, next_value(position));
    if (index == domain(slot).size()) continue;
    std::vector<Choice> rest = path();
    rest.resize(position + 1);
    rest.back().index = index;
    floor_ = position + 1;
    return rest;
  }
  return {};
}

double FieldOrder::alternatives(std::size_t position) const {
  const Step& step = order_[position];
  const auto& values = domain(step.slot);
  const Value& last = values.back();
  if (last.domain_class == kNone) return static_cast<double>(values.size());
  // One class domain, as an estimate: null, the objects in use and a fresh one.
  const bool same = value(step.slot).domain_class == last.domain_class;
  const auto in_use = same ? step.old_maximum : maximum_[static_cast<std::size_t>(last.domain_class)];
  return std::min(static_cast<double>(values.size()), static_cast<double>(in_use) + 3);
}

double FieldOrder::fraction() const {
  double low = 0;
  double width = 1;
  for (std::size_t position = 0; position < size_; ++position) {
    width /= alternatives(position);
    low += width * index_[order_[position].slot];
  }
  return std::min(low, 1.0);
}

}  // namespace fretsaw::runtime
