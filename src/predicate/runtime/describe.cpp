// SPDX-License-Identifier: MIT
#include "predicate/runtime/describe.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace fretsaw::runtime {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= ' ') out += c;
  }
  return out + "\"";
}

const char* to_string(Part::Kind kind) {
  switch (kind) {
    case Part::Kind::Slot:
      return "slot";
    case Part::Kind::Array:
      return "array";
    case Part::Kind::Vector:
      return "vector";
    case Part::Kind::Optional:
      return "optional";
    case Part::Kind::Record:
      return "record";
    case Part::Kind::Left:
      return "left";
  }
  return "left";
}

std::string enumerator(const detail::TypeEntry& type, long long value) {
  for (int i = 0; i < type.enumerator_count; ++i) {
    if (type.enumerators[i].value == value) return type.enumerators[i].name;
  }
  return std::to_string(value);
}

std::string real(const detail::TypeEntry& type, const Value& value) {
  double number = 0;
  if (type.size == sizeof(float)) {
    float narrow = 0;
    std::memcpy(&narrow, value.words, sizeof narrow);
    number = narrow;
  } else {
    std::memcpy(&number, value.words, sizeof number);
  }
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", number);
  return digits;
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
      return std::to_string(number);
    default:
      break;
  }
  return value.domain_class == kNone ? "null" : "{\"ref\":" + std::to_string(value.object) + "}";
}

class Writer {
 public:
  explicit Writer(const Plan& plan) : plan_(plan), types_(plan.domains.size(), nullptr) {}

  std::string write() {
    out_ = "{\"objects\":[";
    for (std::size_t i = 0; i < plan_.objects.size(); ++i) {
      const Object& object = plan_.objects[i];
      out_ += (i == 0 ? "" : ",") + std::string("{\"name\":") + quoted(object.name) +
              ",\"class\":" + quoted(plan_.classes->classes[object.class_index].name) + ",\"parts\":";
      write(object.parts);
      out_ += "}";
    }
    out_ += "],\"domains\":[";
    for (std::size_t d = 0; d < plan_.domains.size(); ++d) {
      out_ += d == 0 ? "[" : ",[";
      for (std::size_t v = 0; v < plan_.domains[d].size(); ++v) {
        if (v != 0) out_ += ",";
        const Value& value = plan_.domains[d][v];
        out_ += types_[d] == nullptr ? "{\"length\":" + std::to_string(value.rank) + "}"
                                     : scalar(*types_[d], value);
      }
      out_ += "]";
    }
    out_ += "],\"slots\":[";
    for (std::size_t i = 0; i < plan_.slots.size(); ++i)
      out_ += (i == 0 ? "" : ",") + std::to_string(plan_.slots[i].domain);
    return out_ + "]}";
  }

 private:
  void write(const std::vector<Part>& parts) {
    out_ += "[";
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& part = parts[i];
      if (part.kind == Part::Kind::Slot)
        types_[plan_.slots[static_cast<std::size_t>(part.slot)].domain] = part.type;
      out_ += (i == 0 ? "" : ",") + std::string("{\"name\":") + quoted(part.name) +
              ",\"type\":" + quoted(part.type->name) + ",\"kind\":\"" + to_string(part.kind) +
              "\",\"slot\":" + std::to_string(part.slot) + ",\"parts\":";
      write(part.parts);
      out_ += "}";
    }
    out_ += "]";
  }

  const Plan& plan_;
  std::vector<const detail::TypeEntry*> types_;  // by domain; null for lengths
  std::string out_;
};

}  // namespace

std::string describe(const Plan& plan) { return Writer(plan).write(); }

}  // namespace fretsaw::runtime
