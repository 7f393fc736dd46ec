// SPDX-License-Identifier: MIT
#include "cpp/search/child/object_text.hpp"

#include <charconv>
#include <cstring>
#include <iterator>
#include <map>

#include "cpp/object/objects.hpp"
#include "cpp/space/child/names.hpp"

namespace fretsaw::search {

namespace {

using object::Shape;

class TextWriter {
 public:
  TextWriter(const object::Graph& graph, const object::Shapes& shapes)
      : graph_(graph), shapes_(shapes), classes_(*shapes.classes) {
    std::map<int, int> numbers;
    for (const object::Object& object : graph.objects) {
      const int index = object.class_index;
      names_.push_back(space::split_field_name(classes_.classes[index].name).field + "$" +
                       std::to_string(numbers[index]++));
    }
  }

  // Twice: the first time, for where elements are.
  std::string write() {
    write_all();
    out_.clear();
    write_all();
    return std::move(out_);
  }

 private:
  using Kind = object::Value::Kind;

  void write_all() {
    elements_.assign(graph_.objects.size(), {});
    for (std::size_t i = 0; i < graph_.objects.size(); ++i) {
      const int class_index = graph_.objects[i].class_index;
      next_ = graph_.objects[i].first;
      written_ = i;
      out_ += names_[i] + " = " + classes_.classes[class_index].name + " ";
      fields(shapes_.fields[static_cast<std::size_t>(class_index)], class_index);
      out_ += "\n";
    }
    known_ = elements_;
  }

  void fields(const std::vector<Shape>& shapes, int class_index) {
    out_ += "{";
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::string name = classes_.classes[class_index].fields[i].name;
      out_ += (i == 0 ? "" : ", ") + name + " = ";
      const std::size_t length = path_.size();
      path_ += "." + name;
      value(shapes[i]);
      path_.resize(length);
    }
    out_ += "}";
  }

  void list(const std::vector<const Shape*>& shapes, std::size_t count, bool counted) {
    out_ += "[";
    const std::size_t length = path_.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) out_ += ", ";
      path_.resize(length);
      path_ += "[" + std::to_string(i) + "]";
      if (shapes.size() > 1) path_ += ".value";
      if (counted) elements_[written_].push_back(path_);
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        if (k != 0) out_ += ": ";
        value(*shapes[k]);
      }
    }
    path_.resize(length);
    out_ += "]";
  }

  // Where in an object of that class: "" if all of it, or one of its bases, is meant.
  std::string place_in(int class_index, std::int64_t offset, const Shape& shape) const {
    const detail::ClassEntry& entry = classes_.classes[class_index];
    const int target = shape.type->kind == detail::kPlaceType ? -1 : shape.type->target;
    if (offset == 0 && target == class_index) return "";
    for (int i = 0; i < entry.base_count; ++i) {
      if (entry.bases[i].class_index == target && entry.bases[i].offset == offset) return "";
    }
    for (int i = 0; i < entry.field_count; ++i) {
      const detail::FieldEntry& field = entry.fields[i];
      std::string path = "." + std::string(field.name);
      std::int64_t rest = offset - field.offset;
      const detail::TypeEntry* type = &classes_.types[field.type];
      if (rest < 0 || rest >= static_cast<std::int64_t>(type->size)) continue;
      while (type->kind == detail::kArrayType) {
        const auto size = static_cast<std::int64_t>(classes_.types[type->target].size);
        path += "[" + std::to_string(rest / size) + "]";
        rest %= size;
        type = &classes_.types[type->target];
      }
      return type->kind == detail::kRecordType ? path + place_in(type->target, rest, shape) : path;
    }
    return "";
  }

  void refer(std::uint32_t object, const std::string& path) {
    out_ += (path.empty() ? "" : "&") + names_[object] + path;
  }

  void value(const Shape& shape) {
    if (shape.kind == Shape::Kind::Record) return fields(shape.parts, shape.type->target);
    if (shape.kind == Shape::Kind::Array) return list({&shape.parts[0]}, shape.type->count, false);
    const object::Value& found = graph_.values[next_++];
    switch (found.kind) {
      case Kind::Number:
        out_ += scalar(*shape.type, found.number);
        return;
      case Kind::Null:
        out_ += "null";
        return;
      case Kind::Object:
        return refer(found.object, place_in(graph_.objects[found.object].class_index, found.number, shape));
      case Kind::Element: {
        const auto number = static_cast<std::size_t>(found.number >> 32);
        const bool is_known = found.object < known_.size() && number < known_[found.object].size();
        return refer(found.object, is_known ? known_[found.object][number] : "");
      }
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

  // Of a string; what cannot be printed is a number, as in C++.
  void letter(unsigned char c) {
    if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
      out_ += static_cast<char>(c);
      return;
    }
    out_ += '\\';
    for (const int utilization : {6, 3, 0}) out_ += static_cast<char>('0' + (c >> utilization & 7));
  }

  void elements(const Shape& shape, std::size_t count) {
    if (shape.kind == Shape::Kind::String) {
      out_ += '"';
      for (std::size_t i = 0; i < count; ++i)
        letter(static_cast<unsigned char>(graph_.values[next_++].number));
      out_ += '"';
    } else if (shape.kind == Shape::Kind::Variant) {
      const int alternatives = classes_.types[shape.type->target].target;
      out_ += "{" + std::string(classes_.classes[alternatives].fields[count].name) + " = ";
      value(shape.parts[count]);
      out_ += "}";
    } else if (shape.kind == Shape::Kind::Optional) {
      if (count == 0) out_ += "nullopt";
      if (count != 0) elements_[written_].push_back(path_);
      if (count != 0) value(shape.parts[0]);
    } else {
      std::vector<const Shape*> parts;
      for (const Shape& part : shape.parts) parts.push_back(&part);
      list(parts, count, true);
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
    return type.is_signed != 0 || type.kind == detail::kCharType
               ? std::to_string(number)
               : std::to_string(static_cast<std::uint64_t>(number));
  }

  const object::Graph& graph_;
  const object::Shapes& shapes_;
  const detail::ClassTable& classes_;
  std::vector<std::string> names_;  // by object
  std::size_t next_ = 0;
  std::size_t written_ = 0;                         // the object
  std::string path_;                                // in it, to what is being written
  std::vector<std::vector<std::string>> elements_;  // by object: where its elements are, so far
  std::vector<std::vector<std::string>> known_;     // likewise, all of them
  std::string out_;
};

}  // namespace

std::string object_text(const detail::ClassTable& classes, int class_index, const std::byte* object) {
  const object::Shapes shapes = object::shapes_of(classes);
  const object::Graph graph =
      object::read_back(object, class_index, shapes, object::Blocks::all_readable_memory());
  return TextWriter(graph, shapes).write();
}

}  // namespace fretsaw::search
