// SPDX-License-Identifier: MIT
#include "cpp/space/child/describe.hpp"

#include <charconv>
#include <cstring>
#include <iterator>

#include "base/text.hpp"
#include "work/bytes.hpp"

namespace fretsaw::space {

namespace {

// Bytes that are not UTF-8, which JSON cannot represent, are named: \xff.
std::string quoted(std::string_view text) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    if (length == 0 || byte < ' ')
      out += std::string(length == 0 ? "\\\\x" : "\\u00") + kDigits[byte >> 4U] + kDigits[byte & 15U];
    else
      out += (byte == '"' || byte == '\\' ? "\\" : "") + std::string(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out + "\"";
}

SpacePart::Kind kind_of(Part::Kind kind) {
  switch (kind) {
    case Part::Kind::Variable:
      return SpacePart::Kind::Slot;
    case Part::Kind::Array:
      return SpacePart::Kind::Array;
    case Part::Kind::Vector:
      return SpacePart::Kind::Vector;
    case Part::Kind::Optional:
      return SpacePart::Kind::Optional;
    case Part::Kind::Record:
      return SpacePart::Kind::Record;
    case Part::Kind::Buffer:
      return SpacePart::Kind::Buffer;
    case Part::Kind::Container:
      return SpacePart::Kind::Container;
    case Part::Kind::Key:
      return SpacePart::Kind::Key;
    case Part::Kind::Left:
      return SpacePart::Kind::Left;
  }
  return SpacePart::Kind::Left;
}

std::string enumerator(const detail::TypeEntry& type, long long value) {
  for (int i = 0; i < type.enumerator_count; ++i) {
    if (type.enumerators[i].value == value) return type.enumerators[i].name;
  }
  return type.is_signed != 0 ? std::to_string(value) : std::to_string(static_cast<unsigned long long>(value));
}

template <class Number>
std::string shortest(const Value& value) {
  Number number = 0;
  std::memcpy(&number, value.words, sizeof number);
  char digits[40];
  return std::string(digits, std::to_chars(digits, std::end(digits), number).ptr);
}

class Describer {
 public:
  explicit Describer(const SearchSpace& space)
      : space_(space), types_(space.domains.size(), nullptr), is_pointer_(space.domains.size(), false) {}

  Space describe() {
    for (const Object& object : space_.objects) {
      const detail::ClassEntry& entry = space_.classes->classes[object.class_index];
      out_.objects.push_back(
          {object.name, object.class_index, entry.construct != nullptr, parts(object.parts)});
    }
    for (std::size_t d = 0; d < space_.domains.size(); ++d) {
      std::vector<SpaceValue>& values = out_.domains.emplace_back();
      for (const Value& value : space_.domains[d]) values.push_back(of_domain(d, value));
      if (space_.leaves_unread) values.push_back({SpaceValue::Kind::Left});
    }
    for (const Variable& variable : space_.variables)
      out_.variables.push_back(
          {variable.domain, variable.object, is_free(space_, variable), variable.condition});
    if (space_.subject.root != space_.classes->root)
      out_.predicate = space_.classes->callables[space_.subject.predicate].name;
    return std::move(out_);
  }

 private:
  std::vector<SpacePart> parts(const std::vector<Part>& list) {
    std::vector<SpacePart> out;
    out.reserve(list.size());
    for (const Part& part : list) {
      if (part.kind == Part::Kind::Variable) types_[domain(part)] = part.type;
      if (part.kind == Part::Kind::Buffer && part.variable != kNone) is_pointer_[domain(part)] = true;
      SpacePart& made = out.emplace_back();
      made.kind = kind_of(part.kind);
      made.name = part.name;
      made.type = static_cast<std::int32_t>(part.type - space_.classes->types);
      made.variable = part.variable;
      made.length = part.kind == Part::Kind::Buffer ? part.length : kNone;
      made.offset = part.offset;
      made.is_const = part.is_const;
      made.key = part.key;
      made.parts = parts(part.parts);
    }
    return out;
  }

  SpaceValue of_domain(std::size_t domain, const Value& value) const {
    if (types_[domain] != nullptr) return chosen(*types_[domain], value);
    if (is_pointer_[domain] && value.words[0] == 0) return {};
    return {SpaceValue::Kind::Length, value.rank};
  }

  SpaceValue chosen(const detail::TypeEntry& type, const Value& value) const {
    const bool is_scalar = type.kind <= detail::kEnumType;
    if (is_scalar) return scalar_value(type, value);
    if (value.domain_class == kNone && value.words[0] == 0) return {};
    SpaceValue out;
    if (value.domain_class == kNone) {
      out.kind = SpaceValue::Kind::Static;
      out.text = space_.classes->statics[value.rank - 1].name;
      return out;
    }
    out.kind = SpaceValue::Kind::Reference;
    out.object = value.object;
    if (const InteriorTarget* const inside = inside_of(space_, type, value)) out.path = inside->path;
    return out;
  }

  std::uint32_t domain(const Part& part) const {
    return space_.variables[static_cast<std::size_t>(part.variable)].domain;
  }

  const SearchSpace& space_;
  std::vector<const detail::TypeEntry*> types_;  // by domain; null for lengths
  std::vector<bool> is_pointer_;                 // by domain: those of pointers to arrays
  Space out_;
};

}  // namespace

SpaceValue scalar_value(const detail::TypeEntry& type, const Value& value) {
  SpaceValue out;
  out.number = static_cast<std::int64_t>(value.words[0]);
  switch (type.kind) {
    case detail::kBoolType:
      out.kind = SpaceValue::Kind::Boolean;
      out.number = out.number != 0 ? 1 : 0;
      break;
    case detail::kCharType:
      out.kind = SpaceValue::Kind::Character;
      break;
    case detail::kEnumType:
      out.kind = SpaceValue::Kind::Enumerator;
      out.text = enumerator(type, out.number);
      break;
    case detail::kFloatType:
      out.kind = SpaceValue::Kind::Real;
      out.text = type.size == sizeof(float) ? shortest<float>(value) : shortest<double>(value);
      break;
    case detail::kIntegerType: {
      const bool is_large = type.is_signed == 0 && out.number < 0;
      out.kind = is_large ? SpaceValue::Kind::Large : SpaceValue::Kind::Number;
      break;
    }
    default:
      break;
  }
  return out;
}

Space described(const SearchSpace& space) { return Describer(space).describe(); }

std::string describe(const SearchSpace& space) {
  work::BytesWriter writer;
  writer(described(space));
  return std::move(writer.bytes);
}

std::string describe(const Diagnostic& error) {
  std::string out =
      "{\"message\":" + quoted(error.message) + ",\"hint\":" + quoted(error.hint) + ",\"notes\":[";
  for (const Note& note : error.notes) out += (out.ends_with('[') ? "" : ",") + quoted(note.message);
  out += "]";
  if (error.location) {
    out += ",\"file\":" + quoted(error.location->file) + ",\"line\":" + std::to_string(error.location->line) +
           ",\"column\":" + std::to_string(error.location->column);
  }
  return out + "}";
}

}  // namespace fretsaw::space
