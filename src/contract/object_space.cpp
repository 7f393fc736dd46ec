// SPDX-License-Identifier: MIT
#include "contract/object_space.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "contract/heap_cursor.hpp"

namespace fretsaw::contract {

namespace {

using Json = nlohmann::json;

SpacePart::Kind part_kind(const std::string& kind) {
  using Kind = SpacePart::Kind;
  if (kind == "variable") return Kind::Slot;
  if (kind == "array") return Kind::Array;
  if (kind == "vector") return Kind::Vector;
  if (kind == "optional") return Kind::Optional;
  if (kind == "record") return Kind::Record;
  return kind == "buffer" || kind == "container" ? Kind::Buffer : Kind::Left;
}

SpaceValue value(const Json& json) {
  using Kind = SpaceValue::Kind;
  if (json.is_null()) return {};
  if (json.is_boolean()) return {Kind::Boolean, json.get<bool>() ? 1 : 0, {}};
  if (json.is_number()) return {Kind::Number, json.get<std::int64_t>(), {}};
  if (json.contains("ref")) return {Kind::Reference, json["ref"].get<std::int64_t>(), {}};
  if (json.contains("char")) return {Kind::Number, json["char"].get<std::int64_t>(), {}};
  if (json.contains("length")) return {Kind::Length, json["length"].get<std::int64_t>(), {}};
  if (json.contains("enum")) return {Kind::Enumerator, 0, json["enum"]};
  return {Kind::Opaque, 0, json.is_string() ? json.get<std::string>() : json.dump()};
}

SpacePart part(const Json& json) {
  SpacePart result{part_kind(json["kind"]), json["name"], json["type"],
                   json["variable"],        {},           json.value("length", -1)};
  if (json.contains("key")) result.key = value(json["key"]);
  for (const Json& inner : json["parts"]) result.parts.push_back(part(inner));
  return result;
}

}  // namespace

int class_index_of(const SpaceObject& object, const std::vector<cxx::ClassInfo>& classes) {
  if (object.class_index >= 0) return object.class_index;
  const auto found = std::ranges::find(classes, object.class_name, &cxx::ClassInfo::name);
  return found == classes.end() ? -1 : static_cast<int>(found - classes.begin());
}

Result<ObjectSpace> read_object_space(const std::string& description, int root) {
  const Json json = Json::parse(description, nullptr, false);
  if (!json.is_object()) return input_error("the program describes its objects in a way that cannot be read");
  ObjectSpace space;
  for (const Json& object : json["objects"]) {
    SpaceObject made{object["name"], object["class"], {}};
    for (const Json& inner : object["parts"]) made.parts.push_back(part(inner));
    if (space.objects.empty()) made.class_index = root;
    space.objects.push_back(std::move(made));
  }
  for (const Json& domain : json["domains"]) {
    space.domains.emplace_back();
    for (const Json& each : domain) space.domains.back().push_back(value(each));
  }
  space.domain_of_slot = json["variables"].get<std::vector<std::size_t>>();
  return space;
}

std::map<std::pair<std::string, std::string>, std::string> array_counters(
    const ObjectSpace& space, const std::vector<cxx::ClassInfo>& classes,
    const std::vector<cxx::TypeInfo>& types) {
  std::map<std::pair<std::string, std::string>, std::string> out;
  for (const SpaceObject& object : space.objects) {
    const cxx::ClassInfo& found = classes[static_cast<std::size_t>(class_index_of(object, classes))];
    for (std::size_t i = 0; i < object.parts.size(); ++i) {
      const SpacePart& part = object.parts[i];
      if (part.kind != SpacePart::Kind::Buffer || part.slot >= 0 || part.length < 0) continue;
      const auto counter = std::ranges::find_if(object.parts, [&](const SpacePart& each) {
        return each.kind == SpacePart::Kind::Slot && each.slot == part.length;
      });
      const cxx::FieldInfo& field = found.fields[i];
      if (!is_row(types[static_cast<std::size_t>(field.type)]) || counter == object.parts.end()) continue;
      const cxx::ClassInfo& owner = field.base >= 0 ? classes[static_cast<std::size_t>(field.base)] : found;
      out[{owner.name, field.name}] = counter->name;
    }
  }
  return out;
}

}  // namespace fretsaw::contract
