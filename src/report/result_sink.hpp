// SPDX-License-Identifier: MIT
// Output of results one by one: to standard output, to a list in the JSON document there, to files, or to the
// document and to files. For instances of models and for objects of classes.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/budget.hpp"
#include "base/stopwatch.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "report/json_document.hpp"
#include "report/output.hpp"

namespace fretsaw {

struct SinkOptions {
  std::string noun{};       // "instance": names files, and heads texts
  std::string extension{};  // of files
  bool for_people = true;   // text with a heading; otherwise standard output is for another program
  bool spaced = true;       // an empty line follows each on standard output
  std::string opening{};    // stands before the first on standard output, and in each file
};

class ResultSink {
 public:
  // With a document, results are elements of the list that is open there. The outputs outlive the sink.
  ResultSink(SinkOptions options, Output& out, JsonDocument* document)
      : options_(std::move(options)), out_(out), document_(document) {}

  // From here on results also go to files in that directory (without a document only to files).
  Status open_results_directory(const std::string& folder);

  // Adds a result, rendered only in the required form. An error if it cannot be rendered or written. The output is
  // flushed if results come slowly.
  Status add(std::uint64_t number, const std::function<nlohmann::ordered_json()>& json,
             const std::function<Result<std::string>()>& text);

  bool on_standard_output() const { return !files_ && document_ == nullptr; }
  // Is standard output only for results, so that everything else must go to standard error?
  bool only_results() const { return on_standard_output() && !options_.for_people; }

 private:
  Status put(std::uint64_t number, const std::function<nlohmann::ordered_json()>& json,
             const std::function<Result<std::string>()>& text);

  SinkOptions options_;
  Output& out_;
  JsonDocument* document_;
  std::optional<ResultFiles> files_;
  std::optional<Stopwatch> since_flush_;
};

// The end of work that produces one result after the other, with the same wording for all verbs.

// At most one of these is the reason; none if standard output was closed.
struct StreamEnd {
  bool complete = false;               // all results were produced
  bool limit_reached = false;          // --limit is reached
  StopReason stop = StopReason::None;  // a limit of Limits
  std::optional<Diagnostic> error;     // for example a full disk
};

// The end of a summary, after the number of results: ", search complete" (or the text for complete work), ", stopped at
// --limit", ", stopped: time limit reached", ", interrupted", ", stopped after an error", ", stopped".
std::string stream_end_text(const StreamEnd& end, const std::string& complete = ", search complete");

// ", part 2 of 3 complete": complete work of one part.
std::string part_complete_text(const SearchPart& part);

// "5 instances written to 'DIR', one file each"
std::string written_text(std::uint64_t count, std::string_view noun, const std::string& directory);

}  // namespace fretsaw
