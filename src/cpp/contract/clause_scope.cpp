// SPDX-License-Identifier: MIT
// A clause sees what a member of its class sees. It becomes a member function of a class that is derived from
// that class and adds nothing else: names are looked up as in the class itself, and the compiler is told not
// to check access. Objects are never of the derived class, whose layout is the same. The derived class stands
// in the namespace of its base, inside of classes derived from those around it, so that their names are found
// too.
#include "cpp/contract/clause_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "cpp/code/views.hpp"

namespace fretsaw::contract {

namespace {

// For objects: valid since C++98, like predicates.
constexpr const char* kObjectHelpers = R"(
template <bool> struct fretsaw_truth {};
template <class D, class B> D* fretsaw_as(B* object, fretsaw_truth<true>) { return dynamic_cast<D*>(object); }
template <class D, class B> D* fretsaw_as(B*, fretsaw_truth<false>) { return 0; }
template <class D, class B> D* fretsaw_as(B* object) { return fretsaw_as<D>(object, fretsaw_truth<__is_polymorphic(B)>()); }
#if __cplusplus >= 201103L
#define FRETSAW_EACH(item, place) for (auto& item : place)
#else
template <class C> typename C::iterator fretsaw_first(C& all) { return all.begin(); }
template <class C> typename C::iterator fretsaw_last(C& all) { return all.end(); }
template <class T, unsigned long n> T* fretsaw_first(T (&all)[n]) { return all; }
template <class T, unsigned long n> T* fretsaw_last(T (&all)[n]) { return all + n; }
#define FRETSAW_EACH(item, place) \
  for (__typeof__(fretsaw_first(place)) item##_at = fretsaw_first(place); item##_at != fretsaw_last(place); ++item##_at) \
    for (bool item##_first = true; item##_first; item##_first = false) \
      for (__typeof__(*item##_at)& item = *item##_at; item##_first; item##_first = false)
#endif
)";

// For clauses.
constexpr const char* kClauseHeaders = R"(
#include <algorithm>
#include <stdexcept>
)";

// For calls: since C++14.
constexpr const char* kCallHelpers = R"(
#include <new>
#include <utility>
#include "fretsaw/detail/contract_table.hpp"
#if __cplusplus >= 201402L
#include <type_traits>
template <class T> using fretsaw_type = T;
template <class T> void* fretsaw_keep(T&& value) { return new std::decay_t<T>(std::forward<T>(value)); }
#endif
)";

std::vector<std::string> split(const std::string& name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (depth != 0 || !name.substr(i).starts_with("::")) continue;
    parts.push_back(name.substr(begin, i - begin));
    begin = i + 2;
  }
  parts.push_back(name.substr(begin));
  return parts;
}

// Nothing can be derived from a class that is final.
bool is_final(const code::ClassInfo& info) {
  const std::string text = code::definition_text(info);
  static const std::regex kFinal(R"(\bfinal\b)");
  return std::regex_search(text.substr(0, text.find('{')), kFinal);
}

// Of the class or function of that full name; `space` is the namespace that it is in.
Scope scope_of(const std::string& name, const std::string& space) {
  Scope scope;
  std::vector<std::string> parts = split(name);
  parts.pop_back();
  const std::size_t namespaces = space.empty() ? 0 : split(space).size();
  std::string around;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    around += (around.empty() ? "" : "::") + parts[i];
    if (i < namespaces)
      scope.namespaces.push_back(parts[i]);
    else
      scope.classes.push_back(around);
  }
  return scope;
}

}  // namespace

Scope scope_of(const code::ClassInfo& info) {
  Scope scope = scope_of(info.name, info.space);
  scope.names = info.template_names;
  return scope;
}

Scope scope_of(const code::Callable& function) {
  const std::string plain = function.name.substr(0, function.name.find('<'));
  const std::size_t colons = plain.rfind("::");
  Scope scope = scope_of(plain, colons == std::string::npos ? "" : plain.substr(0, colons));
  scope.names = function.template_names;
  return scope;
}

// The full name of the struct that stands there, and its definition.
std::string placed_name(const Scope& scope, const std::string& id) {
  std::string out;
  for (const std::string& space : scope.namespaces) out += "::" + space;
  for (std::size_t i = 0; i < scope.classes.size(); ++i) out += fmt::format("::{}_{}", id, i);
  return out + "::" + id;
}

std::string placed(const Scope& scope, const std::string& base, const std::string& id,
                   const std::string& members) {
  std::string out;
  for (const std::string& space : scope.namespaces) out += fmt::format("namespace {} {{\n", space);
  for (std::size_t i = 0; i < scope.classes.size(); ++i)
    out += fmt::format("struct {}_{} : ::{} {{\n", id, i, scope.classes[i]);
  out += fmt::format("struct {} {}{{\n{}{}}};\n", id, base.empty() ? "" : fmt::format(": ::{} ", base),
                     scope.names, members);
  for (std::size_t i = 0; i < scope.classes.size(); ++i) out += "};\n";
  for (std::size_t i = 0; i < scope.namespaces.size(); ++i) out += "}\n";
  return out;
}

std::string clause_opening(const code::Classes& classes, ClauseNeeds needs) {
  return code::held_headers(classes) + (needs == ClauseNeeds::Clauses ? kClauseHeaders : "") +
         (needs != ClauseNeeds::Predicates ? kCallHelpers : "") + kObjectHelpers;
}

bool unseals(const code::Classes& classes) { return std::ranges::any_of(classes.classes, is_final); }

}  // namespace fretsaw::contract
