// SPDX-License-Identifier: MIT
#include "fretsaw/check_model.hpp"

#include <fmt/format.h>

#include "alloy/session/internals.hpp"
#include "base/budget.hpp"
#include "cpp/harness/check.hpp"
#include "cpp/harness/show.hpp"

namespace fretsaw {

namespace {

// Says in `verdict` what it finds out. The process of the harness is started first, before there are threads.
Status check_into(ModelVerdict& verdict, const Command& command, const Harness& harness_function,
                  const std::string& name, const ModelCheckOptions& options) {
  Budget budget(options.limits);
  auto postcondition = harness::Postcondition::find(command, name, budget);
  if (!postcondition) return postcondition.error();
  std::unique_ptr<harness::Runner> runner;
  if (options.in_process) {
    runner = harness::run_here(harness_function);
  } else {
    auto forked = harness::run_in_fork(
        harness_function, {.seconds = options.seconds_per_input, .memory_mb = options.memory_mb});
    if (!forked) return forked.error();
    runner = *std::move(forked);
  }
  harness::CheckListener listener;
  listener.counterexample = [&](const ModelCounterexample& found) {
    if (verdict.counterexamples.size() >= options.most_kept) return;
    verdict.counterexamples.push_back(found);
    verdict.text += harness::show_text(internals(command).model(), found, name, false);
  };
  auto report = harness::check(command, *postcondition, *runner, options, listener);
  if (!report) return report.error();
  verdict.inputs = report->inputs;
  verdict.passed = report->passed;
  verdict.failed = report->failed;
  verdict.complete = report->complete;
  verdict.stop = report->stop;
  if (report->stop != Stop::None)
    verdict.text += fmt::format("{} after {} instances\n", stop_text(report->stop), report->inputs);
  if (report->inputs == 0 && report->complete)
    verdict.text += fmt::format("'{}' has no instance\n", command.name());
  return Done{};
}

ModelVerdict without_answer(Diagnostic error) {
  ModelVerdict verdict;
  verdict.text = render(error);
  verdict.stop = error.stop;
  verdict.error = std::move(error);
  return verdict;
}

}  // namespace

ModelVerdict check_model(const Command& command, const Harness& harness_function,
                         const std::string& postcondition, const ModelCheckOptions& options) {
  ModelVerdict verdict;
  const Status status =
      within_limits([&] { return check_into(verdict, command, harness_function, postcondition, options); },
                    [](Stop stop) { return Status(limit_error(stop, "the instances were run")); });
  return status ? verdict : without_answer(status.error());
}

ModelVerdict check_model(const Model& model, const std::string& command, const Harness& harness_function,
                         const std::string& postcondition, const ModelCheckOptions& options) {
  const auto chosen = model.command(command);
  if (!chosen) return without_answer(chosen.error());
  return check_model(*chosen, harness_function, postcondition, options);
}

}  // namespace fretsaw
