// SPDX-License-Identifier: MIT
// What is one of several things in the same place: a std::variant, or a union whose active member the bounds define.
//
// The places of the alternatives overlap, which those of no other fields do. So a variable among them is
// written when it is read, and never otherwise; and which of several variables a read concerns depends on the
// alternative that is there, which is chosen first. To choose one of a variant is to copy a variant that
// holds it: its bytes are kept as they are once the parts of that alternative have their first values, so
// that buffers, virtual tables and containers are all there.
#include <algorithm>
#include <memory>

#include "base/nearest_name.hpp"
#include "cpp/space/child/field_builder.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

using detail::ClassEntry;
using detail::FieldEntry;
using detail::TypeEntry;

namespace {

// Without memcpy, whose general form is watched.
void put_bytes(std::byte* to, const std::byte* from, std::size_t size) {
  auto* const out = reinterpret_cast<volatile unsigned char*>(to);
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<unsigned char>(from[i]);
}

std::vector<std::string> member_names(const ClassEntry& entry) {
  std::vector<std::string> names;
  for (int i = 0; i < entry.field_count; ++i) names.emplace_back(entry.fields[i].name);
  return names;
}

}  // namespace

// Members by their names, those of a variant by their numbers; all of them if there is no text.
std::vector<int> FieldBuilder::members(const TypeEntry& type, const Place& place,
                                       const std::string* text) const {
  const ClassEntry& entry = members_of(type);
  std::vector<int> out;
  for (int i = 0; i < entry.field_count && text == nullptr; ++i) out.push_back(i);
  if (text == nullptr) return out;
  for (const std::string& item : split_items(*text)) {
    const FieldEntry* const end = entry.fields + entry.field_count;
    const FieldEntry* const found = std::find_if(
        entry.fields, end, [&](const FieldEntry& field) { return names_field(item, field.name); });
    if (found == end)
      throw SpaceError{bounds_error("unknown member '" + item + "' of '" + display(place.names) + "'" +
                                        suggestion(nearest_name(item, member_names(entry))),
                                    "use one of " + join(member_names(entry), ", "))};
    const int member = static_cast<int>(found - entry.fields);
    if (std::find(out.begin(), out.end(), member) == out.end()) out.push_back(member);
  }
  return out;
}

Part FieldBuilder::alternative(const TypeEntry& type, int member, const Place& place,
                               const Condition& condition) {
  const FieldEntry& field = members_of(type).fields[member];
  Place inner = place_of(classes_.types[type.target].target, field, place);
  inner.condition = condition;
  inner.is_overlay = true;
  Part form;
  form.kind = Part::Kind::Record;
  form.type = &type;
  form.at = place.address;
  form.length = member;
  form.parts.push_back(part(field.type, inner));
  form.parts.back().name = field.name;
  return form;
}

// libstdc++'s variant is the value, then a number.
void FieldBuilder::describe_variant(const TypeEntry& type, const Place& place, Part& out) {
  out.kind = Part::Kind::Container;
  const std::vector<int> allowed = members(type, place, bounds_.domain(extend(place.names, ".member")));
  if (type.size > UINT16_MAX)
    throw SpaceError{
        bounds_error("'" + display(place.names) + "' is too large: a variant may have at most 65,535 bytes")};
  out.variable = add_length(place, place.address + type.container->index_offset, 1, {});
  Variable& variable = space_.variables.back();
  variable.is_container = true;
  variable.image_before = static_cast<std::uint16_t>(type.container->index_offset);
  variable.image_size = static_cast<std::uint16_t>(type.size);
  const std::uint32_t domain = variable.domain;
  std::vector<Value> values;
  for (const int member : allowed) {
    const auto rank = static_cast<std::int32_t>(values.size());
    {
      const object_pool::Construction construction(arena_.pool());
      type.container->construct(place.address);
      if (type.container->add(place.address, &member) == nullptr)
        throw SpaceError{bounds_error(
            "cannot construct alternative " + std::string(members_of(type).fields[member].name) + " of '" +
                display(place.names) + "': no default constructor",
            "exclude it with " + values_option(display(place.names) + ".member", "..."), place.field->place)};
    }
    out.parts.push_back(alternative(type, member, place, {out.variable, rank - 1, rank}));
    auto& image = space_.images.emplace_back(std::make_unique<std::uint64_t[]>((type.size + 7) / 8));
    put_bytes(reinterpret_cast<std::byte*>(image.get()), place.address, type.size);
    values.push_back({.words = {reinterpret_cast<std::uint64_t>(image.get()), 0}, .rank = rank});
  }
  put_bytes(place.address, reinterpret_cast<const std::byte*>(values.front().words[0]), type.size);
  space_.domains[domain] = std::move(values);
}

// A union does not store which member is active: the bounds define it, or a field next to it.
void FieldBuilder::describe_union(const TypeEntry& type, const Place& place,
                                  const std::vector<Part>& siblings, Part& out) {
  const std::string field = display(place.names);
  const std::string* const whole = bounds_.domain(place.names);
  if (whole != nullptr && *whole == "default") return;
  const std::string* const text = bounds_.domain(extend(place.names, ".member"));
  const ClassEntry& entry = members_of(type);
  const std::string hint = "name the member (" + join(member_names(entry), ", ") + ") with " +
                           values_option(field + ".member", "NAME") +
                           ", or the field whose values 0, 1, ... select the members in order with " +
                           values_option(field + ".member", "FIELD") + "; to keep its default value, use " +
                           values_option(field, "default");
  if (text == nullptr)
    throw SpaceError{bounds_error("the active member of the union '" + field + "' is not known", hint,
                                  place.field->place)};
  for (int i = 0; i < entry.field_count; ++i) require_plain(classes_.types[entry.fields[i].type], place);
  const auto tag = std::find_if(siblings.begin(), siblings.end(), [&](const Part& part) {
    return part.kind == Part::Kind::Variable && names_field(*text, part.name);
  });
  if (tag != siblings.end()) return describe_tagged(type, place, *tag, out);
  const std::vector<int> allowed = members(type, place, text);
  if (allowed.size() != 1)
    throw SpaceError{
        bounds_error("several members for the union '" + field + "', but no field that selects one", hint)};
  out.kind = Part::Kind::Record;
  out.parts = alternative(type, allowed[0], place, place.condition).parts;
}

void FieldBuilder::describe_tagged(const TypeEntry& type, const Place& place, const Part& tag, Part& out) {
  const bool is_number = tag.type->kind == detail::kIntegerType || tag.type->kind == detail::kEnumType ||
                         tag.type->kind == detail::kBoolType || tag.type->kind == detail::kCharType;
  if (!is_number)
    throw SpaceError{bounds_error("'" + tag.name + "' cannot select the member of '" + display(place.names) +
                                  "': not a number")};
  out.kind = Part::Kind::Container;
  out.variable = tag.variable;
  const int count = members_of(type).field_count;
  Variable& variable = space_.variables[static_cast<std::size_t>(tag.variable)];
  std::vector<Value> values = space_.domains[variable.domain];
  std::vector<int> in_use;
  for (Value& value : values) {
    const auto number = static_cast<std::int64_t>(value.words[0]);
    in_use.push_back(number >= 0 && number < count ? static_cast<int>(number) : kNone);
    value.rank = in_use.back() == kNone ? count : in_use.back();
  }
  if (!variable.is_length) {
    variable.is_length = true;
    variable.domain = add_domain(std::move(values));
  }
  for (const int member : in_use) {
    Part none;
    none.kind = Part::Kind::Record;
    none.type = &type;
    out.parts.push_back(member == kNone
                            ? std::move(none)
                            : alternative(type, member, place, {tag.variable, member - 1, member}));
  }
}

// Members that have to be constructed cannot share their place.
void FieldBuilder::require_plain(const TypeEntry& type, const Place& place) const {
  switch (type.kind) {
    case detail::kBoolType:
    case detail::kIntegerType:
    case detail::kCharType:
    case detail::kFloatType:
    case detail::kEnumType:
    case detail::kPointerType:
    case detail::kPlaceType:
      return;
    case detail::kArrayType:
      return require_plain(classes_.types[type.target], place);
    case detail::kRecordType: {
      const ClassEntry& entry = classes_.classes[type.target];
      if (entry.is_polymorphic != 0) break;
      for (int i = 0; i < entry.field_count; ++i) require_plain(classes_.types[entry.fields[i].type], place);
      return;
    }
    default:
      break;
  }
  throw SpaceError{bounds_error("'" + std::string(type.name) +
                                    "' is not supported as a member of a union ('" + display(place.names) +
                                    "')",
                                "use a std::variant; to keep the default value of the union, use " +
                                    values_option(display(place.names), "default"),
                                place.field->place)};
}

}  // namespace fretsaw::space
