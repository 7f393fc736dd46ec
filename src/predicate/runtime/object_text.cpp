// SPDX-License-Identifier: MIT
#include "predicate/runtime/object_text.hpp"

#include <charconv>
#include <cstring>
#include <iterator>
#include <map>

#include "object/read_back.hpp"
#include "predicate/runtime/names.hpp"

namespace fretsaw::runtime {

namespace {

using object::Shape;

class TextWriter {
 public:
  TextWriter(const object::Graph& graph, const object::Shapes& shapes)
      : graph_(graph), shapes_(shapes), classes_(*shapes.classes) {
    std::map<int, int> numbers;
    for (const object::Object& object : graph.objects) {
      const int index = object.class_index;
      names_.push_back(split_field_name(classes_.classes[index].name).field + "$" +
                       std::to_string(numbers[index]++));
    }
  }

  std::string write() {
    for (std::size_t i = 0; i < graph_.objects.size(); ++i) {
      const int class_index = graph_.objects[i].class_index;
      next_ = graph_.objects[i].first;
      out_ += names_[i] + " = " + classes_.classes[class_index].name + " ";
      fields(shapes_.fields[static_cast<std::size_t>(class_index)], class_index);
      out_ += "\n";
    }
    return std::move(out_);
  }

 private:
  using Kind = object::Value::Kind;

  void fields(const std::vector<Shape>& shapes, int class_index) {
    out_ += "{";
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      out_ += (i == 0 ? "" : ", ") + std::string(classes_.classes[class_index].fields[i].name) + " = ";
      value(shapes[i]);
    }
    out_ += "}";
  }

  void list(const std::vector<const Shape*>& shapes, std::size_t count) {
    out_ += "[";
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) out_ += ", ";
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        if (k != 0) out_ += ": ";
        value(*shapes[k]);
      }
    }
    out_ += "]";
  }

  void value(const Shape& shape) {
    if (shape.kind == Shape::Kind::Record) return fields(shape.parts, shape.type->target);
    if (shape.kind == Shape::Kind::Array) return list({&shape.parts[0]}, shape.type->count);
    const object::Value& found = graph_.values[next_++];
    switch (found.kind) {
      case Kind::Number:
        out_ += scalar(*shape.type, found.number);
        return;
      case Kind::Null:
        out_ += "null";
        return;
      case Kind::Object:
        out_ += names_[found.object];
        return;
      case Kind::Static:
        out_ += "&" + std::string(classes_.statics[found.object].name);
        return;
      case Kind::Length:
        return elements(shape, static_cast<std::size_t>(found.number));
      case Kind::Dangling:
        out_ += "(dangling)";
        return;
      case Kind::Unknown:
        out_ += "(unknown)";
        return;
      case Kind::Left:
        out_ += "(not shown)";
        return;
    }
  }

  void elements(const Shape& shape, std::size_t count) {
    if (shape.kind == Shape::Kind::String) {
      out_ += '"';
      for (std::size_t i = 0; i < count; ++i) out_ += static_cast<char>(graph_.values[next_++].number);
      out_ += '"';
    } else if (shape.kind == Shape::Kind::Optional) {
      if (count == 0) out_ += "nullopt";
      if (count != 0) value(shape.parts[0]);
    } else {
      std::vector<const Shape*> parts;
      for (const Shape& part : shape.parts) parts.push_back(&part);
      list(parts, count);
    }
  }

  template <class Number>
  static std::string real(std::int64_t bits) {
    Number number = 0;
    std::memcpy(&number, &bits, sizeof number);
    char digits[40];
    return std::string(digits, std::to_chars(digits, std::end(digits), number).ptr);
  }

  static std::string scalar(const detail::TypeEntry& type, std::int64_t number) {
    if (type.kind == detail::kBoolType) return number != 0 ? "true" : "false";
    if (type.kind == detail::kFloatType)
      return type.size == sizeof(float) ? real<float>(number) : real<double>(number);
    if (type.kind == detail::kCharType && number >= ' ' && number < 127)
      return std::string("'") + static_cast<char>(number) + "'";
    for (int i = 0; type.kind == detail::kEnumType && i < type.enumerator_count; ++i) {
      if (type.enumerators[i].value == number) return type.enumerators[i].name;
    }
    return std::to_string(number);
  }

  const object::Graph& graph_;
  const object::Shapes& shapes_;
  const detail::ClassTable& classes_;
  std::vector<std::string> names_;  // by object
  std::size_t next_ = 0;
  std::string out_;
};

}  // namespace

std::string object_text(const detail::ClassTable& classes, int class_index, const std::byte* object) {
  const object::Shapes shapes = object::shapes_of(classes);
  const object::Graph graph =
      object::read_back(object, class_index, shapes, object::Blocks::whatever_can_be_read());
  return TextWriter(graph, shapes).write();
}

}  // namespace fretsaw::runtime
