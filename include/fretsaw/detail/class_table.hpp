// SPDX-License-Identifier: MIT
// The user's classes and callables as data: generated glue passes it to a program that does not depend on
// them. Plain aggregates that compile in every standard since C++98, because glue is
// compiled with the user's own flags.
#ifndef FRETSAW_DETAIL_CLASS_TABLE_HPP
#define FRETSAW_DETAIL_CLASS_TABLE_HPP

namespace fretsaw {
namespace detail {

enum TypeKind : int {
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
  kPlaceType,       // T**: points to a pointer that is a field of some object, or is null
  kContainerType,   // a container of the standard library that is built through its own interface
  kUnsupportedType  // keeps its default value
};

// How containers are built and examined. An element is what the container holds: of a map, the pair. Where
// there are keys, they lie at the beginning of the element, and alone determine its position.
struct ContainerEntry {
  void (*construct)(void* memory);
  void (*destroy)(void* container);
  // Adds a default-constructed element or, if there are keys, one with this key. Elements are not moved.
  // Null if keys are unique and there is an element with that key.
  void* (*add)(void* container, const void* key);
  // Calls `visit` for every element, in the container's order.
  void (*each)(const void* container, void (*visit)(void* context, const void* element), void* context);
  int is_ordered;       // elements are ordered by their keys, or else by insertion
  int has_unique_keys;  // each key at most once
  int is_string;        // elements are the characters of a std::string: add() makes room for one more
  long value_offset;    // maps: of the value in an element; else 0
  // A std::variant or a union: the target is a record, of whose fields one is active at a time. Their
  // number, and the offset of the byte with the index of the active one; -1: none. `add` takes a const int*, makes that
  // one, and returns null if it is not default-constructible.
  int alternatives;  // 0: a container
  long index_offset;
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
  int target;           // pointers and records: a class; arrays, vectors, optionals, containers: the element's type
  int element;          // what may lie behind a pointer in a row: the type of one of them; else -1
  unsigned long count;  // arrays: the length
  const EnumeratorEntry* enumerators;  // enums
  int enumerator_count;
  const char* reason;  // unsupported types: the reason
  int is_weak;         // std::weak_ptr
  int is_string;       // std::string: unsupported as a field to enumerate, but it can be examined
  // Shared pointers: builds one in raw memory, that owns `object` or, if `sibling` is not null, shares
  // ownership with the std::shared_ptr at `sibling`. Null otherwise.
  void (*share)(void* memory, void* object, const void* sibling);
  int key;                          // containers with keys: their type; else -1
  const ContainerEntry* container;  // containers; else null
};

struct PlaceEntry {
  const char* file;
  unsigned line;  // 0: unknown
  unsigned column;
};

struct FieldEntry {
  const char* owner;  // the class that declares it
  const char* name;
  long offset;  // in bytes, from the beginning of the object
  int type;
  int bit_offset;  // bit-fields: from the beginning of the byte at `offset`
  int bit_width;   // 0: not a bit-field
  int is_const;
  int has_initializer;
  PlaceEntry place;
};

struct BaseEntry {
  int class_index;
  long offset;
};

// Bytes of an object that are known to be something: a field, a base, or what is left out by name. What lies
// between two of them is padding, if it is smaller than the alignment of what comes next.
struct SpanEntry {
  long offset;
  long size;
  long alignment;
};

// A named object that pointers may point to.
struct StaticEntry {
  const char* name;  // "Tree::nil"
  int class_index;
  void* address;  // null: it does not exist at the moment
};

struct ClassEntry {
  const char* name;
  unsigned long size;
  unsigned long alignment;
  int is_abstract;
  int is_frame;  // not a class of the user: see CallableEntry
  int is_polymorphic;
  void (*construct)(void* memory);  // null: the class has no default constructor; its memory is zero
  void (*destroy)(void* object);    // null: never called
  const FieldEntry* fields;         // the bases' fields first
  int field_count;
  const BaseEntry* bases;  // direct and indirect
  int base_count;
  const void* type_id;  // the std::type_info of a polymorphic class, if the user's flags allow for any
  PlaceEntry place;
  const SpanEntry* spans;
  int span_count;
  // Classes without a default constructor: makes an object from another one that lacks only the virtual
  // table. Null if this is impossible.
  void (*adopt)(void* memory, void* source);
};

// Something that can be called. Its receiver and arguments lie in a frame: an object of the class `frame`,
// whose fields are "this" (for methods) and the parameters. References to the user's own classes, and the
// receiver, are pointers there; everything else lies in the frame itself, also what is passed by reference.
struct CallableEntry {
  const char* name;
  int frame;
  int result;  // a type; -1: void. A reference is stored as a pointer; a constructor's is the object made.
  // Puts the result into `result`, which is raw memory of its size. Lets exceptions through.
  void (*call)(void* frame, void* result);
};

struct ClassTable {
  const ClassEntry* classes;
  int class_count;
  const TypeEntry* types;
  int type_count;
  const CallableEntry* callables;
  int callable_count;
  int root;  // the class that the user named
  const StaticEntry* statics;
  int static_count;
};

// Objects of one class on which a callable returns true.
struct SearchSubject {
  const ClassTable* classes;
  int predicate;  // in ClassTable::callables
  int root;       // ClassTable::root or, if the predicate takes more than that, its frame
};

}  // namespace detail
}  // namespace fretsaw

#endif
