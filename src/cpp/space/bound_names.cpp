// SPDX-License-Identifier: MIT
#include "cpp/space/bound_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cpp/space/child/names.hpp"

namespace fretsaw::space {

namespace {

std::vector<const code::ClassInfo*> classes_named(const code::Classes& classes, const std::string& name) {
  std::vector<const code::ClassInfo*> found;
  for (const code::ClassInfo& info : classes.classes) {
    if (names_class(name, info.name)) found.push_back(&info);
  }
  return found;
}

Diagnostic no_such_class(const code::Classes& classes, const std::string& name) {
  std::vector<std::string> names;
  for (const code::ClassInfo& info : classes.classes) {
    if (!info.is_frame) names.push_back(info.name);
  }
  return input_error(fmt::format("no class '{}' occurs in the objects", name),
                     fmt::format("the classes are {}", fmt::join(names, ", ")));
}

// Members of an unnamed union are members of what it is in.
bool is_unnamed_union_with(const code::Classes& classes, const code::FieldInfo& field,
                           const std::string& name) {
  const code::TypeInfo& type = classes.type(field.type);
  if (type.kind != detail::kContainerType || type.count == 0 || !field.name.starts_with("union"))
    return false;
  const auto& members = classes.at(classes.type(type.target).target).fields;
  return std::any_of(members.begin(), members.end(),
                     [&](const code::FieldInfo& member) { return names_field(name, member.name); });
}

// Of several classes by that name, the search says which are meant.
Status check_field(const code::Classes& classes, const std::string& name) {
  const FieldName split = split_field_name(name);
  if (split.class_name.empty())
    return input_error(fmt::format("'{}' does not say whose field it is", name),
                       fmt::format("write Class::{}", name));
  const auto found = classes_named(classes, split.class_name);
  if (found.empty()) return no_such_class(classes, split.class_name);
  const std::string first = split.field.substr(0, split.field.find('.'));
  std::vector<std::string> names;
  for (const code::ClassInfo* const info : found) {
    for (const code::FieldInfo& field : info->fields) {
      if (names_field(first, field.name)) return Done{};
      names.push_back(field.name);
      if (is_unnamed_union_with(classes, field, first)) return Done{};
    }
  }
  return input_error(
      fmt::format("{} has no field '{}'", found.front()->name, split.field),
      names.empty() ? "it has no fields" : fmt::format("its fields are {}", fmt::join(names, ", ")));
}

}  // namespace

Status check_names(const Bounds& bounds, const code::Classes& classes) {
  for (const auto& [name, count] : bounds.objects) {
    if (classes_named(classes, name).empty()) return no_such_class(classes, name);
  }
  for (const auto& [name, text] : bounds.values) {
    if (Status status = check_field(classes, name); !status) return status;
  }
  for (const auto& [name, type] : bounds.types) {
    if (Status status = check_field(classes, name); !status) return status;
  }
  return Done{};
}

}  // namespace fretsaw::space
