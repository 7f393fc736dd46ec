// SPDX-License-Identifier: MIT
// fretsaw eval: expressions and formulas in one instance of a command.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "alloy/session/internals.hpp"
#include "base/budget.hpp"
#include "cli/expression_evaluator.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/prompt.hpp"
#include "cli/verbs.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

// The instance that the file holds.
Result<PromptState> prompt_state_of_file(const Model& model, const Command& command, const std::string& path,
                                         const Console& console) {
  auto read = model.read_instance(path);
  if (!read) return read.error();
  const auto at_file = [&](std::string message, std::string hint) {
    return file_error(path, std::move(message), std::move(hint));
  };
  const int bitwidth = internals(command).command.scopes.bitwidth;
  if (read->bitwidth != bitwidth) {
    return at_file(
        fmt::format("the instance has bit width {}, but the command has {}", read->bitwidth, bitwidth),
        fmt::format("use --scope \"… but {} int\"", read->bitwidth));
  }
  auto evaluator = command.evaluator(*read, console.limits());
  if (evaluator) return PromptState{*std::move(read), *std::move(evaluator)};
  const Diagnostic& why = evaluator.error();
  if (why.stop != StopReason::None || why.location) return why;
  return at_file(why.message, why.hint.empty() ? "try a larger --scope" : why.hint);
}

// The instance that `run` shows.
Result<PromptState> first_prompt_state(const Command& command, const Settings& settings,
                                       const Console& console) {
  auto answer = command.answer({.symmetry = settings.symmetry, .limits = console.limits()});
  if (!answer) return answer.error();
  if (answer->verdict == Verdict::Limit) return limit_error(answer->stop, "searching for an instance");
  if (!answer->instance) {
    return error_at(
        internals(command).command.pos, ErrorClass::Input,
        fmt::format("'{}' has no {} in which to evaluate expressions", describe(command, settings),
                    command.is_check() ? "counterexample" : "instance"),
        "try a larger --scope");
  }
  auto evaluator = command.evaluator(*answer->instance, console.limits());
  if (!evaluator) return evaluator.error();
  return PromptState{*std::move(answer->instance), *std::move(evaluator)};
}

// Evaluates all expressions until a limit is reached; the first error is also in the document, next to the results.
Exit evaluate_all(const AlloyEvaluator& evaluator, const std::vector<std::string>& expressions,
                  std::size_t state, Console& console) {
  if (console.json()) console.document().open_list("results");
  std::optional<Diagnostic> first_error;
  StopReason stop = StopReason::None;
  for (const std::string& expression : expressions) {
    if (stop != StopReason::None) break;
    const auto value = shown_value(evaluator, expression, console, state);
    if (!value) {
      stop = value.error().stop;
      console.report_error(value.error());
      if (!first_error) first_error = value.error();
    }
    if (console.json()) {
      Json result = {{"expression", expression}};
      value ? result.update({{"type", value->type}, {"value", value->json}})
            : result.update({{"error", to_json(value.error())}});
      console.document().add_element(result);
    } else if (value) {
      const bool several = expressions.size() > 1;
      console.out().write(several ? fmt::format("{} = {}\n", expression, value->text) : value->text + "\n");
    }
  }
  if (console.json()) {
    if (first_error) console.document().add("error", to_json(*first_error));
    if (stop != StopReason::None) console.document().add("stop", to_string(stop));
  }
  if (stop != StopReason::None) return exit_after(stop);
  return first_error ? Exit::BadInput : Exit::AsExpected;
}

Result<Exit> evaluate(const Settings& settings, Console& console) {
  const std::vector<std::string> expressions(settings.operands.begin() + 1, settings.operands.end());
  const auto model = load_model(settings, console);
  if (!model) return model.error();
  const auto command = select_command(*model, settings);
  if (!command) return command.error();
  auto prompt_state = settings.instance ? prompt_state_of_file(*model, *command, *settings.instance, console)
                                        : first_prompt_state(*command, settings, console);
  if (!prompt_state) return prompt_state.error();
  if (settings.state && !command->is_temporal())
    return usage_error(
        fmt::format("'--state' requires a temporal command; '{}' has instances with a single state",
                    describe(*command, settings)));
  prompt_state->state = settings.state.value_or(0);
  Exit exit = Exit::AsExpected;
  if (!expressions.empty())
    exit = evaluate_all(prompt_state->evaluator, expressions, prompt_state->state, console);
  if (!settings.interactive) return exit;
  const StopReason stop = Prompt(*model, *command, settings, console).run(*std::move(prompt_state));
  return stop == StopReason::None ? exit : exit_after(stop);
}

}  // namespace

Result<Exit> eval(const Settings& settings, Console& console) {
  auto exit = evaluate(settings, console);
  if (exit || exit.error().stop == StopReason::None) return exit;
  return report_limit(console, exit.error().stop, "searching for an instance");
}

}  // namespace fretsaw::cli
