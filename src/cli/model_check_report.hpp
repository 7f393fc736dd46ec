// SPDX-License-Identifier: MIT
// The report of 'check-model': each counterexample when it is found, and the summary.
#pragma once

#include <optional>
#include <string>

#include "cli/failure_report.hpp"
#include "cli/verbs.hpp"
#include "cpp/harness/check.hpp"
#include "fretsaw/check_model.hpp"

namespace fretsaw::cli {

class ModelCheckReport : public FailureReport {
 public:
  // All but the names outlive it.
  ModelCheckReport(const Settings& settings, const Command& command, std::string harness,
                   std::string postcondition, Console& console);

  void set_identity(std::string identity) { identity_ = std::move(identity); }
  void counterexample(const ModelCounterexample& found);
  // The state of the report for a resumed run, which prints it again, except for files and diagrams; nothing if
  // some of it could not be written. resume() is false if `earlier` is not such a state.
  std::optional<std::string> saved_progress();
  bool resume(const std::string& earlier);
  // An error if a counterexample or the report of --junit could not be written.
  Result<Exit> finish(const harness::CheckProgress& report, double ms);

 private:
  std::string summary_line(const harness::CheckProgress& report) const;
  Result<std::string> rendered(const ModelCounterexample& found) const;

  const Command& command_;
  std::string harness_;
  std::string postcondition_;
  std::string identity_;  // of everything that affects the results
};

}  // namespace fretsaw::cli
