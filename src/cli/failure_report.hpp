// SPDX-License-Identifier: MIT
// What the reports of 'check' and 'check-model' have in common: counterexamples as they come, as text, as elements of the
// JSON document and as files; the cases of --junit; and what could not be written.
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

// A counterexample in all the forms in which it may be shown.
struct ShownFailure {
  std::function<std::string(bool color)> text;
  std::function<nlohmann::ordered_json()> json;
  std::function<Result<std::string>()> rendered;  // as --format has it
  std::string repeat;                             // the command that runs its input again
};

// How a method, or a harness, fared.
struct FailureSummary {
  std::string name;
  std::string claim;  // the sentence about it
  std::uint64_t failed = 0;
  Stop stop = Stop::None;
  double ms = 0;
};

class FailureReport {
 public:
  // How many counterexamples of each method, or harness, are given out in any form.
  static std::uint64_t most_kept(const Settings& settings);

  // Makes the folder of --out.
  Status open();

 protected:
  // Both outlive it. Of the options of the sink, the noun and whether it is for people are known here.
  FailureReport(const Settings& settings, Console& console, bool is_text, SinkOptions options);

  void add(const ShownFailure& failure);
  // How many there are beyond those that were shown.
  void tell_rest(std::uint64_t failed);
  // Standard output may be for another program to read.
  void say(const std::string& text);
  void add_case(const FailureSummary& summary);
  // The first error is the one to report.
  void keep(const Status& written);
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
  std::optional<Diagnostic> first_trouble_;
};

}  // namespace fretsaw::cli
