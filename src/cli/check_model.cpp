// SPDX-License-Identifier: MIT
// fretsaw check-model: a harness is run on every instance of a command, and the model is the oracle of its results.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "alloy/session/internals.hpp"
#include "base/progress.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_check_report.hpp"
#include "cli/model_input.hpp"
#include "cli/part_document.hpp"
#include "cli/verbs.hpp"
#include "cpp/code/program_cache.hpp"
#include "cpp/harness/check.hpp"
#include "cpp/harness/program.hpp"

namespace fretsaw::cli {

namespace {

ModelCheckOptions check_options(const Settings& settings, const Console& console) {
  ModelCheckOptions options;
  options.keep_going = settings.keep_going;
  options.symmetry = settings.symmetry.value_or(Symmetry::Exact);
  options.order = settings.order.value_or(Order::Smallest);
  options.part = settings.search_part.value_or(SearchPart());
  options.sample = settings.sample;
  options.seed = settings.seed.value_or(1);
  options.input_number = settings.input;
  options.threads = settings.threads.value_or(1);
  options.input_timeout_seconds = settings.input_timeout.value_or(options.input_timeout_seconds);
  // The address space of a program with the sanitizer is much larger than the memory it uses.
  if (settings.sanitizes(Sanitizer::Address)) options.memory_mb = 0;
  options.max_counterexamples = ModelCheckReport::max_counterexamples(settings);
  options.limits = console.limits();
  return options;
}

Result<Exit> check_instances(const Settings& settings, Console& console) {
  const auto model = load_model(settings, console);
  if (!model) return model.error();
  const auto command = select_command(*model, settings);
  if (!command) return command.error();

  const auto note = [&](const std::string& text) { console.note(text); };
  const code::ProgramCache cache =
      settings.no_cache ? code::ProgramCache() : code::ProgramCache(code::cache_settings(note), note);
  const auto program =
      harness::build_program({.file = *settings.harness,
                              .sources = settings.sources,
                              .cxxflags = settings.cxxflags,
                              .build_directory = settings.build_directory,
                              .sanitizes_address = settings.sanitizes(Sanitizer::Address),
                              .sanitizes_undefined = settings.sanitizes(Sanitizer::Undefined)},
                             console.limits(), cache);
  if (!program) return program.error();
  auto started =
      within_limits([&] { return harness::StartedProgram::start(program->path(), console.limits()); },
                    [](StopReason stop) {
                      return Result<harness::StartedProgram>(limit_error(stop, "starting the harness"));
                    });
  if (!started) return started.error();
  const auto wanted = settings.methods.empty() ? std::nullopt : std::optional(settings.methods.front());
  const auto harness_index = harness::select_harness(started->harnesses(), *settings.harness, wanted);
  if (!harness_index) return harness_index.error();
  const harness::HarnessInfo chosen = started->harnesses()[*harness_index];
  Budget budget(console.limits());
  auto postcondition =
      harness::Postcondition::find(*command, settings.predicate.value_or(chosen.postcondition), budget);
  if (!postcondition) return postcondition.error();
  const ModelCheckOptions options = check_options(settings, console);
  auto runner = std::move(*started).choose(
      *harness_index, {.seconds = options.input_timeout_seconds, .memory_mb = options.memory_mb});

  ModelCheckReport report(settings, *command, chosen.name, postcondition->name(), console);
  if (auto opened = report.open(); !opened) return opened.error();
  std::vector<std::string> contents = {program->digest()};
  for (const SourcePtr& source : internals(*command).model().sources) contents.emplace_back(source->text());
  const std::string identity = search_identity("check-model", settings, contents);
  report.set_identity(identity);
  const Stopwatch watch;
  std::optional<Progress> line;
  const bool shows_line = console.shows_progress(false);
  line.emplace(shows_line, "instances");
  harness::CheckListener listener;
  listener.counterexample = [&](const ModelCounterexample& found) {
    line->hide_while([&] {
      report.counterexample(found);
      if (shows_line) console.out().flush();
    });
  };
  listener.progress = [&](const harness::CheckProgress& saved_progress) {
    line->update({.done = saved_progress.inputs,
                  .total = {},
                  .fraction = {},
                  .found = counted(saved_progress.failed, "failure")});
  };
  listener.warning = [&](const Diagnostic& warning) { line->hide_while([&] { console.warn(warning); }); };
  listener.note = [&](const std::string& text) { line->hide_while([&] { note(text); }); };
  const harness::CheckRecord record{
      .file = settings.checkpoint.value_or(""),
      .identity = identity,
      .reported = [&] { return report.saved_progress(); },
      .was_reported = [&](const std::string& text) { return report.resume(text); }};
  const auto done = harness::check(*command, *postcondition, *runner, options, listener,
                                   settings.checkpoint ? &record : nullptr);
  line.reset();
  if (!done) return done.error();
  if (done->complete && done->inputs == 0 && !settings.search_part)
    return error_at(internals(*command).command.pos, ErrorClass::Input,
                    fmt::format("'{}' has no instances: nothing was run", describe(*command, settings)),
                    "'fretsaw run --core' shows why");
  return report.finish(*done, watch.milliseconds());
}

}  // namespace

Result<Exit> check_model(const Settings& settings, Console& console) {
  auto exit = within_limits(
      [&] { return check_instances(settings, console); },
      [](StopReason stop) { return Result<Exit>(limit_error(stop, "preparing the instances")); });
  if (exit || exit.error().stop == StopReason::None) return exit;
  return report_limit(console, exit.error().stop, "preparing the instances");
}

}  // namespace fretsaw::cli
