// SPDX-License-Identifier: MIT
#include "fretsaw/check_model.hpp"

#include <fmt/format.h>

#include "alloy/session/internals.hpp"
#include "base/budget.hpp"
#include "base/text.hpp"
#include "cpp/harness/check.hpp"
#include "cpp/harness/show.hpp"

namespace fretsaw {

namespace {

// Says in `result` what it finds out. The process of the harness is started first, before there are threads.
Status check_into(ModelCheckResult& result, const Command& command, const Harness& harness_function,
                  const std::string& name, const ModelCheckOptions& options) {
  Budget budget(options.limits);
  auto postcondition = harness::Postcondition::find(command, name, budget);
  if (!postcondition) return postcondition.error();
  std::unique_ptr<harness::Runner> runner;
  if (options.in_process) {
    runner = harness::run_in_process(harness_function);
  } else {
    auto forked = harness::run_in_fork(
        harness_function, {.seconds = options.input_timeout_seconds, .memory_mb = options.memory_mb});
    if (!forked) return forked.error();
    runner = *std::move(forked);
  }
  harness::CheckListener listener;
  listener.counterexample = [&](const ModelCounterexample& found) {
    if (result.counterexamples.size() >= options.max_counterexamples) return;
    result.counterexamples.push_back(found);
    result.text += harness::show_text(internals(command).model(), found, name, false);
  };
  auto report = harness::check(command, *postcondition, *runner, options, listener);
  if (!report) return report.error();
  result.inputs = report->inputs;
  result.passed = report->passed;
  result.failed = report->failed;
  result.complete = report->complete;
  result.stop = report->stop;
  if (report->stop != StopReason::None)
    result.text += fmt::format("{} after {}\n", stop_text(report->stop), counted(report->inputs, "instance"));
  if (report->inputs == 0 && report->complete)
    result.text += fmt::format("'{}' has no instances: nothing was run\n", command.name());
  return Success{};
}

ModelCheckResult without_answer(Diagnostic error) {
  ModelCheckResult result;
  result.text = render(error);
  result.stop = error.stop;
  result.error = std::move(error);
  return result;
}

}  // namespace

ModelCheckResult check_model(const Command& command, const Harness& harness_function,
                             const std::string& postcondition, const ModelCheckOptions& options) {
  ModelCheckResult result;
  const Status status =
      within_limits([&] { return check_into(result, command, harness_function, postcondition, options); },
                    [](StopReason stop) { return Status(limit_error(stop, "running the harness")); });
  return status ? result : without_answer(status.error());
}

ModelCheckResult check_model(const Model& model, const std::string& command, const Harness& harness_function,
                             const std::string& postcondition, const ModelCheckOptions& options) {
  const auto chosen = model.command(command);
  if (!chosen) return without_answer(chosen.error());
  return check_model(*chosen, harness_function, postcondition, options);
}

}  // namespace fretsaw
