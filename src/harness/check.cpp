// SPDX-License-Identifier: MIT
#include "harness/check.hpp"

#include <fmt/format.h>

#include "base/limit.hpp"
#include "base/text.hpp"

namespace fretsaw::harness {

namespace {

// The beginning is what counts.
std::string shortened_error(std::string_view text) {
  constexpr std::size_t kMostLines = 8;
  constexpr std::size_t kMostBytes = 1000;
  std::size_t end = 0;
  for (std::size_t lines = 0; lines < kMostLines && end < std::min(text.size(), kMostBytes); ++lines)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::string out(text.substr(0, std::min(end, kMostBytes)));
  while (out.ends_with('\n')) out.pop_back();
  return out.size() + 1 < text.size() ? out + "\n…" : out;
}

std::string with_error_text(std::string message, const std::string& error_text) {
  const std::string rest = shortened_error(error_text);
  return rest.empty() ? message : fmt::format("{}; it had written: {}", message, rest);
}

// What a sanitizer has found, in its words, from the mark to the end of the line.
std::optional<std::string> finding_after(const std::string& error_text, std::string_view mark) {
  const std::size_t at = error_text.find(mark);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t begin = at + mark.size();
  const std::string line = error_text.substr(begin, error_text.find('\n', begin) - begin);
  return line.substr(0, line.find(" on address"));
}

std::optional<ModelFailure> finding_of_sanitizer(const std::string& error_text) {
  if (const auto found = finding_after(error_text, "ERROR: AddressSanitizer: "))
    return ModelFailure{.reason = "memory error", .message = *found};
  if (const auto found = finding_after(error_text, "runtime error: "))
    return ModelFailure{.reason = "undefined behavior", .message = *found};
  return std::nullopt;
}

class ModelCheck {
 public:
  ModelCheck(const Command& command, Postcondition& postcondition, Runner& runner,
             const ModelCheckOptions& options, const CheckListener& listener)
      : command_(command),
        postcondition_(postcondition),
        runner_(runner),
        options_(options),
        listener_(listener),
        budget_(options.limits) {}

  Result<CheckProgress> run() {
    auto status = within_limits([&] { return options_.sample ? run_sample() : run_stream(); },
                                [&](Stop stop) {
                                  report_.stop = stop;
                                  return Status(Done{});
                                });
    if (!status && status.error().stop != Stop::None)
      report_.stop = status.error().stop;
    else if (!status)
      return status.error();
    if (report_.stop != Stop::None) report_.complete = false;
    return report_;
  }

 private:
  Status run_stream() {
    auto stream = command_.instances({.symmetry = options_.symmetry,
                                      .part = options_.part,
                                      .parts = options_.parts,
                                      .order = options_.order,
                                      .threads = options_.threads,
                                      .limits = options_.limits});
    if (!stream) return stream.error();
    for (const Diagnostic& warning : stream->warnings()) {
      if (listener_.warning) listener_.warning(warning);
    }
    if (listener_.note) listener_.note(stream->method());
    for (;;) {
      const bool is_skipped = options_.only_input && report_.valid + 1 < *options_.only_input;
      if (is_skipped) {
        if (!stream->skip()) break;
        ++report_.valid;
        continue;
      }
      const auto instance = stream->next();
      if (!instance) break;
      ++report_.valid;
      auto goes_on = take(*instance);
      if (!goes_on) return goes_on.error();
      if (!*goes_on) {
        report_.places = stream->places();
        return Done{};
      }
    }
    report_.places = stream->places();
    if (stream->failure()) return *stream->failure();
    report_.stop = stream->stop();
    report_.complete = stream->complete() && !options_.only_input;
    return Done{};
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
      if (options_.only_input && report_.valid != *options_.only_input) continue;
      auto goes_on = take(instance);
      if (!goes_on) return goes_on.error();
      if (!*goes_on) return Done{};
    }
    report_.stop = sample->stop;
    // A sample that is smaller than was asked for has all that there are.
    report_.complete =
        sample->complete && !options_.only_input && sample->instances.size() < *options_.sample;
    return Done{};
  }

  // Whether more are wanted.
  Result<bool> take(const AlloyInstance& instance) {
    const bool explains = report_.failed < options_.most_kept;
    auto outcome = runner_.run(instance, budget_);
    if (!outcome) return outcome.error();
    ModelCounterexample run{.number = report_.valid, .instance = instance, .results = outcome->results};
    bool holds = false;
    if (outcome->kind == Outcome::Kind::Returned) {
      auto judgement = postcondition_.judge(instance, outcome->results, explains, budget_);
      if (!judgement) return judgement.error();
      holds = judgement->holds;
      run.instance = std::move(judgement->instance);
      run.failures = std::move(judgement->failures);
    } else {
      run.failures.push_back(failure_of(*outcome));
    }
    ++report_.inputs;
    ++(holds ? report_.passed : report_.failed);
    if ((!holds || options_.only_input) && listener_.counterexample) listener_.counterexample(run);
    if (listener_.progress) listener_.progress(report_);
    return !options_.only_input && (holds || options_.keep_going);
  }

  const Command& command_;
  Postcondition& postcondition_;
  Runner& runner_;
  const ModelCheckOptions& options_;
  const CheckListener& listener_;
  Budget budget_;
  CheckProgress report_;
};

}  // namespace

ModelFailure failure_of(const Outcome& outcome) {
  if (auto found = finding_of_sanitizer(outcome.error_text)) return *std::move(found);
  switch (outcome.kind) {
    case Outcome::Kind::Threw:
      return {.reason = "exception", .message = fmt::format("threw {}", outcome.text)};
    case Outcome::Kind::Aborted:
      return {.reason = "abort", .message = with_error_text("abort() was called", outcome.error_text)};
    case Outcome::Kind::Exited:
      return {
          .reason = "exit",
          .message = with_error_text(fmt::format("the process was ended with exit status {}", outcome.text),
                                     outcome.error_text)};
    case Outcome::Kind::Endless:
      return {.reason = "endless loop",
              .message = fmt::format("did not return within {} s of processor time", outcome.text)};
    case Outcome::Kind::Crashed:
    case Outcome::Kind::Returned:
      break;
  }
  return {.reason = "crash",
          .message = with_error_text(fmt::format("crashed: {}", outcome.text), outcome.error_text)};
}

Result<CheckProgress> check(const Command& command, Postcondition& postcondition, Runner& runner,
                            const ModelCheckOptions& options, const CheckListener& listener) {
  return ModelCheck(command, postcondition, runner, options, listener).run();
}

}  // namespace fretsaw::harness
