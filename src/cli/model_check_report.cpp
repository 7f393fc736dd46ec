// SPDX-License-Identifier: MIT
#include "cli/model_check_report.hpp"

#include <fmt/format.h>

#include "alloy/session/internals.hpp"
#include "base/atomic_file.hpp"
#include "base/budget.hpp"
#include "base/json_cursor.hpp"
#include "base/text.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/model_input.hpp"
#include "cli/part_document.hpp"
#include "cpp/harness/show.hpp"
#include "report/json_document.hpp"
#include "report/xml.hpp"
#include "work/process.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostModelFailures = 10;
constexpr std::uint64_t kMostModelFailuresInDocument = 10'000;

}  // namespace

ModelCheckReport::ModelCheckReport(const Settings& settings, const Command& command, std::string harness,
                                   std::string postcondition, Console& console)
    : settings_(settings),
      command_(command),
      harness_(std::move(harness)),
      postcondition_(std::move(postcondition)),
      console_(console) {
  const Format format = chosen_format(settings);
  const bool is_for_sink = settings.out || (!console.json() && format != Format::Text);
  if (!is_for_sink) return;
  sink_ = std::make_unique<ResultSink>(SinkOptions{.noun = "counterexample",
                                                   .extension = file_extension(format),
                                                   .for_people = format == Format::Text,
                                                   .spaced = format == Format::Text},
                                       console.out(), nullptr);
}

std::uint64_t ModelCheckReport::most_kept(const Settings& settings) {
  return settings.limit.value_or(settings.json || settings.out ? kMostModelFailuresInDocument
                                                               : kMostModelFailures);
}

Status ModelCheckReport::open() {
  if (!settings_.out) return Done{};
  return sink_->open_folder(*settings_.out);
}

// Standard output may be for another program to read.
void ModelCheckReport::say(const std::string& text) {
  if (sink_ && sink_->only_results())
    console_.tell(text);
  else
    console_.out().write(text);
}

std::string ModelCheckReport::repeat_command(std::uint64_t input) const {
  std::vector<std::string> words = {"fretsaw", "check-model", settings_.operands.front()};
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (!value) return;
    words.emplace_back(option);
    words.push_back(*value);
  };
  const auto add_all = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(option, value);
  };
  add_all("-c", settings_.commands);
  add("--scope", settings_.scope);
  add_all("-I", settings_.include_folders);
  add("--harness", settings_.harness);
  add_all("--method", settings_.methods);
  add("--predicate", settings_.predicate);
  add_all("--source", settings_.sources);
  add("--cxxflags", settings_.cxxflags);
  add("-p", settings_.build_folder);
  add_all("--sanitize", settings_.sanitizers);
  if (settings_.symmetry) add("--symmetry", to_string(*settings_.symmetry));
  if (settings_.overflow == Overflow::Wrap) add("--overflow", "wrap");
  if (settings_.order) add("--order", *settings_.order == Order::Search ? "search" : "smallest");
  if (settings_.search_part)
    add("--part", fmt::format("{}/{}", settings_.search_part->number, settings_.search_part->count));
  if (settings_.sample) add("--sample", std::to_string(*settings_.sample));
  if (settings_.seed) add("--seed", std::to_string(*settings_.seed));
  add("--input", std::to_string(input));
  return work::command_line(words);
}

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
  if (++met_ > most_kept(settings_)) return;
  const model::Model& model = internals(command_).model();
  const std::string again = settings_.input ? "" : fmt::format("again: {}\n\n", repeat_command(found.number));
  if (met_ <= kMostModelFailures) failure_texts_ += harness::show_text(model, found, harness_, false) + again;
  if (console_.json()) {
    Json json = harness::show_json(model, found);
    json["repeat"] = repeat_command(found.number);
    counterexamples_.push_back(std::move(json));
  }
  if (sink_) {
    const Status status = sink_->add(met_, [] { return Json(); }, [&] { return rendered(found); });
    if (status) ++written_;
    if (!status && !trouble_) trouble_ = status.error();
    if (sink_->on_standard_output()) return;
  }
  if (console_.json() || met_ > settings_.limit.value_or(kMostModelFailures)) return;
  console_.out().write(harness::show_text(model, found, harness_, console_.colors_output()) + again);
}

std::optional<std::string> ModelCheckReport::so_far() {
  console_.out().flush();
  if (trouble_ || !console_.out().usable()) return std::nullopt;
  return json_text({{"met", met_}, {"counterexamples", counterexamples_}, {"texts", failure_texts_}});
}

bool ModelCheckReport::go_on(const std::string& earlier) {
  const Json json = Json::parse(earlier, nullptr, false);
  JsonComplaint complaint;
  const JsonCursor root(json, complaint);
  const auto met = root["met"].integer<std::uint64_t>();
  const std::string texts = root["texts"].text();
  root["counterexamples"].each([](const auto& found) { found["input"].template integer<std::uint64_t>(); });
  if (complaint.message) return false;
  met_ = met;
  counterexamples_ = json["counterexamples"];
  failure_texts_ = texts;
  if (!console_.json() && !sink_) console_.out().write(failure_texts_);
  return true;
}

std::string ModelCheckReport::claim(const harness::CheckProgress& report) const {
  const std::string of = settings_.scope ? fmt::format("'{}' for {}", command_.name(), *settings_.scope)
                                         : fmt::format("'{}'", command_.name());
  const std::string part =
      settings_.search_part ? fmt::format(" in this part of {}", of) : fmt::format(" of {}", of);
  const std::string tested = fmt::format("{}: ", harness_);
  if (settings_.input && report.stop == Stop::None) {
    return tested + (report.inputs == 0 ? fmt::format("there is no instance {}: there are {}{}",
                                                      *settings_.input, grouped(report.valid), part)
                                        : fmt::format("instance {}{} {}", *settings_.input, part,
                                                      report.failed > 0 ? "fails" : "passes"));
  }
  if (report.stop != Stop::None)
    return tested + fmt::format("{} of the first {}{} {}; {}",
                                report.failed == 0 ? "none" : grouped(report.failed),
                                counted(report.inputs, "instance"), part,
                                report.failed == 1 ? "fails" : "fail", stop_text(report.stop));
  if (report.failed > 0)
    return tested +
           (settings_.keep_going
                ? fmt::format("{} of {}{} fail{}", grouped(report.failed), counted(report.inputs, "instance"),
                              part, report.failed == 1 ? "s" : "")
                : fmt::format("instance {}{} fails (--keep-going runs the others, too)", report.valid, part));
  if (report.inputs == 0) return tested + fmt::format("there is no instance{}", part);
  if (settings_.sample && !report.complete)
    return tested + fmt::format("all {} drawn from those{} give what '{}' wants",
                                counted(report.inputs, "instance"), part, postcondition_);
  return tested + (report.inputs == 1
                       ? fmt::format("the only instance{} gives what '{}' wants", part, postcondition_)
                       : fmt::format("all {} instances{} give what '{}' wants", grouped(report.inputs), part,
                                     postcondition_));
}

Status ModelCheckReport::write_junit(const harness::CheckProgress& report, double ms) const {
  if (!settings_.junit) return Done{};
  JUnitCase result{.name = fmt::format("{} {}", harness_, command_.name()),
                   .file = settings_.operands.front(),
                   .seconds = ms / 1000};
  if (report.failed > 0) {
    result.end = JUnitEnd::Failed;
    result.message = claim(report);
    result.details = failure_texts_;
  } else if (report.stop != Stop::None) {
    result.end = JUnitEnd::Skipped;
    result.message = stop_text(report.stop);
  }
  return write_file(*settings_.junit, junit_of({{settings_.operands.front(), {std::move(result)}}}));
}

Result<Exit> ModelCheckReport::finish(const harness::CheckProgress& report, double ms) {
  if (Status written = write_junit(report, ms); !written && !trouble_) trouble_ = written.error();
  if (report.continued > 0)
    console_.tell(fmt::format("continued after {}\n", counted(report.continued, "instance")));
  if (console_.json()) {
    console_.document().add_all({{"harness", harness_},
                                 {"index", command_.index()},
                                 {"postcondition", postcondition_},
                                 {"inputs", report.inputs},
                                 {"passed", report.passed},
                                 {"failed", report.failed},
                                 {"complete", report.complete}});
    if (report.stop != Stop::None) console_.document().add("stop", to_string(report.stop));
    if (settings_.search_part) {
      std::vector<work::PlaceCount> places;
      for (const auto& [place, count] : report.places) places.push_back({place, count});
      console_.document().add("part", part_json(*settings_.search_part, identity_, places));
    }
    console_.document().add("counterexamples", counterexamples_);
    console_.document().add("ms", ms);
  } else {
    const std::uint64_t most = settings_.limit.value_or(kMostModelFailures);
    if (met_ > most && !settings_.out)
      say(fmt::format("… and {} more (--limit N shows more)\n", grouped(met_ - most)));
    say(claim(report) + "\n");
    if (settings_.out && written_ > 0) say(fmt::format("one file each in {}\n", *settings_.out));
  }
  if (trouble_) return *trouble_;
  if (interrupted()) return Exit::Interrupted;
  if (report.failed > 0) return Exit::Unexpected;
  if (report.stop != Stop::None) return exit_after(report.stop);
  return settings_.input && report.inputs == 0 ? Exit::BadInput : Exit::AsExpected;
}

}  // namespace fretsaw::cli
