// SPDX-License-Identifier: MIT
// Types of the standard library: what each of them is to a search, by its name and its arguments.
#include <fmt/format.h>

#include <map>

#include "cpp/code/type_parts.hpp"
#include "cpp/code/type_reader.hpp"

namespace fretsaw::code {

TypeInfo unsupported_type(CXType type, std::string reason) {
  TypeInfo info;
  info.kind = detail::kUnsupportedType;
  info.name = spelling(type);
  const long long size = clang_Type_getSizeOf(type);
  info.size = size > 0 ? static_cast<unsigned long>(size) : 0;
  info.reason = std::move(reason);
  return info;
}

TypeInfo plain_type(CXType type, detail::TypeKind kind, bool is_signed) {
  TypeInfo info;
  info.kind = kind;
  info.name = spelling(type);
  info.size = static_cast<unsigned long>(clang_Type_getSizeOf(type));
  info.is_signed = is_signed;
  return info;
}

std::string standard_name(const std::string& name) {
  std::string out = name.substr(5, name.find('<') - 5);
  if (out.starts_with("__cxx11::")) out = out.substr(9);
  return out;
}

bool is_empty_class(CXType type) {
  bool empty = clang_Type_getSizeOf(type) == 1;
  for_each_field(type, [&](CXCursor) { empty = false; });
  return empty;
}

CXType template_argument(CXType type, unsigned index) {
  return canonical(clang_Type_getTemplateArgumentAsType(type, index));
}

unsigned long template_number(CXType type, unsigned index) {
  return static_cast<unsigned long>(
      clang_Cursor_getTemplateArgumentUnsignedValue(clang_getTypeDeclaration(type), index));
}

namespace {

// What each holds is its first argument, or the pair of its first two; they are built through their
// interface.
enum class Keys { None, Elements, Pairs };
struct ContainerKind {
  Keys keys;
  unsigned allocator;  // which argument that is
};
const ContainerKind* container_kind(const std::string& name) {
  static const std::map<std::string, ContainerKind> kKinds = {{"list", {Keys::None, 1}},
                                                              {"forward_list", {Keys::None, 1}},
                                                              {"deque", {Keys::None, 1}},
                                                              {"basic_string", {Keys::None, 2}},
                                                              {"set", {Keys::Elements, 2}},
                                                              {"multiset", {Keys::Elements, 2}},
                                                              {"unordered_set", {Keys::Elements, 3}},
                                                              {"unordered_multiset", {Keys::Elements, 3}},
                                                              {"map", {Keys::Pairs, 3}},
                                                              {"multimap", {Keys::Pairs, 3}},
                                                              {"unordered_map", {Keys::Pairs, 4}},
                                                              {"unordered_multimap", {Keys::Pairs, 4}}};
  const auto known = kKinds.find(name);
  return known == kKinds.end() ? nullptr : &known->second;
}

}  // namespace

TypeInfo TypeReader::classify_standard(CXType type, const std::string& full_name) {
  const std::string name = standard_name(full_name);
  if (clang_Type_getSizeOf(type) < 0) {
    incomplete_.insert(full_name);
    return unsupported_type(type, "the layout of the type is not known");
  }
  if (name == "unique_ptr") return smart_pointer(type, detail::kUniqueType);
  if (name == "shared_ptr") return smart_pointer(type, detail::kSharedType);
  if (name == "weak_ptr") {
    TypeInfo info = smart_pointer(type, detail::kSharedType);
    info.is_weak = true;
    return info;
  }
  if (name == "reference_wrapper") {
    TypeInfo info = classify_pointer(template_argument(type, 0), detail::kReferenceType, type);
    return info;
  }
  if (name == "array") return sequence(type, detail::kArrayType);
  if (name == "optional") return sequence(type, detail::kOptionalType);
  if (name == "vector") {
    if (template_argument(type, 0).kind == CXType_Bool)
      return unsupported_type(
          type,
          "std::vector<bool> stores packed bits; std::vector<char> and std::array<bool, n> are supported");
    if (clang_Type_getSizeOf(type) != 3 * sizeof(void*))
      return unsupported_type(type, "stateful allocators are not supported");
    return sequence(type, detail::kVectorType);
  }
  if (container_kind(name) != nullptr) return container(type, name);
  if (name == "variant" && spelling(type).find('(') == std::string::npos) return alternatives(type);
  if (name == "complex" || name == "bitset" || name == "tuple") {
    TypeInfo info = plain_type(type, detail::kRecordType);
    info.target = read_class(type);
    return info;
  }
  if (name == "priority_queue")
    return unsupported_type(
        type, "the elements of a priority queue are in heap order; its container is supported by itself");
  if (name.find("iterator") != std::string::npos)
    return unsupported_type(type, "iterators are not supported; pointers to elements are");
  return unsupported_type(type, fmt::format("'{}' is not supported", spelling(type)));
}

TypeInfo TypeReader::sequence(CXType type, detail::TypeKind kind) {
  TypeInfo info = plain_type(type, kind);
  info.target = read_type(template_argument(type, 0));
  if (kind == detail::kArrayType) info.count = template_number(type, 1);
  return info;
}

TypeInfo TypeReader::container(CXType type, const std::string& name) {
  const ContainerKind& kind = *container_kind(name);
  if (spelling(type).find('(') != std::string::npos)
    return unsupported_type(type, "the type of its elements has no name");
  if (name == "basic_string" && template_argument(type, 0).kind != CXType_Char_S &&
      template_argument(type, 0).kind != CXType_Char_U)
    return unsupported_type(type, "of strings, only those of char are supported");
  for (unsigned i = kind.keys == Keys::Pairs ? 2 : 1; i <= kind.allocator; ++i) {
    const bool is_allocator = i == kind.allocator;
    if (!is_empty_class(template_argument(type, i)))
      return unsupported_type(type, is_allocator ? "stateful allocators are not supported"
                                                 : "stateful comparisons and hashes are not supported");
  }
  TypeInfo info = plain_type(type, detail::kContainerType);
  info.is_string = name == "basic_string";
  if (kind.keys == Keys::None) {
    info.target = read_type(template_argument(type, 0));
    return info;
  }
  info.key = read_type(template_argument(type, 0));
  if (kind.keys == Keys::Pairs) info.target = read_type(template_argument(type, 1));
  const detail::TypeKind key = out_.type(info.key).kind;
  const bool key_is_value = key <= detail::kEnumType || out_.type(info.key).is_string;
  if (!key_is_value) {
    TypeInfo refused = unsupported_type(
        type, fmt::format("keys of type '{}' are not supported; numbers, enumerators and strings are",
                          spelling(template_argument(type, 0))));
    return refused;
  }
  return info;
}

// Of its members, one is there at a time.
TypeInfo TypeReader::alternatives(CXType type) {
  TypeInfo record = plain_type(type, detail::kRecordType);
  record.target = read_class(type);
  TypeInfo info = plain_type(type, detail::kContainerType);
  info.count = out_.at(record.target).fields.size();
  if (info.count == 0) return unsupported_type(type, "unions without members are not supported");
  info.target = static_cast<int>(out_.types.size());
  out_.types.push_back(std::move(record));
  return info;
}

// What it owns is one object of the user's, or one value of another type, or several in a row.
TypeInfo TypeReader::smart_pointer(CXType type, detail::TypeKind kind) {
  const bool is_unique = kind == detail::kUniqueType;
  if (is_unique && clang_Type_getSizeOf(type) != sizeof(void*))
    return unsupported_type(type, "stateful deleters are not supported");
  const CXType pointee = template_argument(type, 0);
  if (is_unique && pointee.kind == CXType_IncompleteArray) {
    TypeInfo info = unsupported_type(
        type, fmt::format("'{}' points to an array: its length is not known", spelling(type)));
    info.element = read_type(clang_getArrayElementType(pointee));
    return info;
  }
  const bool is_own = pointee.kind == CXType_Record && !is_in_std(clang_getTypeDeclaration(pointee)) &&
                      clang_getCursorKind(clang_getTypeDeclaration(pointee)) != CXCursor_UnionDecl;
  if (!is_own) {
    TypeInfo info =
        unsupported_type(type, fmt::format("'{}' is not a user-defined class", spelling(pointee)));
    if (is_unique) {
      info.element = read_type(pointee);
      info.count = 1;  // there is never more than one
    }
    return info;
  }
  if (clang_Type_getSizeOf(pointee) < 0) {
    incomplete_.insert(spelling(pointee));
    return unsupported_type(
        type, fmt::format("class '{}' is declared but not defined in the header", spelling(pointee)));
  }
  TypeInfo info = plain_type(type, kind);
  info.target = read_class(pointee);
  return info;
}

// Standard classes have the fields that their interface shows. As a base, one has a single field that is all
// of it.
void TypeReader::read_standard_fields(int index, CXType type) {
  ClassInfo& all = out_.classes[static_cast<std::size_t>(index)];
  all.spans.push_back({0, static_cast<long>(all.size), static_cast<long>(all.alignment)});
  const std::string name = standard_name(all.name);
  if (is_empty_class(type) || name == "enable_shared_from_this") return;
  if (name == "complex") {
    const int part = read_type(template_argument(type, 0));
    add_field(index, "real", 0, part);
    add_field(index, "imag", static_cast<long>(clang_Type_getSizeOf(template_argument(type, 0))), part);
    return;
  }
  if (name == "bitset") {
    const unsigned long count = template_number(type, 0);
    const int bit = read_bool();
    for (unsigned long i = 0; i < count; ++i)
      add_field(index, std::to_string(i), static_cast<long>(i / 8), bit, static_cast<int>(i % 8));
    return;
  }
  if (name == "tuple" || name == "variant") {
    // The offsets of a tuple's are computed by the compiler; a variant's lie in one place.
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i)
      add_field(index, std::to_string(i), 0, read_type(template_argument(type, static_cast<unsigned>(i))));
    return;
  }
  add_field(index, name, 0, read_type(type));
}

}  // namespace fretsaw::code
