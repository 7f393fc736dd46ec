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

bool is_empty_class(CXType type) {
  bool empty = clang_Type_getSizeOf(type) == 1;
  for_each_field(type, [&](CXCursor) { empty = false; });
  return empty;
}

bool has_unnamed_member(CXType type) {
  bool found = false;
  for_each_field(type, [&](CXCursor field) {
    found = found || clang_Cursor_isAnonymousRecordDecl(
                         clang_getTypeDeclaration(canonical(clang_getCursorType(field)))) != 0;
  });
  return found;
}

CXType argument(CXType type, unsigned index) {
  return canonical(clang_Type_getTemplateArgumentAsType(type, index));
}

unsigned long number_argument(CXType type, unsigned index) {
  return static_cast<unsigned long>(
      clang_Cursor_getTemplateArgumentUnsignedValue(clang_getTypeDeclaration(type), index));
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

// A destructor of one's own takes away the move that the compiler would have made, and a copy in its place
// may fail to compile where nobody can ask beforehand.
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

// The same values, but whoever writes C++ has to know that they are not of the same type.
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
  if (stem == "atomic" && same_size(argument(type, 0)) && argument(type, 0).kind != CXType_Record)
    return read_type(argument(type, 0));
  if (stem == "chrono::duration" && same_size(argument(type, 0))) return read_type(argument(type, 0));
  if (stem == "chrono::time_point" && same_size(argument(type, 1))) return read_type(argument(type, 1));
  if ((stem == "stack" || stem == "queue") && same_size(argument(type, 1)))
    return read_type(argument(type, 1));
  return -1;
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
      return classify_pointer(canonical(clang_getPointeeType(type)), detail::kPointerType, type);
    case CXType_LValueReference:
      return classify_pointer(canonical(clang_getPointeeType(type)), detail::kReferenceType, type);
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

TypeInfo TypeReader::classify_pointer(CXType pointee, detail::TypeKind kind, CXType type) {
  const bool is_pointer = kind == detail::kPointerType;
  if (is_pointer && pointee.kind == CXType_Pointer) {
    const int element = read_type(pointee);
    const detail::TypeKind behind = out_.type(element).kind;
    // A type that is being read refers to a class: it has got this far.
    if (behind == detail::kPointerType || out_.type(element).name.empty()) {
      TypeInfo info = plain(type, detail::kPlaceType);
      info.element = element;
      return info;
    }
  }
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
    if (has_unnamed_member(type)) return unsupported(type, "it is a union with members that have no name");
    return alternatives(type);
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
  if (clang_Type_getSizeOf(type) < 0) {
    incomplete_.insert(full_name);
    return unsupported(type, "its layout is not known");
  }
  if (name == "unique_ptr") return smart_pointer(type, detail::kUniqueType);
  if (name == "shared_ptr") return smart_pointer(type, detail::kSharedType);
  if (name == "weak_ptr") {
    TypeInfo info = smart_pointer(type, detail::kSharedType);
    info.is_weak = true;
    return info;
  }
  if (name == "reference_wrapper") {
    TypeInfo info = classify_pointer(argument(type, 0), detail::kReferenceType, type);
    return info;
  }
  if (name == "array") return sequence(type, detail::kArrayType);
  if (name == "optional") return sequence(type, detail::kOptionalType);
  if (name == "vector") {
    if (argument(type, 0).kind == CXType_Bool)
      return unsupported(type, "its elements are packed bits; use std::vector<char> or std::array<bool, n>");
    if (clang_Type_getSizeOf(type) != 3 * sizeof(void*))
      return unsupported(type, "its allocator has a state of its own");
    return sequence(type, detail::kVectorType);
  }
  if (container_kind(name) != nullptr) return container(type, name);
  if (name == "variant" && spelling(type).find('(') == std::string::npos) return alternatives(type);
  if (name == "complex" || name == "bitset" || name == "tuple") {
    TypeInfo info = plain(type, detail::kRecordType);
    info.target = read_class(type);
    return info;
  }
  if (name == "priority_queue")
    return unsupported(type, "its elements are in the order of a heap; use the container that is in it");
  if (name.find("iterator") != std::string::npos)
    return unsupported(type, "an iterator leads into a container; use a pointer to the element");
  return unsupported(type, "this class of the standard library is not understood");
}

TypeInfo TypeReader::sequence(CXType type, detail::TypeKind kind) {
  TypeInfo info = plain(type, kind);
  info.target = read_type(argument(type, 0));
  if (kind == detail::kArrayType) info.count = number_argument(type, 1);
  return info;
}

TypeInfo TypeReader::container(CXType type, const std::string& name) {
  const ContainerKind& kind = *container_kind(name);
  if (spelling(type).find('(') != std::string::npos)
    return unsupported(type, "its elements have a type without a name");
  if (name == "basic_string" && argument(type, 0).kind != CXType_Char_S &&
      argument(type, 0).kind != CXType_Char_U)
    return unsupported(type, "of strings, only those of char are understood");
  for (unsigned i = kind.keys == Keys::Pairs ? 2 : 1; i <= kind.allocator; ++i) {
    const bool is_allocator = i == kind.allocator;
    if (!is_empty_class(argument(type, i)))
      return unsupported(type, fmt::format("its {} has a state of its own",
                                           is_allocator ? "allocator" : "comparison or hash"));
  }
  TypeInfo info = plain(type, detail::kContainerType);
  info.is_string = name == "basic_string";
  if (kind.keys == Keys::None) {
    info.target = read_type(argument(type, 0));
    return info;
  }
  info.key = read_type(argument(type, 0));
  if (kind.keys == Keys::Pairs) info.target = read_type(argument(type, 1));
  const detail::TypeKind key = out_.type(info.key).kind;
  const bool key_is_value = key <= detail::kEnumType || out_.type(info.key).is_string;
  if (!key_is_value) {
    TypeInfo refused = unsupported(
        type, fmt::format("keys of type {} are not chosen; they may be numbers, enumerators and strings",
                          spelling(argument(type, 0))));
    return refused;
  }
  return info;
}

// Of its members, one is there at a time.
TypeInfo TypeReader::alternatives(CXType type) {
  TypeInfo record = plain(type, detail::kRecordType);
  record.target = read_class(type);
  TypeInfo info = plain(type, detail::kContainerType);
  info.count = out_.at(record.target).fields.size();
  if (info.count == 0) return unsupported(type, "it is a union without members");
  info.target = static_cast<int>(out_.types.size());
  out_.types.push_back(std::move(record));
  return info;
}

// What it owns is one object of the user's, or one value of another type, or several in a row.
TypeInfo TypeReader::smart_pointer(CXType type, detail::TypeKind kind) {
  const bool is_unique = kind == detail::kUniqueType;
  if (is_unique && clang_Type_getSizeOf(type) != sizeof(void*))
    return unsupported(type, "its deleter has a state of its own");
  const CXType pointee = argument(type, 0);
  if (is_unique && pointee.kind == CXType_IncompleteArray) {
    TypeInfo info = unsupported(type, "it does not say how many there are behind it");
    info.element = read_type(clang_getArrayElementType(pointee));
    return info;
  }
  const bool is_own = pointee.kind == CXType_Record && !is_in_std(clang_getTypeDeclaration(pointee)) &&
                      clang_getCursorKind(clang_getTypeDeclaration(pointee)) != CXCursor_UnionDecl;
  if (!is_own) {
    TypeInfo info =
        unsupported(type, fmt::format("it owns '{}', which is not the user's own class", spelling(pointee)));
    if (is_unique) {
      info.element = read_type(pointee);
      info.count = 1;  // there is never more than one
    }
    return info;
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

// Standard classes have the fields that their interface shows. As a base, one has a single field that is all
// of it.
void TypeReader::read_standard_fields(int index, CXType type) {
  ClassInfo& all = out_.classes[static_cast<std::size_t>(index)];
  all.spans.push_back({0, static_cast<long>(all.size), static_cast<long>(all.alignment)});
  const std::string name = standard_name(all.name);
  if (is_empty_class(type) || name == "enable_shared_from_this") return;
  if (name == "complex") {
    const int part = read_type(argument(type, 0));
    add_field(index, "real", 0, part);
    add_field(index, "imag", static_cast<long>(clang_Type_getSizeOf(argument(type, 0))), part);
    return;
  }
  if (name == "bitset") {
    const unsigned long count = number_argument(type, 0);
    const int bit = read_bool();
    for (unsigned long i = 0; i < count; ++i)
      add_field(index, std::to_string(i), static_cast<long>(i / 8), bit, static_cast<int>(i % 8));
    return;
  }
  if (name == "tuple" || name == "variant") {
    // Of a tuple's, the compiler will say where they are; a variant's lie in one place.
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i)
      add_field(index, std::to_string(i), 0, read_type(argument(type, static_cast<unsigned>(i))));
    return;
  }
  add_field(index, name, 0, read_type(type));
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

}  // namespace fretsaw::cxx
