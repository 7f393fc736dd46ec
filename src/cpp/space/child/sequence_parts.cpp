// SPDX-License-Identifier: MIT
// What there may be several of in a row. A vector is a length and as many element places as the longest
// length allows, in a buffer of its own; an optional is the same with room for one; so is an array behind a
// pointer, whose length is stored nowhere, or in a field next to it.
#include <algorithm>
#include <cstring>

#include "cpp/space/child/field_builder.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

using detail::TypeEntry;

namespace {

constexpr std::int64_t kMaxArrayLength = 4096;

Diagnostic length_error(Diagnostic error, const std::vector<Part>& siblings) {
  std::vector<std::string> names;
  for (const Part& part : siblings) {
    if (part.kind == Part::Kind::Variable && part.type->kind == detail::kIntegerType)
      names.push_back(part.name);
  }
  if (error.hint.empty())
    error.hint = "use a number, a range, null" + (names.empty() ? "" : ", or a field: " + join(names, ", "));
  return error;
}

}  // namespace

std::vector<Part> FieldBuilder::elements(int type_index, std::size_t count, std::byte* buffer,
                                         const Place& place) {
  std::vector<Part> parts;
  const std::size_t size = classes_.types[type_index].size;
  for (std::size_t i = 0; i < count; ++i) {
    Place inner = place;
    inner.address = buffer + i * size;
    inner.path += "[" + std::to_string(i) + "]";
    parts.push_back(part(type_index, inner));
    parts.back().offset = static_cast<std::uint32_t>(i * size);
  }
  return parts;
}

std::vector<Part> FieldBuilder::guarded_elements(int type_index, std::size_t count, std::byte* buffer,
                                                 const Place& place, std::int32_t length) {
  std::vector<Part> parts;
  const TypeEntry& type = classes_.types[type_index];
  for (std::size_t i = 0; i < count; ++i) {
    Place inner = place;
    inner.address = buffer + i * type.size;
    construct_element(type, inner.address);
    inner.condition = {length, static_cast<std::int32_t>(i), INT32_MAX};
    if (buffer != place.address) inner.path += "[" + std::to_string(i) + "]";  // not of an optional
    parts.push_back(part(type_index, inner));
    parts.back().offset = static_cast<std::uint32_t>(i * type.size);
  }
  return parts;
}

// Elements of a vector are not constructed with the object that the vector belongs to.
void FieldBuilder::construct_element(const TypeEntry& type, std::byte* memory) {
  if (type.kind == detail::kRecordType) arena_.construct(type.target, memory);
}

std::vector<int> FieldBuilder::lengths(const Place& place, int largest_default) {
  const std::vector<PartName> names = extend(place.names, ".length");
  const std::string field = display(place.names) + ".length";
  const std::string* const text = bounds_.domain(names);
  if (text == nullptr && largest_default < 0) {
    throw SpaceError{bounds_error("no bounds for '" + field + "'",
                                  "use " + values_option(field, "0..N") + ", or --size N",
                                  place.field->place)};
  }
  auto parsed = parse_lengths(text != nullptr ? *text : "0.." + std::to_string(largest_default), field);
  if (!parsed) throw SpaceError{parsed.error()};
  return *parsed;
}

std::int32_t FieldBuilder::add_length(const Place& place, std::byte* address, std::uint8_t width,
                                      std::vector<Value> values) {
  Variable variable;
  variable.offset = static_cast<std::uint32_t>(address - space_.arena);
  variable.width = width;
  variable.is_length = true;
  variable.object = place.object;
  variable.domain = add_domain(std::move(values));
  variable.condition = place.condition;
  variable.is_overlay = place.is_overlay;
  return push(variable);
}

// libstdc++'s vector is three pointers: begin, end, end of storage. The last two are the length.
void FieldBuilder::describe_vector(const TypeEntry& type, const Place& place, Part& out) {
  out.kind = Part::Kind::Vector;
  const std::vector<int> allowed = lengths(place, bounds_.size());
  const auto longest = static_cast<std::size_t>(*std::max_element(allowed.begin(), allowed.end()));
  const std::size_t size = classes_.types[type.target].size;
  std::byte* const buffer = arena_.allocate(std::max<std::size_t>(longest * size, 1), 16);
  std::memcpy(place.address, static_cast<const void*>(&buffer), sizeof buffer);
  std::vector<Value> values;
  for (const int length : allowed) {
    const auto end = reinterpret_cast<std::uint64_t>(buffer + static_cast<std::size_t>(length) * size);
    values.push_back({.words = {end, end}, .rank = length});
  }
  out.variable = add_length(place, place.address + sizeof(void*), 16, std::move(values));
  out.parts = guarded_elements(type.target, longest, buffer, place, out.variable);
}

// libstdc++'s optional is the value, then a bool.
void FieldBuilder::describe_optional(const TypeEntry& type, const Place& place, Part& out) {
  out.kind = Part::Kind::Optional;
  const std::vector<int> allowed = lengths(place, 1);
  std::vector<Value> values;
  for (const int length : allowed) {
    if (length > 1)
      throw SpaceError{bounds_error("invalid value '" + std::to_string(length) + "' for '" +
                                    display(place.names) + ".length': an optional holds at most one value")};
    values.push_back({.words = {static_cast<std::uint64_t>(length), 0}, .rank = length});
  }
  out.variable = add_length(place, place.address + classes_.types[type.target].size, 1, std::move(values));
  const bool may_hold = std::find(allowed.begin(), allowed.end(), 1) != allowed.end();
  out.parts = guarded_elements(type.target, may_hold ? 1 : 0, place.address, place, out.variable);
}

// `text` is a list of lengths, with null for no array, or the name of a field of the same class.
void FieldBuilder::describe_buffer(const TypeEntry& type, const Place& place, const std::string& text,
                                   const std::vector<Part>& siblings, Part& out) {
  out.kind = Part::Kind::Buffer;
  const std::string* const elements_text = bounds_.domain(place.names);
  if (elements_text != nullptr && *elements_text == "default")
    throw SpaceError{bounds_error("the length of '" + display(place.names) +
                                  "' cannot be bounded: the field keeps its default value")};
  interior_targets_.note(static_cast<int>(&type - classes_.types), inside_at(place));
  const auto sibling = std::find_if(siblings.begin(), siblings.end(),
                                    [&](const Part& part) { return names_field(text, part.name); });
  if (sibling != siblings.end()) return describe_counted(type, place, *sibling, out);
  std::vector<std::string> items = split_items(text);
  const bool may_be_null = std::erase(items, "null") > 0;
  std::vector<int> allowed;
  if (!items.empty()) {
    auto parsed = parse_lengths(join(items, ","), display(place.names) + ".length");
    if (!parsed) throw SpaceError{length_error(parsed.error(), siblings)};
    allowed = std::move(*parsed);
  }
  const int longest = allowed.empty() ? 0 : *std::max_element(allowed.begin(), allowed.end());
  std::byte* const buffer = allocate_array(type, longest);
  std::vector<Value> values;
  if (may_be_null) values.emplace_back();
  for (const int length : allowed)
    values.push_back({.words = {reinterpret_cast<std::uint64_t>(buffer), 0}, .rank = length});
  out.variable = add_length(place, place.address, sizeof(void*), std::move(values));
  out.length = out.variable;
  out.parts = guarded_elements(type.element, static_cast<std::size_t>(longest), buffer, place, out.length);
}

// The array has the length in a field, and always exists. The field gets a domain of its own, whose values
// know that they are lengths.
void FieldBuilder::describe_counted(const TypeEntry& type, const Place& place, const Part& counter,
                                    Part& out) {
  const std::string field = display(place.names);
  if (counter.kind != Part::Kind::Variable || counter.type->kind != detail::kIntegerType)
    throw SpaceError{bounds_error("'" + counter.name + "' cannot be the length of '" + field +
                                  "': not an integer with bounds")};
  Variable& variable = space_.variables[static_cast<std::size_t>(counter.variable)];
  std::vector<Value> values = space_.domains[variable.domain];
  std::int64_t longest = 0;
  for (Value& value : values) {
    const bool is_huge = counter.type->is_signed == 0 && value.words[0] > INT64_MAX;
    const std::int64_t length = is_huge ? INT64_MAX : static_cast<std::int64_t>(value.words[0]);
    longest = std::max(longest, length);
    value.rank = static_cast<std::int32_t>(std::clamp<std::int64_t>(length, 0, kMaxArrayLength + 1));
  }
  if (longest > kMaxArrayLength)
    throw SpaceError{bounds_error("the length of '" + field + "' may be more than 4,096",
                                  "use smaller bounds for '" + counter.name + "'")};
  if (!variable.is_length) {
    variable.is_length = true;
    variable.domain = add_domain(std::move(values));
  }
  std::byte* const buffer = allocate_array(type, static_cast<int>(longest));
  std::memcpy(place.address, static_cast<const void*>(&buffer), sizeof buffer);
  out.length = counter.variable;
  out.parts = guarded_elements(type.element, static_cast<std::size_t>(longest), buffer, place, out.length);
}

std::byte* FieldBuilder::allocate_array(const TypeEntry& type, int length) {
  const std::size_t size = classes_.types[type.element].size;
  return arena_.allocate(std::max<std::size_t>(static_cast<std::size_t>(length) * size, 1), 16);
}

}  // namespace fretsaw::space
