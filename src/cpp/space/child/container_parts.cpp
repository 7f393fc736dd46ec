// SPDX-License-Identifier: MIT
// Containers of the standard library: which form they have is one choice, what is in the elements of each
// form are others, which exist as long as that form is chosen (see containers.hpp).
#include <algorithm>
#include <cstring>

#include "cpp/space/child/describe.hpp"
#include "cpp/space/child/field_builder.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

using detail::TypeEntry;

namespace {

constexpr std::size_t kMaxKeys = 4096;

}  // namespace

void FieldBuilder::describe_container(const TypeEntry& type, const Place& place, Part& out) {
  out.kind = Part::Kind::Container;
  const std::vector<KeyValue> keys = type.key < 0 ? std::vector<KeyValue>() : key_values(type, place);
  const std::vector<Form> forms = container_forms(type, lengths(place, bounds_.size()), keys, place.address,
                                                  arena_, space_, display(place.names));
  if (forms.empty())
    throw SpaceError{with_note(bounds_error("no values for '" + display(place.names) + "'"),
                               "its lengths require more keys than the bounds allow")};
  std::vector<Value> values;
  for (const Form& form : forms) values.push_back(form.value);
  out.variable = add_length(place, place.address, static_cast<std::uint8_t>(type.size), std::move(values));
  space_.variables.back().is_container = type.size > sizeof Value().words;
  space_.variables.back().image_size = static_cast<std::uint16_t>(type.size);
  if (type.key >= 0) note_keys(type, place, space_.variables.back().domain);
  Place inner = place;
  if (type.key >= 0) inner.names = extend(place.names, ".value");
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const auto rank = static_cast<std::int32_t>(i);
    inner.condition = {out.variable, rank - 1, rank};
    out.parts.push_back(form_part(type, forms[i], keys, inner));
  }
}

// The elements of one form; those of a map are a key and a value each.
Part FieldBuilder::form_part(const TypeEntry& type, const Form& form, const std::vector<KeyValue>& keys,
                             const Place& place) {
  Part out;
  out.kind = Part::Kind::Record;
  out.type = &type;
  const std::size_t count = type.key >= 0 ? form.keys.size() : form.elements.size();
  for (std::size_t i = 0; i < count; ++i) {
    Part key;
    if (type.key >= 0) {
      key.kind = Part::Kind::Key;
      key.type = &classes_.types[type.key];
      key.name = type.target >= 0 ? "key" : "";
      key.key = keys[form.keys[i]].value;
      key.at = keys[form.keys[i]].object;
    }
    if (type.target < 0) {
      out.parts.push_back(std::move(key));
      continue;
    }
    Place inner = place;
    inner.address = form.elements[i];
    inner.path += "[" + std::to_string(i) + "]";
    if (type.key >= 0) inner.path += ".value";
    construct_element(classes_.types[type.target], inner.address);
    Part element = part(type.target, inner);
    if (type.key < 0) {
      out.parts.push_back(std::move(element));
      continue;
    }
    element.name = "value";
    Part entry;
    entry.kind = Part::Kind::Record;
    entry.type = &type;
    entry.at = element.at;
    entry.parts.push_back(std::move(key));
    entry.parts.push_back(std::move(element));
    out.parts.push_back(std::move(entry));
  }
  return out;
}

std::vector<PartName> FieldBuilder::key_names(const TypeEntry& type, const Place& place) const {
  return type.target >= 0 ? extend(place.names, ".key") : place.names;
}

// Numbers and letters are chosen here, unless the bounds list them.
void FieldBuilder::note_keys(const TypeEntry& type, const Place& place, std::uint32_t domain) {
  const detail::TypeKind kind = classes_.types[type.key].kind;
  if (kind == detail::kBoolType || kind == detail::kEnumType) return;
  const auto names = key_names(type, place);
  if (bounds_.domain(names) == nullptr) space_.unbounded.emplace(domain, display(names));
}

std::vector<KeyValue> FieldBuilder::key_values(const TypeEntry& type, const Place& place) {
  Place inner = place;
  inner.names = key_names(type, place);
  inner.bit_width = 0;
  const TypeEntry& key = classes_.types[type.key];
  const std::string* const text = bounds_.domain(inner.names);
  if (key.kind == detail::kContainerType) return string_keys(key, inner);
  std::vector<KeyValue> out;
  for (const Value& value : scalars(key, inner, text)) {
    std::byte* const object = arena_.allocate(std::max<std::size_t>(key.size, 8), 16);
    std::memcpy(object, value.words, 8);
    out.push_back({object, scalar_value(key, value)});
  }
  return out;
}

// All strings of the lengths allowed, shorter ones first.
std::vector<KeyValue> FieldBuilder::string_keys(const TypeEntry& type, const Place& place) {
  const TypeEntry& character = classes_.types[type.target];
  const std::vector<Value> letters = scalars(character, place, bounds_.domain(place.names));
  std::vector<KeyValue> out;
  for (const int length : lengths(place, bounds_.size())) {
    std::vector<std::string> texts = {""};
    for (int i = 0; i < length; ++i) {
      std::vector<std::string> longer;
      for (const std::string& text : texts) {
        for (const Value& letter : letters) longer.push_back(text + static_cast<char>(letter.words[0]));
      }
      texts = std::move(longer);
      if (texts.size() > kMaxKeys)
        throw SpaceError{bounds_error("too many keys for '" + display(place.names) + "': more than 4,096",
                                      "use fewer characters or smaller lengths")};
    }
    for (const std::string& text : texts) {
      std::byte* const object = arena_.allocate(type.size, 16);
      const object_pool::Construction construction(arena_.pool());
      make_string(type, text, object);
      SpaceValue value;
      value.kind = SpaceValue::Kind::Text;
      value.text = text;
      out.push_back({object, std::move(value)});
    }
  }
  return out;
}

}  // namespace fretsaw::space
