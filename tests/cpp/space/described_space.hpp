// SPDX-License-Identifier: MIT
// A space with a part of every kind, and the classes that it is about.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/space/child/space.hpp"
#include "work/bytes.hpp"

namespace fretsaw::space {

inline std::string bytes_of(const Space& space) {
  work::BytesWriter writer;
  writer(space);
  return writer.bytes;
}

// struct Node { int key; };
// struct List { Node* head; int* row; unsigned long size; std::set<int> set; std::vector<Color> items;
//   std::optional<int> last; int pair[2]; std::map<std::string, bool> map; Node node; void* left; };
inline code::Classes described_classes() {
  enum {
    Int,
    Pointer,
    Row,
    Unsigned,
    Set,
    Vector,
    Optional,
    Array,
    Map,
    Text,
    Bool,
    Char,
    Node,
    Color,
    Void
  };
  code::Classes classes;
  classes.types = {
      {detail::kIntegerType, "int", 4, true},
      {detail::kPointerType, "Node*", 8, false, 1},
      {detail::kUnsupportedType, "int*", 8, false, -1, Int},
      {detail::kIntegerType, "unsigned long", 8, false},
      {detail::kContainerType, "std::set<int>", 48, false, -1, -1, Int},
      {detail::kVectorType, "std::vector<Color>", 24, false, Color},
      {detail::kOptionalType, "std::optional<int>", 8, false, Int},
      {detail::kArrayType, "int[2]", 8, false, Int, -1, -1, 2},
      {detail::kContainerType, "std::map<std::string, bool>", 48, false, Bool, -1, Text},
      {detail::kContainerType, "std::basic_string<char>", 32, false, Char, -1, -1, 0, false, true},
      {detail::kBoolType, "bool", 1},
      {detail::kCharType, "char", 1, true},
      {detail::kRecordType, "Node", 4, false, 1},
      {detail::kEnumType, "Color", 4, false, -1, -1, -1, 0, false, false, {{"Red", 0}, {"Blue", 2}}},
      {detail::kUnsupportedType, "void*", 8},
  };
  const auto field = [](const char* owner, const char* name, int type) {
    code::FieldInfo info;
    info.owner = owner;
    info.name = name;
    info.type = type;
    return info;
  };
  code::ClassInfo list, node;
  list.name = "List";
  int type = Pointer;
  for (const char* const name : {"head", "row", "size", "set", "items", "last", "pair", "map"})
    list.fields.push_back(field("List", name, type++));
  list.fields.push_back(field("List", "node", Node));
  list.fields.push_back(field("List", "left", Void));
  list.fields.push_back(field("List", "name", Text));
  node.name = "Node";
  node.fields = {field("Node", "key", Int)};
  classes.classes = {list, node};
  classes.root = 0;
  return classes;
}

inline Space described_space() {
  using Part = SpacePart::Kind;
  using Value = SpaceValue::Kind;
  Space space;
  const auto variable = [&](std::vector<SpaceValue> domain, Condition condition = {}) {
    space.domains.push_back(std::move(domain));
    space.variables.push_back({static_cast<std::uint32_t>(space.domains.size() - 1), 0, false, condition});
    return static_cast<std::int32_t>(space.variables.size() - 1);
  };
  const auto part = [](Part kind, const char* name, int type, std::int32_t chosen = -1,
                       std::vector<SpacePart> parts = {}) {
    SpacePart out;
    out.kind = kind;
    out.name = name;
    out.type = type;
    out.variable = chosen;
    out.parts = std::move(parts);
    return out;
  };
  const auto number = [](std::int64_t value) { return SpaceValue{Value::Number, value}; };
  const auto length = [](std::int64_t value) { return SpaceValue{Value::Length, value}; };
  const auto integer = [&](const char* name = "", Condition condition = {}) {
    return part(Part::Slot, name, 0, variable({number(-1), number(7)}, condition));
  };
  SpaceValue reference{Value::Reference}, inside{Value::Reference}, fixed{Value::Static};
  reference.object = 1;
  inside.path = ".node";
  fixed.text = "List::nil";
  SpacePart head = part(Part::Slot, "head", 1, variable({{}, reference, inside, fixed}));
  SpacePart size = part(Part::Slot, "size", 3, variable({number(0), number(1)}));
  SpacePart row = part(Part::Buffer, "row", 2, -1, {integer("", {size.variable, 0, INT32_MAX})});
  row.length = size.variable;
  SpacePart key = part(Part::Key, "", 0);
  key.key = number(7);
  SpacePart set = part(Part::Container, "set", 4, variable({length(0), length(1)}),
                       {part(Part::Record, "", 4), part(Part::Record, "", 4, -1, {key})});
  const std::int32_t count = variable({length(0), length(2)});
  std::vector<SpacePart> colors;
  for (int i = 0; i < 2; ++i)
    colors.push_back(part(Part::Slot, "", 13,
                          variable({{Value::Enumerator, 0, 0, "Red"}, {Value::Enumerator, 2, 0, "Blue"}},
                                   {count, i, INT32_MAX})));
  SpacePart text = key;
  text.name = "key";
  text.type = 9;
  text.key = {Value::Text, 0, 0, "ab"};
  const SpacePart flag = part(Part::Slot, "value", 10, variable({{Value::Boolean, 0}, {Value::Boolean, 1}}));
  const SpacePart letter = part(Part::Slot, "", 11, variable({{Value::Character, 'a'}, {Value::Left}}));
  SpaceObject list{"List$0", 0, true, {}};
  list.parts = {
      head,
      row,
      size,
      set,
      part(Part::Vector, "items", 5, count, colors),
      part(Part::Optional, "last", 6, variable({length(0), length(1)}), {integer()}),
      part(Part::Array, "pair", 7, -1, {integer(), integer()}),
      part(Part::Container, "map", 8, variable({length(1)}),
           {part(Part::Record, "", 8, -1, {part(Part::Record, "", 8, -1, {text, flag})})}),
      part(Part::Record, "node", 12, -1, {integer("key")}),
      part(Part::Left, "left", 14),
      part(Part::Container, "name", 9, variable({length(1)}), {part(Part::Record, "", 9, -1, {letter})})};
  space.objects = {list, {"Node$0", 1, true, {integer("key")}}};
  space.variables.back().is_free = true;
  space.variables.back().object = 1;
  return space;
}

}  // namespace fretsaw::space
