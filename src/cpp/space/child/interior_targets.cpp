// SPDX-License-Identifier: MIT
#include "cpp/space/child/interior_targets.hpp"

#include <algorithm>

#include "cpp/space/child/class_domains.hpp"

namespace fretsaw::space {

using detail::TypeEntry;

InteriorTargets::InteriorTargets(const detail::ClassTable& classes, const BoundsTable& bounds)
    : classes_(classes), bounds_(bounds) {
  for (int i = 0; i < classes.type_count; ++i) {
    const TypeEntry& type = classes.types[i];
    if (type.kind == detail::kPointerType || type.kind == detail::kReferenceType)
      targets_.insert(type.target);
    if (type.kind == detail::kPlaceType) places_.insert(type.element);
  }
}

void InteriorTargets::note(int type, InteriorTarget inside) {
  const TypeEntry& entry = classes_.types[type];
  if (places_.contains(type)) {
    inside.type = type;
    found_.push_back(inside);
  }
  if (entry.kind != detail::kRecordType || !is_target(entry.target)) return;
  inside.type = kNone;
  inside.class_index = entry.target;
  found_.push_back(std::move(inside));
}

void InteriorTargets::note_all(int type, const InteriorTarget& inside, const std::vector<PartName>& names) {
  const std::string* const text = bounds_.domain(names);
  if (text != nullptr && *text == "default") return;
  note(type, inside);
  const TypeEntry& entry = classes_.types[type];
  const auto part = [&](int part_type, std::size_t offset, const std::string& path,
                        const std::vector<PartName>& part_names) {
    InteriorTarget inner = inside;
    inner.address += offset;
    inner.path += path;
    note_all(part_type, inner, part_names);
  };
  if (entry.kind == detail::kArrayType) {
    for (std::size_t i = 0; i < entry.count; ++i)
      part(entry.target, i * classes_.types[entry.target].size, "[" + std::to_string(i) + "]", names);
  }
  if (entry.kind != detail::kRecordType) return;
  const detail::ClassEntry& fields = classes_.classes[entry.target];
  for (int i = 0; i < fields.field_count; ++i) {
    const detail::FieldEntry& field = fields.fields[i];
    part(field.type, static_cast<std::size_t>(field.offset), "." + std::string(field.name),
         names_of(classes_, entry.target, field, names));
  }
}

bool InteriorTargets::is_target(int class_index) const {
  const detail::ClassEntry& entry = classes_.classes[class_index];
  return targets_.contains(class_index) ||
         std::any_of(entry.bases, entry.bases + entry.base_count,
                     [&](const detail::BaseEntry& base) { return targets_.contains(base.class_index); });
}

}  // namespace fretsaw::space
