// SPDX-License-Identifier: MIT
// Which objects there may be within the bounds, and which values their fields may have: what a program that
// searches or calls says of its candidate vector (cpp/space/child/describe.hpp), as a value.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cpp/code/classes.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

struct SpaceValue {
  enum class Kind : std::uint8_t { Null, Number, Boolean, Enumerator, Reference, Length, Opaque };

  Kind kind = Kind::Null;
  std::int64_t number = 0;  // Number (also a character), Boolean; Reference: the object; Length
  std::string
      text;  // Enumerator: its name; Opaque: how it is written; a Number of 2^63 and more: its digits,
             // and `number` is its bits
};

struct SpacePart {
  enum class Kind : std::uint8_t { Slot, Array, Vector, Optional, Record, Buffer, Left };

  Kind kind = Kind::Left;
  std::string name;
  std::string type;
  int slot = -1;  // Slot: the value; Vector, Optional: the length; Buffer: the pointer, if it is chosen
  std::vector<SpacePart> parts{};
  int length = -1;   // Buffer (an array behind a pointer): the length, which another field may be
  SpaceValue key{};  // of an element of a set or map, which is Left or the first part of a Record
};

struct SpaceObject {
  std::string name;
  std::string class_name;
  std::vector<SpacePart> parts;
  int class_index = -1;  // in the class model, if the name does not say it
};

// A candidate is one position in its domain for every slot.
struct ObjectSpace {
  std::vector<SpaceObject> objects;  // the root first
  std::vector<std::vector<SpaceValue>> domains;
  std::vector<std::size_t> domain_of_slot;

  const std::vector<SpaceValue>& domain(int slot) const {
    return domains[domain_of_slot[static_cast<std::size_t>(slot)]];
  }
};

// `root` is the class of the first object: a frame is named after what is called, as other frames may be, and
// that of a constructor like the class itself.
Result<ObjectSpace> read_object_space(const std::string& description, int root = -1);

// Of an object in the space.
int class_index_of(const SpaceObject& object, const std::vector<code::ClassInfo>& classes);

// Which fields are lengths of arrays behind pointers: by the array's class and field, the name of the length.
std::map<std::pair<std::string, std::string>, std::string> array_counters(
    const ObjectSpace& space, const std::vector<code::ClassInfo>& classes,
    const std::vector<code::TypeInfo>& types);

}  // namespace fretsaw::space
