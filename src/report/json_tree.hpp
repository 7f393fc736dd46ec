// SPDX-License-Identifier: MIT
// JSON values with their locations in the text, for messages with a location.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_parser.hpp"
#include "base/source.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

struct JsonTree {
  using Kind = JsonKind;

  Kind kind = Kind::Null;
  Span span;                       // from its first character to its last
  Span key_span;                   // of a member of an object: the key
  std::string key;                 // likewise
  std::string text;                // Kind::Text
  std::int64_t integer = 0;        // Kind::Integer; also 0 and 1 for Boolean
  std::vector<JsonTree> children;  // of arrays and objects, in order

  // Null if no member has that name, or if this is not an object.
  const JsonTree* member(std::string_view name) const;
};

// Errors are at the first invalid character (see base/json_parser.hpp).
Result<JsonTree> parse_json(const SourcePtr& source);

// Members of objects in a JsonTree that need not be there. Absent, or null, is empty; a member of another
// type is an error, of which the first is kept.
class JsonMembers {
 public:
  std::string text(const JsonTree& of, std::string_view name);
  std::uint64_t number(const JsonTree& of, std::string_view name);  // from 1 on; 0: absent
  std::span<const JsonTree> list(const JsonTree& of, std::string_view name);

  void refuse(const JsonTree& value, std::string_view expected);
  const std::optional<Diagnostic>& error() const { return error_; }

 private:
  const JsonTree* find(const JsonTree& of, std::string_view name);

  std::optional<Diagnostic> error_;
};

}  // namespace fretsaw
