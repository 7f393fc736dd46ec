// SPDX-License-Identifier: MIT
#include "cli/failure_report.hpp"

#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "cli/limit_report.hpp"

namespace fretsaw::cli {

namespace {

constexpr std::uint64_t kMaxShownFailures = 10;
constexpr std::uint64_t kMaxKeptFailures = 10'000;

std::uint64_t max_shown_failures(const Settings& settings) {
  return settings.limit.value_or(kMaxShownFailures);
}

}  // namespace

std::string OutcomeText::passed(std::uint64_t inputs) const {
  return inputs == 1 ? fmt::format("passed on the only {}{}", noun, scope)
                     : fmt::format("passed on all {}{}", counted(inputs, noun), scope);
}

std::string OutcomeText::failed(std::uint64_t failed, std::uint64_t inputs) const {
  return fmt::format("failed on {} of {}{}", grouped(failed), counted(inputs, noun), scope);
}

std::string OutcomeText::first_failure(std::uint64_t number) const {
  return fmt::format("failed on {} {}{}; stopped at the first failure (use --keep-going to continue)", noun,
                     number, scope);
}

std::string OutcomeText::single(bool failed, std::uint64_t number) const {
  return fmt::format("{} on {} {}{}", failed ? "failed" : "passed", noun, number, scope);
}

std::string OutcomeText::stopped(std::uint64_t failed, std::uint64_t inputs, StopReason stop) const {
  const std::string result = failed == 0 ? "passed on" : fmt::format("failed on {} of", grouped(failed));
  return fmt::format("{} the first {}{}; {}", result, counted(inputs, noun), scope, stop_text(stop));
}

std::uint64_t FailureReport::max_counterexamples(const Settings& settings) {
  return settings.limit.value_or(settings.json || settings.out ? kMaxKeptFailures : kMaxShownFailures);
}

FailureReport::FailureReport(const Settings& settings, Console& console, bool is_text, SinkOptions options)
    : settings_(settings), console_(console) {
  suite_.name = settings.operands.front();
  const bool is_for_sink = settings.out || (!console.json() && !is_text);
  if (!is_for_sink) return;
  options.noun = "counterexample";
  options.for_people = is_text;
  sink_ = std::make_unique<ResultSink>(std::move(options), console.out(), nullptr);
}

Status FailureReport::open() {
  return settings_.out ? sink_->open_results_directory(*settings_.out) : Status(Success{});
}

void FailureReport::add(const ShownFailure& failure) {
  const std::string reproduce = settings_.input ? "" : fmt::format("reproduce: {}\n\n", failure.repeat);
  if (++failures_ <= kMaxShownFailures) failure_texts_ += failure.text(false) + reproduce;
  if (failures_ > max_counterexamples(settings_)) return;
  if (console_.json()) {
    nlohmann::ordered_json json = failure.json();
    json["repeat"] = failure.repeat;
    counterexamples_.push_back(std::move(json));
  }
  if (sink_) {
    const Status status =
        sink_->add(++failures_in_sink_, [] { return nlohmann::ordered_json(); }, failure.rendered);
    if (status) ++failures_written_;
    record_status(status);
    if (sink_->on_standard_output()) return;
  }
  if (console_.json() || failures_ > max_shown_failures(settings_)) return;
  console_.out().write(failure.text(console_.colors_output()) + reproduce);
}

void FailureReport::report_unshown_failures(std::uint64_t failed) {
  const std::uint64_t most = max_shown_failures(settings_);
  if (failed > most && !settings_.out)
    print_text(
        fmt::format("… and {} (use --limit N to show more)\n", counted(failed - most, "more failure")));
}

void FailureReport::print_text(const std::string& text) {
  if (sink_ && sink_->only_results())
    console_.print_status(text);
  else
    console_.out().write(text);
}

void FailureReport::add_case(const FailureSummary& summary) {
  JUnitCase result{.name = summary.name, .file = settings_.operands.front(), .seconds = summary.ms / 1000};
  if (summary.failed > 0) {
    result.end = JUnitEnd::Failed;
    result.message = summary.summary_line;
    result.details = failure_texts_;
  } else if (summary.stop != StopReason::None) {
    result.end = JUnitEnd::Skipped;
    result.message = stop_text(summary.stop);
  }
  suite_.cases.push_back(std::move(result));
}

void FailureReport::record_status(const Status& written) {
  if (!written && !first_write_error_) first_write_error_ = written.error();
}

Status FailureReport::write_junit() const {
  return settings_.junit ? write_file(*settings_.junit, junit_of({suite_})) : Status(Success{});
}

}  // namespace fretsaw::cli
