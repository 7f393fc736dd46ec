// SPDX-License-Identifier: MIT
#include "cxx/glue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

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

// Converts to whatever pointer or reference a parameter wants, so that its type need not be named: it may be
// private.
constexpr const char* kAnyPointer = R"(
namespace {
struct fretsaw_pointer {
  void* address;
  template <class T> operator T*() const { return static_cast<T*>(address); }
};
struct fretsaw_reference {
  void* address;
  template <class T> operator T&() const { return *static_cast<T*>(address); }
};
}
)";

// A pointer to a private member may be the argument of an explicit instantiation, which hands it out.
constexpr const char* kPrivateMember = R"(
namespace {{
struct fretsaw_tag {{ typedef {signature}; friend type fretsaw_member(fretsaw_tag); }};
template <fretsaw_tag::type member> struct fretsaw_key {{
  friend fretsaw_tag::type fretsaw_member(fretsaw_tag) {{ return member; }}
}};
template struct fretsaw_key<&{scope}::{name}>;
}}
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
bool has_name(const ClassInfo& info) {
  return !info.is_arguments && info.name.find('(') == std::string::npos;
}

const char* kind_name(detail::TypeKind kind) {
  constexpr const char* kNames[] = {"kBoolType",   "kIntegerType",    "kCharType",      "kFloatType",
                                    "kEnumType",   "kPointerType",    "kReferenceType", "kUniqueType",
                                    "kSharedType", "kArrayType",      "kVectorType",    "kOptionalType",
                                    "kRecordType", "kUnsupportedType"};
  return kNames[kind];
}

std::string enumerators(const ClassModel& model) {
  std::string out;
  for (std::size_t i = 0; i < model.types.size(); ++i) {
    if (model.types[i].enumerators.empty()) continue;
    out += fmt::format("static const fretsaw::detail::EnumeratorEntry fretsaw_enumerators_{}[] = {{\n", i);
    for (const auto& [name, value] : model.types[i].enumerators)
      out += fmt::format("  {{{}, {}LL}},\n", quoted(name), value);
    out += "};\n";
  }
  return out;
}

std::string types(const ClassModel& model) {
  std::string out = "static const fretsaw::detail::TypeEntry fretsaw_types[] = {\n";
  for (std::size_t i = 0; i < model.types.size(); ++i) {
    const TypeInfo& type = model.types[i];
    const std::string enums = type.enumerators.empty() ? "0" : fmt::format("fretsaw_enumerators_{}", i);
    const std::string share = type.kind == detail::kSharedType
                                  ? fmt::format("&fretsaw_share{}< {} >", type.is_weak ? "_weakly" : "",
                                                model.classes[static_cast<std::size_t>(type.target)].name)
                                  : "0";
    out += fmt::format("  {{fretsaw::detail::{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n",
                       kind_name(type.kind), quoted(type.name), type.size, type.is_signed ? 1 : 0,
                       type.target, type.element, type.count, enums, type.enumerators.size(),
                       type.reason.empty() ? "0" : quoted(type.reason), share);
  }
  if (model.types.empty())
    out += "  {fretsaw::detail::kUnsupportedType, \"\", 0, 0, 0, -1, 0, 0, 0, \"\", 0},\n";
  return out + "};\n";
}

std::string base_offset(const ClassModel& model, const ClassInfo& derived, int base) {
  return fmt::format("fretsaw_base_offset< {}, {} >()", derived.name,
                     model.classes[static_cast<std::size_t>(base)].name);
}

// As a caller outside of the class writes it; of a method, what comes after the arrow.
std::string callable_name(const PredicateInfo& predicate) {
  if (predicate.kind == PredicateInfo::Kind::StaticMethod)
    return fmt::format("{}::{}", predicate.scope, predicate.name);
  return predicate.name;
}

std::string class_parts(const ClassModel& model, std::size_t index) {
  const ClassInfo& info = model.classes[index];
  std::string out;
  if (!info.fields.empty()) {
    out += fmt::format("static const fretsaw::detail::FieldEntry fretsaw_fields_{}[] = {{\n", index);
    for (const FieldInfo& field : info.fields) {
      const std::string base = field.base >= 0 ? " + " + base_offset(model, info, field.base) : "";
      out += fmt::format("  {{{}, {}, {}{}, {}, {}, {}, {}, {}}},\n", quoted(field.owner), quoted(field.name),
                         field.offset, base, field.type, field.bit_offset, field.bit_width,
                         field.is_const ? 1 : 0, field.has_initializer ? 1 : 0);
    }
    out += "};\n";
  }
  if (!info.bases.empty()) {
    out += fmt::format("static const fretsaw::detail::BaseEntry fretsaw_bases_{}[] = {{\n", index);
    for (const int base : info.bases)
      out += fmt::format("  {{{}, {}}},\n", base, base_offset(model, info, base));
    out += "};\n";
  }
  if (has_name(info)) {
    out += fmt::format("typedef char fretsaw_layout_{}[sizeof({}) == {} ? 1 : -1];\n", index, info.name,
                       info.size);
  }
  return out;
}

std::string class_entry(const ClassModel& model, std::size_t index) {
  const ClassInfo& info = model.classes[index];
  const bool named = has_name(info);
  const std::string construct =
      named && !info.is_abstract
          ? fmt::format("fretsaw_lifetime< {0}, __is_constructible({0}) >::construct()", info.name)
          : "0";
  const bool is_subject = static_cast<int>(index) == model.root;
  const std::string destroy = named && is_subject ? fmt::format("&fretsaw_destroy< {} >", info.name) : "0";
  const std::string polymorphic = named ? fmt::format("__is_polymorphic({}) ? 1 : 0", info.name) : "0";
  return fmt::format("  {{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", quoted(info.name), info.size,
                     info.alignment, info.is_abstract ? 1 : 0, polymorphic, construct, destroy,
                     info.fields.empty() ? "0" : fmt::format("fretsaw_fields_{}", index), info.fields.size(),
                     info.bases.empty() ? "0" : fmt::format("fretsaw_bases_{}", index), info.bases.size());
}

// The call of the predicate, given `root`.
std::string call(const ClassModel& model) {
  const PredicateInfo& predicate = model.predicate;
  using Kind = PredicateInfo::Kind;
  const bool has_arguments = model.receiver >= 0;
  const ClassInfo& root = model.classes[static_cast<std::size_t>(model.root)];
  std::string arguments;
  std::size_t field = predicate.kind == Kind::Method ? 1 : 0;
  for (const auto& parameter : predicate.parameters) {
    const std::string at = has_arguments ? fmt::format("bytes + {}", root.fields[field++].offset) : "";
    std::string argument;
    if (parameter.passing == PredicateInfo::Passing::Value) {
      argument = fmt::format("*reinterpret_cast< {}*>({})", parameter.type, at);
    } else {
      const char* const wrapper =
          parameter.passing == PredicateInfo::Passing::Pointer ? "fretsaw_pointer" : "fretsaw_reference";
      argument = has_arguments ? fmt::format("fretsaw_make< {} >(*reinterpret_cast<void**>({}))", wrapper, at)
                               : fmt::format("fretsaw_make< {} >(root)", wrapper);
    }
    arguments += (arguments.empty() ? "" : ", ") + argument;
  }
  if (predicate.kind == Kind::Function) return fmt::format("::{}({})", predicate.name, arguments);
  if (predicate.kind == Kind::StaticMethod)
    return fmt::format("{}::{}({})", predicate.scope, predicate.name, arguments);
  const std::string& subject =
      has_arguments ? model.classes[static_cast<std::size_t>(model.receiver)].name : root.name;
  const std::string object = fmt::format("static_cast< {}*>({})", subject,
                                         has_arguments ? "*reinterpret_cast<void**>(bytes)" : "root");
  if (!predicate.is_accessible)
    return fmt::format("({}->*fretsaw_member(fretsaw_tag()))({})", object, arguments);
  return fmt::format("{}->{}({})", object, predicate.name, arguments);
}

}  // namespace

std::string identifier(const std::string& class_name) {
  std::string out = class_name;
  std::replace_if(
      out.begin(), out.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return out;
}

std::string predicate_source(const ClassModel& model, const std::string& id) {
  const PredicateInfo& predicate = model.predicate;
  std::string out = fmt::format("#include \"{}\"\n", model.header);
  out += kAnyPointer;
  out +=
      "namespace { template <class P> inline P fretsaw_make(void* address) { P p; p.address = address; "
      "return p; } }\n";
  if (!predicate.is_accessible) {
    std::string type = predicate.signature;
    type.insert(type.find("::*)") + 3, "type");
    out += fmt::format(fmt::runtime(kPrivateMember), fmt::arg("signature", type),
                       fmt::arg("scope", predicate.scope), fmt::arg("name", predicate.name));
  }
  out += fmt::format("extern \"C\" bool fretsaw_predicate_{}(void* root) {{\n", id);
  out += "  char* const bytes = static_cast<char*>(root);\n  (void)bytes;\n";
  return out + fmt::format("  return {};\n}}\n", call(model));
}

std::string table_source(const ClassModel& model, const std::string& id) {
  std::string out = fmt::format(
      "#include \"{}\"\n#include <new>\n#include \"fretsaw/detail/class_table.hpp\"\n", model.header);
  out += kTableHelpers;
  const bool shares = std::any_of(model.types.begin(), model.types.end(),
                                  [](const TypeInfo& t) { return t.kind == detail::kSharedType; });
  if (shares) out += kShareHelper;
  out += fmt::format("extern \"C\" bool fretsaw_predicate_{}(void* root);\n", id);
  out += fmt::format("extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_{}();\n", id);
  out += fmt::format("extern \"C\" const fretsaw::detail::ClassTable* fretsaw_classes_{}() {{\n", id);
  // Statics of the function: initialised when it is first called, whatever the order of other initialisers.
  std::string body = enumerators(model) + types(model);
  std::string entries;
  for (std::size_t i = 0; i < model.classes.size(); ++i) {
    body += class_parts(model, i);
    entries += class_entry(model, i);
  }
  body += "static const fretsaw::detail::ClassEntry fretsaw_classes[] = {\n" + entries + "};\n";
  body += fmt::format(
      "static const fretsaw::detail::ClassTable fretsaw_table = {{fretsaw_classes, {}, fretsaw_types, {}, "
      "{}, {}, "
      "&fretsaw_predicate_{}, {}}};\n",
      model.classes.size(), model.types.size(), model.root, model.receiver, id,
      quoted(callable_name(model.predicate)));
  return out + body + "return &fretsaw_table;\n}\n";
}

}  // namespace fretsaw::cxx
