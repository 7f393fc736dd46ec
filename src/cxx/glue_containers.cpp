// SPDX-License-Identifier: MIT
// Containers of the standard library, through their own interface: how one is made, how an element comes into
// it, and how its elements are visited. Elements are made of nothing; what is in them is written later.
#include <fmt/format.h>

#include "cxx/glue_parts.hpp"

namespace fretsaw::cxx {

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

}  // namespace

std::string container_helpers() { return kContainerHelpers; }

std::string container_entries(const Classes& classes) {
  std::string out;
  for (std::size_t i = 0; i < classes.types.size(); ++i) {
    const TypeInfo& type = classes.types[i];
    if (type.kind != detail::kContainerType) continue;
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
        "{1} >::each, {3}, {4}, {5}, {6}}};\n",
        i, type.name, add, is_hashed ? 0 : 1, is_multiple ? 0 : 1, type.is_string ? 1 : 0, offset);
  }
  return out;
}

}  // namespace fretsaw::cxx
