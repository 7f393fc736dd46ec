// SPDX-License-Identifier: MIT
// What 'check' says of each method as it comes, and of all of them at the end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "cli/verbs.hpp"
#include "cpp/call/check.hpp"
#include "fretsaw/diagnostic.hpp"
#include "report/result_sink.hpp"
#include "report/xml.hpp"

namespace fretsaw::cli {

constexpr std::uint64_t kMostInDocument = 10'000;  // counterexamples of each method, if no limit is given

class CheckReport {
 public:
  // All outlive it.
  CheckReport(const Settings& settings, const call::CheckRequest& request, Console& console);

  // Makes the folder of --out.
  Status open();

  void searched_with(const std::string& digest) { program_ = digest; }
  void started(const std::string& method);
  void set_aside(const std::string& method, const std::vector<std::string>& bounds) {
    others_[method] = bounds;
  }
  void counterexample(const call::Counterexample& found);
  void finished(const call::MethodReport& report, double ms);
  void refused(const std::string& method, const Diagnostic& why);

  // A new size begins: what is known of the last one is said already, and is no part of the document.
  void start_again();
  bool has_failed() const;
  // At the end of all. Errors: the input that was asked for is not there.
  Result<Exit> finish();

 private:
  Status write_junit() const;
  void show(const call::Counterexample& found);
  bool is_missing(const call::MethodReport& report) const;
  std::string claim(const call::MethodReport& report) const;
  void say(const std::string& text);

  const Settings& settings_;
  const call::CheckRequest& request_;
  Console& console_;
  std::unique_ptr<ResultSink> sink_;  // unless counterexamples are text between the other lines
  std::string program_;               // its digest
  std::string name_;
  std::map<std::string, std::vector<std::string>> others_;  // by method: bounds that are not about it
  bool said_size_ = false;
  std::uint64_t met_ = 0;      // counterexamples of this method
  std::uint64_t written_ = 0;  // of all methods
  nlohmann::ordered_json counterexamples_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json documents_ = nlohmann::ordered_json::array();
  std::vector<call::MethodReport> reports_;
  std::vector<Diagnostic> refusals_;
  std::string failure_texts_;
  JUnitSuite suite_;
  std::optional<Diagnostic> trouble_;  // the first file that could not be written
};

}  // namespace fretsaw::cli
