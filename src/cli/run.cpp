// SPDX-License-Identifier: MIT
// fretsaw run: every selected command gets a verdict, whatever happens to the others.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/budget.hpp"
#include "base/progress.hpp"
#include "cli/command_answer.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/verbs.hpp"
#include "finder/within.hpp"
#include "lowering/decode.hpp"
#include "lowering/lower.hpp"
#include "report/result_files.hpp"

namespace fretsaw::cli {

namespace {

class Runner {
 public:
  Runner(const model::Model& model, const Settings& settings, Console& console)
      : model_(model), settings_(settings), console_(console) {}

  // Everything about one command that does not depend on how it is shown.
  CommandAnswer answer(const model::Command& command) {
    CommandAnswer answer;
    answer.command = &command;
    if (command.error) {
      answer.error = command.error;
      return answer;
    }
    if (const Stop stop = console_.stop(); stop != Stop::None) {
      answer.stop = stop;
      return answer;
    }
    Budget budget(console_.limits());
    try {
      find_out(answer, budget);
      if (!answer.error && answer.verdict == Verdict::Unsat) explain(answer, budget);
    } catch (const LimitReached& limit) {
      answer.stop = limit.reason;  // with the verdict, if it is known already
    }
    return answer;
  }

 private:
  void find_out(CommandAnswer& answer, Budget& budget) {
    const auto lowered = lowering::lower(model_, *answer.command, lower_options(), budget);
    if (!lowered) {
      answer.error = lowered.error();
      return;
    }
    for (const Diagnostic& warning : lowered->warnings) console_.warn(warning);
    const auto found = find(lowered->problem(), find_options(*answer.command), budget);
    if (!found) {
      answer.error = found.error();
      return;
    }
    answer.verdict = found->verdict;
    answer.stop = found->stop;
    answer.statistics = found->statistics;
    if (found->instance) answer.instance = to_alloy_instance(*lowered, *found->instance, found->witnesses);
  }

  lowering::LowerOptions lower_options() const {
    lowering::LowerOptions options;
    options.overflow = settings_.overflow;
    return options;
  }

  // As in Alloy, where an instance is expected nothing is left out of the search.
  FindOptions find_options(const model::Command& command) const {
    FindOptions options = find_options();
    if (!settings_.symmetry && command.expect == 1) options.symmetry = Symmetry::None;
    return options;
  }

  FindOptions find_options() const {
    FindOptions options;
    options.symmetry = settings_.symmetry.value_or(Symmetry::Lex);
    return options;
  }

  void explain(CommandAnswer& answer, Budget& budget) {
    const model::Command& command = *answer.command;
    if (command.is_check && holds_vacuously(command, budget)) {
      console_.warn(warning_at(command.pos,
                               "this check holds vacuously: the facts alone have no instance in its scope",
                               "'run {}' with the same scope and --core shows which facts are to blame"));
    }
    if (settings_.core) answer.core = core_of(command, budget);
  }

  // Formulas as small as they come, which is not how instances are found: those would lack their skolem
  // constants.
  std::optional<std::vector<lowering::Origin>> core_of(const model::Command& command, Budget& budget) const {
    lowering::LowerOptions options = lower_options();
    options.split_existentials = true;
    const auto lowered = lowering::lower(model_, command, options, budget);
    if (!lowered) return std::nullopt;
    const auto core = unsatisfiable_core(lowered->problem(), find_options(), budget);
    if (!core || core->verdict != Verdict::Unsat) return std::nullopt;
    std::vector<lowering::Origin> origins;
    for (const std::size_t formula : core->formulas) origins.push_back(lowered->frame.origins[formula]);
    return origins;
  }

  bool holds_vacuously(const model::Command& command, Budget& budget) const {
    lowering::LowerOptions options = lower_options();
    options.goal = false;
    const auto facts = lowering::lower(model_, command, options, budget);
    if (!facts) return false;
    const auto found = find(facts->problem(), find_options(), budget);
    return found && found->verdict == Verdict::Unsat;
  }

  const model::Model& model_;
  const Settings& settings_;
  Console& console_;
};

// The first of 2, 1, 3, 0 that occurred; an interrupt is known only at the end.
Exit combine(Exit a, Exit b) {
  for (const Exit exit : {Exit::BadInput, Exit::Unexpected, Exit::Limit}) {
    if (a == exit || b == exit) return exit;
  }
  return Exit::AsExpected;
}

std::string summary(const std::vector<Verdict>& verdicts, std::size_t errors) {
  const auto count = [&](Verdict verdict) { return std::count(verdicts.begin(), verdicts.end(), verdict); };
  std::string text = fmt::format("{} commands: {} sat, {} unsat", verdicts.size() + errors,
                                 count(Verdict::Sat), count(Verdict::Unsat));
  if (const auto limits = count(Verdict::Limit)) text += fmt::format(", {} stopped by a limit", limits);
  if (errors > 0) text += fmt::format(", {} with errors", errors);
  return text + "\n";
}

Result<Exit> run_commands(const Settings& settings, Console& console) {
  const auto model = load_model(settings, console);
  if (!model) return model.error();
  const auto commands = select_commands(*model, settings);
  if (!commands) return commands.error();
  std::optional<ResultFiles> files;
  if (settings.out) {
    auto opened = ResultFiles::open(*settings.out);
    if (!opened) return opened.error();
    files = *std::move(opened);
  }

  Runner runner(*model, settings, console);
  AnswerPrinter printer(*model, settings, console, files ? &*files : nullptr);
  Exit exit = Exit::AsExpected;
  std::vector<Verdict> verdicts;
  std::size_t errors = 0;
  for (const model::Command& command : *commands) {
    const CommandAnswer answer = [&] {
      const Progress progress(console.shows_progress(false), describe(command, settings));
      return runner.answer(command);
    }();
    const auto status = printer.print(answer);
    if (!status) return status.error();
    exit = combine(exit, exit_of(answer));
    answer.error ? static_cast<void>(++errors) : verdicts.push_back(answer.verdict);
    if (!console.out().usable()) break;
  }
  printer.finish(commands->size() > 1 ? summary(verdicts, errors) : "");
  return interrupted() ? Exit::Interrupted : exit;
}

}  // namespace

Result<Exit> run(const Settings& settings, Console& console) {
  try {
    return run_commands(settings, console);
  } catch (const LimitReached& limit) {
    return report_limit(console, limit.reason, "the model was read");
  }
}

}  // namespace fretsaw::cli
