// SPDX-License-Identifier: MIT
// Common to the reports of 'check' and 'check-model': the summaries; counterexamples as text, as elements of the JSON
// document and as files; the cases of --junit; and errors of writing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "fretsaw/diagnostic.hpp"
#include "report/result_sink.hpp"
#include "report/xml.hpp"

namespace fretsaw::cli {

// A counterexample in all output formats.
struct ShownFailure {
  std::function<std::string(bool color)> text;
  std::function<nlohmann::ordered_json()> json;
  std::function<Result<std::string>()> rendered;  // in the format of --format
  std::string repeat;                             // the command that reproduces it
};

// The sentences about a number of inputs or instances: "passed on all 45 inputs (size 3)".
struct OutcomeText {
  std::string_view noun;  // "input"
  std::string scope;      // follows the inputs: " (size 3)"

  std::string passed(std::uint64_t inputs) const;
  std::string failed(std::uint64_t failed, std::uint64_t inputs) const;
  std::string first_failure(std::uint64_t number) const;        // where the check stopped
  std::string single(bool failed, std::uint64_t number) const;  // of --input
  std::string stopped(std::uint64_t failed, std::uint64_t inputs, StopReason stop) const;  // by a limit
};

// The result of one method or harness.
struct FailureSummary {
  std::string name;
  std::string summary_line;  // the last line of its report
  std::uint64_t failed = 0;
  StopReason stop = StopReason::None;
  double ms = 0;
};

class FailureReport {
 public:
  // The maximum number of counterexamples of each method, or harness, in any format.
  static std::uint64_t max_counterexamples(const Settings& settings);

  // Creates the directory of --out.
  Status open();

 protected:
  // Both outlive it. This class sets two options of the sink: the noun, and whether it is for people.
  FailureReport(const Settings& settings, Console& console, bool is_text, SinkOptions options);

  void add(const ShownFailure& failure);
  // The number of failures that were not shown.
  void report_unshown_failures(std::uint64_t failed);
  // To standard error if standard output is only for results.
  void print_text(const std::string& text);
  void add_case(const FailureSummary& summary);
  // The first error is the one to report.
  void record_status(const Status& written);
  Status write_junit() const;

  const Settings& settings_;
  Console& console_;
  std::unique_ptr<ResultSink> sink_;    // unless counterexamples are text between the other lines
  std::uint64_t failures_ = 0;          // of this method
  std::uint64_t failures_in_sink_ = 0;  // of all
  std::uint64_t failures_written_ = 0;
  nlohmann::ordered_json counterexamples_ = nlohmann::ordered_json::array();
  std::string failure_texts_;  // the first of this method
  JUnitSuite suite_;
  std::optional<Diagnostic> first_write_error_;
};

}  // namespace fretsaw::cli
