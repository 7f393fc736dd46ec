// SPDX-License-Identifier: MIT
// What reflection finds out about the user's classes, as a value.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fretsaw/detail/class_table.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cxx {

// Where something is declared; line 0: nobody knows.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

// The same for a message, with the line of source.
Location to_location(const Place& place);

struct TypeInfo {
  detail::TypeKind kind = detail::kUnsupportedType;
  std::string name;  // as C++ spells it
  unsigned long size = 0;
  bool is_signed = false;
  int target = -1;          // see detail::TypeEntry
  int element = -1;         // likewise
  unsigned long count = 0;  // arrays
  bool is_weak = false;     // std::weak_ptr
  std::vector<std::pair<std::string, long long>> enumerators;
  std::string reason;  // unsupported types
};

struct FieldInfo {
  std::string owner;  // the class that declares it
  std::string name;
  long offset = 0;  // within `owner`
  int base = -1;    // the class that `owner` is, if that is a base
  int type = -1;
  int bit_offset = 0;
  int bit_width = 0;
  bool is_const = false;
  bool has_initializer = false;  // in the class
  Place place;
};

struct ClassInfo {
  std::string name;
  unsigned long size = 0;
  unsigned long alignment = 1;
  bool is_abstract = false;
  bool is_arguments = false;  // not the user's: the arguments of a predicate that takes several
  Place place;
  std::vector<int> bases;  // direct and indirect
  std::vector<FieldInfo> fields;
};

struct PredicateInfo {
  enum class Kind { Method, StaticMethod, Function };

  Kind kind = Kind::Method;
  std::string name;       // qualified; of a method, without its class
  std::string scope;      // of a method: the class that declares it
  std::string signature;  // of a method: the type of a pointer to it, for one that is not accessible
  bool is_accessible = true;
  // How to pass what: the receiver of a method is not among them.
  enum class Passing { Pointer, Reference, Value };
  struct Parameter {
    std::string name;
    std::string type;
    Passing passing;
  };
  std::vector<Parameter> parameters;
};

struct ClassModel {
  std::string header;  // absolute path
  std::vector<ClassInfo> classes;
  std::vector<TypeInfo> types;
  int root = -1;
  int receiver = -1;  // if the root stands for arguments: the class that --class names
  PredicateInfo predicate;
};

}  // namespace fretsaw::cxx
