// SPDX-License-Identifier: MIT
#include "predicate/runtime/reference_values.hpp"

#include <algorithm>
#include <cstring>

#include "predicate/runtime/names.hpp"

namespace fretsaw::runtime {

std::vector<Value> ReferenceValues::of(const detail::TypeEntry& type, const std::string* text,
                                       const std::string& field) {
  std::vector<Value> values;
  const auto items = text != nullptr ? split_items(*text) : std::vector<std::string>{"null"};
  const bool null = std::find(items.begin(), items.end(), "null") != items.end();
  if (null && type.kind != detail::kReferenceType) values.emplace_back();
  if (null && text != nullptr && items.size() == 1) return values;
  const auto referred = referred_classes(*space_.classes, type.target, text, field);
  if (!referred) throw Refused{referred.error()};
  for (const int class_index : *referred) {
    for (std::size_t d = 0; d < domains_.size(); ++d) {
      if (domains_[d].class_index != class_index) continue;
      for (std::size_t rank = 0; rank < domains_[d].objects.size(); ++rank) {
        const std::uint32_t object = domains_[d].objects[rank];
        // Whoever has the root owns it.
        if (object == 0 && type.kind == detail::kUniqueType) continue;
        Value value = to(object, class_index, type);
        value.domain_class = static_cast<std::int32_t>(d);
        value.rank = static_cast<std::int32_t>(rank);
        values.push_back(value);
      }
    }
  }
  return values;
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

}  // namespace fretsaw::runtime
