// SPDX-License-Identifier: MIT
// JSON values that know where they stand in their text, for readers whose messages name the place.
#pragma once

#include <cstdint>
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

  // Null if there is none of that name or this is no object.
  const JsonTree* member(std::string_view name) const;
};

// Errors are at the character that does not fit (base/json_parser.hpp says what is refused).
Result<JsonTree> parse_json(const SourcePtr& source);

}  // namespace fretsaw
