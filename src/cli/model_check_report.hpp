// SPDX-License-Identifier: MIT
// What 'check-model' says of each counterexample as it comes, and at the end.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "cli/verbs.hpp"
#include "cpp/harness/check.hpp"
#include "fretsaw/check_model.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

class ModelCheckReport {
 public:
  // All but the names outlive it.
  ModelCheckReport(const Settings& settings, const Command& command, std::string harness,
                   std::string postcondition, Console& console);

  // How many counterexamples are shown.
  static std::uint64_t most_kept(const Settings& settings);

  // Makes the folder of --out.
  Status open();
  void searched_in(std::string identity) { identity_ = std::move(identity); }
  void counterexample(const ModelCounterexample& found);
  // What has been reported, for a run that goes on, which reports it again, but for files and pictures;
  // nothing if some of it could not be written. False if that is not what another run said.
  std::optional<std::string> so_far();
  bool go_on(const std::string& earlier);
  // An error if a counterexample or the report of --junit could not be written.
  Result<Exit> finish(const harness::CheckProgress& report, double ms);

 private:
  void say(const std::string& text);
  std::string claim(const harness::CheckProgress& report) const;
  std::string repeat_command(std::uint64_t input) const;
  Result<std::string> rendered(const ModelCounterexample& found) const;
  Status write_junit(const harness::CheckProgress& report, double ms) const;

  const Settings& settings_;
  const Command& command_;
  std::string harness_;
  std::string postcondition_;
  std::string identity_;  // of everything that decides what is run
  Console& console_;
  std::unique_ptr<ResultSink> sink_;  // unless counterexamples are text between the other lines
  std::uint64_t met_ = 0;
  std::uint64_t written_ = 0;  // to the sink
  nlohmann::ordered_json counterexamples_ = nlohmann::ordered_json::array();
  std::string failure_texts_;
  std::optional<Diagnostic> trouble_;
};

}  // namespace fretsaw::cli
