// SPDX-License-Identifier: MIT
// A heap as a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fretsaw::object {

struct Value {
  enum class Kind : std::uint8_t {
    Number,    // bools, characters, integers, enumerators: as an integer; floating-point numbers: their bits
    Null,      // a pointer, or an expired std::weak_ptr
    Object,    // a pointer to an object of the graph, or to a place in it
    Length,    // how many elements follow: of a vector, a string, an optional, an array behind a pointer
    Dangling,  // a pointer to freed memory, or to a destroyed object
    Unknown,   // a pointer to unknown memory; a container with invalid pointers of its own
    Left,      // not examined
    Static,    // a pointer to an object with a name of its own
    Element,   // a pointer to an element of a vector and the like that belongs to an object, or into it
  };

  Kind kind = Kind::Left;
  std::uint32_t object = 0;  // Object, Element: its index; Static: its index in the class table
  // Number; Length; Object, Static: how many bytes into the object; Element: which one, counting all elements
  // of the object in the order of the values, times 2^32, plus how many bytes into it.
  std::int64_t number = 0;
  friend bool operator==(const Value&, const Value&) = default;
};

inline std::int64_t element_number(std::size_t element, std::ptrdiff_t bytes) {
  return (static_cast<std::int64_t>(element) << 32) + bytes;
}

struct Object {
  std::int32_t class_index = -1;
  std::uint32_t first = 0;  // its values are [first, end) in Graph::values
  std::uint32_t end = 0;
  friend bool operator==(const Object&, const Object&) = default;
};

// Values are in the order of the fields; those of nested classes and of elements stand in the place of the
// field, elements behind their Length, each behind its key if it has one. The root is the first object, and
// the others follow in the order in which a walk over the values meets them: so two graphs are isomorphic if
// and only if they are equal.
struct Graph {
  std::vector<Object> objects;
  std::vector<Value> values;
  friend bool operator==(const Graph&, const Graph&) = default;
};

}  // namespace fretsaw::object
