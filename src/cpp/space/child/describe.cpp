// SPDX-License-Identifier: MIT
#include "cpp/space/child/describe.hpp"

#include <charconv>
#include <cstring>
#include <iterator>

#include "base/text.hpp"

namespace fretsaw::space {

namespace {

// Bytes that are no UTF-8, which JSON cannot say, are named: \xff.
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

const char* to_string(Part::Kind kind) {
  switch (kind) {
    case Part::Kind::Variable:
      return "variable";
    case Part::Kind::Array:
      return "array";
    case Part::Kind::Vector:
      return "vector";
    case Part::Kind::Optional:
      return "optional";
    case Part::Kind::Record:
      return "record";
    case Part::Kind::Buffer:
      return "buffer";
    case Part::Kind::Container:
      return "container";
    case Part::Kind::Key:
      return "key";
    case Part::Kind::Left:
      return "left";
  }
  return "left";
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

std::string real(const detail::TypeEntry& type, const Value& value) {
  return type.size == sizeof(float) ? shortest<float>(value) : shortest<double>(value);
}

std::string scalar(const detail::TypeEntry& type, const Value& value) {
  const auto number = static_cast<long long>(value.words[0]);
  switch (type.kind) {
    case detail::kBoolType:
      return number != 0 ? "true" : "false";
    case detail::kCharType:
      return "{\"char\":" + std::to_string(number) + "}";
    case detail::kEnumType:
      return "{\"enum\":" + quoted(enumerator(type, number)) + "}";
    case detail::kFloatType:
      return "{\"real\":" + quoted(real(type, value)) + "}";
    case detail::kIntegerType:
      return type.is_signed != 0 ? std::to_string(number) : std::to_string(value.words[0]);
    default:
      break;
  }
  return "null";
}

class Writer {
 public:
  explicit Writer(const SearchSpace& space)
      : space_(space), types_(space.domains.size(), nullptr), is_pointer_(space.domains.size(), false) {}

  std::string write() {
    out_ = "{\"objects\":[";
    for (std::size_t i = 0; i < space_.objects.size(); ++i) {
      const Object& object = space_.objects[i];
      const detail::ClassEntry& entry = space_.classes->classes[object.class_index];
      out_ += (i == 0 ? "" : ",") + std::string("{\"name\":") + quoted(object.name) +
              ",\"class\":" + quoted(entry.name) +
              ",\"constructible\":" + (entry.construct != nullptr ? "true" : "false") + ",\"parts\":";
      write(object.parts);
      out_ += "}";
    }
    out_ += "],\"domains\":[";
    for (std::size_t d = 0; d < space_.domains.size(); ++d) {
      out_ += d == 0 ? "[" : ",[";
      for (std::size_t v = 0; v < space_.domains[d].size(); ++v) {
        if (v != 0) out_ += ",";
        const Value& value = space_.domains[d][v];
        out_ += types_[d] != nullptr                    ? text_of(*types_[d], value)
                : is_pointer_[d] && value.words[0] == 0 ? "null"
                                                        : "{\"length\":" + std::to_string(value.rank) + "}";
      }
      if (space_.leaves_unread) out_ += ",{\"left\":true}";
      out_ += "]";
    }
    out_ += "],\"variables\":[";
    for (std::size_t i = 0; i < space_.variables.size(); ++i)
      out_ += (i == 0 ? "" : ",") + std::to_string(space_.variables[i].domain);
    out_ += "]";
    if (space_.subject.root != space_.classes->root)
      out_ += ",\"predicate\":" + quoted(space_.classes->callables[space_.subject.predicate].name);
    return out_ + "}";
  }

 private:
  void write(const std::vector<Part>& parts) {
    out_ += "[";
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& part = parts[i];
      if (part.kind == Part::Kind::Variable) types_[domain(part)] = part.type;
      if (part.kind == Part::Kind::Buffer && part.variable != kNone) is_pointer_[domain(part)] = true;
      out_ += (i == 0 ? "" : ",") + std::string("{\"name\":") + quoted(part.name) +
              ",\"type\":" + quoted(part.type->name) + ",\"kind\":\"" + to_string(part.kind) +
              "\",\"variable\":" + std::to_string(part.variable) +
              ",\"offset\":" + std::to_string(part.offset) +
              (part.kind == Part::Kind::Buffer ? ",\"length\":" + std::to_string(part.length) : "") +
              (part.kind == Part::Kind::Key ? ",\"key\":" + part.text : "") +
              (part.is_const ? ",\"const\":true" : "") + ",\"parts\":";
      write(part.parts);
      out_ += "}";
    }
    out_ += "]";
  }

  std::string text_of(const detail::TypeEntry& type, const Value& value) const {
    const bool is_scalar = type.kind <= detail::kEnumType;
    if (is_scalar) return scalar(type, value);
    if (value.domain_class == kNone && value.words[0] == 0) return "null";
    if (value.domain_class == kNone)
      return "{\"static\":" + quoted(space_.classes->statics[value.rank - 1].name) + "}";
    const Inside* const inside = inside_of(space_, type, value);
    if (inside == nullptr) return "{\"ref\":" + std::to_string(value.object) + "}";
    return "{\"into\":" + std::to_string(value.object) + ",\"path\":" + quoted(inside->path) + "}";
  }

  std::uint32_t domain(const Part& part) const {
    return space_.variables[static_cast<std::size_t>(part.variable)].domain;
  }

  const SearchSpace& space_;
  std::vector<const detail::TypeEntry*> types_;  // by domain; null for lengths
  std::vector<bool> is_pointer_;                 // by domain: those of pointers to arrays
  std::string out_;
};

}  // namespace

std::string json_string(std::string_view text) { return quoted(text); }

std::string scalar_text(const detail::TypeEntry& type, const Value& value) { return scalar(type, value); }

std::string describe(const SearchSpace& space) { return Writer(space).write(); }

std::string describe(const Diagnostic& error) {
  std::string out = "{\"message\":" + quoted(error.message) + ",\"hint\":" + quoted(error.hint);
  if (error.location) {
    out += ",\"file\":" + quoted(error.location->file) + ",\"line\":" + std::to_string(error.location->line) +
           ",\"column\":" + std::to_string(error.location->column);
  }
  return out + "}";
}

}  // namespace fretsaw::space
