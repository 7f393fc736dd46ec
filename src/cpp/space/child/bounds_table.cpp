// SPDX-License-Identifier: MIT
#include "cpp/space/child/bounds_table.hpp"

#include <algorithm>

#include "cpp/space/child/names.hpp"
#include "cpp/space/child/scalar_domain.hpp"

namespace fretsaw::space {

namespace {

// Frames are no classes for the user, unless one is what is searched for.
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

std::vector<std::string> field_names(const detail::ClassEntry& entry) {
  std::vector<std::string> names;
  for (int i = 0; i < entry.field_count; ++i) names.emplace_back(entry.fields[i].name);
  return names;
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
    return refusal("no class '" + given + "' occurs in the objects",
                   "the classes are " + join(class_names(subject), ", "));
  }
  return refusal("the class name '" + given + "' is ambiguous", "it may be " + join(found, " or "));
}

// What a pointer or a reference leads to, as the values that it may have.
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
      return refusal("a class cannot have " + std::to_string(count) + " objects: " + name,
                     bounds.finitization != nullptr && bounds.size < 0
                         ? "give --size, which the finitization is called with; without it, that is -1"
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
      return refusal("'" + name + "' does not say whose field it is", "write Class::" + name);
    }
    auto index = find_class(subject, split.class_name);
    if (!index) return index.error();
    if (text.empty()) return refusal("the domain of " + name + " is empty", "give at least one value");
    table.fields_.push_back({name, *index, split.field,
                             is_type ? values_of_type(*subject.classes, *index, split.field, text) : text});
    return Done{};
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
    const detail::ClassEntry& entry = classes_->classes[field.class_index];
    const auto names = field_names(entry);
    const std::string first = field.path.substr(0, field.path.find('.'));
    const bool exists =
        std::any_of(names.begin(), names.end(), [&](const auto& n) { return names_field(first, n); });
    if (exists) return refusal("the bound on " + field.name + " concerns nothing that can be chosen");
    return refusal(std::string(entry.name) + " has no field '" + field.path + "'",
                   names.empty() ? "it has no fields" : "its fields are " + join(names, ", "));
  }
  for (const Objects& entry : objects_) {
    if (!entry.used) {
      return refusal("no field refers to objects of class " + entry.name +
                     ", so their number cannot be chosen");
    }
  }
  return std::nullopt;
}

}  // namespace fretsaw::space
