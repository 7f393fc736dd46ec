// SPDX-License-Identifier: MIT
#include "cxx/type_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fretsaw::cxx {

namespace {

TypeInfo unsupported(CXType type, std::string reason) {
  TypeInfo info;
  info.kind = detail::kUnsupportedType;
  info.name = spelling(type);
  const long long size = clang_Type_getSizeOf(type);
  info.size = size > 0 ? static_cast<unsigned long>(size) : 0;
  info.reason = std::move(reason);
  return info;
}

TypeInfo plain(CXType type, detail::TypeKind kind, bool is_signed = false) {
  TypeInfo info;
  info.kind = kind;
  info.name = spelling(type);
  info.size = static_cast<unsigned long>(clang_Type_getSizeOf(type));
  info.is_signed = is_signed;
  return info;
}

// "std::vector<int, ...>" is "vector".
std::string standard_name(const std::string& name) {
  std::string out = name.substr(5, name.find('<') - 5);
  if (out.starts_with("__cxx11::")) out = out.substr(9);
  return out;
}

bool is_node_container(const std::string& name) {
  static const std::set<std::string> kNames = {"map",
                                               "multimap",
                                               "set",
                                               "multiset",
                                               "list",
                                               "forward_list",
                                               "deque",
                                               "queue",
                                               "stack",
                                               "priority_queue",
                                               "unordered_map",
                                               "unordered_set",
                                               "unordered_multimap",
                                               "unordered_multiset"};
  return kNames.contains(name);
}

bool is_empty_class(CXType type) {
  bool empty = clang_Type_getSizeOf(type) == 1;
  for_each_field(type, [&](CXCursor) { empty = false; });
  return empty;
}

CXType argument(CXType type, unsigned index) {
  return canonical(clang_Type_getTemplateArgumentAsType(type, index));
}

// `= 4` or `{4}` after a field's name. A bit-field's width and the lengths of an array are expressions, too.
bool has_initializer(CXCursor field) {
  int expressions = clang_Cursor_isBitField(field) != 0 ? -1 : 0;
  for (CXType type = clang_getCursorType(field); type.kind == CXType_ConstantArray;
       type = clang_getArrayElementType(type))
    --expressions;
  for_each_child(field, [&](CXCursor child) {
    if (clang_isExpression(clang_getCursorKind(child)) != 0) ++expressions;
    return CXChildVisit_Continue;
  });
  return expressions > 0;
}

// "a::b" around the declaration.
std::string namespace_of(CXCursor declaration) {
  std::string out;
  for (CXCursor around = clang_getCursorSemanticParent(declaration);
       clang_isDeclaration(clang_getCursorKind(around)) != 0; around = clang_getCursorSemanticParent(around)) {
    if (clang_getCursorKind(around) == CXCursor_Namespace)
      out = spelling(around) + (out.empty() ? "" : "::" + out);
  }
  return out;
}

TypeInfo enumeration(CXType type) {
  TypeInfo info = plain(type, detail::kEnumType);
  const CXCursor declaration = clang_getTypeDeclaration(type);
  const CXTypeKind underlying = clang_getCanonicalType(clang_getEnumDeclIntegerType(declaration)).kind;
  info.is_signed = underlying == CXType_Char_S || (underlying >= CXType_SChar && underlying <= CXType_Int128);
  for_each_child(declaration, [&](CXCursor child) {
    if (clang_getCursorKind(child) == CXCursor_EnumConstantDecl) {
      info.enumerators.emplace_back(spelling(child), clang_getEnumConstantDeclValue(child));
    }
    return CXChildVisit_Continue;
  });
  return info;
}

}  // namespace

int TypeReader::read_type(CXType type) {
  type = canonical(type);
  const std::string name = spelling(type);
  if (const auto known = types_.find(name); known != types_.end()) return known->second;
  const int index = static_cast<int>(out_.types.size());
  out_.types.emplace_back();
  types_.emplace(name, index);
  TypeInfo info = classify(type);
  out_.types[static_cast<std::size_t>(index)] = std::move(info);
  return index;
}

TypeInfo TypeReader::classify(CXType type) {
  switch (type.kind) {
    case CXType_Bool:
      return plain(type, detail::kBoolType);
    case CXType_Char_S:
      return plain(type, detail::kCharType, true);
    case CXType_Char_U:
      return plain(type, detail::kCharType);
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_WChar:
      return plain(type, detail::kIntegerType, true);
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_Char16:
    case CXType_Char32:
      return plain(type, detail::kIntegerType);
    case CXType_Float:
    case CXType_Double:
      return plain(type, detail::kFloatType, true);
    case CXType_Enum:
      return enumeration(type);
    case CXType_Pointer:
      return classify_pointer(type, detail::kPointerType);
    case CXType_LValueReference:
      return classify_pointer(type, detail::kReferenceType);
    case CXType_ConstantArray: {
      TypeInfo info = plain(type, detail::kArrayType);
      info.count = static_cast<unsigned long>(clang_getArraySize(type));
      info.target = read_type(clang_getArrayElementType(type));
      return info;
    }
    case CXType_Record:
      return classify_record(type);
    default:
      return unsupported(type, "there is no way to choose values of such a type");
  }
}

TypeInfo TypeReader::classify_pointer(CXType type, detail::TypeKind kind) {
  const CXType pointee = canonical(clang_getPointeeType(type));
  const bool is_pointer = kind == detail::kPointerType;
  if (pointee.kind != CXType_Record) {
    const bool has_values = pointee.kind != CXType_Void && pointee.kind != CXType_FunctionProto;
    TypeInfo info = unsupported(
        type,
        is_pointer && has_values
            ? fmt::format("a pointer to '{}' does not say how many there are behind it", spelling(pointee))
            : fmt::format("'{}' is no class", spelling(pointee)));
    info.size = sizeof(void*);
    if (is_pointer && has_values) info.element = read_type(pointee);
    return info;
  }
  const CXCursor declaration = clang_getTypeDeclaration(pointee);
  if (clang_getCursorKind(declaration) == CXCursor_UnionDecl || is_in_std(declaration)) {
    TypeInfo info = unsupported(
        type, fmt::format("objects of type '{}' are not the user's own classes", spelling(pointee)));
    info.size = sizeof(void*);
    return info;
  }
  if (clang_Type_getSizeOf(pointee) < 0) {
    if (clang_Type_getNumTemplateArguments(pointee) > 0 || spelling(pointee).find('<') != std::string::npos) {
      incomplete_.insert(spelling(pointee));
    }
    TypeInfo info = unsupported(
        type, fmt::format("the class '{}' is declared but not defined in the header", spelling(pointee)));
    info.size = sizeof(void*);
    return info;
  }
  TypeInfo info;
  info.kind = kind;
  info.name = spelling(type);
  info.size = sizeof(void*);
  info.target = read_class(pointee);
  if (is_pointer) info.element = read_type(pointee);
  return info;
}

TypeInfo TypeReader::classify_record(CXType type) {
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (clang_getCursorKind(declaration) == CXCursor_UnionDecl) {
    return unsupported(type, "nothing says which member of a union is in use");
  }
  const std::string name = spelling(type);
  if (is_in_std(declaration)) {
    if (!name.starts_with("std::pair<") && !is_empty_class(type)) return classify_standard(type, name);
  }
  if (clang_Type_getSizeOf(type) < 0) {
    incomplete_.insert(name);
    return unsupported(type, "it is declared but not defined in the header");
  }
  TypeInfo info = plain(type, detail::kRecordType);
  info.target = read_class(type);
  return info;
}

TypeInfo TypeReader::classify_standard(CXType type, const std::string& full_name) {
  const std::string name = standard_name(full_name);
  if (clang_Type_getSizeOf(type) < 0) incomplete_.insert(full_name);
  if (name == "unique_ptr") return smart_pointer(type, detail::kUniqueType, "std::default_delete<");
  if (name == "shared_ptr") return smart_pointer(type, detail::kSharedType, "");
  if (name == "weak_ptr") {
    TypeInfo info = smart_pointer(type, detail::kSharedType, "");
    info.is_weak = true;
    return info;
  }
  if (name == "array" || name == "vector" || name == "optional") {
    if (name == "vector" && argument(type, 0).kind == CXType_Bool) {
      return unsupported(type, "its elements are packed bits; use std::vector<char> or std::array<bool, n>");
    }
    if (name == "vector" && !spelling(argument(type, 1)).starts_with("std::allocator<")) {
      return unsupported(type, "only vectors with the standard allocator are understood");
    }
    const detail::TypeKind kind = name == "array"    ? detail::kArrayType
                                  : name == "vector" ? detail::kVectorType
                                                     : detail::kOptionalType;
    TypeInfo info = plain(type, kind);
    info.target = read_type(argument(type, 0));
    const unsigned long element = out_.types[static_cast<std::size_t>(info.target)].size;
    if (name == "array") info.count = element == 0 ? 0 : info.size / element;
    return info;
  }
  if (name == "basic_string") {
    TypeInfo info = unsupported(
        type, "the characters of a string are not chosen one by one; use an enum or an integer instead");
    info.is_string =
        full_name.starts_with("std::basic_string<char,") || full_name == "std::basic_string<char>";
    return info;
  }
  if (is_node_container(name)) {
    return unsupported(type, "library code that cannot be watched walks the links between its nodes");
  }
  return unsupported(type, "this class of the standard library is not understood");
}

TypeInfo TypeReader::smart_pointer(CXType type, detail::TypeKind kind, const std::string& deleter) {
  if (!deleter.empty() && !spelling(argument(type, 1)).starts_with(deleter)) {
    return unsupported(type, "it has a deleter of its own");
  }
  const CXType pointee = argument(type, 0);
  if (kind == detail::kUniqueType && pointee.kind == CXType_IncompleteArray) {
    TypeInfo info = unsupported(type, "it does not say how many there are behind it");
    info.element = read_type(clang_getArrayElementType(pointee));
    return info;
  }
  if (pointee.kind != CXType_Record || is_in_std(clang_getTypeDeclaration(pointee))) {
    return unsupported(type,
                       fmt::format("it owns '{}', which is not the user's own class", spelling(pointee)));
  }
  if (clang_Type_getSizeOf(pointee) < 0) {
    incomplete_.insert(spelling(pointee));
    return unsupported(
        type, fmt::format("the class '{}' is declared but not defined in the header", spelling(pointee)));
  }
  TypeInfo info = plain(type, kind);
  info.target = read_class(pointee);
  return info;
}

int TypeReader::read_class(CXType type) {
  type = canonical(type);
  const std::string name = spelling(type);
  if (const auto known = classes_.find(name); known != classes_.end()) return known->second;
  const int index = static_cast<int>(out_.classes.size());
  classes_.emplace(name, index);
  ClassInfo info;
  info.name = name;
  info.space = namespace_of(clang_getTypeDeclaration(type));
  info.size = static_cast<unsigned long>(clang_Type_getSizeOf(type));
  info.alignment = static_cast<unsigned long>(clang_Type_getAlignOf(type));
  const CXCursor declaration = clang_getTypeDeclaration(type);
  info.is_abstract = clang_CXXRecord_isAbstract(declaration) != 0;
  info.place = place_of(declaration);
  const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
  const TextRange text = range_of(clang_Cursor_isNull(pattern) != 0 ? declaration : pattern);
  if (text.file == info.place.file) {
    info.text_begin = text.begin;
    info.text_end = text.end;
  }
  out_.classes.push_back(std::move(info));
  read_bases(index, declaration);
  read_fields(index, type);
  return index;
}

void TypeReader::read_bases(int index, CXCursor declaration) {
  CXCursor definition = clang_getCursorDefinition(declaration);
  if (clang_Cursor_isNull(definition)) definition = declaration;
  std::vector<int> bases;
  const auto visit = [&](CXCursor child) {
    if (clang_getCursorKind(child) != CXCursor_CXXBaseSpecifier) return CXChildVisit_Continue;
    const CXType base = canonical(clang_getCursorType(child));
    if (base.kind != CXType_Record || is_in_std(clang_getTypeDeclaration(base))) return CXChildVisit_Continue;
    if (clang_isVirtualBase(child) != 0) {
      with_odd_bases_.emplace(out_.classes[static_cast<std::size_t>(index)].name, "a virtual base class");
      return CXChildVisit_Continue;
    }
    const int base_index = read_class(base);
    for (const int further : out_.classes[static_cast<std::size_t>(base_index)].bases)
      bases.push_back(further);
    bases.push_back(base_index);
    return CXChildVisit_Continue;
  };
  for_each_child(definition, visit);
  ClassInfo& info = out_.classes[static_cast<std::size_t>(index)];
  info.bases = bases;
  if (std::set<int>(bases.begin(), bases.end()).size() < bases.size())
    with_odd_bases_.emplace(info.name, "the same base class twice");
  for (const int base : bases) {
    for (const FieldInfo& field :
         std::vector<FieldInfo>(out_.classes[static_cast<std::size_t>(base)].fields)) {
      if (field.base >= 0) continue;  // comes with its own class
      info.fields.push_back(field);
      info.fields.back().base = base;
    }
  }
}

// The members of an unnamed struct in a class are members of the class.
void TypeReader::read_fields(int index, CXType type, long offset) {
  const std::string owner = out_.classes[static_cast<std::size_t>(index)].name;
  for_each_field(type, [&](CXCursor cursor) {
    FieldInfo field;
    field.owner = owner;
    field.name = spelling(cursor);
    field.place = place_of(cursor);
    const CXType declared = clang_getCursorType(cursor);
    const long long bits = clang_Cursor_getOffsetOfField(cursor);
    field.offset = offset + static_cast<long>(bits / 8);
    const CXCursor unnamed = clang_getTypeDeclaration(canonical(declared));
    if (clang_Cursor_isAnonymousRecordDecl(unnamed) != 0) {
      if (clang_getCursorKind(unnamed) != CXCursor_UnionDecl)
        return read_fields(index, canonical(declared), field.offset);
      field.name = "(unnamed)";
    }
    field.is_const = clang_isConstQualifiedType(clang_getCanonicalType(declared)) != 0;
    field.has_initializer = has_initializer(cursor);
    if (clang_Cursor_isBitField(cursor) != 0) {
      field.bit_width = clang_getFieldDeclBitWidth(cursor);
      field.bit_offset = static_cast<int>(bits % 8);
      if (field.bit_width == 0) return;
    }
    if (field.name.empty() && field.bit_width != 0) return;  // padding
    field.type = read_type(declared);
    out_.classes[static_cast<std::size_t>(index)].fields.push_back(std::move(field));
  });
}

}  // namespace fretsaw::cxx
