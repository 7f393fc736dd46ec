// SPDX-License-Identifier: MIT
// fretsaw eval: expressions and formulas in one instance of a command.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/budget.hpp"
#include "cli/arguments.hpp"
#include "cli/expression_evaluator.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/prompt.hpp"
#include "cli/verbs.hpp"
#include "fretsaw/finder.hpp"
#include "lowering/decode.hpp"
#include "lowering/evaluate.hpp"
#include "lowering/lower.hpp"
#include "report/format.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Subject {
  Instance instance;
  std::vector<Witness> witnesses;
};

Result<Subject> read_subject(const model::Model& model, const lowering::Lowered& lowered,
                             const std::string& path) {
  const auto text = read_source(path);
  if (!text) return text.error();
  const auto read = read_instance(model, *text);
  if (!read) return read.error();
  const auto at_file = [&](std::string message, std::string hint) {
    Diagnostic error = input_error(std::move(message), std::move(hint));
    error.location = Location{.file = path, .line = 1, .column = 1, .width = 1, .source_line = {}};
    return error;
  };
  if (read->bitwidth != lowered.frame.scopes.bitwidth) {
    return at_file(fmt::format("the instance has bit width {}, but the command {}", read->bitwidth,
                               lowered.frame.scopes.bitwidth),
                   fmt::format("give its scope: --scope \"… but {} int\"", read->bitwidth));
  }
  const auto refused = [&](const Diagnostic& why) {
    return at_file(why.message, why.hint.empty() ? "a larger --scope may help" : why.hint);
  };
  auto instance = to_relational(lowered, *read);
  if (!instance) return refused(instance.error());
  auto witnesses = to_witnesses(lowered, *read);
  if (!witnesses) return refused(witnesses.error());
  return Subject{*std::move(instance), *std::move(witnesses)};
}

// The first instance of the command.
Result<Subject> find_subject(const lowering::Lowered& lowered, const model::Command& command,
                             const Settings& settings, const Console& console) {
  FindOptions options;
  options.symmetry = settings.symmetry.value_or(Symmetry::Lex);
  options.limits = console.limits();
  auto found = find(lowered.problem(), options);
  if (!found) return found.error();
  if (found->verdict == Verdict::Limit) throw LimitReached{found->stop};
  if (found->verdict == Verdict::Unsat) {
    return error_at(command.pos, ErrorClass::Input,
                    fmt::format("'{}' has no {} to evaluate in", describe(command, settings),
                                command.is_check ? "counterexample" : "instance"));
  }
  return Subject{*std::move(found->instance), std::move(found->witnesses)};
}

// As the evaluator does it, but reaching a limit is an error like others.
Result<ShownValue> value_of(const ExpressionEvaluator& evaluator, const std::string& expression,
                            Console& console, Stop& stop) {
  try {
    return evaluator.evaluate(expression, console);
  } catch (const LimitReached& limit) {
    stop = limit.reason;
    return input_error(fmt::format("{} before '{}' had a value", stop_text(stop), expression));
  }
}

// All expressions are tried until a limit is reached; the first error also stands beside the results.
Exit evaluate_all(const ExpressionEvaluator& evaluator, const std::vector<std::string>& expressions,
                  Console& console) {
  if (console.json()) console.document().open_list("results");
  std::optional<Diagnostic> first_error;
  Stop stop = Stop::None;
  for (const std::string& expression : expressions) {
    if (stop != Stop::None) break;
    const auto value = value_of(evaluator, expression, console, stop);
    if (!value) {
      console.complain(value.error());
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
    if (stop != Stop::None) console.document().add("stop", to_string(stop));
  }
  if (stop != Stop::None) return exit_after(stop);
  return first_error ? Exit::BadInput : Exit::AsExpected;
}

Result<Exit> evaluate(const Settings& settings, Console& console) {
  const std::vector<std::string> expressions(settings.operands.begin() + 1, settings.operands.end());
  if (settings.interactive && settings.json)
    return usage_error("--interactive and --json exclude each other");
  if (expressions.empty() && !settings.interactive) {
    return usage_error("there is nothing to evaluate",
                       "give expressions after the model, or -i for a prompt");
  }
  const auto model = load_model(settings, console);
  if (!model) return model.error();
  const auto command = select_command(*model, settings);
  if (!command) return command.error();
  Budget budget(console.limits());
  const auto lowered = lowering::lower(*model, *command, {.overflow = settings.overflow}, budget);
  if (!lowered) return lowered.error();
  auto subject = settings.instance ? read_subject(*model, *lowered, *settings.instance)
                                   : find_subject(*lowered, *command, settings, console);
  if (!subject) return subject.error();
  const lowering::InstanceEvaluator values(*lowered, std::move(subject->instance), subject->witnesses);
  const ExpressionEvaluator evaluator(*model, values);
  Exit exit = Exit::AsExpected;
  if (!expressions.empty()) exit = evaluate_all(evaluator, expressions, console);
  if (!settings.interactive) return exit;
  const Stop stop = run_prompt(evaluator, console);
  return stop == Stop::None ? exit : exit_after(stop);
}

}  // namespace

Result<Exit> eval(const Settings& settings, Console& console) {
  try {
    return evaluate(settings, console);
  } catch (const LimitReached& limit) {
    return report_limit(console, limit.reason, "there was an instance");
  }
}

}  // namespace fretsaw::cli
