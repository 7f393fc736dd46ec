// SPDX-License-Identifier: MIT
#include "cpp/space/bound_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/nearest_name.hpp"
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
  const std::string all = fmt::to_string(fmt::join(names, ", "));
  for (std::size_t i = 0, count = names.size(); i < count; ++i)
    names.push_back(split_field_name(names[i]).field);
  Diagnostic error =
      input_error(fmt::format("unknown class '{}'{}", name, suggestion(nearest_name(name, names))));
  error.notes.push_back({fmt::format("the classes are {}", all), std::nullopt});
  return error;
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

Diagnostic no_class_in(const code::Classes& classes, const std::string& name) {
  const std::string first = name.substr(0, name.find('.'));
  std::vector<std::string> owners;
  for (const code::ClassInfo& info : classes.classes) {
    for (const code::FieldInfo& field : info.fields) {
      if (!info.is_frame && field.base < 0 && names_field(first, field.name)) owners.push_back(info.name);
    }
  }
  const bool is_clear = owners.size() == 1;
  return input_error(fmt::format("no class in the field name '{}'{}", name,
                                 suggestion(is_clear ? fmt::format("{}::{}", owners.front(), name) : "")),
                     is_clear ? "" : fmt::format("write CLASS::{}", name));
}

// Of several classes by that name, the search reports which are meant.
Status check_field(const code::Classes& classes, const std::string& name) {
  const FieldName split = split_field_name(name);
  if (split.class_name.empty()) return no_class_in(classes, name);
  const auto found = classes_named(classes, split.class_name);
  if (found.empty()) return no_such_class(classes, split.class_name);
  const std::string first = split.field.substr(0, split.field.find('.'));
  std::vector<std::string> names;
  for (const code::ClassInfo* const info : found) {
    for (const code::FieldInfo& field : info->fields) {
      if (names_field(first, field.name)) return Success{};
      names.push_back(field.name);
      if (is_unnamed_union_with(classes, field, first)) return Success{};
    }
  }
  const std::string nearest = nearest_name(first, names);
  const std::string meant = nearest.empty() ? "" : fmt::format("{}::{}", split.class_name, nearest);
  Diagnostic error = input_error(fmt::format("unknown field '{}'{}", name, suggestion(meant)));
  error.notes.push_back(
      {names.empty() ? fmt::format("'{}' has no fields", found.front()->name)
                     : fmt::format("'{}' has the fields {}", found.front()->name, fmt::join(names, ", ")),
       std::nullopt});
  return error;
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
    for (const std::string& item : split_items(type)) {
      const bool is_static = std::ranges::any_of(
          classes.statics, [&](const code::StaticInfo& each) { return names_class(item, each.name); });
      const bool is_value = item == "null" || item.starts_with('&') || is_static;
      if (!is_value && classes_named(classes, item).empty()) return no_such_class(classes, item);
    }
  }
  return Success{};
}

}  // namespace fretsaw::space
