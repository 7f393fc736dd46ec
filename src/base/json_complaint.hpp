// SPDX-License-Identifier: MIT
// What is wrong with a JSON document, as a diagnostic that names the file, the place and the path of the
// value.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_parser.hpp"
#include "base/source.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// The first thing that does not fit, if there was one.
struct JsonComplaint {
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
Diagnostic json_error_in_file(const std::string& file, const JsonComplaint& complaint, std::string hint = {});
Diagnostic json_error_in_file(const std::string& file, const JsonProblem& problem, std::string hint = {});

// In a source.
Diagnostic json_error_in(const SourcePtr& source, const JsonComplaint& complaint, std::string hint = {});

// At a value in a source: "expected WHAT in 'PATH', found FOUND".
Diagnostic json_error_at(const Span& value, std::string_view what, std::string_view found);

}  // namespace fretsaw
