// SPDX-License-Identifier: MIT
#include "cpp/space/object_space.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_cursor.hpp"
#include "cpp/space/heap_cursor.hpp"

namespace fretsaw::space {

namespace {

using Json = nlohmann::json;
using Cursor = JsonCursor<Json>;

SpacePart::Kind part_kind(const std::string& kind) {
  using Kind = SpacePart::Kind;
  if (kind == "variable") return Kind::Slot;
  if (kind == "array") return Kind::Array;
  if (kind == "vector") return Kind::Vector;
  if (kind == "optional") return Kind::Optional;
  if (kind == "record") return Kind::Record;
  return kind == "buffer" || kind == "container" ? Kind::Buffer : Kind::Left;
}

// The program that describes its objects also runs the user's code: nothing of what it says is believed
// unseen.
class SpaceReader {
 public:
  explicit SpaceReader(const Cursor& root)
      : objects_(root["objects"].size()), slots_(root["variables"].size()) {}

  SpaceValue value(const Cursor& json) const {
    using Kind = SpaceValue::Kind;
    const Json& raw = json.value();
    if (raw.is_null()) return {};
    if (raw.is_boolean()) return {Kind::Boolean, json.boolean() ? 1 : 0, {}};
    if (raw.is_number_unsigned() && raw.get<std::uint64_t>() > INT64_MAX)
      return {Kind::Number, static_cast<std::int64_t>(raw.get<std::uint64_t>()), raw.dump()};
    if (raw.is_number_integer()) return {Kind::Number, json.integer<std::int64_t>(), {}};
    if (raw.is_string()) return {Kind::Opaque, 0, json.text()};
    if (json.has("ref")) return {Kind::Reference, object(json["ref"]), {}};
    if (json.has("char")) return {Kind::Number, json["char"].integer<std::int64_t>(), {}};
    if (json.has("length")) return {Kind::Length, json["length"].integer<std::int64_t>(), {}};
    if (json.has("enum")) return {Kind::Enumerator, 0, json["enum"].text()};
    if (json.has("into")) {
      object(json["into"]);
      json["path"].text();
    } else if (json.has("static")) {
      json["static"].text();
    } else if (!json.has("real") && !json.has("left")) {
      json.refuse("a value of a field");
    }
    return {Kind::Opaque, 0, raw.dump()};
  }

  SpacePart part(const Cursor& json) const {
    SpacePart result{part_kind(json["kind"].text()),
                     json["name"].text(),
                     json["type"].text(),
                     slot(json["variable"]),
                     {},
                     -1,
                     {}};
    if (json.has("length")) result.length = slot(json["length"]);
    if (json.has("key")) result.key = value(json["key"]);
    json["parts"].each([&](const Cursor& inner) { result.parts.push_back(part(inner)); });
    return result;
  }

 private:
  std::int64_t object(const Cursor& json) const {
    return json.integer<std::int64_t>(0, static_cast<std::int64_t>(objects_) - 1);
  }
  int slot(const Cursor& json) const { return json.integer<int>(-1, static_cast<int>(slots_) - 1); }

  std::size_t objects_;
  std::size_t slots_;
};

}  // namespace

int class_index_of(const SpaceObject& object, const std::vector<code::ClassInfo>& classes) {
  if (object.class_index >= 0) return object.class_index;
  const auto found = std::ranges::find(classes, object.class_name, &code::ClassInfo::name);
  return found == classes.end() ? -1 : static_cast<int>(found - classes.begin());
}

Result<ObjectSpace> read_object_space(const std::string& description, int root) {
  const Json json = Json::parse(description, nullptr, false);
  JsonComplaint complaint;
  const Cursor top(json, complaint);
  const SpaceReader reader(top);
  ObjectSpace space;
  top["objects"].each([&](const Cursor& object) {
    SpaceObject made{object["name"].text(), object["class"].text(), {}};
    object["parts"].each([&](const Cursor& inner) { made.parts.push_back(reader.part(inner)); });
    if (space.objects.empty()) made.class_index = root;
    space.objects.push_back(std::move(made));
  });
  top["domains"].each([&](const Cursor& domain) {
    space.domains.emplace_back();
    domain.each([&](const Cursor& each) { space.domains.back().push_back(reader.value(each)); });
    if (space.domains.back().empty()) domain.refuse("an array that is not empty");
  });
  top["variables"].each([&](const Cursor& domain) {
    space.domain_of_slot.push_back(domain.integer<std::size_t>());
    if (space.domain_of_slot.back() >= space.domains.size()) domain.refuse("the number of a domain");
  });
  if (complaint.message)
    return input_error("the program describes its objects in a way that cannot be read: " +
                       *complaint.message);
  return space;
}

std::map<std::pair<std::string, std::string>, std::string> array_counters(
    const ObjectSpace& space, const std::vector<code::ClassInfo>& classes,
    const std::vector<code::TypeInfo>& types) {
  std::map<std::pair<std::string, std::string>, std::string> out;
  for (const SpaceObject& object : space.objects) {
    const int index = class_index_of(object, classes);
    if (index < 0) continue;
    const code::ClassInfo& found = classes[static_cast<std::size_t>(index)];
    for (std::size_t i = 0; i < std::min(object.parts.size(), found.fields.size()); ++i) {
      const SpacePart& part = object.parts[i];
      if (part.kind != SpacePart::Kind::Buffer || part.slot >= 0 || part.length < 0) continue;
      const auto counter = std::ranges::find_if(object.parts, [&](const SpacePart& each) {
        return each.kind == SpacePart::Kind::Slot && each.slot == part.length;
      });
      const code::FieldInfo& field = found.fields[i];
      if (!is_row(types[static_cast<std::size_t>(field.type)]) || counter == object.parts.end()) continue;
      const code::ClassInfo& owner = field.base >= 0 ? classes[static_cast<std::size_t>(field.base)] : found;
      out[{owner.name, field.name}] = counter->name;
    }
  }
  return out;
}

}  // namespace fretsaw::space
