// SPDX-License-Identifier: MIT
#include "predicate/runtime/plan.hpp"

#include <cstring>
#include <utility>

#include "predicate/runtime/memory_map.hpp"

namespace fretsaw::runtime {

namespace {

// Appends the way to `slot` through `parts` to `path`; false if it is not there.
bool find_path(const std::vector<Part>& parts, std::int32_t slot, std::string& path) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    const std::size_t length = path.size();
    path += part.name.empty() ? "[" + std::to_string(i) + "]" : "." + part.name;
    if (part.slot == slot) {
      if (part.kind == Part::Kind::Vector || part.kind == Part::Kind::Buffer) path += ".length";
      if (part.kind == Part::Kind::Optional) path += ".has_value";
      return true;
    }
    if (find_path(part.parts, slot, path)) return true;
    path.resize(length);
  }
  return false;
}

void store_bits(const Slot& slot, std::uint64_t bits, std::byte* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, slot.width);
  const std::uint64_t mask =
      slot.bit_width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slot.bit_width) - 1;
  word = (word & ~(mask << slot.bit_offset)) | (bits & mask) << slot.bit_offset;
  std::memcpy(at, &word, slot.width);
}

}  // namespace

Plan::Plan(Plan&& other) noexcept
    : subject(other.subject),
      classes(other.classes),
      objects(std::move(other.objects)),
      slots(std::move(other.slots)),
      domains(std::move(other.domains)),
      initial_slots(std::move(other.initial_slots)),
      initial_maximum(std::move(other.initial_maximum)),
      class_of_domain(std::move(other.class_of_domain)),
      root_slots(other.root_slots),
      arena(std::exchange(other.arena, nullptr)),
      arena_size(other.arena_size),
      arena_mapped(other.arena_mapped),
      slot_at(std::move(other.slot_at)) {}

Plan::~Plan() { unmap_arena(arena, arena_mapped); }

void store(const Slot& slot, const Value& value, std::byte* at) {
  if (slot.bit_width != 0) return store_bits(slot, value.words[0], at);
  switch (slot.width) {
    case 1:
      std::memcpy(at, value.words, 1);
      break;
    case 2:
      std::memcpy(at, value.words, 2);
      break;
    case 4:
      std::memcpy(at, value.words, 4);
      break;
    case 8:
      std::memcpy(at, value.words, 8);
      break;
    default:
      std::memcpy(at, value.words, 16);
      break;
  }
}

std::string slot_name(const Plan& plan, std::uint32_t slot) {
  const Object& object = plan.objects[plan.slots[slot].object];
  std::string path = object.name;
  find_path(object.parts, static_cast<std::int32_t>(slot), path);
  return path;
}

}  // namespace fretsaw::runtime
