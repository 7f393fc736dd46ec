// SPDX-License-Identifier: MIT
// The report of 'check': on each method when it is done, and on all of them at the end.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/stopwatch.hpp"
#include "cli/failure_report.hpp"
#include "cli/verbs.hpp"
#include "cpp/call/check.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

class CheckReport : public FailureReport {
 public:
  // All outlive it.
  CheckReport(const Settings& settings, const call::CheckRequest& request, Console& console);

  void set_program(const std::string& digest) { program_ = digest; }
  void started(const std::string& method);
  void add_unused_bounds(const std::string& method, const std::vector<std::string>& bounds) {
    others_[method] = bounds;
  }
  void counterexample(const call::Counterexample& found);
  void finished(const call::MethodReport& report, double ms);
  void refused(const std::string& method, const Diagnostic& why);
  // A method that was not asked for by name: the exit status does not depend on it, unless it is the only one.
  void skipped(const std::string& method, const Diagnostic& why);

  // A new size begins: the last one has been reported, and is not part of the document.
  void restart(int size);
  // At the end. Error: --input is greater than the number of inputs.
  Result<Exit> finish();

 private:
  // One row of the table that ends a report of several methods.
  struct Row {
    std::string method;
    std::string inputs;
    std::string time;
    std::string verdict;
  };
  std::string table() const;
  bool is_missing(const call::MethodReport& report) const;
  std::string summary_line(const call::MethodReport& report) const;

  const call::CheckRequest& request_;
  int size_;             // the current one
  std::string program_;  // its digest
  std::string name_;
  std::map<std::string, std::vector<std::string>> others_;  // by method: bounds that are not about it
  bool size_reported_ = false;
  nlohmann::ordered_json documents_ = nlohmann::ordered_json::array();
  std::vector<call::MethodReport> reports_;
  std::vector<Diagnostic> refusals_;
  std::vector<Diagnostic> skipped_;
  std::vector<Row> rows_;
  Stopwatch since_start_;  // of the method that is checked
};

}  // namespace fretsaw::cli
