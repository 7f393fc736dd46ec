// SPDX-License-Identifier: MIT
// From clang's types to TypeInfo; classes are collected on the way.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cxx/clang_unit.hpp"
#include "cxx/classes.hpp"

namespace fretsaw::cxx {

class TypeReader {
 public:
  explicit TypeReader(Classes& out) : out_(out) {}

  // The index of the class. Requires a record that is no union.
  int read_class(CXType type);

  // The index of the type.
  int read_type(CXType type);

  // Specialisations that fields refer to and nothing has instantiated yet.
  const std::set<std::string>& incomplete() const { return incomplete_; }
  // Classes that cannot be laid out field by field because of their bases, each with the reason.
  const std::map<std::string, std::string>& with_odd_bases() const { return with_odd_bases_; }

 private:
  TypeInfo classify(CXType type);
  TypeInfo classify_pointer(CXType type, detail::TypeKind kind);
  TypeInfo classify_record(CXType type);
  TypeInfo classify_standard(CXType type, const std::string& name);
  TypeInfo smart_pointer(CXType type, detail::TypeKind kind, const std::string& deleter);
  void read_bases(int index, CXCursor declaration);
  void read_fields(int index, CXType type, long offset = 0);

  Classes& out_;
  std::map<std::string, int> classes_;
  std::map<std::string, int> types_;
  std::set<std::string> incomplete_;
  std::map<std::string, std::string> with_odd_bases_;
};

}  // namespace fretsaw::cxx
