// SPDX-License-Identifier: MIT
#include "cpp/code/type_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cpp/code/template_names.hpp"
#include "cpp/code/type_parts.hpp"

namespace fretsaw::code {

namespace {

bool has_unnamed_member(CXType type) {
  bool found = false;
  for_each_field(type, [&](CXCursor field) {
    found = found || clang_Cursor_isAnonymousRecordDecl(
                         clang_getTypeDeclaration(canonical(clang_getCursorType(field)))) != 0;
  });
  return found;
}

// A reference is asked about what it refers to otherwise.
long size_in_class(CXType type) {
  type = clang_getCanonicalType(type);
  if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) return sizeof(void*);
  return static_cast<long>(std::max(clang_Type_getSizeOf(type), 0LL));
}

long alignment_in_class(CXType type) {
  type = clang_getCanonicalType(type);
  if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) return sizeof(void*);
  return static_cast<long>(std::max(clang_Type_getAlignOf(type), 1LL));
}

// alignas on the field itself.
bool is_aligned_specially(CXCursor field) {
  bool found = false;
  for_each_child(field, [&](CXCursor child) {
    found = found || clang_getCursorKind(child) == CXCursor_AlignedAttr;
    return CXChildVisit_Continue;
  });
  return found;
}

// A user-declared destructor suppresses the implicit move operations, and a copy in their place may fail to
// compile, which cannot be checked beforehand.
bool can_be_moved(CXCursor declaration) {
  bool has_destructor = false;
  bool has_own = false;
  for_each_child(declaration, [&](CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    has_destructor = has_destructor || kind == CXCursor_Destructor;
    if (kind == CXCursor_Constructor)
      has_own = has_own || clang_CXXConstructor_isMoveConstructor(child) != 0 ||
                clang_CXXConstructor_isCopyConstructor(child) != 0;
    return CXChildVisit_Continue;
  });
  return has_own || !has_destructor;
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
       clang_isDeclaration(clang_getCursorKind(around)) != 0;
       around = clang_getCursorSemanticParent(around)) {
    if (clang_getCursorKind(around) == CXCursor_Namespace)
      out.insert(0, out.empty() ? spelling(around) : spelling(around) + "::");
  }
  return out;
}

TypeInfo enumeration(CXType type) {
  TypeInfo info = plain_type(type, detail::kEnumType);
  const CXCursor declaration = clang_getTypeDeclaration(type);
  const CXTypeKind underlying = clang_getCanonicalType(clang_getEnumDeclIntegerType(declaration)).kind;
  info.is_signed = underlying == CXType_Char_S || (underlying >= CXType_SChar && underlying <= CXType_Int128);
  for_each_child(declaration, [&](CXCursor child) {
    if (clang_getCursorKind(child) == CXCursor_EnumConstantDecl) {
      // Of an unsigned char, 200 would be -56 otherwise.
      const auto value = info.is_signed
                             ? clang_getEnumConstantDeclValue(child)
                             : static_cast<long long>(clang_getEnumConstantDeclUnsignedValue(child));
      info.enumerators.emplace_back(spelling(child), value);
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
  if (const int same = underlying(type, name); same >= 0) {
    if (name.starts_with("std::chrono::")) return named_copy(same, name);
    types_.emplace(name, same);
    return same;
  }
  const int index = static_cast<int>(out_.types.size());
  out_.types.emplace_back();
  types_.emplace(name, index);
  TypeInfo info = classify(type);
  out_.types[static_cast<std::size_t>(index)] = std::move(info);
  return index;
}

// The same values, but in C++ they are not of the same type.
int TypeReader::named_copy(int same, const std::string& name) {
  TypeInfo info = out_.type(same);
  info.name = name;
  out_.types.push_back(std::move(info));
  return types_[name] = static_cast<int>(out_.types.size() - 1);
}

// Classes of the standard library that are nothing but one value of another type.
int TypeReader::underlying(CXType type, const std::string& name) {
  if (type.kind != CXType_Record || !is_in_std(clang_getTypeDeclaration(type))) return -1;
  const std::string stem = standard_name(name);
  const long long size = clang_Type_getSizeOf(type);
  if (size < 0) return -1;  // classify() asks for it
  const auto same_size = [&](CXType inner) { return clang_Type_getSizeOf(inner) == size; };
  if (stem == "atomic" && same_size(template_argument(type, 0)) &&
      template_argument(type, 0).kind != CXType_Record)
    return read_type(template_argument(type, 0));
  if (stem == "chrono::duration" && same_size(template_argument(type, 0)))
    return read_type(template_argument(type, 0));
  if (stem == "chrono::time_point" && same_size(template_argument(type, 1)))
    return read_type(template_argument(type, 1));
  if ((stem == "stack" || stem == "queue") && same_size(template_argument(type, 1)))
    return read_type(template_argument(type, 1));
  return -1;
}

TypeInfo TypeReader::classify(CXType type) {
  switch (type.kind) {
    case CXType_Bool:
      return plain_type(type, detail::kBoolType);
    case CXType_Char_S:
      return plain_type(type, detail::kCharType, true);
    case CXType_Char_U:
      return plain_type(type, detail::kCharType);
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_WChar:
      return plain_type(type, detail::kIntegerType, true);
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_Char16:
    case CXType_Char32:
      return plain_type(type, detail::kIntegerType);
    case CXType_Float:
    case CXType_Double:
      return plain_type(type, detail::kFloatType, true);
    case CXType_Enum:
      return enumeration(type);
    case CXType_Pointer:
      return classify_pointer(canonical(clang_getPointeeType(type)), detail::kPointerType, type);
    case CXType_LValueReference:
      return classify_pointer(canonical(clang_getPointeeType(type)), detail::kReferenceType, type);
    case CXType_ConstantArray: {
      TypeInfo info = plain_type(type, detail::kArrayType);
      info.count = static_cast<unsigned long>(clang_getArraySize(type));
      info.target = read_type(clang_getArrayElementType(type));
      return info;
    }
    case CXType_Record:
      return classify_record(type);
    default:
      return unsupported_type(type, fmt::format("'{}' is not supported", spelling(type)));
  }
}

TypeInfo TypeReader::classify_pointer(CXType pointee, detail::TypeKind kind, CXType type) {
  const bool is_pointer = kind == detail::kPointerType;
  if (is_pointer && pointee.kind == CXType_Pointer) {
    const int element = read_type(pointee);
    const detail::TypeKind behind = out_.type(element).kind;
    // A type that is being read refers to a class: it has got this far.
    if (behind == detail::kPointerType || out_.type(element).name.empty()) {
      TypeInfo info = plain_type(type, detail::kPlaceType);
      info.element = element;
      return info;
    }
  }
  if (pointee.kind != CXType_Record) {
    const bool has_values = pointee.kind != CXType_Void && pointee.kind != CXType_FunctionProto;
    TypeInfo info = unsupported_type(
        type, is_pointer && has_values
                  ? fmt::format("'{}' may point to one object or to an array: its length is not known",
                                spelling(type))
                  : fmt::format("'{}' is not a class", spelling(pointee)));
    info.size = sizeof(void*);
    if (is_pointer && has_values) info.element = read_type(pointee);
    return info;
  }
  const CXCursor declaration = clang_getTypeDeclaration(pointee);
  if (clang_getCursorKind(declaration) == CXCursor_UnionDecl || is_in_std(declaration)) {
    TypeInfo info =
        unsupported_type(type, fmt::format("'{}' is not a user-defined class", spelling(pointee)));
    info.size = sizeof(void*);
    return info;
  }
  if (clang_Type_getSizeOf(pointee) < 0) {
    if (clang_Type_getNumTemplateArguments(pointee) > 0 || spelling(pointee).find('<') != std::string::npos) {
      incomplete_.insert(spelling(pointee));
    }
    TypeInfo info = unsupported_type(
        type, fmt::format("class '{}' is declared but not defined in the header", spelling(pointee)));
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
    if (has_unnamed_member(type))
      return unsupported_type(type, "unions with unnamed members are not supported");
    return alternatives(type);
  }
  const std::string name = spelling(type);
  if (is_in_std(declaration)) {
    if (!name.starts_with("std::pair<") && !is_empty_class(type)) return classify_standard(type, name);
  }
  if (clang_Type_getSizeOf(type) < 0) {
    incomplete_.insert(name);
    return unsupported_type(type, "the type is declared but not defined in the header");
  }
  TypeInfo info = plain_type(type, detail::kRecordType);
  info.target = read_class(type);
  return info;
}

int TypeReader::add_class(CXType type) {
  const std::string name = spelling(type);
  const int index = static_cast<int>(out_.classes.size());
  classes_.emplace(name, index);
  class_types_.emplace(index, type);
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
  info.can_be_moved = can_be_moved(clang_Cursor_isNull(pattern) != 0 ? declaration : pattern);
  info.template_names = template_names(type);
  out_.classes.push_back(std::move(info));
  return index;
}

int TypeReader::read_class(CXType type) {
  type = canonical(type);
  const std::string name = spelling(type);
  if (const auto known = classes_.find(name); known != classes_.end()) return known->second;
  const int index = add_class(type);
  const bool is_standard = is_in_std(clang_getTypeDeclaration(type)) && !name.starts_with("std::pair<");
  out_.classes[static_cast<std::size_t>(index)].is_standard = is_standard;
  out_.classes[static_cast<std::size_t>(index)].is_union =
      clang_getCursorKind(clang_getTypeDeclaration(type)) == CXCursor_UnionDecl;
  if (is_standard) {
    read_standard_fields(index, type);
    return index;
  }
  read_bases(index, type);
  read_fields(index, type);
  return index;
}

void TypeReader::add_field(int index, const std::string& name, long offset, int type, int bit) {
  ClassInfo& info = out_.classes[static_cast<std::size_t>(index)];
  FieldInfo field;
  field.owner = info.name;
  field.name = name;
  field.offset = offset;
  field.type = type;
  field.place = info.place;
  if (bit >= 0) {
    field.bit_offset = bit;
    field.bit_width = 1;
  }
  info.fields.push_back(std::move(field));
}

int TypeReader::read_bool() {
  if (const auto known = types_.find("bool"); known != types_.end()) return known->second;
  TypeInfo info;
  info.kind = detail::kBoolType;
  info.name = "bool";
  info.size = 1;
  out_.types.push_back(std::move(info));
  return types_["bool"] = static_cast<int>(out_.types.size() - 1);
}

void TypeReader::read_bases(int index, CXType type) {
  std::vector<int> bases;
  std::vector<int> direct;
  for (const DirectBase& base : bases_.of(type)) {
    if (base.is_virtual) {
      with_odd_bases_.emplace(out_.classes[static_cast<std::size_t>(index)].name, "a virtual base class");
      continue;
    }
    const int base_index = read_class(base.type);
    for (const int further : out_.classes[static_cast<std::size_t>(base_index)].bases)
      bases.push_back(further);
    bases.push_back(base_index);
    direct.push_back(base_index);
  }
  ClassInfo& info = out_.classes[static_cast<std::size_t>(index)];
  info.bases = bases;
  info.direct_bases = direct;
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
    const auto account = [&](long size) {
      ClassInfo& info = out_.classes[static_cast<std::size_t>(index)];
      const long alignment =
          is_aligned_specially(cursor) ? static_cast<long>(info.alignment) : alignment_in_class(declared);
      info.spans.push_back({field.offset, size, alignment});
    };
    if (clang_Cursor_isAnonymousRecordDecl(unnamed) != 0) {
      account(size_in_class(declared));
      if (clang_getCursorKind(unnamed) != CXCursor_UnionDecl)
        return read_fields(index, canonical(declared), field.offset);
      // No field of a user's can be called like this.
      const auto& known = out_.classes[static_cast<std::size_t>(index)].fields;
      const auto unions = std::count_if(known.begin(), known.end(), [&](const FieldInfo& other) {
        return other.owner == owner && other.name.starts_with("union") && out_.type(other.type).count > 0;
      });
      field.name = unions == 0 ? "union" : fmt::format("union#{}", unions + 1);
    }
    field.is_const = clang_isConstQualifiedType(clang_getCanonicalType(declared)) != 0;
    field.has_initializer = has_initializer(cursor);
    if (clang_Cursor_isBitField(cursor) != 0) {
      field.bit_width = clang_getFieldDeclBitWidth(cursor);
      field.bit_offset = static_cast<int>(bits % 8);
    }
    account(clang_Cursor_isBitField(cursor) != 0 ? (field.bit_offset + field.bit_width + 7) / 8
                                                 : size_in_class(declared));
    if (clang_Cursor_isBitField(cursor) != 0 && field.bit_width == 0) return;
    if (field.name.empty() && field.bit_width != 0) return;  // padding
    field.type = read_type(declared);
    out_.classes[static_cast<std::size_t>(index)].fields.push_back(std::move(field));
  });
}

}  // namespace fretsaw::code
