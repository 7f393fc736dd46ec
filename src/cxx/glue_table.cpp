// SPDX-License-Identifier: MIT
// The class table as C++ text: what libclang knows as numbers, what only the compiler knows (offsets of
// bases, whether there is a default constructor) as expressions for it.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cxx/glue.hpp"
#include "cxx/glue_parts.hpp"

namespace fretsaw::cxx {

namespace {

// Valid in every standard since C++98, like all text here.
constexpr const char* kTableHelpers = R"(
namespace {
template <class T, bool> struct fretsaw_lifetime {
  static void (*construct())(void*) { return 0; }
};
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
// An object that only weak pointers refer to is kept alive by an owner that nobody sees.
template <class T> void fretsaw_share_weakly(void* memory, void* object, const void* sibling) {
  void* const owner = ::operator new(sizeof(std::shared_ptr<T>));
  fretsaw_share<T>(owner, object, sibling);
  new (memory) std::weak_ptr<T>(*static_cast<std::shared_ptr<T>*>(owner));
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
  constexpr const char* kNames[] = {"kBoolType",   "kIntegerType",    "kCharType",      "kFloatType",
                                    "kEnumType",   "kPointerType",    "kReferenceType", "kUniqueType",
                                    "kSharedType", "kArrayType",      "kVectorType",    "kOptionalType",
                                    "kRecordType", "kUnsupportedType"};
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
    out += fmt::format("  {{fretsaw::detail::{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n",
                       kind_name(type.kind), quoted(type.name), type.size, type.is_signed ? 1 : 0,
                       type.target, type.element, type.count, enums, type.enumerators.size(),
                       type.reason.empty() ? "0" : quoted(type.reason), type.is_weak ? 1 : 0,
                       type.is_string ? 1 : 0, share);
  }
  if (classes.types.empty())
    out += "  {fretsaw::detail::kUnsupportedType, \"\", 0, 0, 0, -1, 0, 0, 0, \"\", 0, 0, 0},\n";
  return out + "};\n";
}

std::string base_offset(const Classes& classes, const ClassInfo& derived, int base) {
  return fmt::format("fretsaw_base_offset< {}, {} >()", derived.name, classes.at(base).name);
}

std::string place_entry(const Place& place) {
  return fmt::format("{{{}, {}, {}}}", quoted(place.file), place.line, place.column);
}

std::string class_parts(const Classes& classes, std::size_t index) {
  const ClassInfo& info = classes.classes[index];
  std::string out;
  if (!info.fields.empty()) {
    out += fmt::format("static const fretsaw::detail::FieldEntry fretsaw_fields_{}[] = {{\n", index);
    for (const FieldInfo& field : info.fields) {
      const std::string base = field.base >= 0 ? " + " + base_offset(classes, info, field.base) : "";
      out +=
          fmt::format("  {{{}, {}, {}{}, {}, {}, {}, {}, {}, {}}},\n", quoted(field.owner),
                      quoted(field.name), field.offset, base, field.type, field.bit_offset, field.bit_width,
                      field.is_const ? 1 : 0, field.has_initializer ? 1 : 0, place_entry(field.place));
    }
    out += "};\n";
  }
  if (!info.bases.empty()) {
    out += fmt::format("static const fretsaw::detail::BaseEntry fretsaw_bases_{}[] = {{\n", index);
    for (const int base : info.bases)
      out += fmt::format("  {{{}, {}}},\n", base, base_offset(classes, info, base));
    out += "};\n";
  }
  if (has_name(info)) {
    out += fmt::format("typedef char fretsaw_layout_{}[sizeof({}) == {} ? 1 : -1];\n", index, info.name,
                       info.size);
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
  return fmt::format("  {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", quoted(info.name),
                     info.size, info.alignment, info.is_abstract ? 1 : 0, info.is_frame ? 1 : 0, polymorphic,
                     construct, destroy, info.fields.empty() ? "0" : fmt::format("fretsaw_fields_{}", index),
                     info.fields.size(), info.bases.empty() ? "0" : fmt::format("fretsaw_bases_{}", index),
                     info.bases.size(), type_id, place_entry(info.place));
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

}  // namespace

std::string identifier(const std::string& class_name) {
  std::string out = class_name;
  std::replace_if(
      out.begin(), out.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
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
  out += kTableHelpers;
  const bool shares = std::any_of(classes.types.begin(), classes.types.end(),
                                  [](const TypeInfo& t) { return t.kind == detail::kSharedType; });
  if (shares) out += kShareHelper;
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
  out += fmt::format("extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_{}();\n", id);
  out += fmt::format("extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_{}() {{\n", id);
  // Statics of the function: initialised when it is first called, whatever the order of other initialisers.
  std::string body = enumerators(classes) + types(classes);
  std::string entries;
  for (std::size_t i = 0; i < classes.classes.size(); ++i) {
    body += class_parts(classes, i);
    entries += class_entry(classes, i);
  }
  body += "static const fretsaw::detail::ClassEntry fretsaw_classes[] = {\n" + entries + "};\n";
  body += callable_entries(classes, id);
  body += fmt::format(
      "static const fretsaw::detail::ClassTable fretsaw_table = {{fretsaw_classes, {}, fretsaw_types, {}, "
      "fretsaw_callables, {}, {}}};\n",
      classes.classes.size(), classes.types.size(),
      table_index(classes, static_cast<int>(classes.callables.size())), classes.root);
  return out + body + "return &fretsaw_table;\n}\n";
}

}  // namespace fretsaw::cxx
