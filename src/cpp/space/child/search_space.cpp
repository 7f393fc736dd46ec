// SPDX-License-Identifier: MIT
#include "cpp/space/child/search_space.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cpp/space/child/memory_map.hpp"

namespace fretsaw::space {

namespace {

// Appends the way to `variable` through `parts` to `path`; false if it is not there.
bool find_path(const std::vector<Part>& parts, std::int32_t variable, std::string& path) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    const std::size_t length = path.size();
    path += part.name.empty() ? "[" + std::to_string(i) + "]" : "." + part.name;
    if (part.variable == variable) {
      if (part.kind == Part::Kind::Vector || part.kind == Part::Kind::Buffer) path += ".length";
      if (part.kind == Part::Kind::Optional) path += ".has_value";
      return true;
    }
    if (find_path(part.parts, variable, path)) return true;
    path.resize(length);
  }
  return false;
}

void store_bits(const Variable& variable, std::uint64_t bits, std::byte* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, variable.width);
  const std::uint64_t mask =
      variable.bit_width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << variable.bit_width) - 1;
  word = (word & ~(mask << variable.bit_offset)) | (bits & mask) << variable.bit_offset;
  std::memcpy(at, &word, variable.width);
}

}  // namespace

SearchSpace::SearchSpace(SearchSpace&& other) noexcept
    : subject(other.subject),
      classes(other.classes),
      objects(std::move(other.objects)),
      variables(std::move(other.variables)),
      domains(std::move(other.domains)),
      conditions(std::move(other.conditions)),
      initial_variables(std::move(other.initial_variables)),
      initial_maximum(std::move(other.initial_maximum)),
      class_of_domain(std::move(other.class_of_domain)),
      root_variables(other.root_variables),
      leaves_unread(other.leaves_unread),
      insides(std::move(other.insides)),
      group_limits(std::move(other.group_limits)),
      groups_of_domain(std::move(other.groups_of_domain)),
      images(std::move(other.images)),
      unbounded(std::move(other.unbounded)),
      arena(std::exchange(other.arena, nullptr)),
      arena_size(other.arena_size),
      arena_mapped(other.arena_mapped),
      variable_at(std::move(other.variable_at)),
      overlays(std::move(other.overlays)) {}

SearchSpace::~SearchSpace() { unmap_arena(arena, arena_mapped); }

void store(const Variable& variable, const Value& value, std::byte* at) {
  if (variable.bit_width != 0) return store_bits(variable, value.words[0], at);
  if (variable.is_container) {
    // Word by word: the general functions are watched like the user's.
    const auto* const image = reinterpret_cast<const std::byte*>(value.words[0]);
    std::byte* const begin = at - variable.image_before;
    std::size_t i = 0;
    for (; i + 8 <= variable.image_size; i += 8) std::memcpy(begin + i, image + i, 8);
    for (; i < variable.image_size; ++i) std::memcpy(begin + i, image + i, 1);
    return;
  }
  switch (variable.width) {
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

const InteriorTarget* inside_of(const SearchSpace& space, const detail::TypeEntry& type, const Value& value) {
  if (value.domain_class == kNone) return nullptr;
  for (const InteriorTarget& inside : space.insides) {
    if (inside.object != value.object) continue;
    const std::byte* const leads_to = place_for(space, inside, type);
    if (leads_to != nullptr && leads_to == reinterpret_cast<const std::byte*>(value.words[0])) return &inside;
  }
  return nullptr;
}

std::byte* place_for(const SearchSpace& space, const InteriorTarget& inside, const detail::TypeEntry& type) {
  if (type.kind == detail::kPlaceType) return inside.type == type.element ? inside.address : nullptr;
  if (inside.class_index == kNone || type.target < 0) return nullptr;
  if (inside.class_index == type.target) return inside.address;
  const detail::ClassEntry& entry = space.classes->classes[inside.class_index];
  for (int i = 0; i < entry.base_count; ++i) {
    if (entry.bases[i].class_index == type.target) return inside.address + entry.bases[i].offset;
  }
  return nullptr;
}

bool is_free(const SearchSpace& space, const Variable& variable) {
  return space.unbounded.contains(variable.domain) && !variable.is_container;
}

std::vector<std::uint32_t> positions_of(SearchSpace& space, std::span<const std::uint64_t> words) {
  std::vector<std::uint32_t> out;
  for (std::size_t v = 0; v < words.size(); ++v) {
    if (!is_free(space, space.variables[v])) {
      out.push_back(static_cast<std::uint32_t>(words[v]));
      continue;
    }
    std::vector<Value>& domain = space.domains[space.variables[v].domain];
    const auto found = std::find_if(domain.begin(), domain.end(),
                                    [&](const Value& value) { return value.words[0] == words[v]; });
    out.push_back(static_cast<std::uint32_t>(found - domain.begin()));
    if (found == domain.end()) domain.push_back({.words = {words[v], 0}});
  }
  return out;
}

std::string variable_name(const SearchSpace& space, std::uint32_t variable) {
  const Object& object = space.objects[space.variables[variable].object];
  std::string path = object.name;
  find_path(object.parts, static_cast<std::int32_t>(variable), path);
  return path;
}

}  // namespace fretsaw::space
