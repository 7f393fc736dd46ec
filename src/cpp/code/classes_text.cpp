// SPDX-License-Identifier: MIT
#include "cpp/code/classes_text.hpp"

#include <nlohmann/json.hpp>

namespace fretsaw::code {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Place, file, line, column)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TextRange, file, begin, end)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SpanInfo, offset, size, alignment)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StaticInfo, name, class_index, is_pointer)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TypeInfo, kind, name, size, is_signed, target, element, key, count,
                                   is_weak, is_string, enumerators, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FieldInfo, owner, name, offset, base, type, bit_offset, bit_width,
                                   is_const, has_initializer, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ClassInfo, name, space, size, alignment, is_abstract, is_frame, place,
                                   text_begin, text_end, bases, direct_bases, fields, spans, is_standard,
                                   is_union, can_be_moved, template_names)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Parameter, name, type, passing, is_const, is_fixed, view)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Redeclaration, place, parameter_names)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Callable, kind, name, scope, owner, owner_name, parameters, result,
                                   signature, is_const, is_virtual, is_noexcept, is_accessible, is_public,
                                   is_hidden_friend, is_in_template, is_deduced, template_names, place,
                                   redeclarations, frame, result_type, is_condition)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Classes, header, classes, types, root, callables, statics, aliases,
                                   left_out, assumed_instances, doubts)

namespace {

// -1 is "none".
template <class List>
bool is_index(int index, const List& list) {
  return index >= -1 && index < static_cast<int>(list.size());
}

bool is_sound(const Classes& all, const TypeInfo& type) {
  const bool is_of_class = type.kind == detail::kRecordType ||
                           (type.kind >= detail::kPointerType && type.kind <= detail::kSharedType);
  const bool has_target = is_of_class ||
                          (type.kind >= detail::kArrayType && type.kind <= detail::kOptionalType) ||
                          (type.kind == detail::kContainerType && type.key < 0);
  if (type.kind < detail::kBoolType || type.kind > detail::kUnsupportedType) return false;
  if (has_target && type.target < 0) return false;
  if (!is_index(type.element, all.types) || !is_index(type.key, all.types)) return false;
  if (type.kind == detail::kPlaceType && type.element < 0) return false;
  return is_of_class ? is_index(type.target, all.classes) : is_index(type.target, all.types);
}

bool is_sound(const Classes& all, const ClassInfo& info) {
  for (const auto* const list : {&info.bases, &info.direct_bases}) {
    for (const int base : *list) {
      if (base < 0 || !is_index(base, all.classes)) return false;
    }
  }
  for (const FieldInfo& field : info.fields) {
    if (field.type < 0 || !is_index(field.type, all.types) || !is_index(field.base, all.classes))
      return false;
  }
  return true;
}

bool is_sound(const Classes& all, const Callable& callable) {
  return is_index(callable.owner, all.classes) && is_index(callable.frame, all.classes) &&
         is_index(callable.result_type, all.types) && callable.kind >= Callable::Kind::Method &&
         callable.kind <= Callable::Kind::Function;
}

bool is_sound(const Classes& all, const StaticInfo& info) {
  return info.class_index >= 0 && is_index(info.class_index, all.classes);
}

template <class T>
bool all_sound(const Classes& all, const std::vector<T>& list) {
  for (const T& element : list) {
    if (!is_sound(all, element)) return false;
  }
  return true;
}

}  // namespace

std::string to_text(const Classes& classes) { return nlohmann::json(classes).dump(); }

std::optional<Classes> classes_from(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  try {
    auto classes = json.get<Classes>();
    const bool sound = is_index(classes.root, classes.classes) && all_sound(classes, classes.types) &&
                       all_sound(classes, classes.classes) && all_sound(classes, classes.callables) &&
                       all_sound(classes, classes.statics);
    if (sound) return classes;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // not ours
  }
  return std::nullopt;
}

}  // namespace fretsaw::code
