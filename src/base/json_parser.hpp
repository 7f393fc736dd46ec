// SPDX-License-Identifier: MIT
// JSON as RFC 8259 has it, read as a sequence of events: for readers that build values, that skip what they
// do not need, and that look for a place. Its messages are the same whatever library the values are kept in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "base/source.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

enum class JsonKind : std::uint8_t { Null, Boolean, Integer, Real, Text, Array, Object };

// Offsets are bytes from the beginning of the text.
class JsonEvents {
 public:
  virtual ~JsonEvents() = default;

  virtual void begin(JsonKind kind, std::size_t at) = 0;  // an array or an object
  virtual void end(std::size_t behind) = 0;               // of the innermost one that is open
  virtual void key(std::string&& text, std::size_t begin, std::size_t end) = 0;
  // Any other value. The text of a string is what it stands for; of others, as they are written. An Integer
  // is in the range of std::int64_t.
  virtual void scalar(JsonKind kind, std::string&& text, std::size_t begin, std::size_t end) = 0;
};

struct JsonProblem {
  std::string message;  // "not JSON: expected ':', found '}'"
  std::size_t begin = 0;
  std::size_t end = 0;
};

constexpr std::size_t kMaxJsonDepth = 1000;

// Gives the text piece by piece; an empty piece is the end.
using JsonInput = std::function<std::string_view()>;

// Nothing if all of the input is one JSON value. Refused are also: duplicate keys, strings that are not valid
// UTF-8, numbers that no double can hold, and more than kMaxJsonDepth levels.
std::optional<JsonProblem> parse_json_events(const JsonInput& input, JsonEvents& events);
std::optional<JsonProblem> parse_json_events(std::string_view text, JsonEvents& events);

// Appends a member or an element to the path of a value: "results[3].sigs.Node[0]".
void append_json_key(std::string& path, std::string_view key);
void append_json_index(std::string& path, std::size_t index);

// Of a text that is JSON, except maybe behind the place in question: the path of the value that begins at an
// offset, nothing if none does; and the reverse, [begin, end).
struct JsonPlace {
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::optional<std::string> json_path_at(std::string_view text, std::size_t offset);
std::optional<JsonPlace> json_place_of(const JsonInput& input, std::string_view path);

// What is wrong with a JSON document, as a diagnostic that names the file, the place and the path of the
// value.

// The first thing that does not fit, if there was one.
struct JsonSchemaError {
  std::optional<std::string> message;  // "expected an array in 'part.places', found null"
  std::string path;                    // where to point
};

// "expected WHAT in 'PATH', found FOUND"; the root of a document has no path.
std::string json_expectation(std::string_view what, std::string_view path, std::string_view found);
const char* to_string(JsonKind kind);  // "an array", "a number", …

// The piece-wise text of a stream that was opened for reading bytes.
class JsonStream {
 public:
  explicit JsonStream(std::istream& in) : in_(in), buffer_(std::size_t{1} << 16, '\0') {}
  std::string_view operator()();

 private:
  std::istream& in_;
  std::string buffer_;
};

// In a file that is read again to find the place. The line is shown unless it is very long.
Diagnostic json_error_in_file(const std::string& file, const JsonSchemaError& schema_error,
                              std::string hint = {});
Diagnostic json_error_in_file(const std::string& file, const JsonProblem& problem, std::string hint = {});

// In a source.
Diagnostic json_error_in(const SourcePtr& source, const JsonSchemaError& schema_error, std::string hint = {});

// At a value in a source: "expected WHAT in 'PATH', found FOUND".
Diagnostic json_error_at(const Span& value, std::string_view what, std::string_view found);

}  // namespace fretsaw
