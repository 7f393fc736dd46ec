// SPDX-License-Identifier: MIT
#include "cpp/space/child/reference_values.hpp"

#include <algorithm>
#include <cstring>

#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

namespace {

Diagnostic error_of_places(const detail::TypeEntry& type, const std::string& field) {
  return with_note(bounds_error("the values of '" + field + "' of type '" + type.name + "' cannot be listed",
                                "use " + values_option(field, "null") +
                                    ", or omit the bound; for an array, bound its length with " +
                                    values_option(field + ".length", "0..3")),
                   "they are null and the fields of that type");
}

}  // namespace

References ReferenceValues::of(const detail::TypeEntry& type, const std::string* text,
                               const std::string& field) {
  References out;
  std::vector<Value>& values = out.values;
  const auto items = text != nullptr ? split_items(*text) : std::vector<std::string>{"null"};
  const bool null = std::find(items.begin(), items.end(), "null") != items.end();
  if (null && type.kind != detail::kReferenceType) values.emplace_back();
  if (null && text != nullptr && items.size() == 1) return out;
  if (type.kind == detail::kPlaceType) {
    if (text != nullptr) throw SpaceError{error_of_places(type, field)};
    add_insides(type, nullptr, out);
    if (!out.conditions.empty()) out.conditions.resize(values.size());
    return out;
  }
  auto referred = referred_classes(*space_.classes, type.target, text, field);
  if (!referred) throw SpaceError{referred.error()};
  for (const int class_index : referred->classes) add_objects(type, class_index, values);
  const bool owns = type.kind == detail::kUniqueType || type.kind == detail::kSharedType;
  if (owns) return out;
  add_insides(type, &referred->classes, out);
  add_statics(type, referred->classes, referred->statics, values);
  if (!out.conditions.empty()) out.conditions.resize(values.size());
  return out;
}

void ReferenceValues::add_objects(const detail::TypeEntry& type, int class_index,
                                  std::vector<Value>& values) {
  for (std::size_t d = 0; d < domains_.size(); ++d) {
    if (domains_[d].class_index != class_index || domains_[d].is_root_only) continue;
    for (std::size_t rank = 0; rank < domains_[d].objects.size(); ++rank) {
      const std::uint32_t object = domains_[d].objects[rank];
      // The root has an owner already.
      if (object == 0 && type.kind == detail::kUniqueType) continue;
      Value value = to(object, class_index, type);
      value.domain_class = static_cast<std::int32_t>(d);
      value.rank = static_cast<std::int32_t>(rank);
      values.push_back(value);
    }
  }
}

void ReferenceValues::add_insides(const detail::TypeEntry& type, const std::vector<int>* classes,
                                  References& out) {
  for (const InteriorTarget& inside : space_.insides) {
    std::byte* const address = place_for(space_, inside, type);
    if (address == nullptr) continue;
    if (classes != nullptr &&
        std::find(classes->begin(), classes->end(), inside.class_index) == classes->end())
      continue;
    for (std::size_t d = 0; d < domains_.size(); ++d) {
      const auto& objects = domains_[d].objects;
      const auto found = std::find(objects.begin(), objects.end(), inside.object);
      if (found == objects.end()) continue;
      Value value;
      value.words[0] = reinterpret_cast<std::uint64_t>(address);
      value.domain_class = static_cast<std::int32_t>(d);
      value.rank = static_cast<std::int32_t>(found - objects.begin());
      value.object = inside.object;
      if (inside.condition.guard != kNone) {
        out.conditions.resize(out.values.size());
        out.conditions.push_back(inside.condition);
      }
      out.values.push_back(value);
    }
  }
}

void ReferenceValues::add_statics(const detail::TypeEntry& type, const std::vector<int>& classes,
                                  const std::vector<std::string>& named, std::vector<Value>& values) {
  const detail::ClassTable& table = *space_.classes;
  for (int i = 0; i < table.static_count; ++i) {
    const detail::StaticEntry& entry = table.statics[i];
    const bool is_listed = std::find(named.begin(), named.end(), entry.name) != named.end();
    const bool is_of_class = std::find(classes.begin(), classes.end(), entry.class_index) != classes.end();
    if (entry.address == nullptr || (!is_listed && !is_of_class)) continue;
    Value value;
    value.words[0] = reinterpret_cast<std::uint64_t>(static_cast<std::byte*>(entry.address) +
                                                     base_offset(table, entry.class_index, type.target));
    value.rank = i + 1;
    const bool is_known = std::any_of(values.begin(), values.end(),
                                      [&](const Value& v) { return v.words[0] == value.words[0]; });
    if (!is_known) values.push_back(value);
  }
}

Value ReferenceValues::to(std::uint32_t object, int class_index, const detail::TypeEntry& type) {
  Value value;
  value.object = object;
  std::byte* const pointer =
      space_.address(space_.objects[object]) + base_offset(*space_.classes, class_index, type.target);
  value.words[0] = reinterpret_cast<std::uint64_t>(pointer);
  if (type.kind != detail::kSharedType) return value;
  // One control block per object, made with the first pointer to it.
  void*& first = first_shared_[object];
  void* const shared = arena_.share(type, pointer, first);
  if (first == nullptr) first = shared;
  std::memcpy(value.words, shared, sizeof value.words);
  return value;
}

}  // namespace fretsaw::space
