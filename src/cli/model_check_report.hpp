// SPDX-License-Identifier: MIT
// What 'check-model' says of each counterexample as it comes, and at the end.
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

  void searched_in(std::string identity) { identity_ = std::move(identity); }
  void counterexample(const ModelCounterexample& found);
  // What has been reported, for a run that goes on, which reports it again, but for files and pictures;
  // nothing if some of it could not be written. False if that is not what another run said.
  std::optional<std::string> so_far();
  bool go_on(const std::string& earlier);
  // An error if a counterexample or the report of --junit could not be written.
  Result<Exit> finish(const harness::CheckProgress& report, double ms);

 private:
  std::string claim(const harness::CheckProgress& report) const;
  Result<std::string> rendered(const ModelCounterexample& found) const;

  const Command& command_;
  std::string harness_;
  std::string postcondition_;
  std::string identity_;  // of everything that decides what is run
};

}  // namespace fretsaw::cli
