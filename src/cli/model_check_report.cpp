// SPDX-License-Identifier: MIT
#include "cli/model_check_report.hpp"

#include <fmt/format.h>

#include "alloy/session/internals.hpp"
#include "base/budget.hpp"
#include "base/json_cursor.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/part_document.hpp"
#include "cpp/harness/show.hpp"
#include "report/json_document.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

ModelCheckReport::ModelCheckReport(const Settings& settings, const Command& command, std::string harness,
                                   std::string postcondition, Console& console)
    : FailureReport(settings, console, chosen_format(settings) == Format::Text,
                    {.extension = file_extension(chosen_format(settings)),
                     .spaced = chosen_format(settings) == Format::Text}),
      command_(command),
      harness_(std::move(harness)),
      postcondition_(std::move(postcondition)) {}

Result<std::string> ModelCheckReport::rendered(const ModelCounterexample& found) const {
  const model::Model& model = internals(command_).model();
  switch (chosen_format(settings_)) {
    case Format::Json:
      return json_text(harness::show_json(model, found)) + "\n";
    case Format::Text:
      return harness::show_text(model, found, harness_, false);
    default:
      return render(model, found.instance, chosen_format(settings_),
                    {.command = describe(command_, settings_)});
  }
}

void ModelCheckReport::counterexample(const ModelCounterexample& found) {
  const model::Model& model = internals(command_).model();
  add({.text = [&](bool color) { return harness::show_text(model, found, harness_, color); },
       .json = [&] { return harness::show_json(model, found); },
       .rendered = [&] { return rendered(found); },
       .repeat = repeat_command(settings_, found.number)});
}

std::optional<std::string> ModelCheckReport::saved_progress() {
  console_.out().flush();
  if (first_write_error_ || !console_.out().usable()) return std::nullopt;
  return json_text({{"met", failures_}, {"counterexamples", counterexamples_}, {"texts", failure_texts_}});
}

bool ModelCheckReport::resume(const std::string& earlier) {
  const Json json = Json::parse(earlier, nullptr, false);
  JsonSchemaError schema_error;
  const JsonCursor root(json, schema_error);
  const auto met = root["met"].integer<std::uint64_t>();
  const std::string texts = root["texts"].text();
  root["counterexamples"].each([](const auto& found) { found["input"].template integer<std::uint64_t>(); });
  if (schema_error.message) return false;
  failures_ = failures_in_sink_ = met;
  counterexamples_ = json["counterexamples"];
  failure_texts_ = texts;
  if (!console_.json() && !sink_) console_.out().write(failure_texts_);
  return true;
}

std::string ModelCheckReport::summary_line(const harness::CheckProgress& report) const {
  std::string of = settings_.scope ? fmt::format(" of '{}' for {}", command_.name(), *settings_.scope)
                                   : fmt::format(" of '{}'", command_.name());
  if (const auto& part = settings_.search_part)
    of += fmt::format(" (part {} of {})", part->number, part->count);
  const auto sentence = [&](const std::string& text) { return fmt::format("{}: {}", harness_, text); };
  const OutcomeText outcome{.noun = "instance", .scope = of};
  if (report.stop != StopReason::None)
    return sentence(outcome.stopped(report.failed, report.inputs, report.stop));
  if (settings_.input)
    return sentence(report.inputs == 0 ? fmt::format("no instance {}{}; there are only {}", *settings_.input,
                                                     of, grouped(report.valid))
                                       : outcome.single(report.failed > 0, *settings_.input));
  if (report.failed > 0)
    return sentence(settings_.keep_going ? outcome.failed(report.failed, report.inputs)
                                         : outcome.first_failure(report.valid));
  if (report.inputs == 0) return sentence(fmt::format("no instances{}", of));
  const bool is_sample = settings_.sample && !report.complete;
  const std::string subject = is_sample ? fmt::format("a sample of {}", counted(report.inputs, "instance"))
                              : report.inputs == 1 ? std::string("the only instance")
                                                   : fmt::format("all {} instances", grouped(report.inputs));
  return sentence(fmt::format("{}{} {} '{}'", subject, of,
                              is_sample || report.inputs == 1 ? "satisfies" : "satisfy", postcondition_));
}

Result<Exit> ModelCheckReport::finish(const harness::CheckProgress& report, double ms) {
  add_case({.name = fmt::format("{} {}", harness_, command_.name()),
            .summary_line = summary_line(report),
            .failed = report.failed,
            .stop = report.stop,
            .ms = ms});
  record_status(write_junit());
  if (report.resumed_count > 0)
    console_.print_status(fmt::format("resumed after {}\n", counted(report.resumed_count, "instance")));
  if (console_.json()) {
    console_.document().add_all({{"harness", harness_},
                                 {"index", command_.index()},
                                 {"postcondition", postcondition_},
                                 {"inputs", report.inputs},
                                 {"passed", report.passed},
                                 {"failed", report.failed},
                                 {"complete", report.complete}});
    if (report.stop != StopReason::None) console_.document().add("stop", to_string(report.stop));
    if (settings_.search_part) {
      std::vector<work::PlaceCount> places;
      for (const auto& [place, count] : report.places) places.push_back({place, count});
      console_.document().add("part", part_json(*settings_.search_part, identity_, places));
    }
    console_.document().add("counterexamples", counterexamples_);
    console_.document().add("ms", ms);
  } else {
    report_unshown_failures(failures_);
    print_text(summary_line(report) + "\n");
    if (settings_.out && failures_written_ > 0)
      print_text(written_text(failures_written_, "counterexample", *settings_.out));
  }
  if (first_write_error_) return *first_write_error_;
  if (interrupted()) return Exit::Interrupted;
  if (report.failed > 0) return Exit::Unexpected;
  if (report.stop != StopReason::None) return exit_after(report.stop);
  return settings_.input && report.inputs == 0 ? Exit::BadInput : Exit::AsExpected;
}

}  // namespace fretsaw::cli
