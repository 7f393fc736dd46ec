// SPDX-License-Identifier: MIT
// Byte by byte, because code reads memory in other units than it was written in: copies of structs, members
// of pairs in one register. Each byte knows which one of which expression it is, and the value that it had:
// where something that was not seen has changed memory meanwhile, the expression is dropped.
//
// An address that depends on the input (p->next, where p is a field) could be another one on another input.
// If it is that of an unchanged variable, what is read is an expression too: "what the input has
// there". If the program has stored to such a place before, it matters whether the two are the same, and that
// they are (or not) becomes a condition of the path.
#include "cpp/path/child/shadow.hpp"

#include <algorithm>
#include <cstring>

#include "cpp/path/child/opaque.hpp"

namespace fretsaw::path {

namespace {

std::uint8_t memory_byte(std::uint64_t address) { return *reinterpret_cast<const std::uint8_t*>(address); }

std::uint64_t memory_value(std::uint64_t address, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), std::min(bytes, 8U));
  return value;
}

}  // namespace

void pin(Id id, std::uint64_t value) {
  if (id == 0) return;
  const unsigned width = record->nodes[id].width;
  id = checked(id, value, width);
  if (id != 0) add_event(EventKind::Pin, 0, equal(id, constant(value, width)), 1);
}

Shadow& shadow() {
  static Shadow* const kShadow = new Shadow();  // the user's code may run after static objects are gone
  return *kShadow;
}

void Shadow::place(std::uint64_t begin, std::size_t size, const std::vector<Cell>& cells,
                   const std::vector<std::pair<std::uint64_t, std::uint32_t>>& untracked) {
  begin_ = begin;
  cells_ = cells;
  std::ranges::stable_sort(variables_, {}, &StaticObject::address);
  cell_of_byte_.assign(size, 0);
  for (std::uint32_t i = 0; i < cells_.size(); ++i) {
    const auto at = cell_of_byte_.begin() + static_cast<long>(cells_[i].address - begin_);
    std::fill(at, at + cells_[i].bytes, i + 1);
  }
  for (const auto& [address, bytes] : untracked) {
    const auto at = cell_of_byte_.begin() + static_cast<long>(address - begin_);
    std::fill(at, at + bytes, kUntracked);
  }
}

const Cell* Shadow::cell_at(std::uint64_t address) const {
  const std::uint64_t offset = address - begin_;
  if (offset >= cell_of_byte_.size() || cell_of_byte_[offset] == 0 || cell_of_byte_[offset] == kUntracked)
    return nullptr;
  return &cells_[cell_of_byte_[offset] - 1];
}

const StaticObject* Shadow::static_at(std::uint64_t address) const {
  for (const StaticObject& each : statics_) {
    if (address - each.address < each.bytes) return &each;
  }
  return nullptr;
}

const StaticObject* Shadow::variable_at(std::uint64_t address) const {
  if (variables_.empty() || address < variables_.front().address) return nullptr;
  const StaticObject& last =
      *std::prev(std::ranges::upper_bound(variables_, address, {}, &StaticObject::address));
  return address - last.address < last.bytes ? &last : nullptr;
}

bool Shadow::leads_to_static(std::uint64_t address) const {
  const std::uint64_t there = memory_value(address / 8 * 8, 8);
  const StaticObject* const object = static_at(there);
  return object != nullptr && object->address == there;
}

Shadow::Page& Shadow::page(std::uint64_t address) {
  const std::uint64_t number = address / kPage;
  auto& [cached, page] = cache_[number % cache_.size()];
  if (page != nullptr && cached == number) return *page;
  auto at = std::lower_bound(pages_.begin(), pages_.end(), std::pair<std::uint64_t, Page*>(number, nullptr));
  if (at == pages_.end() || at->first != number) at = pages_.insert(at, {number, new Page()});
  cached = number;
  page = at->second;
  return *page;
}

const Shadow::Byte* Shadow::stored(std::uint64_t address) const {
  const std::uint64_t number = address / kPage;
  const auto at =
      std::lower_bound(pages_.begin(), pages_.end(), std::pair<std::uint64_t, Page*>(number, nullptr));
  if (at == pages_.end() || at->first != number) return nullptr;
  const Byte& byte = at->second->bytes[address % kPage];
  return byte.is_written ? &byte : nullptr;
}

bool Shadow::depends(std::uint64_t address, unsigned bytes) const {
  for (unsigned i = 0; i < bytes; ++i) {
    const std::uint64_t offset = address + i - begin_;
    const bool is_input = offset < cell_of_byte_.size() && cell_of_byte_[offset] != 0;
    const Byte* const known = stored(address + i);
    if (known == nullptr ? is_input : known->id != 0 && !is_opaque(known->id)) return true;
  }
  return false;
}

bool Shadow::is_known(std::uint64_t address) { return has_cell(address) || stored(address) != nullptr; }

void Shadow::make_plain(std::uint64_t address) {
  if (!depends(address, 8)) return;
  const Id id = without_opaque(gather(address, 8));
  pin(id, memory_value(address, 8));
  for (unsigned i = 0; i < 8; ++i) set_byte(address + i, {});
}

void Shadow::settle_words(std::uint64_t address, unsigned words) {
  if (!is_readable(address)) return;
  if (const Cell* const at = cell_at(address); at != nullptr && at->group != 0) {
    for (const Cell& cell : cells_) {
      if (cell.group == at->group) make_plain(cell.address);
    }
    return;
  }
  if (address - begin_ < cell_of_byte_.size()) return;  // nodes of the input are what they are
  for (unsigned i = 0; i < words; ++i) {
    if (stored(address + 8 * i) != nullptr) make_plain(address + 8 * i);
  }
}

Shadow::Byte Shadow::byte(std::uint64_t address) {
  Byte& known = page(address).bytes[address % kPage];
  if (known.is_written) {
    if (known.id != 0 && known.value != memory_byte(address)) {
      ++record->mismatches;
      known.id = 0;
    }
    return known;
  }
  const Cell* const cell = cell_at(address);
  const std::uint64_t offset = address - begin_;
  if (offset < cell_of_byte_.size() && cell_of_byte_[offset] == kUntracked) note_loss(TrackingLoss::Memory);
  if (cell == nullptr) {
    // As earlier calls have left it. A pointer to a static object is another name of it: of a sentinel, say.
    const StaticObject* const variable = record->in_call ? variable_at(address) : nullptr;
    if (variable == nullptr || leads_to_static(address)) return {};
    return {opaque(TrackingLoss::Static, variable->name), 0, memory_byte(address), false};
  }
  const unsigned bits = 8 * cell->bytes;
  const Id id =
      make(Op::Read, bits, constant(cell->address, 64), 0, memory_value(cell->address, cell->bytes));
  return {id, static_cast<std::uint8_t>(address - cell->address), memory_byte(address), false};
}

void Shadow::set_byte(std::uint64_t address, Byte byte) {
  byte.is_written = true;
  page(address).bytes[address % kPage] = byte;
}

Id Shadow::gather(std::uint64_t address, unsigned bytes) {
  Byte parts[8];
  bool any = false;
  for (unsigned i = 0; i < bytes; ++i) {
    parts[i] = byte(address + i);
    any = any || parts[i].id != 0;
  }
  if (!any) return 0;
  for (unsigned i = 0; i < bytes; ++i) {
    if (is_opaque(parts[i].id)) return parts[i].id;
  }
  Id whole = 0;
  for (unsigned i = 0; i < bytes;) {
    // As many bytes as belong together.
    unsigned count = 1;
    while (i + count < bytes && parts[i].id != 0 && parts[i + count].id == parts[i].id &&
           parts[i + count].index == parts[i].index + count)
      ++count;
    const Id piece = parts[i].id != 0 ? extract(parts[i].id, 8U * parts[i].index, 8 * count)
                                      : constant(memory_byte(address + i), 8);
    whole = whole == 0 ? piece : concat(piece, whole);
    i += count;
  }
  return checked(whole, memory_value(address, bytes), 8 * bytes);
}

bool Shadow::is_readable(std::uint64_t address) const {
  if (address - begin_ < cell_of_byte_.size()) return true;
  return address >> 32 != 0 && address >> 47 == 0;  // no other memory lies below
}

Id Shadow::settle(std::uint64_t address, unsigned bytes, Id address_id) {
  address_id = checked(address_id, address, 64);
  if (address_id == 0) return 0;
  const Cell* const cell = cell_at(address);
  const bool whole = cell != nullptr && cell->address == address && cell->bytes == bytes;
  if (whole || !is_readable(address)) {
    add_event(EventKind::Valid, 0, make(Op::IsCell, 1, address_id, 8 * bytes, whole ? 1 : 0), whole ? 1 : 0);
    return whole ? address_id : 0;
  }
  add_event(EventKind::Pin, 0, equal(address_id, constant(address, 64)), 1);
  return 0;
}

void Shadow::compare_with_stores(const Cell& cell, Id address_id, std::uint64_t address) {
  for (std::size_t k = stored_.size(); k-- > 0;) {
    const Stored& store = stored_[k];
    if (store.field != cell.field) continue;
    const bool same = store.address == address;
    if (store.id == address_id) {
      if (store.id != 0 || same) return;
      continue;
    }
    const Id condition = equal(operand(address_id, address, 64), operand(store.id, store.address, 64));
    add_event(EventKind::Alias, 0, condition, same ? 1 : 0);
    if (same) return;
  }
}

void Shadow::note_store(const Cell& cell, Id address_id, std::uint64_t address) {
  // The last store to a place hides earlier ones through the same expression.
  std::erase_if(stored_,
                [&](const Stored& each) { return each.id == address_id && each.address == address; });
  stored_.push_back({address_id, address, cell.field});
}

Id Shadow::load(std::uint64_t address, unsigned bytes, Id address_id) {
  // What an input refers to may be a static object, as earlier calls have left it. To preconditions it is
  // what it is: the call has not begun.
  const bool may_be_static = address_id != 0 && record->in_call && !is_known(address);
  const StaticObject* const object = may_be_static ? static_at(address) : nullptr;
  address_id = settle(address, bytes, address_id);
  if (object != nullptr) return opaque(TrackingLoss::Static, object->name);
  if (!is_readable(address)) return 0;
  const Cell* const cell = cell_at(address);
  if (cell != nullptr) {
    compare_with_stores(*cell, address_id, address);
    const bool is_initial = address_id != 0 && !page(address).bytes[address % kPage].is_written;
    if (is_initial) return make(Op::Read, 8 * bytes, address_id, 0, memory_value(address, bytes));
  }
  return gather(address, bytes);
}

void Shadow::store(std::uint64_t address, unsigned bytes, Id address_id, Id value_id, std::uint64_t value) {
  address_id = settle(address, bytes, address_id);
  if (!is_readable(address)) return;
  value_id = value_id != 0 && !is_opaque(value_id) && record->nodes[value_id].width < 8 * bytes
                 ? make(Op::ZExt, 8 * bytes, value_id, 0, value)
                 : value_id;
  value_id = checked(value_id, value, 8 * bytes);
  if (const Cell* const cell = cell_at(address)) note_store(*cell, address_id, address);
  for (unsigned i = 0; i < bytes; ++i)
    set_byte(address + i,
             {value_id, static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(value >> (8 * i)), true});
}

void Shadow::copy(std::uint64_t to, std::uint64_t from, std::size_t bytes, Id to_id, Id from_id) {
  if (bytes == 0) return;
  pin(to_id, to);
  pin(from_id, from);
  if (!is_readable(to) || !is_readable(from)) return;
  std::vector<Byte> moved(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    const Cell* const cell = cell_at(from + i);
    if (cell != nullptr && cell->address == from + i) compare_with_stores(*cell, 0, from + i);
    moved[i] = byte(from + i);
    moved[i].value = memory_byte(from + i);
  }
  for (std::size_t i = 0; i < bytes; ++i) {
    const Cell* const cell = cell_at(to + i);
    if (cell != nullptr && cell->address == to + i) note_store(*cell, 0, to + i);
    set_byte(to + i, moved[i]);
  }
}

void Shadow::clear(std::uint64_t address, std::size_t bytes, Id address_id) {
  pin(address_id, address);
  if (!is_readable(address)) return;
  for (std::size_t i = 0; i < bytes; ++i) {
    const Cell* const cell = cell_at(address + i);
    if (cell != nullptr && cell->address == address + i) note_store(*cell, 0, address + i);
    set_byte(address + i, {});
  }
}

void Shadow::drop(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t end = address + bytes;
  auto at = std::lower_bound(pages_.begin(), pages_.end(),
                             std::pair<std::uint64_t, Page*>(address / kPage, nullptr));
  for (; at != pages_.end() && at->first * kPage < end; ++at) {
    const std::uint64_t first = at->first * kPage;
    Byte* const all = at->second->bytes;
    std::fill(all + (address > first ? address - first : 0),
              all + std::min<std::uint64_t>(kPage, end - first), Byte());
  }
}

}  // namespace fretsaw::path
