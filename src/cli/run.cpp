// SPDX-License-Identifier: MIT
// fretsaw run: the verdict of every selected command; errors in one do not affect the others.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "alloy/session/internals.hpp"
#include "base/progress.hpp"
#include "cli/command_answer.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/verbs.hpp"
#include "report/output.hpp"

namespace fretsaw::cli {

namespace {

// Everything about one command that does not depend on how it is shown.
ShownAnswer answer_of(const Command& command, const Settings& settings, Console& console) {
  ShownAnswer shown{command};
  shown.error = command.error();
  if (shown.error) return shown;
  Limits limits = console.limits();
  if (const double own = settings.command_timeout_seconds;
      own > 0 && (limits.seconds == 0 || own < limits.seconds))
    limits.seconds = own;
  AnswerOptions options{
      .symmetry = settings.symmetry, .core = settings.core, .prove = settings.prove, .limits = limits};
  if (settings.fork) options.fork = settings.fork;
  auto answer = command.answer(options);
  if (!answer) {
    shown.error = answer.error();
    return shown;
  }
  shown.answer = *std::move(answer);
  for (const Diagnostic& warning : shown.answer.warnings) console.warn(warning);
  if (shown.answer.vacuous) {
    console.warn(warning_at(
        internals(command).command.pos, "the check holds vacuously: the facts have no instance in its scope",
        "to find the contradictory facts, add 'run {}' with the same scope and use --core"));
  }
  return shown;
}

// The first of 2, 1, 3, 0 that occurred; an interrupt is known only at the end.
Exit combine(Exit a, Exit b) {
  for (const Exit exit : {Exit::BadInput, Exit::Unexpected, Exit::Limit}) {
    if (a == exit || b == exit) return exit;
  }
  return Exit::AsExpected;
}

std::string summary(const std::vector<Verdict>& verdicts, std::size_t errors) {
  const auto count = [&](Verdict verdict) { return std::count(verdicts.begin(), verdicts.end(), verdict); };
  std::string text = fmt::format("{} commands: {} satisfiable, {} unsatisfiable", verdicts.size() + errors,
                                 count(Verdict::Sat), count(Verdict::Unsat));
  if (const auto limits = count(Verdict::Limit)) text += fmt::format(", {} unknown", limits);
  if (errors > 0) text += fmt::format(", {} with errors", errors);
  return text + "\n";
}

}  // namespace

Result<Exit> run(const Settings& settings, Console& console) {
  const auto model = load_model(settings, console);
  if (!model && model.error().stop != StopReason::None)
    return report_limit(console, model.error().stop, "reading the model");
  if (!model) return model.error();
  const auto commands = select_commands(*model, settings);
  if (!commands) return commands.error();
  std::optional<ResultFiles> files;
  if (settings.out) {
    auto opened = ResultFiles::open(*settings.out);
    if (!opened) return opened.error();
    files = *std::move(opened);
  }

  AnswerPrinter printer(*model, settings, console, files ? &*files : nullptr);
  Exit exit = Exit::AsExpected;
  std::optional<Diagnostic> trouble;  // the first error of writing
  std::vector<Verdict> verdicts;
  std::size_t errors = 0;
  for (const Command& command : *commands) {
    const ShownAnswer shown = [&] {
      const Progress progress(console.shows_progress(false), describe(command, settings));
      return answer_of(command, settings, console);
    }();
    if (const auto status = printer.print(shown); !status && !trouble) trouble = status.error();
    exit = combine(exit, exit_of(shown));
    shown.error ? static_cast<void>(++errors) : verdicts.push_back(shown.answer.verdict);
    if (!console.out().usable()) break;
  }
  printer.finish(commands->size() > 1 ? summary(verdicts, errors) : "");
  if (trouble) return *trouble;
  return interrupted() ? Exit::Interrupted : exit;
}

}  // namespace fretsaw::cli
