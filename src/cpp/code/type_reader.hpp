// SPDX-License-Identifier: MIT
// From clang's types to TypeInfo; classes are collected on the way.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cpp/code/clang_unit.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/code/specializations.hpp"

namespace fretsaw::code {

class TypeReader {
 public:
  // Both outlive the reader.
  TypeReader(Classes& out, SpecializationBases& bases) : out_(out), bases_(bases) {}

  // The index of the class; of a union, its members are the fields.
  int read_class(CXType type);

  // The index of the type.
  int read_type(CXType type);
  int read_bool();

  // Clang's type of a class that was read.
  CXType type_of(int class_index) const { return class_types_.at(class_index); }
  SpecializationBases& bases() { return bases_; }

  // Specializations that fields refer to and nothing has instantiated yet.
  const std::set<std::string>& incomplete() const { return incomplete_; }
  // Classes that cannot be laid out field by field because of their bases, each with the reason.
  const std::map<std::string, std::string>& with_odd_bases() const { return with_odd_bases_; }

 private:
  TypeInfo classify(CXType type);
  TypeInfo classify_pointer(CXType pointee, detail::TypeKind kind, CXType type);
  TypeInfo classify_record(CXType type);
  TypeInfo classify_standard(CXType type, const std::string& name);
  TypeInfo smart_pointer(CXType type, detail::TypeKind kind);
  TypeInfo sequence(CXType type, detail::TypeKind kind);
  TypeInfo container(CXType type, const std::string& name);
  TypeInfo alternatives(CXType type);
  int underlying(CXType type, const std::string& name);
  int named_copy(int same, const std::string& name);
  int add_class(CXType type);
  void read_bases(int index, CXType type);
  void read_fields(int index, CXType type, long offset = 0);
  void read_standard_fields(int index, CXType type);
  void add_field(int index, const std::string& name, long offset, int type, int bit = -1);

  Classes& out_;
  SpecializationBases& bases_;
  std::map<int, CXType> class_types_;  // by class
  std::map<std::string, int> classes_;
  std::map<std::string, int> types_;
  std::set<std::string> incomplete_;
  std::map<std::string, std::string> with_odd_bases_;
};

}  // namespace fretsaw::code
