// SPDX-License-Identifier: MIT
#include "cpp/harness/check.hpp"

#include <fmt/format.h>

#include <charconv>

#include "alloy/session/internals.hpp"
#include "base/budget.hpp"
#include "base/text.hpp"
#include "cpp/guest/describe.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::harness {

namespace {

using guest::Termination;

std::string with_error_text(std::string message, const std::string& error_text) {
  const std::string rest = guest::shown_output(error_text);
  return rest.empty() ? message : fmt::format("{}; its output was: {}", message, rest);
}

// What a sanitizer has found, in its words, from the mark to the end of the line.
std::optional<std::string> finding_after(const std::string& error_text, std::string_view mark) {
  const std::size_t at = error_text.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + mark.size();
  const std::string line = error_text.substr(begin, error_text.find('\n', begin) - begin);
  return line.substr(0, line.find(" on address"));
}

std::optional<CheckFailure> finding_of_sanitizer(const std::string& error_text) {
  if (const auto found = finding_after(error_text, "ERROR: AddressSanitizer: "))
    return CheckFailure{.reason = "memory error", .message = *found};
  if (const auto found = finding_after(error_text, "runtime error: "))
    return CheckFailure{.reason = "undefined behavior", .message = *found};
  return std::nullopt;
}

class ModelCheck {
 public:
  ModelCheck(const Command& command, Postcondition& postcondition, Runner& runner,
             const ModelCheckOptions& options, const CheckListener& listener, const CheckRecord* record)
      : command_(command),
        postcondition_(postcondition),
        runner_(runner),
        options_(options),
        listener_(listener),
        record_(record),
        budget_(options.limits) {}

  Result<CheckProgress> run() {
    auto status = within_limits([&] { return options_.sample ? run_sample() : run_stream(); },
                                [&](StopReason stop) {
                                  report_.stop = stop;
                                  return Status(Success{});
                                });
    if (!status && status.error().stop != StopReason::None)
      report_.stop = status.error().stop;
    else if (!status)
      return status.error();
    if (report_.stop != StopReason::None) report_.complete = false;
    return report_;
  }

 private:
  Status run_stream() {
    auto stream = session::instances(
        command_,
        {.symmetry = options_.symmetry,
         .part = options_.part,
         .order = options_.order,
         .threads = options_.threads,
         .limits = options_.limits},
        record_ != nullptr ? std::optional(session::Checkpoint{record_->file, record_->identity})
                           : std::nullopt);
    if (!stream) return stream.error();
    if (internals(*stream).resumed_count() > 0 && !resume(internals(*stream)))
      return work::damaged_checkpoint(record_->file);
    Status status = run_stream(*stream);
    report_.places = internals(*stream).places();
    if (status && record_ != nullptr && !stream->failure()) return save(*stream);
    return status;
  }

  Status run_stream(AlloyInstances& stream) {
    for (const Diagnostic& warning : stream.warnings()) {
      if (listener_.warning) listener_.warning(warning);
    }
    if (listener_.note) listener_.note(stream.method());
    work::CheckpointClock clock;
    while (wants_more()) {
      const bool is_skipped = options_.input_number && report_.valid + 1 < *options_.input_number;
      auto instance = is_skipped ? std::optional<AlloyInstance>() : stream.next();
      if (is_skipped ? !stream.skip() : !instance) {
        if (stream.failure()) return *stream.failure();
        report_.stop = stream.stop();
        report_.complete = stream.complete() && !options_.input_number;
        return Success{};
      }
      ++report_.valid;
      if (is_skipped) continue;
      if (auto taken = take(*instance); !taken) return taken;
      if (record_ == nullptr || !clock.is_due()) continue;
      if (auto saved = clock.time([&] { return save(stream); }); !saved) return saved;
    }
    return Success{};
  }

  // With what an earlier run has found.
  bool resume(const Instances& stream) {
    report_.inputs = report_.valid = report_.resumed_count = stream.resumed_count();
    const std::string& caller_data = stream.caller_data();
    const auto number =
        std::from_chars(caller_data.data(), caller_data.data() + caller_data.size(), report_.failed);
    if (number.ec != std::errc() || report_.failed > report_.inputs) return false;
    report_.passed = report_.inputs - report_.failed;
    return record_->was_reported(
        caller_data.substr(static_cast<std::size_t>(number.ptr - caller_data.data())));
  }

  Status save(const AlloyInstances& stream) {
    const auto reported = record_->reported();
    return reported ? internals(stream).save(std::to_string(report_.failed) + *reported) : Status(Success{});
  }

  bool wants_more() const {
    if (options_.input_number) return report_.inputs == 0;
    return report_.failed == 0 || options_.keep_going;
  }

  Status run_sample() {
    auto sample = command_.sample({.count = *options_.sample,
                                   .seed = options_.seed,
                                   .symmetry = options_.symmetry,
                                   .limits = options_.limits});
    if (!sample) return sample.error();
    for (const Diagnostic& warning : sample->warnings) {
      if (listener_.warning) listener_.warning(warning);
    }
    if (listener_.note) listener_.note(sample->method);
    for (const AlloyInstance& instance : sample->instances) {
      ++report_.valid;
      if (options_.input_number && report_.valid != *options_.input_number) continue;
      if (auto taken = take(instance); !taken) return taken;
      if (!wants_more()) return Success{};
    }
    report_.stop = sample->stop;
    // A sample that is smaller than was asked for has all that there are.
    report_.complete =
        sample->complete && !options_.input_number && sample->instances.size() < *options_.sample;
    return Success{};
  }

  Status take(const AlloyInstance& instance) {
    const bool explains = report_.failed < options_.max_counterexamples;
    auto outcome = runner_.run(instance, budget_);
    if (!outcome) return outcome.error();
    ModelCounterexample run{.number = report_.valid, .instance = instance, .results = outcome->results};
    bool holds = false;
    if (outcome->end.how == Termination::Returned) {
      auto equivalence = postcondition_.evaluate(instance, outcome->results, explains, budget_);
      if (!equivalence) return equivalence.error();
      holds = equivalence->holds;
      run.instance = std::move(equivalence->instance);
      run.failures = std::move(equivalence->failures);
    } else {
      run.failures.push_back(failure_of(outcome->end));
    }
    ++report_.inputs;
    ++(holds ? report_.passed : report_.failed);
    if ((!holds || options_.input_number) && listener_.counterexample) listener_.counterexample(run);
    if (listener_.progress) listener_.progress(report_);
    return Success{};
  }

  const Command& command_;
  Postcondition& postcondition_;
  Runner& runner_;
  const ModelCheckOptions& options_;
  const CheckListener& listener_;
  const CheckRecord* record_;
  Budget budget_;
  CheckProgress report_;
};

}  // namespace

CheckFailure failure_of(const guest::TerminationRecord& end) {
  if (auto found = finding_of_sanitizer(end.output)) return *std::move(found);
  const std::string text = guest::describe(end);
  switch (end.how) {
    case Termination::Threw:
      return {.reason = "exception", .message = fmt::format("threw {}", printable(end.detail))};
    case Termination::Abort:
    case Termination::Assertion:
    case Termination::Terminate:
      return {.reason = "abort", .message = with_error_text(text, end.output)};
    case Termination::Exit:
      return {.reason = "exit", .message = with_error_text(text, end.output)};
    case Termination::CpuTime:
    case Termination::WallTime:
      return {.reason = "endless loop", .message = text};
    case Termination::LeftProcesses:
      return {.reason = "leak", .message = text};
    default:
      return {.reason = "crash", .message = with_error_text(text, end.output)};
  }
}

Result<CheckProgress> check(const Command& command, Postcondition& postcondition, Runner& runner,
                            const ModelCheckOptions& options, const CheckListener& listener,
                            const CheckRecord* record) {
  return ModelCheck(command, postcondition, runner, options, listener, record).run();
}

}  // namespace fretsaw::harness
