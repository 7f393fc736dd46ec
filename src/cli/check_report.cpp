// SPDX-License-Identifier: MIT
#include "cli/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "cli/interrupts.hpp"
#include "cli/part_document.hpp"
#include "cpp/call/emit.hpp"
#include "cpp/call/show.hpp"
#include "report/json_document.hpp"
#include "report/picture.hpp"
#include "report/result_sink.hpp"
#include "work/process.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;
using call::CheckRequest;
using call::Counterexample;
using call::MethodReport;

constexpr std::uint64_t kMostShown = 10;

// "size 3, Node::key=1..3", without what concerns other methods only.
std::string bounds_text(const Settings& settings, const CheckRequest& request,
                        const std::vector<std::string>& others) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (request.bounds.size >= 0) add(fmt::format("size {}", request.bounds.size));
  for (const auto* const list : {&settings.objects, &settings.values, &settings.types}) {
    for (const std::string& text : *list) {
      if (std::ranges::count(others, text) == 0) add(text);
    }
  }
  if (settings.finitization) add(*settings.finitization);
  return out;
}

std::string repeat_command(const Settings& settings, const CheckRequest& request, const std::string& name,
                           const std::vector<std::string>& others, std::uint64_t input) {
  std::vector<std::string> words = {"fretsaw", "check", settings.operands.front(), "--method", name};
  const auto add = [&](const char* option, const std::string& value) {
    words.emplace_back(option);
    words.push_back(value);
  };
  const auto add_all = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) add(option, value);
  };
  const auto add_bounds = [&](const char* option, const std::vector<std::string>& bounds) {
    for (const std::string& bound : bounds) {
      if (std::ranges::count(others, bound) == 0) add(option, bound);
    }
  };
  if (request.bounds.size >= 0) add("--size", std::to_string(request.bounds.size));
  add_bounds("--objects", settings.objects);
  add_bounds("--values", settings.values);
  add_bounds("--type", settings.types);
  add_all("--ignore", settings.ignored);
  add_all("--sanitize", settings.sanitizers);
  add_all("--such-that", settings.purposes);
  if (settings.predicate) add("--predicate", *settings.predicate);
  add_all("--source", settings.sources);
  if (settings.sample) add("--sample", std::to_string(*settings.sample));
  if (settings.seed) add("--seed", std::to_string(*settings.seed));
  if (settings.finitization) add("--finitization", *settings.finitization);
  if (settings.cxxflags) add("--cxxflags", *settings.cxxflags);
  if (settings.build_folder) add("-p", *settings.build_folder);
  if (settings.search_part)
    add("--part", fmt::format("{}/{}", settings.search_part->number, settings.search_part->count));
  add("--input", std::to_string(input));
  return work::command_line(words);
}

ObjectFormat counterexample_format(const Settings& settings) {
  if (settings.emit) return ObjectFormat::Cpp;
  return settings.object_format.value_or(settings.json ? ObjectFormat::Json : ObjectFormat::Text);
}

Result<std::string> rendered_counterexample(const Counterexample& found, const std::string& name,
                                            ObjectFormat format) {
  switch (format) {
    case ObjectFormat::Json:
      return json_text(call::show_json(found, name)) + "\n";
    case ObjectFormat::Dot:
      return call::show_dot(found, name);
    case ObjectFormat::Svg:
      return draw_svg(call::show_dot(found, name));
    case ObjectFormat::Cpp:
      return found.test;
    default:
      return call::show_text(found, name, false);
  }
}

}  // namespace

CheckReport::CheckReport(const Settings& settings, const CheckRequest& request, Console& console)
    : settings_(settings), request_(request), console_(console) {
  const ObjectFormat format = counterexample_format(settings);
  suite_.name = settings.operands.front();
  const bool is_for_sink = settings.out || (!console.json() && format != ObjectFormat::Text);
  if (!is_for_sink) return;
  sink_ = std::make_unique<ResultSink>(
      SinkOptions{.noun = "counterexample",
                  .extension = file_extension(format),
                  .for_people = format == ObjectFormat::Text,
                  .spaced = format == ObjectFormat::Text || format == ObjectFormat::Cpp,
                  .opening = request.emits ? call::test_opening(request.code, *request.emits) : ""},
      console.out(), nullptr);
}

Status CheckReport::open() {
  if (!settings_.out) return Done{};
  return sink_->open_folder(*settings_.out);
}

// Standard output may be for another program to read.
void CheckReport::say(const std::string& text) {
  if (sink_ && sink_->only_results())
    console_.tell(text);
  else
    console_.out().write(text);
}

void CheckReport::started(const std::string& method) {
  name_ = method;
  met_ = 0;
  counterexamples_ = Json::array();
  if (!settings_.size && !settings_.sizes && request_.bounds.size == 3 && !said_size_)
    console_.tell("bounds: --size 3, since none is given\n");
  said_size_ = true;
}

void CheckReport::counterexample(const Counterexample& found) {
  if (settings_.junit && met_ < kMostShown) failure_texts_ += call::show_text(found, name_, false);
  ++met_;
  if (console_.json() && met_ <= settings_.limit.value_or(kMostInDocument)) {
    Json json = call::show_json(found, name_);
    if (!found.test.empty()) json["test"] = found.test;
    json["repeat"] = repeat_command(settings_, request_, name_, others_[name_], found.number);
    counterexamples_.push_back(std::move(json));
  }
  const std::uint64_t most =
      settings_.limit.value_or(sink_ && !sink_->on_standard_output() ? kMostInDocument : kMostShown);
  if (met_ <= most) show(found);
}

void CheckReport::show(const Counterexample& found) {
  if (sink_) {
    const Status status = sink_->add(
        written_ + 1, [] { return Json(); },
        [&] { return rendered_counterexample(found, name_, counterexample_format(settings_)); });
    if (status) ++written_;
    if (!status && !trouble_) trouble_ = status.error();
    if (sink_->on_standard_output()) return;
  }
  if (console_.json()) return;
  console_.out().write(call::show_text(found, name_, console_.colors_output()));
  if (!settings_.input)
    console_.out().write(fmt::format(
        "again: {}\n\n", repeat_command(settings_, request_, name_, others_[name_], found.number)));
}

void CheckReport::finished(const MethodReport& report, double ms) {
  reports_.push_back(report);
  JUnitCase result{.name = report.method, .file = settings_.operands.front(), .seconds = ms / 1000};
  if (report.failed > 0) {
    result.end = JUnitEnd::Failed;
    result.message = claim(report);
    result.details = failure_texts_;
  } else if (report.stop != Stop::None) {
    result.end = JUnitEnd::Skipped;
    result.message = stop_text(report.stop);
  }
  suite_.cases.push_back(std::move(result));
  failure_texts_.clear();
  if (console_.json()) {
    Json json = {{"method", settings_.methods.size() == 1 ? settings_.methods.front() : report.method},
                 {"signature", report.method},
                 {"inputs", report.inputs},
                 {"passed", report.passed},
                 {"failed", report.failed},
                 {"complete", report.complete}};
    if (settings_.sizes) json["size"] = request_.bounds.size;
    if (report.stop != Stop::None) json["stop"] = to_string(report.stop);
    if (report.sampled_from) json["sampled_from"] = *report.sampled_from;
    if (!settings_.exclude_known.empty()) json["excluded"] = report.excluded;
    json["counterexamples"] = std::move(counterexamples_);
    json["ms"] = ms;
    documents_.push_back(std::move(json));
    return;
  }
  const std::uint64_t most = settings_.limit.value_or(kMostShown);
  // Those of an earlier run count, whether or not it has kept them.
  if (report.failed > most && !settings_.out)
    say(fmt::format("… and {} more (--limit N shows more)\n", report.failed - most));
  if (!is_missing(report)) say(claim(report) + "\n");
}

void CheckReport::refused(const std::string& method, const Diagnostic& why) {
  const std::string text = render(why);
  const bool is_new =
      std::ranges::none_of(refusals_, [&](const Diagnostic& earlier) { return render(earlier) == text; });
  if (is_new) console_.complain(why);
  refusals_.push_back(why);
  suite_.cases.push_back({.name = method,
                          .file = settings_.operands.front(),
                          .end = JUnitEnd::Error,
                          .message = why.message,
                          .details = text});
  if (console_.json())
    documents_.push_back({{"method", method},
                          {"signature", method},
                          {"error", to_json(why)},
                          {"counterexamples", std::move(counterexamples_)}});
  else
    say(fmt::format("{}: cannot be checked\n", method));
}

// The input that was asked for is not there.
bool CheckReport::is_missing(const MethodReport& report) const {
  return settings_.input && report.stop == Stop::None && report.inputs == 0;
}

std::string CheckReport::claim(const MethodReport& report) const {
  const auto others = others_.find(report.method);
  const std::string bounds =
      bounds_text(settings_, request_, others == others_.end() ? std::vector<std::string>() : others->second);
  const std::string within = bounds.empty() ? "" : " within " + bounds;
  if (settings_.input && report.stop == Stop::None) {
    return report.inputs == 0 ? fmt::format("{}: there is no input {}: there are {}{}", report.method,
                                            *settings_.input, report.valid, within)
                              : fmt::format("{}: input {} {}", report.method, *settings_.input,
                                            report.failed > 0 ? "fails" : "passes");
  }
  if (report.stop != Stop::None)
    return fmt::format("{}: {} of the first {}{} {}; {}", report.method,
                       report.failed == 0 ? "none" : grouped(report.failed), counted(report.inputs, "input"),
                       within, report.failed == 1 ? "fails" : "fail", stop_text(report.stop));
  if (report.failed > 0)
    return request_.keeps_going
               ? fmt::format("{}: {} of {}{} fail{}", report.method, grouped(report.failed),
                             counted(report.inputs, "input"), within, report.failed == 1 ? "s" : "")
               : fmt::format("{}: input {} fails{} (--keep-going runs the others, too)", report.method,
                             report.inputs + report.excluded, within);
  const std::string known =
      report.excluded > 0 ? fmt::format(" ({} known to fail left out)", grouped(report.excluded)) : "";
  if (report.excluded > 0 && report.inputs == 0)
    return fmt::format("{}: all inputs{} are known to fail", report.method, within);
  if (report.sampled_from && !report.complete)
    return fmt::format("{}: all {} drawn from {}{} pass{}", report.method, counted(report.inputs, "input"),
                       grouped(*report.sampled_from), within, known);
  if (report.inputs == 0) return fmt::format("{}: there is no valid input{}", report.method, within);
  return fmt::format("{}: {} {}{} {}{}", report.method,
                     report.inputs == 1 ? "the only" : fmt::format("all {}", grouped(report.inputs)),
                     report.inputs == 1 ? "input" : "inputs", within, report.inputs == 1 ? "passes" : "pass",
                     known);
}

void CheckReport::start_again() {
  reports_.clear();
  documents_ = Json::array();
}

bool CheckReport::has_failed() const {
  return !refusals_.empty() || std::ranges::any_of(reports_, [](const MethodReport& r) {
    return r.failed > 0 || r.stop != Stop::None;
  });
}

Status CheckReport::write_junit() const {
  if (!settings_.junit) return Done{};
  return write_file(*settings_.junit, junit_of({suite_}));
}

Result<Exit> CheckReport::finish() {
  if (Status written = write_junit(); !written && !trouble_) trouble_ = written.error();
  const bool all_missing =
      settings_.input && refusals_.empty() &&
      std::ranges::all_of(reports_, [&](const MethodReport& report) { return is_missing(report); });
  if (all_missing) {
    std::string claims;
    for (const MethodReport& report : reports_) claims += (claims.empty() ? "" : "; ") + claim(report);
    return input_error(claims);
  }
  bool failed = false;
  bool limited = false;
  MethodReport all;
  all.complete = refusals_.empty();
  for (const MethodReport& report : reports_) {
    failed = failed || report.failed > 0;
    limited = limited || report.stop != Stop::None;
    all.inputs += report.inputs;
    all.passed += report.passed;
    all.failed += report.failed;
    all.complete = all.complete && report.complete;
  }
  if (console_.json() && settings_.search_part)
    console_.document().add(
        "part", part_json(*settings_.search_part, search_identity("check", settings_, {program_}), {}));
  if (console_.json() && documents_.size() == 1) {
    console_.document().add_all(documents_.front());
  } else if (console_.json()) {
    // What is said of one method is said of all of them, too, but for its name.
    Json counterexamples = Json::array();
    double ms = 0;
    for (const Json& each : documents_) {
      for (const Json& found : each["counterexamples"]) counterexamples.push_back(found);
      ms += each.value("ms", 0.0);
    }
    console_.document().add_all({{"method", nullptr},
                                 {"inputs", all.inputs},
                                 {"passed", all.passed},
                                 {"failed", all.failed},
                                 {"complete", all.complete},
                                 {"counterexamples", std::move(counterexamples)},
                                 {"ms", ms}});
    console_.document().add("methods", documents_);
  } else if (settings_.out && written_ > 0) {
    console_.out().write(fmt::format("one file each in {}\n", *settings_.out));
  }
  if (trouble_) console_.complain(*trouble_);
  const bool is_said = documents_.size() == 1;  // with what there is of the method
  if (console_.json() && !refusals_.empty() && !is_said)
    console_.document().add("error", to_json(refusals_.front()));
  else if (console_.json() && refusals_.empty() && trouble_)
    console_.document().add("error", to_json(*trouble_));
  if (interrupted()) return Exit::Interrupted;
  if (trouble_ || !refusals_.empty()) return Exit::BadInput;
  if (failed) return Exit::Unexpected;
  if (limited) return Exit::Limit;
  for (const MethodReport& report : reports_) {
    if (is_missing(report) && !console_.json()) say(claim(report) + "\n");
  }
  return Exit::AsExpected;
}

}  // namespace fretsaw::cli
