// SPDX-License-Identifier: MIT
// Calls of the user's functions. Types are deduced where they can be, because they may be private: a wrapper
// around an address converts to any class of the right size that a parameter has, and results are stored by
// a template. Of functions with the same name that take as many parameters, the one that is meant is chosen
// by the types themselves, unless these are members of a class. Valid in every standard since C++98.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cpp/code/glue.hpp"
#include "cpp/code/glue_parts.hpp"
#include "cpp/code/views.hpp"

namespace fretsaw::code {

namespace {

using Kind = Callable::Kind;

constexpr const char* kHelpers = R"(
#include <new>
namespace {
struct fretsaw_pointer {
  void* address;
  template <class T> operator T*() const { return static_cast<T*>(address); }
};
#if __cplusplus >= 201103L
template <bool> struct fretsaw_if;
template <> struct fretsaw_if<true> { typedef int type; };
template <unsigned long size> struct fretsaw_reference {
  void* address;
  template <class T, typename fretsaw_if<__is_class(T) && sizeof(T) == size>::type = 0>
  operator T&() const { return *static_cast<T*>(address); }
};
template <unsigned long size> struct fretsaw_rvalue {
  void* address;
  template <class T, typename fretsaw_if<__is_class(T) && sizeof(T) == size>::type = 0>
  operator T&&() const { return static_cast<T&&>(*static_cast<T*>(address)); }
};
#else
template <unsigned long size> struct fretsaw_reference {
  void* address;
  template <class T> operator T&() const { return *static_cast<T*>(address); }
};
#endif
template <class T> struct fretsaw_named { typedef T type; };  // types of arrays have no star behind them
template <class P> inline P fretsaw_make(void* address) { P p; p.address = address; return p; }
#if __cplusplus >= 201103L
template <class T> inline void fretsaw_refer(void* memory, T&& referred) {
  *static_cast<const volatile void**>(memory) = &reinterpret_cast<const volatile char&>(referred);
}
template <class T, bool> struct fretsaw_passing { static const T& of(T& value) { return value; } };
template <class T> struct fretsaw_passing<T, false> {
  static T&& of(T& value) { return static_cast<T&&>(value); }
};
// By value: what cannot be copied is given away.
// A vector declares that it can be, whatever it holds.
template <class T> struct fretsaw_void { typedef void type; };
template <class T, class = void> struct fretsaw_elements { typedef T type; };
template <class T> struct fretsaw_elements<T, typename fretsaw_void<typename T::value_type>::type> {
  typedef typename T::value_type type;
};
template <class T, class E = typename fretsaw_elements<T>::type> struct fretsaw_has_copies {
  static const bool value = __is_constructible(T, const T&) && fretsaw_has_copies<E>::value;
};
template <class T> struct fretsaw_has_copies<T, T> {
  static const bool value = __is_constructible(T, const T&);
};
template <class T> inline auto fretsaw_pass(T& value)
    -> decltype(fretsaw_passing<T, fretsaw_has_copies<T>::value>::of(value)) {
  return fretsaw_passing<T, fretsaw_has_copies<T>::value>::of(value);
}
template <class T> struct fretsaw_bare { typedef T type; };
template <class T> struct fretsaw_bare<const T> { typedef T type; };
template <class T> struct fretsaw_bare<T&> { typedef typename fretsaw_bare<T>::type type; };
template <class T> inline void fretsaw_store(void* memory, T&& value) {
  new (memory) typename fretsaw_bare<T>::type(static_cast<T&&>(value));
}
#else
template <class T> inline void fretsaw_refer(void* memory, T& referred) {
  *static_cast<const volatile void**>(memory) = &reinterpret_cast<const volatile char&>(referred);
}
template <class T> inline void fretsaw_store(void* memory, const T& value) { new (memory) T(value); }
template <class T> inline const T& fretsaw_pass(const T& value) { return value; }
#endif
}
)";

// A pointer to a private member may be the argument of an explicit instantiation, which hands it out.
constexpr const char* kPrivateMember = R"(
namespace {{
struct fretsaw_tag_{number} {{ typedef {type}; friend type fretsaw_member(fretsaw_tag_{number}); }};
template <fretsaw_tag_{number}::type member> struct fretsaw_key_{number} {{
  friend fretsaw_tag_{number}::type fretsaw_member(fretsaw_tag_{number}) {{ return member; }}
}};
template struct fretsaw_key_{number}<&{scope}::{name}>;
}}
)";

std::string without_noexcept(std::string type) {
  for (const std::string_view ending : {" noexcept", " throw()"}) {  // no part of a type before C++17
    if (type.ends_with(ending)) type.resize(type.size() - ending.size());
  }
  return type;
}

// "bool (int) const" of the class C becomes "bool (C::*type)(int) const".
std::string member_type(const Callable& callable) {
  std::string type = without_noexcept(callable.signature);
  const std::size_t result = callable.result.type.size();
  const std::size_t open = type.find('(', std::min(result, type.size()));
  const std::string name =
      callable.kind == Kind::StaticMethod ? "(*type)" : fmt::format("({}::*type)", callable.scope);
  return open == std::string::npos ? type : type.insert(open, name);
}

// Something of the same name that could be meant with as many arguments.
bool is_overloaded(const Classes& classes, const Callable& callable) {
  return std::ranges::count_if(classes.callables, [&](const Callable& other) {
           return other.name == callable.name && other.scope == callable.scope &&
                  other.parameters.size() == callable.parameters.size();
         }) > 1;
}

// A class that is a member of another may be private.
bool is_member(const Classes& classes, const ClassInfo& info) {
  const std::size_t colons = info.name.rfind("::");
  return colons != std::string::npos &&
         std::ranges::count(classes.classes, info.name.substr(0, colons), &ClassInfo::name) > 0;
}

// Of a class type, by reference.
std::string class_argument(const Classes& classes, const Parameter& parameter, const ClassInfo& info,
                           const std::string& at, bool overloaded) {
  const bool is_rvalue = parameter.passing == Passing::RvalueReference;
  if (overloaded && !is_member(classes, info)) {
    const std::string object = fmt::format("*static_cast< {}{}*>(*reinterpret_cast<void**>({}))",
                                           parameter.is_const ? "const " : "", info.name, at);
    return is_rvalue ? fmt::format("static_cast< {}&&>({})", info.name, object) : object;
  }
  return fmt::format("fretsaw_make< fretsaw_{}<{}> >(*reinterpret_cast<void**>({}))",
                     is_rvalue ? "rvalue" : "reference", info.size, at);
}

std::string argument(const Classes& classes, const Parameter& parameter, const FieldInfo& field,
                     bool overloaded) {
  const std::string at = fmt::format("bytes + {}", field.offset);
  const detail::TypeKind kind = classes.type(field.type).kind;
  if (kind == detail::kReferenceType && parameter.passing == Passing::Value)
    return fmt::format("fretsaw_pass(*static_cast< {}*>(*reinterpret_cast<void**>({})))", parameter.type, at);
  if (kind == detail::kReferenceType)
    return class_argument(classes, parameter, classes.at(classes.type(field.type).target), at, overloaded);
  const bool is_nameable = kind == detail::kPointerType && overloaded &&
                           !is_member(classes, classes.at(classes.type(field.type).target));
  if (parameter.passing == Passing::Value && parameter.type.ends_with('*') && !is_nameable)
    return fmt::format("fretsaw_make< fretsaw_pointer >(*reinterpret_cast<void**>({}))", at);
  const std::string value =
      fmt::format("*reinterpret_cast<fretsaw_named< {} >::type*>({})", parameter.type, at);
  if (parameter.passing == Passing::RvalueReference)
    return fmt::format("static_cast< {}&&>({})", parameter.type, value);
  if (!parameter.view.empty()) return fmt::format("static_cast< {} >({})", parameter.view, value);
  return parameter.passing == Passing::Value && may_have_no_copies(kind)
             ? fmt::format("fretsaw_pass({})", value)
             : value;
}

std::string arguments(const Classes& classes, const Callable& callable) {
  const ClassInfo& frame = classes.at(callable.frame);
  std::size_t field = callable.kind == Kind::Method ? 1 : 0;
  const bool overloaded = callable.is_hidden_friend || is_overloaded(classes, callable);
  std::string out;
  for (const Parameter& parameter : callable.parameters) {
    out += out.empty() ? "" : ", ";
    // Where types are deduced, the argument must have one.
    out += callable.is_deduced ? fmt::format("*static_cast<const {}*>(*reinterpret_cast<void**>(bytes + {}))",
                                             parameter.type, frame.fields[field++].offset)
                               : argument(classes, parameter, frame.fields[field++], overloaded);
  }
  return out;
}

std::string call(const Classes& classes, const Callable& callable, std::size_t number) {
  const std::string list = arguments(classes, callable);
  const std::string member = fmt::format("fretsaw_member(fretsaw_tag_{}())", number);
  switch (callable.kind) {
    case Kind::Function:
      return function_name(callable) + fmt::format("({})", list);
    case Kind::StaticMethod:
      return callable.is_accessible ? fmt::format("{}::{}({})", callable.scope, callable.name, list)
                                    : fmt::format("{}({})", member, list);
    case Kind::Constructor:
      return fmt::format("new (result) {}({})", callable.scope, list);
    case Kind::Method:
      break;
  }
  // Of two that differ in const only, the object's type chooses.
  const std::string object = fmt::format("static_cast< {}{}*>(*reinterpret_cast<void**>(bytes))",
                                         callable.is_const ? "const " : "", classes.at(callable.owner).name);
  if (needs_temporary(callable)) {
    const std::string temporary = fmt::format("static_cast< {}{}&&>(*{})", callable.is_const ? "const " : "",
                                              classes.at(callable.owner).name, object);
    return callable.is_accessible ? fmt::format("{}.{}({})", temporary, callable.name, list)
                                  : fmt::format("({}.*{})({})", temporary, member, list);
  }
  return callable.is_accessible ? fmt::format("{}->{}({})", object, callable.name, list)
                                : fmt::format("({}->*{})({})", object, member, list);
}

std::string statement(const Classes& classes, const Callable& callable, std::size_t number) {
  std::string expression = call(classes, callable, number);
  if (callable.is_condition)
    return fmt::format("*static_cast<bool*>(result) = ({}) ? true : false", expression);
  if (callable.result_type < 0 || callable.kind == Kind::Constructor) return expression;
  const bool refers = callable.result.passing != Passing::Value;
  return fmt::format("{}(result, {})", refers ? "fretsaw_refer" : "fretsaw_store", expression);
}

}  // namespace

std::string call_name(const std::string& id, std::size_t number) {
  return fmt::format("fretsaw_call_{}_{}", id, number);
}

bool needs_temporary(const Callable& callable) {
  return callable.kind == Kind::Method && without_noexcept(callable.signature).ends_with("&&");
}

std::string function_name(const Callable& callable) {
  if (!callable.is_hidden_friend) return "::" + callable.name;
  const std::size_t colons = callable.name.rfind("::");
  return callable.name.substr(colons == std::string::npos ? 0 : colons + 2);
}

// g++ looks for an operator that is called by its name among the arguments' friends only if there is one of
// that name at all.
std::string function_declaration(const Callable& callable) {
  const std::string name = function_name(callable);
  if (!callable.is_hidden_friend || !name.starts_with("operator")) return {};
  const bool is_unary = callable.parameters.size() == 1 || name == "operator++" || name == "operator--";
  return fmt::format("struct fretsaw_unmatched;\nvoid {}(const fretsaw_unmatched&{});\n", name,
                     is_unary ? "" : ", const fretsaw_unmatched&");
}

// "std::string", as people write it.
static std::string short_name(std::string out) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"std::basic_string<char>", "std::string"}, {"std::basic_string_view<char>", "std::string_view"}};
  for (const auto& [full, name] : kNames) {
    for (std::size_t at = out.find(full); at != std::string::npos; at = out.find(full, at))
      out.replace(at, full.size(), name);
  }
  return out;
}

std::string written_type(const Parameter& parameter) {
  if (!parameter.view.empty()) return short_name(parameter.view);
  const bool is_value = parameter.passing == Passing::Value;
  const bool is_pointer = parameter.type.ends_with('*');
  // Of an array, "int (&)[2]".
  const std::size_t bracket = parameter.type.ends_with(']') ? parameter.type.find('[') : std::string::npos;
  std::string out = parameter.type.substr(0, bracket);
  if (parameter.is_fixed) out = is_pointer ? out + "const" : "const " + out;
  const std::string reference = is_value ? "" : parameter.passing == Passing::Reference ? "&" : "&&";
  out += bracket == std::string::npos ? reference
                                      : fmt::format(" ({}){}", reference, parameter.type.substr(bracket));
  return short_name(out);
}

bool may_have_no_copies(detail::TypeKind kind) {
  return kind == detail::kUniqueType || kind == detail::kRecordType || kind == detail::kVectorType ||
         kind == detail::kArrayType || kind == detail::kOptionalType || kind == detail::kContainerType;
}

bool is_called_with_access(const Callable& callable) {
  return callable.kind == Kind::Constructor && !callable.is_accessible;
}

std::string call_helpers() { return kHelpers; }

std::string call_definition(const Classes& classes, std::size_t number, const std::string& id) {
  const Callable& callable = classes.callables[number];
  std::string out;
  if (!callable.is_accessible && !is_called_with_access(callable)) {
    out += fmt::format(fmt::runtime(kPrivateMember), fmt::arg("number", number),
                       fmt::arg("type", member_type(callable)), fmt::arg("scope", callable.scope),
                       fmt::arg("name", callable.name));
  }
  return out + function_declaration(callable) +
         fmt::format(
             "extern \"C\" void {}(void* frame, void* result) {{\n"
             "  char* const bytes = static_cast<char*>(frame);\n  (void)bytes;\n  (void)result;\n  {};\n}}\n",
             call_name(id, number), statement(classes, callable, number));
}

bool is_free_variable(const StaticInfo& info) { return info.name.starts_with("::"); }

std::string static_name(const std::string& id, std::size_t number) {
  return fmt::format("fretsaw_static_{}_{}", id, number);
}

// A variable of another type than it seems has no address.
std::string static_definition(const Classes& classes, std::size_t number, const std::string& id) {
  const StaticInfo& info = classes.statics[number];
  return fmt::format(
      "namespace {{\nstruct fretsaw_variable_{0} {{\n"
      "  static const volatile void* of(const volatile {1}* p) {{ return p; }}\n"
      "  static const volatile void* of(const volatile void*) {{ return 0; }}\n}};\n}}\n"
      "extern \"C\" void* {2}();\n"
      "extern \"C\" void* {2}() {{ return const_cast<void*>(fretsaw_variable_{0}::of({3}{4})); }}\n",
      number, classes.at(info.class_index).name, static_name(id, number), info.is_pointer ? "" : "&",
      info.name);
}

std::string calls_source(const Classes& classes, const std::string& id) {
  std::string out = fmt::format("#include \"{}\"\n", classes.header) + held_headers(classes) + kHelpers;
  for (std::size_t i = 0; i < classes.statics.size(); ++i) {
    if (is_free_variable(classes.statics[i])) out += static_definition(classes, i, id);
  }
  for (std::size_t i = 0; i < classes.callables.size(); ++i) {
    const Callable& callable = classes.callables[i];
    if (callable.frame >= 0 && !is_called_with_access(callable)) out += call_definition(classes, i, id);
  }
  return out;
}

bool has_calls(const Classes& classes) {
  return std::ranges::any_of(classes.statics, is_free_variable) ||
         std::ranges::any_of(classes.callables, [](const Callable& callable) {
           return callable.frame >= 0 && !is_called_with_access(callable);
         });
}

bool is_result_elsewhere(const Classes& classes, const Callable& callable) {
  return !callable.is_condition && callable.result.passing != Passing::Value && callable.result_type >= 0 &&
         classes.type(callable.result_type).kind != detail::kReferenceType;
}

int table_index(const Classes& classes, int callable) {
  const auto end = classes.callables.begin() + callable;
  return static_cast<int>(
      std::count_if(classes.callables.begin(), end, [](const Callable& c) { return c.frame >= 0; }));
}

}  // namespace fretsaw::code
