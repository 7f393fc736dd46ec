// SPDX-License-Identifier: MIT
#include "cpp/call/heap_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cpp/contract/shape.hpp"
#include "cpp/space/heap_cursor.hpp"
#include "cpp/space/render.hpp"

namespace fretsaw::call {

namespace {

// "Tree::nil"; what a variable points to, "*Tree::nil".
std::string variable_name(const code::StaticInfo& info) {
  const std::string name = info.name.starts_with("::") ? info.name.substr(2) : info.name;
  return (info.is_pointer ? "*" : "") + name;
}

}  // namespace

void HeapGraphs::name_objects(object::HeapWords words) {
  std::vector<std::string> full;
  for (const code::ClassInfo& info : classes_.classes) full.push_back(info.name);
  static thread_local std::vector<std::string> shorts;
  shorts = contract::short_names(full);
  for (space::HeapCursor cursor{classes_.types, words}; cursor.at + 1 < words.size();) {
    const std::int64_t id = cursor.next();
    const std::int64_t word = cursor.next();
    const int class_index = object::class_of_word(word);
    if (!names_.contains(id)) {
      const auto variable = static_cast<std::size_t>(object::variable_of_word(word));
      names_[id] = variable > 0 && variable <= classes_.statics.size()
                       ? variable_name(classes_.statics[variable - 1])
                       : fmt::format("{}{}${}", variable > 0 ? "static " : "",
                                     shorts[static_cast<std::size_t>(class_index)], counts_[class_index]++);
      class_of_[id] = class_index;
    }
    for (const code::FieldInfo& field : classes_.at(class_index).fields) cursor.skip(field.type);
  }
}

std::string HeapGraphs::name(std::int64_t id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? fmt::format("#{}", id) : found->second;
}

std::string HeapGraphs::field_name(std::int64_t id, std::int64_t field) const {
  const auto found = class_of_.find(id);
  if (found == class_of_.end() || field < 0) return "the result";
  const code::ClassInfo& info = classes_.at(found->second);
  const std::string& name_of_field = info.fields[static_cast<std::size_t>(field)].name;
  return info.is_frame ? name_of_field : fmt::format("{}.{}", name(id), name_of_field);
}

space::ObjectGraph HeapGraphs::graph(object::HeapWords words) {
  name_objects(words);
  space::ObjectGraph out;
  position_.clear();
  std::size_t count = 0;
  for (space::HeapCursor cursor{classes_.types, words}; cursor.at + 1 < words.size();) {
    position_[cursor.next()] = count++;
    const int class_index = object::class_of_word(cursor.next());
    for (const code::FieldInfo& field : classes_.at(class_index).fields) cursor.skip(field.type);
  }
  for (space::HeapCursor cursor{classes_.types, words}; cursor.at + 1 < words.size();) {
    const std::int64_t id = cursor.next();
    const code::ClassInfo& info = classes_.at(object::class_of_word(cursor.next()));
    space::GraphObject object;
    object.name = name(id);
    object.class_name = info.name;
    for (const code::FieldInfo& field : info.fields)
      object.fields.emplace_back(field.name, read(field.type, cursor));
    out.objects.push_back(std::move(object));
  }
  return out;
}

space::GraphValue HeapGraphs::value(int type, object::HeapWords words) {
  space::HeapCursor cursor{classes_.types, words};
  return read(type, cursor);
}

// Those of a map are a key and a value each.
space::GraphValue HeapGraphs::element_of(const code::TypeInfo& container, space::HeapCursor& cursor) const {
  if (container.key < 0 || container.target < 0)
    return read(container.key >= 0 ? container.key : container.target, cursor);
  space::GraphValue entry;
  entry.kind = space::GraphValue::Kind::Record;
  entry.type = container.name;
  entry.parts.emplace_back("key", read(container.key, cursor));
  entry.parts.emplace_back("value", read(container.target, cursor));
  return entry;
}

space::GraphValue HeapGraphs::read(int type, space::HeapCursor& cursor) const {
  using Kind = space::GraphValue::Kind;
  const code::TypeInfo& info = classes_.type(type);
  const auto next = [&] { return cursor.next(); };
  space::GraphValue out;
  out.type = info.name;
  const auto sequence = [&](std::int64_t length, int element) {
    out.kind = Kind::Sequence;
    for (std::int64_t i = 0; i < length; ++i) out.parts.emplace_back("", read(element, cursor));
  };
  switch (info.kind) {
    case detail::kBoolType:
      out.kind = Kind::Bool;
      out.number = next();
      return out;
    case detail::kIntegerType:
      out.kind = Kind::Number;
      out.number = next();
      if (out.number < 0 && !info.is_signed) {  // 64 bits, as its bits
        out.kind = Kind::Large;
        out.text = fmt::format("{}", static_cast<std::uint64_t>(out.number));
      }
      return out;
    case detail::kCharType:
      out.kind = Kind::Char;
      out.number = next();
      return out;
    case detail::kEnumType: {
      const std::int64_t number = next();
      out.kind = Kind::Enumerator;
      out.text = fmt::format("{}", number);
      for (const auto& [name_of, value_of] : info.enumerators) {
        if (value_of == number) out.text = name_of;
      }
      return out;
    }
    case detail::kArrayType:
      sequence(static_cast<std::int64_t>(info.count), info.target);
      return out;
    case detail::kVectorType:
      sequence(next(), info.target);
      return out;
    case detail::kOptionalType:
      if (next() == 0) {
        out.kind = Kind::Absent;
        return out;
      }
      out = read(info.target, cursor);
      out.is_optional = true;
      return out;
    case detail::kContainerType:
      if (!info.is_string && info.count == 0) {
        out.kind = Kind::Sequence;
        for (std::int64_t n = next(); n > 0; --n) out.parts.emplace_back("", element_of(info, cursor));
        return out;
      }
      [[fallthrough]];
    case detail::kPlaceType:
    case detail::kUnsupportedType:
      if (info.is_string) {
        std::string text;
        for (std::int64_t n = next(); n > 0; --n) text += static_cast<char>(next());
        out.kind = Kind::Enumerator;
        out.text = space::quoted_text(text);
        return out;
      }
      if (space::is_row(info)) {
        const std::int64_t length = next();
        if (length >= 0) {
          sequence(length, info.element);
        } else if (length == object::kNull) {
          out.kind = Kind::Null;
        } else if (length == object::kDangling) {
          out.kind = Kind::Enumerator;
          out.text = "dangling";
        } else {
          out.kind = Kind::Left;
        }
        return out;
      }
      out.kind = Kind::Left;
      return out;
    case detail::kFloatType:
      out.kind = Kind::Left;
      return out;
    default: {
      const std::int64_t id = next();
      const auto found = position_.find(id);
      if (id == object::kNull) {
        out.kind = Kind::Null;
      } else if (const auto place = static_cast<std::size_t>(object::kFirstInteriorPointer - id);
                 id <= object::kFirstInteriorPointer && place < interior_pointers_.size()) {
        out.kind = Kind::Enumerator;
        out.text =
            (interior_pointers_[place].object < 0 ? "" : "&" + name(interior_pointers_[place].object)) +
            interior_pointers_[place].name;
      } else if (found == position_.end()) {
        out.kind = Kind::Enumerator;
        out.text = "dangling";
      } else {
        out.kind = Kind::Reference;
        out.object = found->second;
      }
      return out;
    }
  }
}

}  // namespace fretsaw::call
