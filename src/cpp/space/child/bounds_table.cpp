// SPDX-License-Identifier: MIT
#include "cpp/space/child/bounds_table.hpp"

#include <algorithm>

#include "base/nearest_name.hpp"
#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

namespace {

// Frames are not classes for the user, unless one is what is searched for.
bool can_be_named(const detail::SearchSubject& subject, int class_index) {
  return subject.classes->classes[class_index].is_frame == 0 || class_index == subject.root;
}

std::vector<std::string> class_names(const detail::SearchSubject& subject) {
  std::vector<std::string> names;
  for (int i = 0; i < subject.classes->class_count; ++i) {
    if (can_be_named(subject, i)) names.emplace_back(subject.classes->classes[i].name);
  }
  return names;
}

// Members of an unnamed union are members of the class that it is in.
std::vector<std::string> field_names(const detail::ClassTable& classes, const detail::ClassEntry& entry) {
  std::vector<std::string> names;
  for (int i = 0; i < entry.field_count; ++i) {
    const detail::FieldEntry& field = entry.fields[i];
    names.emplace_back(field.name);
    const detail::TypeEntry& type = classes.types[field.type];
    const bool is_union = type.container != nullptr && type.container->alternatives > 0;
    if (!is_union || !names.back().starts_with("union")) continue;
    const detail::ClassEntry& members = classes.classes[classes.types[type.target].target];
    for (int j = 0; j < members.field_count; ++j) names.emplace_back(members.fields[j].name);
  }
  return names;
}

// A constructor's frame has the name of the class: arguments are fields of it, too.
Status require_field(const detail::ClassTable& classes, int class_index, const FieldName& name) {
  const detail::ClassEntry& entry = classes.classes[class_index];
  std::vector<std::string> names;
  for (int i = 0; i < classes.class_count; ++i) {
    if (std::string_view(classes.classes[i].name) != entry.name) continue;
    for (std::string& each : field_names(classes, classes.classes[i])) names.push_back(std::move(each));
  }
  const std::string first = name.field.substr(0, name.field.find('.'));
  if (std::ranges::any_of(names, [&](const auto& each) { return names_field(first, each); }))
    return Success{};
  const std::string nearest = nearest_name(first, names);
  const std::string owner = entry.name;
  return with_note(
      bounds_error("unknown field '" + name.class_name + "::" + name.field + "'" +
                   suggestion(nearest.empty() ? "" : name.class_name + "::" + nearest)),
      "'" + owner + (names.empty() ? "' has no fields" : "' has the fields " + join(names, ", ")));
}

Result<int> find_class(const detail::SearchSubject& subject, const std::string& given) {
  const detail::ClassTable& classes = *subject.classes;
  std::vector<std::string> found;
  int index = -1;
  for (int i = 0; i < classes.class_count; ++i) {
    if (!can_be_named(subject, i)) continue;
    const std::string name = classes.classes[i].name;
    if (name == given) return i;
    if (!names_class(given, name)) continue;
    found.push_back(name);
    index = i;
  }
  if (found.size() == 1) return index;
  if (found.empty()) {
    std::vector<std::string> names = class_names(subject);
    const std::string all = join(names, ", ");
    for (std::size_t i = 0, count = names.size(); i < count; ++i)
      names.push_back(split_field_name(names[i]).field);
    return with_note(bounds_error("unknown class '" + given + "'" + suggestion(nearest_name(given, names))),
                     "the classes are " + all);
  }
  return bounds_error("class name '" + given + "' is ambiguous", "use " + join(found, " or "));
}

// What a pointer or a reference points to, as the values that it may have.
std::string values_of_type(const detail::ClassTable& classes, int class_index, const std::string& field,
                           const std::string& type) {
  const detail::ClassEntry& entry = classes.classes[class_index];
  for (int i = 0; i < entry.field_count; ++i) {
    if (entry.fields[i].name == field && classes.types[entry.fields[i].type].kind == detail::kReferenceType)
      return type;
  }
  return "null," + type;
}

bool same_path(const std::string& given, const std::string& full) {
  std::size_t g = 0;
  std::size_t f = 0;
  while (g <= given.size() && f <= full.size()) {
    const std::size_t g_end = std::min(given.find('.', g), given.size());
    const std::size_t f_end = std::min(full.find('.', f), full.size());
    if (!names_field(given.substr(g, g_end - g), full.substr(f, f_end - f))) return false;
    if ((g_end == given.size()) != (f_end == full.size())) return false;
    if (g_end == given.size()) return true;
    g = g_end + 1;
    f = f_end + 1;
  }
  return false;
}

}  // namespace

Result<BoundsTable> BoundsTable::read(const Bounds& bounds, const detail::SearchSubject& subject) {
  BoundsTable table;
  table.size_ = bounds.size;
  table.classes_ = subject.classes;
  Finitization all;
  if (bounds.finitization != nullptr) bounds.finitization(all, bounds.size);
  for (const auto& [name, count] : bounds.objects) all.objects(name, count);
  for (const auto& [name, text] : bounds.values) all.set(name, text);

  for (const auto& [name, count] : all.object_counts()) {
    if (count < 0)
      return bounds_error("invalid number of '" + name + "' objects: " + std::to_string(count),
                          bounds.finitization != nullptr && bounds.size < 0
                              ? "use --size N: without it, the finitization is called with size -1"
                              : "");
    auto index = find_class(subject, name);
    if (!index) return index.error();
    table.objects_.push_back({name, *index, count});
  }
  for (const auto& [name, make] : all.constructors()) {
    auto index = find_class(subject, name);
    if (!index) return index.error();
    table.constructors_.emplace_back(*index, make);
  }
  const auto add_field = [&](const std::string& name, const std::string& text, bool is_type) -> Status {
    const FieldName split = split_field_name(name);
    if (split.class_name.empty()) {
      return bounds_error("no class in the field name '" + name + "'", "write CLASS::" + name);
    }
    auto index = find_class(subject, split.class_name);
    if (!index) return index.error();
    if (Status status = require_field(*subject.classes, *index, split); !status) return status;
    if (text.empty()) return bounds_error("no values for '" + name + "'", "list at least one value");
    table.fields_.push_back({name, *index, split.field,
                             is_type ? values_of_type(*subject.classes, *index, split.field, text) : text});
    return Success{};
  };
  for (const auto& [name, text] : all.field_domains()) {
    if (Status status = add_field(name, text, false); !status) return status.error();
  }
  for (const auto& [name, type] : bounds.types) {
    if (Status status = add_field(name, type, true); !status) return status.error();
  }
  return table;
}

std::optional<int> BoundsTable::objects(int class_index) const {
  std::optional<int> count;
  for (const Objects& entry : objects_) {
    if (entry.class_index != class_index) continue;
    count = entry.count;
    entry.used = true;
  }
  return count;
}

const std::string* BoundsTable::domain(const std::vector<PartName>& names) const {
  for (const bool exactly : {true, false}) {
    for (const PartName& name : names) {
      const std::string* text = nullptr;
      for (const Field& field : fields_) {
        if (name.class_name != classes_->classes[field.class_index].name) continue;
        if (exactly ? field.path != name.path : !same_path(field.path, name.path)) continue;
        field.used = true;
        text = &field.text;
      }
      if (text != nullptr) return text;
    }
  }
  return nullptr;
}

std::optional<Diagnostic> BoundsTable::unused() const {
  for (const Field& field : fields_) {
    if (field.used) continue;
    return bounds_error("the bound on '" + field.name + "' applies to no field that is searched");
  }
  for (const Objects& entry : objects_) {
    if (!entry.used) {
      return bounds_error("the number of '" + entry.name +
                          "' objects cannot be bounded: no field refers to them");
    }
  }
  return std::nullopt;
}

}  // namespace fretsaw::space
