// SPDX-License-Identifier: MIT
#include "cpp/contract/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cpp/space/heap_cursor.hpp"

namespace fretsaw::contract {

namespace {

Shape unsupported(std::string reason) {
  Shape shape;
  shape.reason = std::move(reason);
  return shape;
}

// "ns::List<std::pair<int, int>>::Node" is "ns::List::Node".
std::string without_arguments(const std::string& name) {
  std::string out;
  int depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) out += c;
    if (c == '>') --depth;
  }
  return out;
}

std::string last_parts(const std::string& name, std::size_t count) {
  std::size_t begin = name.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t colons = begin == 0 ? std::string::npos : name.rfind("::", begin - 1);
    if (colons == std::string::npos) return name;
    begin = colons;
  }
  return name.substr(begin + 2);
}

}  // namespace

Shape shape_of(const std::vector<code::TypeInfo>& types, int type) {
  const code::TypeInfo& info = types[static_cast<std::size_t>(type)];
  Shape shape;
  switch (info.kind) {
    case detail::kBoolType:
      shape.kind = Shape::Kind::Boolean;
      return shape;
    case detail::kIntegerType:
    case detail::kCharType:
      shape.kind = Shape::Kind::Integer;
      return shape;
    case detail::kEnumType:
      shape.kind = Shape::Kind::Enumeration;
      shape.target = type;
      return shape;
    case detail::kPointerType:
    case detail::kUniqueType:
    case detail::kSharedType:
    case detail::kReferenceType:
    case detail::kRecordType:
      if (info.target < 0) break;
      shape.kind = Shape::Kind::Object;
      shape.target = info.target;
      shape.may_be_missing = info.kind != detail::kReferenceType && info.kind != detail::kRecordType;
      return shape;
    case detail::kArrayType:
    case detail::kVectorType:
      shape = shape_of(types, info.target);
      ++shape.dimensions;
      return shape;
    case detail::kOptionalType:
      shape = shape_of(types, info.target);
      if (shape.dimensions > 0) return unsupported("an optional array is not a relation");
      if (shape.may_be_missing) return unsupported("an optional pointer has two empty states");
      shape.may_be_missing = true;
      return shape;
    default:
      if (space::is_row(info)) {
        shape = shape_of(types, info.element);
        ++shape.dimensions;
        return shape;
      }
      if (!info.is_string) break;
      shape.kind = Shape::Kind::Integer;
      shape.dimensions = 1;
      return shape;
  }
  return unsupported(fmt::format("type '{}' is not a relation", info.name));
}

std::vector<std::string> short_names(const std::vector<std::string>& full_names) {
  std::vector<std::string> plain;
  for (const std::string& name : full_names) plain.push_back(without_arguments(name));
  std::vector<std::string> result;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    std::string chosen = plain[i];
    for (std::size_t parts = 1; parts < 20; ++parts) {
      const std::string candidate = last_parts(plain[i], parts);
      const bool is_unique = std::ranges::count_if(plain, [&](const std::string& other) {
                               return last_parts(other, parts) == candidate;
                             }) == 1;
      if (is_unique || candidate == plain[i]) {
        chosen = candidate;
        break;
      }
    }
    // Two specializations of one template: only the full name tells them apart.
    if (std::ranges::count(plain, plain[i]) > 1) chosen = full_names[i];
    result.push_back(std::move(chosen));
  }
  return result;
}

}  // namespace fretsaw::contract
