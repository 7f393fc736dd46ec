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
// `available_` counts the slots that the reachable part has, so that the common case, a predicate that read
// all of them, is recognised without a walk.
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
      unread_(plan.arena_size + 64, 0),
      order_(plan.slots.size()),
      owned_(plan.objects.size(), 0),
      visited_(plan.objects.size(), false) {
  for (std::size_t byte = 0; byte < plan.slot_at.size(); ++byte) {
    if (plan.slot_at[byte] == Plan::kForbidden) unread_[byte] = 2;
  }
  for (const Slot& slot : plan.slots) {
    const auto& values = plan.domains[slot.domain];
    cells_.push_back({values.data(), static_cast<std::uint32_t>(values.size()), -1, plan.arena + slot.offset,
                      unread_.data() + slot.offset, slot.width, slot.ownership == Ownership::Unique,
                      slot.bit_width != 0});
  }
  restart({}, 0);
}

// Constant sizes: the general functions are watched like everybody's (see memory_functions.cpp).
void FieldOrder::write(std::uint32_t slot) {
  const Cell& cell = cells_[slot];
  const Value& chosen = value(slot);
  if (cell.is_bits) return store(plan_.slots[slot], chosen, cell.at);
  switch (cell.width) {
    case 1:
      std::memcpy(cell.at, chosen.words, 1);
      break;
    case 2:
      std::memcpy(cell.at, chosen.words, 2);
      break;
    case 4:
      std::memcpy(cell.at, chosen.words, 4);
      break;
    case 8:
      std::memcpy(cell.at, chosen.words, 8);
      break;
    default:
      std::memcpy(cell.at, chosen.words, 16);
      break;
  }
}

bool FieldOrder::restart(std::span<const Choice> path, std::size_t floor) {
  size_ = 0;
  floor_ = floor;
  maximum_ = plan_.initial_maximum;
  available_ = plan_.root_slots;
  std::fill(index_.begin(), index_.end(), 0U);
  std::fill(owned_.begin(), owned_.end(), std::uint8_t{0});
  for (std::uint32_t slot = 0; slot < plan_.slots.size(); ++slot) {
    cells_[slot].position = -1;
    set_unread(slot, true);
    write(slot);
  }
  for (const auto& [slot, index] : path) {
    if (slot >= cells_.size() || index >= cells_[slot].count || cells_[slot].position >= 0) return false;
    order_[size_].slot = slot;
    cells_[slot].position = static_cast<std::int32_t>(size_);
    set_unread(slot, false);
    apply(size_++, index);
  }
  return floor <= size_;
}

void FieldOrder::set_unread(std::uint32_t slot, bool unread) {
  const Cell& cell = cells_[slot];
  if (cell.is_bits) return set_bits_unread(slot, unread);
  const int mark = unread ? 1 : 0;
  switch (cell.width) {
    case 1:
      std::memset(cell.unread, mark, 1);
      break;
    case 2:
      std::memset(cell.unread, mark, 2);
      break;
    case 4:
      std::memset(cell.unread, mark, 4);
      break;
    case 8:
      std::memset(cell.unread, mark, 8);
      break;
    default:
      std::memset(cell.unread, mark, 16);
      break;
  }
}

// A byte of a bit-field is unread as long as one of its bit-fields is.
void FieldOrder::set_bits_unread(std::uint32_t slot, bool unread) {
  const Slot& s = plan_.slots[slot];
  std::fill_n(unread_.begin() + s.offset, bytes_of(s), std::uint8_t{unread});
  if (unread) return;
  for (std::uint32_t other = plan_.objects[s.object].first_slot; other < plan_.objects[s.object].end_slot;
       ++other) {
    const Slot& o = plan_.slots[other];
    if (other == slot || cells_[other].position >= 0 || !overlap(o, s)) continue;
    std::fill_n(unread_.begin() + o.offset, bytes_of(o), std::uint8_t{1});
  }
}

inline bool FieldOrder::admissible(const Cell& cell, const Value& value) const {
  if (value.domain_class == kNone) return true;
  if (value.rank > maximum_[static_cast<std::size_t>(value.domain_class)] + 1) return false;
  return !cell.is_unique || owned_[value.object] == 0;
}

inline std::uint32_t FieldOrder::first_admissible(std::uint32_t slot, std::uint32_t index) const {
  const Cell& cell = cells_[slot];
  while (index < cell.count && !admissible(cell, cell.values[index])) ++index;
  return index;
}

inline void FieldOrder::apply(std::size_t position, std::uint32_t index) {
  Step& step = order_[position];
  const Cell& cell = cells_[step.slot];
  const Value& value = cell.values[index];
  index_[step.slot] = index;
  write(step.slot);
  step.gain = value.gain;
  if (value.domain_class != kNone) {
    const auto domain_class = static_cast<std::size_t>(value.domain_class);
    step.old_maximum = maximum_[domain_class];
    if (value.rank > step.old_maximum) {
      maximum_[domain_class] = value.rank;
      step.gain += plan_.initial_slots[domain_class];
    }
    if (cell.is_unique) owned_[value.object] = 1;
  }
  available_ += step.gain;
}

inline void FieldOrder::retract(std::size_t position) {
  const Step& step = order_[position];
  const Value& chosen = value(step.slot);
  if (chosen.domain_class != kNone) {
    maximum_[static_cast<std::size_t>(chosen.domain_class)] = step.old_maximum;
    if (cells_[step.slot].is_unique) owned_[chosen.object] = 0;
  }
  available_ -= step.gain;
}

FieldOrder::Recorded FieldOrder::record(std::uint32_t slot) {
  const Slot& s = plan_.slots[slot];
  if (s.guard != kNone) {
    const auto guard = static_cast<std::uint32_t>(s.guard);
    if (cells_[guard].position < 0) {
      if (const Recorded recorded = record(guard); recorded != Recorded::Yes) return recorded;
    }
    if (value(guard).rank <= s.guard_index) return Recorded::OutOfRange;
  }
  const std::uint32_t index = first_admissible(slot, 0);
  if (index == cells_[slot].count) return Recorded::NoValue;
  order_[size_].slot = slot;
  cells_[slot].position = static_cast<std::int32_t>(size_);
  set_unread(slot, false);
  apply(size_++, index);
  return Recorded::Yes;
}

inline std::uint32_t FieldOrder::next_value(std::size_t position) const {
  const Step& step = order_[position];
  const Cell& cell = cells_[step.slot];
  std::uint32_t index = index_[step.slot];
  const Value& current = cell.values[index];
  const bool was_fresh = current.domain_class != kNone && current.rank > step.old_maximum;
  do {
    ++index;
  } while (was_fresh && index < cell.count && cell.values[index].domain_class == current.domain_class);
  return index;
}

bool FieldOrder::advance() {
  while (size_ > floor_) {
    const std::size_t position = size_ - 1;
    const std::uint32_t slot = order_[position].slot;
    const std::uint32_t next = next_value(position);
    retract(position);
    const std::uint32_t index = first_admissible(slot, next);
    if (index < cells_[slot].count) {
      apply(position, index);
      return true;
    }
    index_[slot] = 0;
    write(slot);
    cells_[slot].position = -1;
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
    if (cells_[slot].position < 0) {
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
  // What is admissible at a position depends on those before it only. Going back from the end, the last
  // position found is the shallowest; nothing but the counters is touched, and they are put back.
  const auto maximum = maximum_;
  const auto owned = owned_;
  const std::size_t available = available_;
  std::size_t shallowest = size_;
  std::uint32_t next = 0;
  for (std::size_t position = size_; position-- > floor_;) {
    const std::uint32_t slot = order_[position].slot;
    const std::uint32_t after = next_value(position);
    retract(position);
    const std::uint32_t index = first_admissible(slot, after);
    if (index == cells_[slot].count) continue;
    shallowest = position;
    next = index;
  }
  maximum_ = maximum;
  owned_ = owned;
  available_ = available;
  if (shallowest == size_) return {};
  std::vector<Choice> rest = path();
  rest.resize(shallowest + 1);
  rest.back().index = next;
  floor_ = shallowest + 1;
  return rest;
}

double FieldOrder::alternatives(std::size_t position) const {
  const Step& step = order_[position];
  const Cell& cell = cells_[step.slot];
  const Value& last = cell.values[cell.count - 1];
  if (last.domain_class == kNone) return cell.count;
  // One class domain, as an estimate: null, the objects in use and a fresh one.
  const bool same = value(step.slot).domain_class == last.domain_class;
  const auto in_use = same ? step.old_maximum : maximum_[static_cast<std::size_t>(last.domain_class)];
  return std::min(static_cast<double>(cell.count), static_cast<double>(in_use) + 3);
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
