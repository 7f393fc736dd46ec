// SPDX-License-Identifier: MIT
// JSON values that know where they stand in their text, for readers whose messages name the place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

struct JsonTree {
  enum class Kind : std::uint8_t { Null, Boolean, Integer, Real, Text, Array, Object };

  Kind kind = Kind::Null;
  Span span;                       // from its first character to its last
  Span key_span;                   // of a member of an object: the key
  std::string key;                 // likewise
  std::string text;                // Kind::Text
  std::int64_t integer = 0;        // Kind::Integer; also 0 and 1 for Boolean
  std::vector<JsonTree> children;  // of arrays and objects, in order

  // The last member of that name; null if there is none or this is no object.
  const JsonTree* member(std::string_view name) const;
};

const char* to_string(JsonTree::Kind kind);  // "an array", "a number", …

// Errors are at the character that does not fit. The tree is nested at most 1000 deep.
Result<JsonTree> parse_json(const SourcePtr& source);

}  // namespace fretsaw
