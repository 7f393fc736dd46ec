// SPDX-License-Identifier: MIT
// The layout of the user's classes as data: what generated glue hands to the predicate search. Plain
// aggregates that compile in every standard since C++98, because glue is compiled with the user's own flags.
#ifndef FRETSAW_DETAIL_CLASS_TABLE_HPP
#define FRETSAW_DETAIL_CLASS_TABLE_HPP

namespace fretsaw {
namespace detail {

enum TypeKind {
  kBoolType,
  kIntegerType,
  kCharType,
  kFloatType,
  kEnumType,
  kPointerType,    // raw pointer to an object, or null
  kReferenceType,  // laid out as a pointer that is never null
  kUniqueType,     // std::unique_ptr with the default deleter
  kSharedType,     // std::shared_ptr and std::weak_ptr
  kArrayType,      // T[n] and std::array
  kVectorType,
  kOptionalType,
  kRecordType,      // a class held by value
  kUnsupportedType  // can only be left at its constructed value
};

struct EnumeratorEntry {
  const char* name;
  long long value;
};

struct TypeEntry {
  TypeKind kind;
  const char* name;
  unsigned long size;
  int is_signed;
  int target;           // pointers and records: a class; arrays, vectors, optionals: the element's type
  int element;          // what may lie behind a pointer in a row: the type of one of them; else -1
  unsigned long count;  // arrays: the length
  const EnumeratorEntry* enumerators;  // enums
  int enumerator_count;
  const char* reason;  // unsupported types: why
  // Shared pointers: builds one in raw memory, that owns `object` or, if `sibling` is not null, shares
  // ownership with the std::shared_ptr at `sibling`. Null otherwise.
  void (*share)(void* memory, void* object, const void* sibling);
};

struct FieldEntry {
  const char* owner;  // the class that declares it
  const char* name;
  long offset;  // in bytes, from the beginning of the object
  int type;
  int bit_offset;  // bit-fields: from the beginning of the byte at `offset`
  int bit_width;   // 0: no bit-field
  int is_const;
  int has_initializer;
};

struct BaseEntry {
  int class_index;
  long offset;
};

struct ClassEntry {
  const char* name;
  unsigned long size;
  unsigned long alignment;
  int is_abstract;
  int is_polymorphic;
  void (*construct)(void* memory);  // null: the class has no default constructor; its memory is zero
  void (*destroy)(void* object);    // null: never called
  const FieldEntry* fields;         // the bases' fields first
  int field_count;
  const BaseEntry* bases;  // direct and indirect
  int base_count;
};

struct ClassTable {
  const ClassEntry* classes;
  int class_count;
  const TypeEntry* types;
  int type_count;
  int root;
  int receiver;  // if the root holds the arguments of a predicate: the class that it is about; else -1
  bool (*predicate)(void* root);
  const char* predicate_name;
};

}  // namespace detail
}  // namespace fretsaw

#endif
