// SPDX-License-Identifier: MIT
// How objects are examined: the layout of their values. Types define most of it, but not whether a pointer points to
// one object or to an array, nor which fields are of interest.
#pragma once

#include <cstdint>
#include <vector>

#include "fretsaw/detail/class_table.hpp"

namespace fretsaw::object {

struct Shape {
  enum class Kind : std::uint8_t {
    Scalar,
    Pointer,  // raw, std::unique_ptr, or a reference
    Shared,   // std::shared_ptr, std::weak_ptr
    Array,
    Vector,
    String,
    Optional,
    Record,
    Row,        // objects in a row behind a pointer
    Container,  // one that is built through its own interface
    Variant,    // one of several in the same place: a std::variant, or a union
    Left,
  };

  Kind kind = Kind::Left;
  const detail::TypeEntry* type = nullptr;
  std::uint32_t offset = 0;  // in what it is a part of
  std::uint8_t bit_offset = 0;
  std::uint8_t bit_width = 0;  // 0: no bit-field
  // Row: the sibling that holds its length; -1: as long as its memory. Variant: the sibling that says which
  // of its parts is there; -1: it does itself.
  std::int32_t counter = -1;
  // Record: the fields; Array, Vector, Optional, Row: an element; Container: the key, if there are any, then
  // what is in an element besides, if anything is; Variant: the alternatives.
  std::vector<Shape> parts;
};

struct Shapes {
  const detail::ClassTable* classes = nullptr;
  std::vector<std::vector<Shape>> fields;  // by class
};

// What the types say; what is not supported is left.
Shapes shapes_of(const detail::ClassTable& classes);
Shape shape_of(const detail::ClassTable& classes, int type);

// How many bytes one element takes.
inline std::size_t element_size(const Shape& shape, const detail::ClassTable& classes) {
  if (shape.kind == Shape::Kind::String) return 1;
  const int element = shape.kind == Shape::Kind::Row ? shape.type->element : shape.type->target;
  return classes.types[element].size;
}

}  // namespace fretsaw::object
