// SPDX-License-Identifier: MIT
#include "cpp/space/child/scalar_domain.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <unordered_set>

#include "base/nearest_name.hpp"
#include "cpp/space/child/names.hpp"

namespace fretsaw::space {

namespace {

using detail::TypeEntry;
using Integer = __int128;  // every value of every type, signed or not, and the one behind the last

constexpr std::size_t kMaxDomainValues = std::size_t{1} << 20;

// 'a', '\n', '\x1f': as C++ writes characters.
std::optional<Integer> to_character(std::string_view item) {
  if (item.size() < 3 || item.front() != '\'' || item.back() != '\'') return std::nullopt;
  item = item.substr(1, item.size() - 2);
  if (item.size() == 1) return item[0];
  if (item[0] != '\\') return std::nullopt;
  if (item.size() == 2) {
    constexpr std::string_view kNames = "0abtnvfr'\"\\";
    constexpr std::string_view kMeanings("\0\a\b\t\n\v\f\r'\"\\", 11);
    const std::size_t known = kNames.find(item[1]);
    return known == std::string_view::npos ? std::nullopt : std::optional<Integer>(kMeanings[known]);
  }
  unsigned char code = 0;
  const char* const end = item.data() + item.size();
  const bool is_code = item[1] == 'x' && std::from_chars(item.data() + 2, end, code, 16).ptr == end;
  return is_code ? std::optional<Integer>(static_cast<signed char>(code)) : std::nullopt;
}

std::optional<Integer> to_integer(const std::string& item) {
  if (const auto character = to_character(item)) return character;
  if (item == "true") return 1;
  if (item == "false") return 0;
  char* end = nullptr;
  errno = 0;
  Integer value = std::strtoll(item.c_str(), &end, 10);
  if (errno == ERANGE && item.front() != '-') {
    errno = 0;
    value = std::strtoull(item.c_str(), &end, 10);
  }
  if (item.empty() || *end != '\0' || errno == ERANGE) return std::nullopt;
  return value;
}

// The bits of a value as its type reads them.
Integer number_of(const TypeEntry& type, long long bits) {
  return type.is_signed != 0 || bits >= 0 ? Integer{bits} : Integer{static_cast<std::uint64_t>(bits)};
}

std::optional<Integer> enumerator(const TypeEntry& type, const std::string& item) {
  for (int i = 0; i < type.enumerator_count; ++i) {
    if (names_class(item, type.enumerators[i].name)) return number_of(type, type.enumerators[i].value);
  }
  return std::nullopt;
}

std::vector<std::string> enumerator_names(const TypeEntry& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.enumerator_count; ++i) names.emplace_back(type.enumerators[i].name);
  return names;
}

bool fits(const TypeEntry& type, int bit_width, Integer value) {
  const int bits = bit_width != 0 ? bit_width : static_cast<int>(type.size) * 8;
  if (type.kind == detail::kBoolType) return value == 0 || value == 1;
  if (type.is_signed == 0) return value >= 0 && value < Integer{1} << bits;
  return value >= -(Integer{1} << (bits - 1)) && value < Integer{1} << (bits - 1);
}

// Of a type or bit-field; at least 0.
Integer largest(const TypeEntry& type, int bit_width) {
  const int bits =
      (bit_width != 0 ? bit_width : static_cast<int>(type.size) * 8) - (type.is_signed != 0 ? 1 : 0);
  return (Integer{1} << bits) - 1;
}

// "a" and on: as many as the size, but at least one and at most 26.
int letters(int size) { return std::clamp(size, 1, 26); }

Diagnostic no_domain(const TypeEntry& type, const std::string& field) {
  return bounds_error(
      "no bounds for '" + field + "' of type '" + type.name + "'",
      type.kind == detail::kFloatType
          ? "use " + values_option(field, "0,0.5,1") + ", or a range with its step such as 0..1:0.5"
          : "use " + values_option(field, type.kind == detail::kCharType ? "a..c" : "LOW..HIGH") +
                ", or --size N");
}

Value integer_value(Integer value) { return {.words = {static_cast<std::uint64_t>(value), 0}}; }

Value float_value(const TypeEntry& type, double value) {
  Value out;
  if (type.size == sizeof(float)) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(out.words, &narrow, sizeof narrow);
  } else {
    std::memcpy(out.words, &value, sizeof value);
  }
  return out;
}

// The values of one item are appended; the message describes what is wrong with it.
class Reader {
 public:
  Reader(const TypeEntry& type, int bit_width, const std::string& field)
      : type_(type), bit_width_(bit_width), field_(field) {}

  std::optional<Diagnostic> read(const std::string& item) {
    if (item.empty()) return bounds_error("missing value between commas in the bounds of '" + field_ + "'");
    if (type_.kind == detail::kFloatType) return read_float(item);
    const std::size_t dots = item.find("..");
    if (dots == std::string::npos) return read_range(item, item);
    return read_range(item.substr(0, dots), item.substr(dots + 2));
  }

  std::vector<Value> values;

 private:
  // A number, or LOW..HIGH in steps of one, or LOW..HIGH:STEP.
  std::optional<Diagnostic> read_float(const std::string& item) {
    const std::size_t dots = item.find("..");
    const std::size_t colon = dots == std::string::npos ? dots : item.find(':', dots);
    const auto low = to_real(item.substr(0, dots));
    const auto high = dots == std::string::npos ? low : to_real(item.substr(dots + 2, colon - dots - 2));
    const auto step = colon == std::string::npos ? 1 : to_real(item.substr(colon + 1));
    if (!low || !high || !step) {
      return bounds_error(invalid(item) + ": expected a number or a range",
                          "use a list such as 0,0.5,1, or a range with its step such as 0..1:0.5");
    }
    if (*low > *high) return empty_range(item);
    if (*step <= 0) return bounds_error(invalid(item) + ": the step must be positive");
    const double steps = std::floor((*high - *low) / *step * (1 + 1e-12));
    if (steps >= static_cast<double>(kMaxDomainValues)) return too_large();
    for (double i = 0; i <= steps; ++i) values.push_back(float_value(type_, *low + i * *step));
    return std::nullopt;
  }

  static std::optional<double> to_real(const std::string& item) {
    char* end = nullptr;
    const double value = std::strtod(item.c_str(), &end);
    if (item.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
    return value;
  }

  std::string invalid(const std::string& item) const {
    return "invalid value '" + item + "' for '" + field_ + "'";
  }

  Diagnostic empty_range(const std::string& range) const {
    return bounds_error(invalid(range) + ": the minimum is above the maximum");
  }

  Diagnostic too_large() const {
    return bounds_error("too many values for '" + field_ + "': more than 1,048,576", "use a smaller range");
  }

  std::optional<Diagnostic> read_range(const std::string& low_text, const std::string& high_text) {
    const auto low = read_one(low_text);
    const auto high = read_one(high_text);
    if (!low || !high) {
      const std::string& bad = low ? high_text : low_text;
      const bool is_enum = type_.kind == detail::kEnumType;
      const std::vector<std::string> names = enumerator_names(type_);
      return bounds_error(invalid(bad) + " of type '" + type_.name + "'" +
                              suggestion(is_enum ? nearest_name(bad, names) : ""),
                          is_enum ? "use one of " + join(names, ", ") : "");
    }
    if (*low > *high) return empty_range(low_text + ".." + high_text);
    for (const auto& [bound, text] : {std::pair(*low, low_text), std::pair(*high, high_text)}) {
      if (fits(type_, bit_width_, bound)) continue;
      const std::string where = bit_width_ != 0 ? "a bit-field of " + std::to_string(bit_width_) + " bits"
                                                : "type '" + std::string(type_.name) + "'";
      return bounds_error(invalid(text) + ": out of range for " + where);
    }
    if (*high - *low >= static_cast<Integer>(kMaxDomainValues)) return too_large();
    for (Integer value = *low; value <= *high; ++value) values.push_back(integer_value(value));
    return std::nullopt;
  }

  std::optional<Integer> read_one(const std::string& item) const {
    if (type_.kind == detail::kEnumType) {
      if (const auto value = enumerator(type_, item)) return value;
    }
    // Characters need no quotes, but digits are numbers.
    const bool is_bare =
        type_.kind == detail::kCharType && item.size() == 1 && (item[0] < '0' || item[0] > '9');
    return is_bare ? std::optional<Integer>(item[0]) : to_integer(item);
  }

  const TypeEntry& type_;
  int bit_width_;
  const std::string& field_;
};

}  // namespace

Diagnostic bounds_error(std::string message, std::string hint) {
  return {Severity::Error, ErrorClass::Input, std::move(message), std::nullopt, std::move(hint)};
}

Diagnostic with_note(Diagnostic error, std::string note) {
  error.notes.push_back({std::move(note), std::nullopt});
  return error;
}

Diagnostic bounds_error(std::string message, std::string hint, const detail::PlaceEntry& place) {
  Diagnostic error = bounds_error(std::move(message), std::move(hint));
  if (place.line > 0) {
    error.location = Location{
        .file = place.file, .line = place.line, .column = place.column, .width = 1, .source_line = {}};
  }
  return error;
}

Result<std::vector<Value>> scalar_values(const TypeEntry& type, int bit_width, std::string_view text,
                                         const std::string& field) {
  Reader reader(type, bit_width, field);
  for (const std::string& item : split_items(text)) {
    if (auto error = reader.read(item)) return std::move(*error);
  }
  std::vector<Value> distinct;
  std::unordered_set<std::uint64_t> known;
  for (const Value& value : reader.values) {
    if (known.insert(value.words[0]).second) distinct.push_back(value);
  }
  return distinct;
}

Result<std::vector<Value>> default_values(const TypeEntry& type, int bit_width, int size,
                                          const std::string& field) {
  switch (type.kind) {
    case detail::kBoolType:
      return scalar_values(type, bit_width, "false,true", field);
    case detail::kEnumType: {
      std::string text;
      for (int i = 0; i < type.enumerator_count; ++i) {
        const long long bits = type.enumerators[i].value;
        text +=
            (i == 0 ? "" : ",") +
            (type.is_signed != 0 ? std::to_string(bits) : std::to_string(static_cast<std::uint64_t>(bits)));
      }
      if (text.empty())
        return bounds_error("no bounds for '" + field + "': enum '" + type.name + "' has no enumerators",
                            "use " + values_option(field, "..."));
      return scalar_values(type, bit_width, text, field);
    }
    case detail::kCharType:
      if (size >= 0)
        return scalar_values(type, bit_width, "'a'.." + std::to_string('a' + letters(size) - 1), field);
      return no_domain(type, field);
    case detail::kIntegerType: {
      if (size < 0) return no_domain(type, field);
      const Integer most = largest(type, bit_width);
      return scalar_values(type, bit_width,
                           "0.." + std::to_string(static_cast<int>(std::min<Integer>(size, most))), field);
    }
    default:
      return no_domain(type, field);
  }
}

Result<std::vector<int>> parse_lengths(std::string_view text, const std::string& field) {
  static constexpr detail::TypeEntry kLength = {
      detail::kIntegerType, "int", 4, 1, 0, -1, 0, nullptr, 0, nullptr, 0, 0, nullptr, -1, nullptr};
  auto values = scalar_values(kLength, 0, text, field);
  if (!values) return values.error();
  std::vector<int> lengths;
  for (const Value& value : *values) {
    const auto length = static_cast<int>(value.words[0]);
    if (length < 0 || length > 4096) {
      return bounds_error("invalid value '" + std::to_string(length) + "' for '" + field +
                          "': expected a length from 0 to 4096");
    }
    lengths.push_back(length);
  }
  return lengths;
}

}  // namespace fretsaw::space
