// SPDX-License-Identifier: MIT
// C++ types as relations: the kind of atom of a value, whether it may be absent, and the number of indices before
// it. Null and an empty optional are the empty set; an array, vector or string is a relation
// from indices to elements, and a length for each of its dimensions. So is what lies behind an int*: as many
// as were allocated, none behind null.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"

namespace fretsaw::contract {

struct Shape {
  enum class Kind : std::uint8_t { Object, Integer, Boolean, Enumeration, Unsupported };

  Kind kind = Kind::Unsupported;
  int target = -1;  // Object: a class; Enumeration: a type
  bool may_be_missing = false;
  int dimensions = 0;
  std::string reason;  // Unsupported: the reason
};

// Of a type of the model.
Shape shape_of(const std::vector<code::TypeInfo>& types, int type);

// How clauses call each class: without template arguments, and without its scope where that is unique. Those
// of enums likewise.
std::vector<std::string> short_names(const std::vector<std::string>& full_names);

}  // namespace fretsaw::contract
