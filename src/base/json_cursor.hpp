// SPDX-License-Identifier: MIT
// Reads JSON values and validates their form: a cursor refers to a value and its path, and returns the value as the
// required type. The first mismatch is recorded, and from then on all values are empty or 0, so that a reader
// checks for errors once, at its end:
//
//     JsonSchemaError schema_error;
//     const JsonCursor root(document, schema_error);
//     const auto count = root["part"]["count"].integer<std::uint64_t>();
//     root["results"].each([&](const auto& result) { names.push_back(result["name"].text()); });
//     if (schema_error.message) return json_error_in_file(file, schema_error);
//
// Json is one of nlohmann's types; the file that includes this one includes its header.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "base/json_parser.hpp"

namespace fretsaw {

template <class Json>
class JsonCursor {
 public:
  // Both outlive the cursor and those that come from it.
  JsonCursor(const Json& root, JsonSchemaError& schema_error) : value_(&root), schema_error_(&schema_error) {}

  // Null where nothing is.
  const Json& value() const { return value_ != nullptr ? *value_ : nothing(); }
  const std::string& path() const { return path_; }
  bool good() const { return value_ != nullptr && !schema_error_->message; }

  bool is_null() const { return good() && value_->is_null(); }
  bool is_text() const { return good() && value_->is_string(); }
  bool is_object() const { return good() && value_->is_object(); }
  bool is_array() const { return good() && value_->is_array(); }
  bool has(std::string_view key) const {
    return is_object() && value_->find(std::string(key)) != value_->end();
  }

  // The member of an object.
  JsonCursor operator[](std::string_view key) const {
    JsonCursor member(nullptr, schema_error_, path_);
    if (!expect(value().is_object(), "an object")) return member;
    append_json_key(member.path_, key);
    const auto found = value_->find(std::string(key));
    if (found == value_->end())
      report_error(fmt::format("missing key '{}'", member.path_), path_);
    else
      member.value_ = &*found;
    return member;
  }

  // The element of an array that has that many, at the least.
  JsonCursor operator[](std::size_t index) const {
    JsonCursor element(nullptr, schema_error_, path_);
    if (!expect(value().is_array(), "an array")) return element;
    append_json_index(element.path_, index);
    if (index >= value_->size())
      refuse(fmt::format("an array of at least {}", index + 1), fmt::format("one of {}", value_->size()));
    else
      element.value_ = &(*value_)[index];
    return element;
  }

  std::size_t size() const { return expect(value().is_array(), "an array") ? value_->size() : 0; }

  // Of an array, until something does not fit.
  template <class Visit>
  void each(Visit&& visit) const {
    const std::size_t count = size();
    for (std::size_t i = 0; i < count && good(); ++i) visit((*this)[i]);
  }

  // Of an object: names and values.
  template <class Visit>
  void members(Visit&& visit) const {
    if (!expect(value().is_object(), "an object")) return;
    for (auto member = value_->begin(); member != value_->end() && good(); ++member) {
      JsonCursor inner(&*member, schema_error_, path_);
      append_json_key(inner.path_, member.key());
      visit(std::string(member.key()), std::as_const(inner));
    }
  }

  template <std::integral Integer>
  Integer integer(Integer low = std::numeric_limits<Integer>::min(),
                  Integer high = std::numeric_limits<Integer>::max()) const {
    if (!good()) return {};
    if (value_->is_number_unsigned()) {
      const auto number = value_->template get<std::uint64_t>();
      if (std::cmp_greater_equal(number, low) && std::cmp_less_equal(number, high))
        return static_cast<Integer>(number);
    } else if (value_->is_number_integer()) {
      const auto number = value_->template get<std::int64_t>();
      if (std::cmp_greater_equal(number, low) && std::cmp_less_equal(number, high))
        return static_cast<Integer>(number);
    }
    const bool only_positive = high == std::numeric_limits<Integer>::max() && low >= 0;
    refuse(only_positive ? fmt::format("an integer of at least {}", low)
                         : fmt::format("an integer from {} to {}", low, high),
           value_->is_number() ? value_->dump() : found());
    return {};
  }

  bool boolean() const {
    return expect(value().is_boolean(), "true or false") && value_->template get<bool>();
  }
  double real() const { return expect(value().is_number(), "a number") ? value_->template get<double>() : 0; }
  std::string text() const {
    return expect(value().is_string(), "a string") ? value_->template get<std::string>() : std::string();
  }

  // The value is not what it should be.
  void refuse(std::string_view expected) const { refuse(expected, found()); }
  void refuse(std::string_view expected, std::string_view found) const {
    if (good()) report_error(json_expectation(expected, path_, found), path_);
  }

 private:
  JsonCursor(const Json* value, JsonSchemaError* schema_error, std::string path)
      : value_(value), schema_error_(schema_error), path_(std::move(path)) {}

  static const Json& nothing() {
    static const Json null;
    return null;
  }

  bool expect(bool fits, const char* what) const {
    if (!good()) return false;
    if (!fits) refuse(what);
    return fits;
  }

  void report_error(std::string message, const std::string& path) const {
    if (!schema_error_->message) *schema_error_ = {std::move(message), path};
  }

  const char* found() const {
    const Json& json = value();
    return to_string(json.is_null()             ? JsonKind::Null
                     : json.is_boolean()        ? JsonKind::Boolean
                     : json.is_number_integer() ? JsonKind::Integer
                     : json.is_number()         ? JsonKind::Real
                     : json.is_string()         ? JsonKind::Text
                     : json.is_array()          ? JsonKind::Array
                                                : JsonKind::Object);
  }

  const Json* value_;
  JsonSchemaError* schema_error_;
  std::string path_;
};

}  // namespace fretsaw
