// SPDX-License-Identifier: MIT
#include "cpp/object/shapes.hpp"

namespace fretsaw::object {

namespace {

using Kind = Shape::Kind;

Kind kind_of(const detail::TypeEntry& type) {
  switch (type.kind) {
    case detail::kBoolType:
    case detail::kIntegerType:
    case detail::kCharType:
    case detail::kFloatType:
    case detail::kEnumType:
      return Kind::Scalar;
    case detail::kPointerType:
    case detail::kReferenceType:
    case detail::kUniqueType:
      return Kind::Pointer;
    case detail::kSharedType:
      return Kind::Shared;
    case detail::kArrayType:
      return Kind::Array;
    case detail::kVectorType:
      return Kind::Vector;
    case detail::kOptionalType:
      return Kind::Optional;
    case detail::kRecordType:
      return Kind::Record;
    case detail::kPlaceType:
      return Kind::Pointer;
    case detail::kContainerType:
      // The type of a union does not define which of its members is active.
      if (type.container != nullptr && type.container->alternatives > 0)
        return type.container->index_offset >= 0 ? Kind::Variant : Kind::Left;
      return type.is_string != 0 ? Kind::String : Kind::Container;
    case detail::kUnsupportedType:
      return Kind::Left;
  }
  return Kind::Left;
}

std::vector<Shape> fields_of(const detail::ClassTable& classes, int class_index) {
  std::vector<Shape> fields;
  const detail::ClassEntry& entry = classes.classes[class_index];
  for (int i = 0; i < entry.field_count; ++i) {
    const detail::FieldEntry& field = entry.fields[i];
    Shape shape = shape_of(classes, field.type);
    shape.offset = static_cast<std::uint32_t>(field.offset);
    shape.bit_offset = static_cast<std::uint8_t>(field.bit_offset);
    shape.bit_width = static_cast<std::uint8_t>(field.bit_width);
    fields.push_back(std::move(shape));
  }
  return fields;
}

}  // namespace

Shape shape_of(const detail::ClassTable& classes, int type_index) {
  const detail::TypeEntry& type = classes.types[type_index];
  Shape shape;
  shape.kind = kind_of(type);
  shape.type = &type;
  if (shape.kind == Kind::Record) shape.parts = fields_of(classes, type.target);
  if (shape.kind == Kind::Variant) shape.parts = fields_of(classes, classes.types[type.target].target);
  if (shape.kind == Kind::Container) {
    if (type.key >= 0) shape.parts.push_back(shape_of(classes, type.key));
    if (type.target >= 0) shape.parts.push_back(shape_of(classes, type.target));
  }
  if (shape.kind == Kind::Array || shape.kind == Kind::Vector || shape.kind == Kind::Optional)
    shape.parts = {shape_of(classes, type.target)};
  return shape;
}

Shapes shapes_of(const detail::ClassTable& classes) {
  Shapes shapes;
  shapes.classes = &classes;
  for (int i = 0; i < classes.class_count; ++i) shapes.fields.push_back(fields_of(classes, i));
  return shapes;
}

}  // namespace fretsaw::object
