// SPDX-License-Identifier: MIT
// Containers of the standard library, through their own interface: how one is made, how an element comes into
// it, and how its elements are visited. Elements are made of nothing; what is in them is written later.
#include <fmt/format.h>

#include "cpp/code/glue_parts.hpp"

namespace fretsaw::code {

namespace {

constexpr const char* kContainerHelpers = R"(
#include <iterator>
#include <tuple>
#include <utility>
namespace {
template <class C> struct fretsaw_container {
  static void construct(void* memory) { new (memory) C(); }
  static void destroy(void* container) { static_cast<C*>(container)->~C(); }
  static void each(const void* container, void (*visit)(void*, const void*), void* context) {
    const C& all = *static_cast<const C*>(container);
    for (typename C::const_iterator i = all.begin(); i != all.end(); ++i)
      visit(context, &reinterpret_cast<const char&>(*i));
  }
  static void* last(C& all) {
    typename C::iterator found = all.begin();
    for (typename C::iterator i = all.begin(); i != all.end(); ++i) found = i;
    return &reinterpret_cast<char&>(*found);
  }
  static void* append(void* container, const void*) {
    C& all = *static_cast<C*>(container);
    all.resize(std::distance(all.begin(), all.end()) + 1);
    return last(all);
  }
  static void* address(typename C::iterator i) {
    return const_cast<char*>(&reinterpret_cast<const char&>(*i));
  }
  static void* added(const std::pair<typename C::iterator, bool>& result) {
    return result.second ? address(result.first) : 0;
  }
  static void* added(typename C::iterator result) { return address(result); }
  static void* insert(void* container, const void* key) {
    return added(static_cast<C*>(container)->insert(*static_cast<const typename C::key_type*>(key)));
  }
  static void* insert_pair(void* container, const void* key) {
    return added(static_cast<C*>(container)->emplace(
        std::piecewise_construct, std::forward_as_tuple(*static_cast<const typename C::key_type*>(key)),
        std::forward_as_tuple()));
  }
};
template <class C> long fretsaw_value_offset() {
  typedef typename C::value_type Pair;
  return __builtin_offsetof(Pair, second);
}
}
)";

// Alternatives that cannot be made of nothing are not made.
constexpr const char* kVariantHelpers = R"(
#include <type_traits>
#include <utility>
#include <variant>
namespace {
template <class... T> union fretsaw_storage { char nothing; };
template <class First, class... Rest> union fretsaw_storage<First, Rest...> {
  fretsaw_storage();
  ~fretsaw_storage();
  First first;
  fretsaw_storage<Rest...> rest;
};
template <class V> struct fretsaw_variant;
template <class... T> struct fretsaw_variant<std::variant<T...> > {
  typedef std::variant<T...> V;
  static long index_offset() { return sizeof(fretsaw_storage<T...>); }
  static void construct(void* memory) {
    if constexpr (std::is_default_constructible<V>::value) new (memory) V();
  }
  static void destroy(void* variant) { static_cast<V*>(variant)->~V(); }
  template <std::size_t I> static void* make(V& variant) {
    if constexpr (std::is_default_constructible<std::variant_alternative_t<I, V> >::value)
      return const_cast<char*>(&reinterpret_cast<const char&>(variant.template emplace<I>()));
    else
      return 0;
  }
  template <std::size_t... I> static void* make(V& variant, int index, std::index_sequence<I...>) {
    void* made = 0;
    (void)((int(I) == index ? (made = make<I>(variant), true) : false) || ...);
    return made;
  }
  static void* add(void* variant, const void* index) {
    return make(*static_cast<V*>(variant), *static_cast<const int*>(index), std::index_sequence_for<T...>());
  }
  static void each(const void* variant, void (*visit)(void*, const void*), void* context) {
    visit(context, variant);
  }
};
}
)";

// Members of a union begin where it does, and need not be made.
constexpr const char* kUnionHelpers = R"(
namespace {
struct fretsaw_union {
  static void construct(void*) {}
  static void destroy(void*) {}
  static void* add(void* all, const void*) { return all; }
  static void each(const void* all, void (*visit)(void*, const void*), void* context) { visit(context, all); }
};
}
)";

enum class Sort { Container, Variant, Union };

Sort sort_of(const Classes& classes, const TypeInfo& type) {
  if (type.count == 0) return Sort::Container;
  return classes.at(classes.type(type.target).target).is_union ? Sort::Union : Sort::Variant;
}

std::string alternatives_entry(const Classes& classes, std::size_t index) {
  const TypeInfo& type = classes.types[index];
  const bool is_union = sort_of(classes, type) == Sort::Union;
  const std::string helper =
      is_union ? std::string("fretsaw_union") : fmt::format("fretsaw_variant< {} >", type.name);
  return fmt::format(
      "static const fretsaw::detail::ContainerEntry fretsaw_container_{0} = {{&{1}::construct, "
      "&{1}::destroy, "
      "&{1}::add, &{1}::each, 1, 0, 0, 0, {2}, {3}}};\n",
      index, helper, type.count, is_union ? "-1" : helper + "::index_offset()");
}

}  // namespace

std::string container_helpers(const Classes& classes) {
  bool needed[3] = {};
  for (const TypeInfo& type : classes.types) {
    if (type.kind == detail::kContainerType) needed[static_cast<int>(sort_of(classes, type))] = true;
  }
  std::string out;
  if (needed[static_cast<int>(Sort::Container)]) out += kContainerHelpers;
  if (needed[static_cast<int>(Sort::Variant)]) out += kVariantHelpers;
  if (needed[static_cast<int>(Sort::Union)]) out += kUnionHelpers;
  return out;
}

std::string container_entries(const Classes& classes) {
  std::string out;
  for (std::size_t i = 0; i < classes.types.size(); ++i) {
    const TypeInfo& type = classes.types[i];
    if (type.kind != detail::kContainerType) continue;
    if (type.count != 0) {
      out += alternatives_entry(classes, i);
      continue;
    }
    const bool is_map = type.key >= 0 && type.target >= 0;
    const std::string add = type.key < 0 ? "append" : is_map ? "insert_pair" : "insert";
    const std::string offset =
        is_map ? fmt::format("fretsaw_value_offset< {} >()", type.name) : std::string("0");
    const std::string name = type.name.substr(0, type.name.find('<'));
    const bool is_hashed = name.find("unordered_") != std::string::npos;
    const bool is_multiple = name.find("multi") != std::string::npos;
    out += fmt::format(
        "static const fretsaw::detail::ContainerEntry fretsaw_container_{0} = {{&fretsaw_container< {1} "
        ">::construct, &fretsaw_container< {1} >::destroy, &fretsaw_container< {1} >::{2}, "
        "&fretsaw_container< "
        "{1} >::each, {3}, {4}, {5}, {6}, 0, -1}};\n",
        i, type.name, add, is_hashed ? 0 : 1, is_multiple ? 0 : 1, type.is_string ? 1 : 0, offset);
  }
  return out;
}

}  // namespace fretsaw::code
