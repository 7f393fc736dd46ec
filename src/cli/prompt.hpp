// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw::cli {

// An instance, and expressions in it.
struct PromptState {
  AlloyInstance instance;
  AlloyEvaluator evaluator;
  std::size_t state = 0;  // of a trace: where expressions are evaluated
};

// Reads expressions line by line and shows their values, until the end of the input (Ctrl-D). Lines that begin with
// a colon are commands: they show the instance, or go to the next one. On a terminal lines can be edited and
// recalled; Ctrl-C discards a line or cancels an evaluation. Errors are shown and do not end the prompt.
class Prompt {
 public:
  Prompt(const Model& model, const Command& command, const Settings& settings, Console& console)
      : model_(model), command_(command), settings_(settings), console_(console) {}

  // The limit that ended it, if any.
  StopReason run(PromptState prompt_state);

 private:
  std::string banner() const;
  void show(const AlloyInstance& instance);
  // The limit that ended them, if any; other errors have been shown.
  StopReason evaluate(const std::string& expression, const PromptState& prompt_state);
  StopReason show_next_instance(PromptState& prompt_state);
  StopReason run_prompt_command(const std::string& order, PromptState& prompt_state);
  void move_to_state(const std::string& order, PromptState& prompt_state);
  StopReason report_error(const Diagnostic& error);

  const Model& model_;
  const Command& command_;
  const Settings& settings_;
  Console& console_;
  std::optional<AlloyInstances> others_;  // since the first :next
};

}  // namespace fretsaw::cli
