// SPDX-License-Identifier: MIT
// The class table as C++ text: what libclang knows as numbers, what only the compiler knows (offsets of
// bases, whether there is a default constructor) as expressions for it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cpp/code/glue.hpp"
#include "cpp/code/glue_parts.hpp"
#include "cpp/code/views.hpp"

namespace fretsaw::code {

namespace {

// Valid in every standard since C++98, like all text here.
constexpr const char* kTableHelpers = R"(
namespace {
template <class T, bool> struct fretsaw_lifetime {
  static void (*construct())(void*) { return 0; }
};
template <class T, bool> struct fretsaw_adoption {
  static void (*get())(void*, void*) { return 0; }
};
#if __cplusplus >= 201103L
template <class T> struct fretsaw_adoption<T, true> {
  static void make(void* memory, void* source) { new (memory) T(static_cast<T&&>(*static_cast<T*>(source))); }
  static void (*get())(void*, void*) { return &make; }
};
#endif
template <class T> struct fretsaw_lifetime<T, true> {
  static void make(void* memory) { new (memory) T(); }
  static void (*construct())(void*) { return &make; }
};
#ifdef __GXX_RTTI
template <class T, bool> struct fretsaw_type_id { static const void* get() { return &typeid(T); } };
template <class T> struct fretsaw_type_id<T, false> { static const void* get() { return 0; } };
#else
template <class T, bool> struct fretsaw_type_id { static const void* get() { return 0; } };
#endif
#if __cplusplus >= 201103L
#define FRETSAW_SOURCE(...) __VA_ARGS__&&
#else
#define FRETSAW_SOURCE(...) __VA_ARGS__
#endif
#if __cplusplus >= 201103L && defined(__GNUC__) && !defined(__clang__)
template <class... B> struct fretsaw_count { enum { value = sizeof...(B) }; };
template <class T> struct fretsaw_base_count { enum { value = fretsaw_count<__direct_bases(T)...>::value }; };
#else
template <class T> struct fretsaw_base_count { enum { value = -1 }; };
#endif
template <class T> void fretsaw_destroy(void* object) { static_cast<T*>(object)->~T(); }
// A cast in the old style reaches private bases.
template <class Derived, class Base> long fretsaw_base_offset() {
  Derived* const derived = reinterpret_cast<Derived*>(4096);
  return reinterpret_cast<char*>((Base*)derived) - reinterpret_cast<char*>(derived);
}
}
)";

constexpr const char* kShareHelper = R"(
#include <memory>
namespace {
template <class T> void fretsaw_share(void* memory, void* object, const void* sibling) {
  if (sibling == 0) new (memory) std::shared_ptr<T>(static_cast<T*>(object));
  else new (memory) std::shared_ptr<T>(*static_cast<const std::shared_ptr<void>*>(sibling), static_cast<T*>(object));
}
// An object that only weak pointers refer to is kept alive by a hidden owner.
template <class T> void fretsaw_share_weakly(void* memory, void* object, const void* sibling) {
  void* const owner = ::operator new(sizeof(std::shared_ptr<T>));
  fretsaw_share<T>(owner, object, sibling);
  new (memory) std::weak_ptr<T>(*static_cast<std::shared_ptr<T>*>(owner));
}
}
)";

constexpr const char* kTupleHelper = R"(
#include <tuple>
namespace {
template <class T, int index> long fretsaw_element_offset() {
  T* const tuple = reinterpret_cast<T*>(4096);
  return &reinterpret_cast<const char&>(std::get<index>(*tuple)) - reinterpret_cast<const char*>(tuple);
}
}
)";

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// Unnamed classes have no name that C++ would accept.
bool has_name(const ClassInfo& info) { return !info.is_frame && info.name.find('(') == std::string::npos; }

const char* kind_name(detail::TypeKind kind) {
  constexpr const char* kNames[] = {"kBoolType",   "kIntegerType", "kCharType",      "kFloatType",
                                    "kEnumType",   "kPointerType", "kReferenceType", "kUniqueType",
                                    "kSharedType", "kArrayType",   "kVectorType",    "kOptionalType",
                                    "kRecordType", "kPlaceType",   "kContainerType", "kUnsupportedType"};
  return kNames[kind];
}

std::string enumerators(const Classes& classes) {
  std::string out;
  for (std::size_t i = 0; i < classes.types.size(); ++i) {
    if (classes.types[i].enumerators.empty()) continue;
    out += fmt::format("static const fretsaw::detail::EnumeratorEntry fretsaw_enumerators_{}[] = {{\n", i);
    for (const auto& [name, value] : classes.types[i].enumerators)
      out += fmt::format("  {{{}, {}LL}},\n", quoted(name), value);
    out += "};\n";
  }
  return out;
}

std::string types(const Classes& classes) {
  std::string out = "static const fretsaw::detail::TypeEntry fretsaw_types[] = {\n";
  for (std::size_t i = 0; i < classes.types.size(); ++i) {
    const TypeInfo& type = classes.types[i];
    const std::string enums = type.enumerators.empty() ? "0" : fmt::format("fretsaw_enumerators_{}", i);
    const std::string share = type.kind == detail::kSharedType
                                  ? fmt::format("&fretsaw_share{}< {} >", type.is_weak ? "_weakly" : "",
                                                classes.at(type.target).name)
                                  : "0";
    const bool is_container = type.kind == detail::kContainerType;
    out += fmt::format("  {{fretsaw::detail::{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n",
                       kind_name(type.kind), quoted(type.name), type.size, type.is_signed ? 1 : 0,
                       type.target, type.element, type.count, enums, type.enumerators.size(),
                       type.reason.empty() ? "0" : quoted(type.reason), type.is_weak ? 1 : 0,
                       type.is_string ? 1 : 0, share, type.key,
                       is_container ? fmt::format("&fretsaw_container_{}", i) : "0");
  }
  if (classes.types.empty())
    out += "  {fretsaw::detail::kUnsupportedType, \"\", 0, 0, 0, -1, 0, 0, 0, \"\", 0, 0, 0, -1, 0},\n";
  return out + "};\n";
}

std::string base_offset(const Classes& classes, const ClassInfo& derived, int base) {
  return fmt::format("fretsaw_base_offset< {}, {} >()", derived.name, classes.at(base).name);
}

std::string place_entry(const Place& place) {
  return fmt::format("{{{}, {}, {}}}", quoted(place.file), place.line, place.column);
}

bool is_tuple(const ClassInfo& info) { return info.name.starts_with("std::tuple<"); }

// Relative to the class that declares the field.
std::string field_offset(const Classes& classes, const ClassInfo& info, const FieldInfo& field) {
  const ClassInfo& owner = field.base >= 0 ? classes.at(field.base) : info;
  if (is_tuple(owner)) return fmt::format("fretsaw_element_offset< {}, {} >()", owner.name, field.name);
  return std::to_string(field.offset);
}

// What reflection found, held against the compiler: valid in every standard since C++98.
std::string layout_checks(const Classes& classes, std::size_t index) {
  const ClassInfo& info = classes.classes[index];
  if (!has_name(info)) return "";
  std::string out;
  int number = 0;
  const auto require = [&](const std::string& condition) {
    out += fmt::format("typedef char fretsaw_layout_{}_{}[({}) ? 1 : -1];\n", index, number++, condition);
  };
  require(fmt::format("sizeof({}) == {}", info.name, info.size));
  require(fmt::format("__alignof__({}) == {}", info.name, info.alignment));
  for (const int base : info.bases)
    require(fmt::format("__is_base_of({}, {})", classes.at(base).name, info.name));
  if (!info.is_standard && !info.is_union) {
    // g++ can be asked how many there are.
    require(fmt::format("fretsaw_base_count< {0} >::value < 0 || fretsaw_base_count< {0} >::value == {1}",
                        info.name, info.direct_bases.size()));
    for (const FieldInfo& field : info.fields) {
      const bool has_offset = field.base < 0 && field.bit_width == 0 &&
                              field.name.find_first_of("(#") == std::string::npos && field.name != "union" &&
                              classes.type(field.type).kind != detail::kReferenceType;
      if (has_offset)
        require(
            fmt::format("__builtin_offsetof(fretsaw_class_{}, {}) == {}", index, field.name, field.offset));
    }
  }
  return fmt::format("typedef {} fretsaw_class_{};\n", info.name, index) + out;
}

std::string spans(const Classes& classes, std::size_t index) {
  const ClassInfo& info = classes.classes[index];
  std::string out;
  for (const SpanInfo& span : info.spans)
    out += fmt::format("  {{{}, {}, {}}},\n", span.offset, span.size, span.alignment);
  for (const int base : info.direct_bases) {
    out += fmt::format("  {{{}, {}, {}}},\n", base_offset(classes, info, base), classes.at(base).size,
                       classes.at(base).alignment);
  }
  if (out.empty()) return out;
  return fmt::format("static const fretsaw::detail::SpanEntry fretsaw_spans_{}[] = {{\n", index) + out +
         "};\n";
}

std::string class_parts(const Classes& classes, std::size_t index) {
  const ClassInfo& info = classes.classes[index];
  std::string out = layout_checks(classes, index) + spans(classes, index);
  if (!info.fields.empty()) {
    out += fmt::format("static const fretsaw::detail::FieldEntry fretsaw_fields_{}[] = {{\n", index);
    for (const FieldInfo& field : info.fields) {
      const std::string base = field.base >= 0 ? " + " + base_offset(classes, info, field.base) : "";
      out += fmt::format("  {{{}, {}, {}{}, {}, {}, {}, {}, {}, {}}},\n", quoted(field.owner),
                         quoted(field.name), field_offset(classes, info, field), base, field.type,
                         field.bit_offset, field.bit_width, field.is_const ? 1 : 0,
                         field.has_initializer ? 1 : 0, place_entry(field.place));
    }
    out += "};\n";
  }
  if (!info.bases.empty()) {
    out += fmt::format("static const fretsaw::detail::BaseEntry fretsaw_bases_{}[] = {{\n", index);
    for (const int base : info.bases)
      out += fmt::format("  {{{}, {}}},\n", base, base_offset(classes, info, base));
    out += "};\n";
  }
  return out;
}

std::string class_entry(const Classes& classes, std::size_t index) {
  const ClassInfo& info = classes.classes[index];
  const bool named = has_name(info);
  const std::string construct =
      named && !info.is_abstract
          ? fmt::format("fretsaw_lifetime< {0}, __is_constructible({0}) >::construct()", info.name)
          : "0";
  const bool is_subject = static_cast<int>(index) == classes.root;
  const std::string destroy = named && is_subject ? fmt::format("&fretsaw_destroy< {} >", info.name) : "0";
  const std::string polymorphic = named ? fmt::format("__is_polymorphic({}) ? 1 : 0", info.name) : "0";
  const std::string type_id =
      named ? fmt::format("fretsaw_type_id< {0}, __is_polymorphic({0}) >::get()", info.name) : "0";
  const std::string adopt =
      named && !info.is_abstract && info.can_be_moved
          ? fmt::format(
                "fretsaw_adoption< {0}, __is_polymorphic({0}) && !__is_constructible({0}) && "
                "__is_constructible({0}, FRETSAW_SOURCE({0})) >::get()",
                info.name)
          : "0";
  const std::size_t span_count = info.spans.size() + info.direct_bases.size();
  return fmt::format("  {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n",
                     quoted(info.name), info.size, info.alignment, info.is_abstract ? 1 : 0,
                     info.is_frame ? 1 : 0, polymorphic, construct, destroy,
                     info.fields.empty() ? "0" : fmt::format("fretsaw_fields_{}", index), info.fields.size(),
                     info.bases.empty() ? "0" : fmt::format("fretsaw_bases_{}", index), info.bases.size(),
                     type_id, place_entry(info.place),
                     span_count == 0 ? "0" : fmt::format("fretsaw_spans_{}", index), span_count, adopt);
}

std::string callable_entries(const Classes& classes, const std::string& id) {
  std::string out;
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    const Callable& callable = classes.callables[i];
    if (callable.frame < 0) continue;
    out += fmt::format("  {{{}, {}, {}, &{}}},\n", quoted(display_name(callable)), callable.frame,
                       callable.result_type, call_name(id, i));
  }
  if (out.empty()) return "static const fretsaw::detail::CallableEntry* const fretsaw_callables = 0;\n";
  return "static const fretsaw::detail::CallableEntry fretsaw_callables[] = {\n" + out + "};\n";
}

// Without a name that C++ knows, a pointer that is null, or another type: null.
std::string static_entries(const Classes& classes, const std::string& id) {
  std::string out;
  for (std::size_t i = 0; i < classes.statics.size(); ++i) {
    const StaticInfo& info = classes.statics[i];
    const std::string name = is_free_variable(info) ? info.name.substr(2) : info.name;
    out += fmt::format("  {{{}, {}, {}()}},\n", quoted((info.is_pointer ? "*" : "") + name), info.class_index,
                       static_name(id, i));
  }
  if (out.empty()) return "static const fretsaw::detail::StaticEntry* const fretsaw_statics = 0;\n";
  return "static const fretsaw::detail::StaticEntry fretsaw_statics[] = {\n" + out + "};\n";
}

}  // namespace

std::string identifier(const std::string& class_name) {
  std::string out = class_name;
  std::replace_if(out.begin(), out.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return out;
}

std::string display_name(const Callable& callable) {
  const bool is_static = callable.kind == Callable::Kind::StaticMethod;
  return is_static ? fmt::format("{}::{}", callable.scope, callable.name) : callable.name;
}

std::string table_source(const Classes& classes, const std::string& id) {
  std::string out = fmt::format(
      "#include \"{}\"\n#include <new>\n#include <typeinfo>\n#include \"fretsaw/detail/class_table.hpp\"\n",
      classes.header);
  out += held_headers(classes) + kTableHelpers;
  const bool shares = std::any_of(classes.types.begin(), classes.types.end(),
                                  [](const TypeInfo& t) { return t.kind == detail::kSharedType; });
  if (shares) out += kShareHelper;
  out += container_helpers(classes);
  if (std::any_of(classes.classes.begin(), classes.classes.end(), is_tuple)) out += kTupleHelper;
  const bool constructs =
      std::any_of(classes.callables.begin(), classes.callables.end(),
                  [](const Callable& c) { return c.frame >= 0 && is_called_with_access(c); });
  if (constructs) out += call_helpers();
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    if (classes.callables[i].frame < 0) continue;
    out += is_called_with_access(classes.callables[i])
               ? call_definition(classes, i, id)
               : fmt::format("extern \"C\" void {}(void* frame, void* result);\n", call_name(id, i));
  }
  for (std::size_t i = 0; i < classes.statics.size(); ++i) {
    out += is_free_variable(classes.statics[i])
               ? fmt::format("extern \"C\" void* {}();\n", static_name(id, i))
               : static_definition(classes, i, id);
  }
  out += fmt::format("extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_{}();\n", id);
  out += fmt::format("extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_{}() {{\n", id);
  // Statics of the function: initialized when it is first called, whatever the order of other initializers.
  std::string body = enumerators(classes) + container_entries(classes) + types(classes);
  std::string entries;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    body += class_parts(classes, i);
    entries += class_entry(classes, i);
  }
  body += "static const fretsaw::detail::ClassEntry fretsaw_classes[] = {\n" + entries + "};\n";
  body += callable_entries(classes, id) + static_entries(classes, id);
  body += fmt::format(
      "static const fretsaw::detail::ClassTable fretsaw_table = {{fretsaw_classes, {}, fretsaw_types, {}, "
      "fretsaw_callables, {}, {}, fretsaw_statics, {}}};\n",
      classes.classes.size(), classes.types.size(),
      table_index(classes, static_cast<int>(classes.callables.size())), classes.root, classes.statics.size());
  return out + body + "return &fretsaw_table;\n}\n";
}

}  // namespace fretsaw::code
