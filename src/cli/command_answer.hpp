// SPDX-License-Identifier: MIT
// The result of `run` for one command, and how it is shown.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "cli/verbs.hpp"
#include "fretsaw/model.hpp"
#include "report/output.hpp"

namespace fretsaw::cli {

struct ShownAnswer {
  Command command;
  std::optional<Diagnostic> error{};  // then the answer is meaningless
  CommandAnswer answer{};
};

// Does it match `expect`; without one: is it anything but a counterexample? Requires a verdict of sat or unsat.
bool as_expected(const ShownAnswer& shown);

// The exit status of a run of this command alone.
Exit exit_of(const ShownAnswer& shown);

// Shows answers one by one, as text or in the list of results of the JSON document.
class AnswerPrinter {
 public:
  // Without files the instances go to standard output.
  AnswerPrinter(const Model& model, const Settings& settings, Console& console, const ResultFiles* files);

  // An error if the instance cannot be drawn or written.
  Status print(const ShownAnswer& shown);
  void finish(const std::string& summary);

 private:
  std::string headline(const ShownAnswer& shown) const;
  std::string tinted(const char* color, const std::string& text) const;
  std::string core_text(const ShownAnswer& shown) const;
  Status print_instance(const ShownAnswer& shown);
  nlohmann::ordered_json to_json(const ShownAnswer& shown) const;
  void print_text(const std::string& text);

  const Model& model_;
  const Settings& settings_;
  Console& console_;
  const ResultFiles* files_;
  Format format_;
  bool only_instances_;  // on standard output, for another program; everything else goes to standard error
};

}  // namespace fretsaw::cli
