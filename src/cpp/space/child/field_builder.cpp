// SPDX-License-Identifier: MIT
#include "cpp/space/child/field_builder.hpp"

#include <algorithm>
#include <utility>

#include "cpp/space/child/names.hpp"
#include "cpp/space/child/reference_values.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

using detail::ClassEntry;
using detail::FieldEntry;
using detail::TypeEntry;

namespace {

constexpr std::size_t kMaxVariables = std::size_t{1} << 17;

// Fields of a class and its base may be called the same.
std::string part_name(const ClassEntry& entry, const FieldEntry& field) {
  const auto same =
      std::count_if(entry.fields, entry.fields + entry.field_count,
                    [&](const FieldEntry& other) { return std::string_view(other.name) == field.name; });
  return same == 1 ? field.name : std::string(field.owner) + "::" + field.name;
}

bool is_union(const TypeEntry& type) {
  return type.container != nullptr && type.container->alternatives > 0 && type.container->index_offset < 0;
}

bool is_reference(const TypeEntry& type) {
  return type.kind == detail::kPointerType || type.kind == detail::kReferenceType ||
         type.kind == detail::kUniqueType || type.kind == detail::kSharedType ||
         type.kind == detail::kPlaceType;
}

}  // namespace

void FieldBuilder::describe(std::uint32_t index) {
  const int class_index = space_.objects[index].class_index;
  std::byte* const address = space_.address(space_.objects[index]);
  const auto first = static_cast<std::uint32_t>(space_.variables.size());
  auto parts = fields(class_index, {.object = index, .address = address});
  Object& object = space_.objects[index];
  object.parts = std::move(parts);
  object.first_variable = first;
  object.end_variable = static_cast<std::uint32_t>(space_.variables.size());
}

void FieldBuilder::resolve(const std::vector<ClassDomain>& domains) {
  space_.insides = interior_targets_.take();
  ReferenceValues references(space_, domains, arena_);
  space_.conditions.resize(space_.domains.size());
  for (const Pending& pending : pending_) {
    References found = references.of(*pending.type, pending.text, pending.field);
    if (found.values.empty())
      throw SpaceError{
          with_note(bounds_error("no values for '" + pending.field + "'"),
                    "the field cannot be null, and the bounds allow no object that it can refer to")};
    space_.domains[pending.domain] = std::move(found.values);
    space_.conditions[pending.domain] = std::move(found.conditions);
  }
}

std::vector<Part> FieldBuilder::fields(int class_index, const Place& place) {
  std::vector<Part> parts;
  const ClassEntry& entry = classes_.classes[class_index];
  for (int i = 0; i < entry.field_count; ++i) {
    const FieldEntry& field = entry.fields[i];
    const Place inner = place_of(class_index, field, place);
    const bool is_array = array_length(classes_.types[field.type], inner.names, bounds_) != nullptr;
    const bool is_kept = keeps_its_value(entry, field, inner);
    const bool is_later = is_array || is_union(classes_.types[field.type]);
    if (is_kept) interior_targets_.note_all(field.type, inside_at(inner), inner.names);
    // What is passed by value, or moved from, belongs to the call alone.
    const bool is_copy = entry.is_frame != 0 && classes_.types[field.type].kind == detail::kRecordType;
    is_in_copy_ = is_in_copy_ || is_copy;
    parts.push_back(is_later || is_kept ? left(field.type, inner) : part(field.type, inner));
    if (is_copy) is_in_copy_ = false;
    parts.back().name = part_name(entry, field);
    parts.back().offset = static_cast<std::uint32_t>(field.offset);
    parts.back().is_const = field.is_const != 0;
  }
  // These come last: a field next to them may be their length, or select the member.
  for (int i = 0; i < entry.field_count; ++i) {
    const Place inner = place_of(class_index, entry.fields[i], place);
    const TypeEntry& type = classes_.types[entry.fields[i].type];
    if (const std::string* const length = array_length(type, inner.names, bounds_))
      describe_buffer(type, inner, *length, parts, parts[static_cast<std::size_t>(i)]);
    if (is_union(type) && !keeps_its_value(entry, entry.fields[i], inner))
      describe_union(type, inner, parts, parts[static_cast<std::size_t>(i)]);
  }
  return parts;
}

FieldBuilder::Place FieldBuilder::place_of(int class_index, const FieldEntry& field,
                                           const Place& outer) const {
  Place place = outer;
  place.address += field.offset;
  place.names = names_of(classes_, class_index, field, outer.names);
  place.path += "." + std::string(field.name);
  place.field = &field;
  place.bit_offset = field.bit_offset;
  place.bit_width = field.bit_width;
  return place;
}

// `const int limit = 4;`: all objects that C++ itself makes have this value, unless a constructor
// sets another.
bool FieldBuilder::keeps_its_value(const ClassEntry& entry, const FieldEntry& field,
                                   const Place& place) const {
  return field.is_const != 0 && field.has_initializer != 0 && entry.construct != nullptr &&
         bounds_.domain(place.names) == nullptr;
}

Part FieldBuilder::left(int type_index, const Place& place) const {
  Part out;
  out.type = &classes_.types[type_index];
  out.at = place.address;
  return out;
}

InteriorTarget FieldBuilder::inside_at(const Place& place) {
  InteriorTarget inside;
  inside.object = place.object;
  inside.address = place.address;
  inside.path = place.path;
  inside.condition = place.condition;
  return inside;
}

Part FieldBuilder::part(int type_index, const Place& place) {
  const TypeEntry& type = classes_.types[type_index];
  Part out = left(type_index, place);
  const std::string* const text = bounds_.domain(place.names);
  if (text != nullptr && *text == "default") return out;
  if (!is_in_copy_) interior_targets_.note(type_index, inside_at(place));
  switch (type.kind) {
    case detail::kUnsupportedType:
      refuse(type, place);
    case detail::kRecordType:
      out.kind = Part::Kind::Record;
      out.parts = fields(type.target, place);
      break;
    case detail::kArrayType:
      out.kind = Part::Kind::Array;
      out.parts = elements(type.target, type.count, place.address, place);
      break;
    case detail::kVectorType:
      describe_vector(type, place, out);
      break;
    case detail::kOptionalType:
      describe_optional(type, place, out);
      break;
    case detail::kContainerType:
      if (type.container->alternatives == 0)
        describe_container(type, place, out);
      else if (is_union(type))
        describe_union(type, place, {}, out);
      else
        describe_variant(type, place, out);
      break;
    default:
      out.kind = Part::Kind::Variable;
      out.variable = add_variable(type, place, text);
  }
  return out;
}

void FieldBuilder::refuse(const TypeEntry& type, const Place& place) const {
  const std::string field = display(place.names);
  const std::string quoted_type = "'" + std::string(type.name) + "'";
  const std::string array =
      type.element < 0
          ? ""
          : "for an array, bound its length with " + values_option(field + ".length", "0..3") +
                ", or name the field that holds it with " + values_option(field + ".length", "FIELD") + "; ";
  const bool is_parameter =
      std::any_of(classes_.classes, classes_.classes + classes_.class_count, [&](const ClassEntry& entry) {
        return entry.is_frame != 0 && std::string_view(entry.name) == place.field->owner;
      });
  Diagnostic error = bounds_error(
      quoted_type + " is not supported as a " + (is_parameter ? "parameter" : "field") + " ('" + field + "')",
      array + "to keep its default value, use " + values_option(field, "default"), place.field->place);
  if (type.reason != quoted_type + " is not supported") error = with_note(std::move(error), type.reason);
  throw SpaceError{std::move(error)};
}

std::int32_t FieldBuilder::push(const Variable& variable) {
  if (space_.variables.size() >= kMaxVariables)
    throw SpaceError{bounds_error("the bounds are too large: the objects have more than 131,072 fields",
                                  "use smaller bounds")};
  space_.variables.push_back(variable);
  return static_cast<std::int32_t>(space_.variables.size() - 1);
}

std::int32_t FieldBuilder::add_variable(const TypeEntry& type, const Place& place, const std::string* text) {
  Variable variable;
  variable.offset = static_cast<std::uint32_t>(place.address - space_.arena);
  variable.width = static_cast<std::uint8_t>(type.size);
  variable.object = place.object;
  variable.condition = place.condition;
  variable.is_overlay = place.is_overlay;
  variable.ownership = type.kind == detail::kUniqueType ? Ownership::Unique : Ownership::None;
  if (place.bit_width != 0) {
    variable.bit_offset = static_cast<std::uint8_t>(place.bit_offset);
    variable.bit_width = static_cast<std::uint8_t>(place.bit_width);
    variable.width = static_cast<std::uint8_t>((place.bit_offset + place.bit_width + 7) / 8);
  }
  variable.domain = domain_of(type, place, text);
  return push(variable);
}

std::uint32_t FieldBuilder::domain_of(const TypeEntry& type, const Place& place, const std::string* text) {
  // Fields of a class and its bases may be called the same.
  const auto key = std::make_tuple(display(place.names), &type, place.field);
  if (const auto known = domain_cache_.find(key); known != domain_cache_.end()) return known->second;
  const bool waits = is_reference(type);
  std::vector<Value> values;
  if (!waits) values = scalars(type, place, text);
  if (!waits && values.empty())
    throw SpaceError{bounds_error("no values for '" + display(place.names) + "'")};
  const std::uint32_t index = add_domain(std::move(values));
  if (waits) pending_.push_back({index, &type, text, display(place.names)});
  const bool is_number = type.kind == detail::kIntegerType || type.kind == detail::kCharType;
  if (is_number && text == nullptr) space_.unbounded.emplace(index, display(place.names));
  domain_cache_.emplace(key, index);
  return index;
}

std::uint32_t FieldBuilder::add_domain(std::vector<Value> values) {
  space_.domains.push_back(std::move(values));
  return static_cast<std::uint32_t>(space_.domains.size() - 1);
}

std::vector<Value> FieldBuilder::scalars(const TypeEntry& type, const Place& place, const std::string* text) {
  const std::string field = display(place.names);
  auto values = text != nullptr ? scalar_values(type, place.bit_width, *text, field)
                                : default_values(type, place.bit_width, bounds_.size(), field);
  if (values) return std::move(*values);
  const Diagnostic& error = values.error();
  throw SpaceError{text != nullptr ? error : bounds_error(error.message, error.hint, place.field->place)};
}

}  // namespace fretsaw::space
