// SPDX-License-Identifier: MIT
#include "cli/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/interrupts.hpp"
#include "cli/part_document.hpp"
#include "cpp/call/emit.hpp"
#include "cpp/call/show.hpp"
#include "report/diagram.hpp"
#include "report/json_document.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;
using call::CheckRequest;
using call::Counterexample;
using call::MethodReport;

// " (size 3, Node::key=1..3)", without bounds that concern only other methods.
std::string bounds_text(const Settings& settings, int size, const std::vector<std::string>& others) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (size >= 0) add(fmt::format("size {}", size));
  for (const auto* const list : {&settings.objects, &settings.values, &settings.types}) {
    for (const std::string& text : *list) {
      if (std::ranges::count(others, text) == 0) add(text);
    }
  }
  if (settings.finitization) add(*settings.finitization);
  if (const auto& part = settings.search_part) add(fmt::format("part {} of {}", part->number, part->count));
  return out.empty() ? "" : fmt::format(" ({})", out);
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

const char* verdict_of(const MethodReport& report) {
  if (report.failed > 0) return "failed";
  if (report.stop != StopReason::None) return "unknown";
  return report.inputs > 0 ? "passed" : "no valid inputs";
}

bool is_spaced(ObjectFormat format) { return format == ObjectFormat::Text || format == ObjectFormat::Cpp; }

}  // namespace

CheckReport::CheckReport(const Settings& settings, const CheckRequest& request, Console& console)
    : FailureReport(settings, console, counterexample_format(settings) == ObjectFormat::Text,
                    {.extension = file_extension(counterexample_format(settings)),
                     .spaced = is_spaced(counterexample_format(settings)),
                     .opening = request.emits ? call::test_opening(request.code, *request.emits) : ""}),
      request_(request),
      size_(request.bounds.size) {}

void CheckReport::started(const std::string& method) {
  since_start_ = Stopwatch();
  name_ = method;
  failures_ = 0;
  counterexamples_ = Json::array();
  if (!settings_.size && !settings_.sizes && size_ == 3 && !size_reported_)
    console_.print_status("no bounds given: using --size 3\n");
  size_reported_ = true;
}

void CheckReport::counterexample(const Counterexample& found) {
  std::vector<std::pair<std::string, std::string>> instead = {{"--method", name_}};
  if (size_ >= 0) instead.emplace_back("--size", std::to_string(size_));
  add({.text = [&](bool color) { return call::show_text(found, name_, color); },
       .json =
           [&] {
             Json json = call::show_json(found, name_);
             if (!found.test.empty()) json["test"] = found.test;
             return json;
           },
       .rendered = [&] { return rendered_counterexample(found, name_, counterexample_format(settings_)); },
       .repeat = repeat_command(settings_, found.number, instead, others_[name_])});
}

void CheckReport::finished(const MethodReport& report, double ms) {
  reports_.push_back(report);
  add_case({.name = report.method,
            .summary_line = summary_line(report),
            .failed = report.failed,
            .stop = report.stop,
            .ms = ms});
  failure_texts_.clear();
  rows_.push_back({report.method, grouped(report.inputs),
                   fmt::format("{:.1f} ms", since_start_.milliseconds()), verdict_of(report)});
  if (console_.json()) {
    Json json = {{"method", settings_.methods.size() == 1 ? settings_.methods.front() : report.method},
                 {"signature", report.method},
                 {"inputs", report.inputs},
                 {"passed", report.passed},
                 {"failed", report.failed},
                 {"complete", report.complete}};
    if (settings_.sizes) json["size"] = size_;
    if (report.stop != StopReason::None) json["stop"] = to_string(report.stop);
    if (report.sampled_from) json["sampled_from"] = *report.sampled_from;
    if (!settings_.exclude_known.empty()) json["excluded"] = report.excluded;
    json["counterexamples"] = std::move(counterexamples_);
    json["ms"] = ms;
    documents_.push_back(std::move(json));
    return;
  }
  report_unshown_failures(report.failed);
  if (!is_missing(report)) print_text(summary_line(report) + "\n");
}

void CheckReport::refused(const std::string& method, const Diagnostic& why) {
  const std::string text = render(why);
  const bool is_new =
      std::ranges::none_of(refusals_, [&](const Diagnostic& earlier) { return render(earlier) == text; });
  if (is_new) console_.report_error(why);
  refusals_.push_back(why);
  rows_.push_back({method, "", "", "cannot be checked"});
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
    print_text(fmt::format("{}: cannot be checked\n", method));
}

void CheckReport::skipped(const std::string& method, const Diagnostic& why) {
  // Of several sizes, each skips the same ones.
  if (std::ranges::count(rows_, method, &Row::method) > 0) return;
  skipped_.push_back(why);
  rows_.push_back({method, "", "", "skipped: " + why.message});
  suite_.cases.push_back(
      {.name = method, .file = settings_.operands.front(), .end = JUnitEnd::Skipped, .message = why.message});
  if (console_.json())
    documents_.push_back({{"method", method},
                          {"signature", method},
                          {"skipped", true},
                          {"error", to_json(why)},
                          {"counterexamples", Json::array()}});
}

std::string CheckReport::table() const {
  Row widths{"", "inputs", "time", ""};
  for (const Row& row : rows_) {
    for (const auto column : {&Row::method, &Row::inputs, &Row::time}) {
      if ((row.*column).size() > (widths.*column).size()) widths.*column = row.*column;
    }
  }
  const auto line = [&](const Row& row) {
    return fmt::format("{:<{}}  {:>{}}  {:>{}}  {}\n", row.method, widths.method.size(), row.inputs,
                       widths.inputs.size(), row.time, widths.time.size(), row.verdict);
  };
  std::string out = "\n" + line({"method", "inputs", "time", "verdict"});
  for (const Row& row : rows_) out += line(row);
  return out;
}

// --input is greater than the number of inputs.
bool CheckReport::is_missing(const MethodReport& report) const {
  return settings_.input && report.stop == StopReason::None && report.inputs == 0;
}

std::string CheckReport::summary_line(const MethodReport& report) const {
  const auto others = others_.find(report.method);
  const std::string bounds =
      bounds_text(settings_, size_, others == others_.end() ? std::vector<std::string>() : others->second);
  const auto sentence = [&](const std::string& text) { return fmt::format("{}: {}", report.method, text); };
  if (is_missing(report))
    return sentence(
        fmt::format("no input {}; there are only {}{}", *settings_.input, grouped(report.valid), bounds));
  const OutcomeText outcome{.noun = "input", .scope = bounds};
  if (report.stop != StopReason::None)
    return sentence(outcome.stopped(report.failed, report.inputs, report.stop));
  if (settings_.input) return sentence(outcome.single(report.failed > 0, *settings_.input));
  if (report.failed > 0)
    return sentence(request_.keeps_going ? outcome.failed(report.failed, report.inputs)
                                         : outcome.first_failure(report.inputs + report.excluded));
  const std::string known =
      report.excluded > 0 ? fmt::format("; {} ignored", counted(report.excluded, "known failure")) : "";
  if (report.excluded > 0 && report.inputs == 0)
    return sentence(fmt::format("all inputs are known failures{}", bounds));
  if (report.sampled_from && !report.complete)
    return sentence(fmt::format("passed on a sample of {} of {}{}{}", grouped(report.inputs),
                                counted(*report.sampled_from, "input"), bounds, known));
  if (report.inputs == 0) return sentence(fmt::format("no valid inputs{}", bounds));
  return sentence(outcome.passed(report.inputs) + known);
}

void CheckReport::restart(int size) {
  size_ = size;
  reports_.clear();
  std::erase_if(rows_, [](const Row& row) { return !row.verdict.starts_with("skipped"); });
  std::erase_if(documents_.get_ref<Json::array_t&>(),
                [](const Json& each) { return !each.contains("skipped"); });
}

Result<Exit> CheckReport::finish() {
  record_status(write_junit());
  const bool all_missing =
      settings_.input && refusals_.empty() &&
      std::ranges::all_of(reports_, [&](const MethodReport& report) { return is_missing(report); });
  if (all_missing) {
    std::string claims;
    for (const MethodReport& report : reports_) claims += (claims.empty() ? "" : "; ") + summary_line(report);
    return input_error(claims);
  }
  bool failed = false;
  bool limited = false;
  MethodReport all;
  all.complete = refusals_.empty();
  for (const MethodReport& report : reports_) {
    failed = failed || report.failed > 0;
    limited = limited || report.stop != StopReason::None;
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
    // The keys of one method are those of all of them, except for its name.
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
  } else if (settings_.out && failures_written_ > 0) {
    console_.out().write(written_text(failures_written_, "counterexample", *settings_.out));
  }
  if (!console_.json() && rows_.size() > 1) print_text(table());
  if (reports_.empty() && refusals_.empty() && !skipped_.empty()) {
    Diagnostic none =
        input_error(fmt::format("none of {} can be called", counted(skipped_.size(), "function")));
    none.notes.push_back({skipped_.front().message, skipped_.front().location});
    return none;
  }
  if (first_write_error_) console_.report_error(*first_write_error_);
  const bool is_said = documents_.size() == 1;  // with what there is of the method
  if (console_.json() && !refusals_.empty() && !is_said)
    console_.document().add("error", to_json(refusals_.front()));
  else if (console_.json() && refusals_.empty() && first_write_error_)
    console_.document().add("error", to_json(*first_write_error_));
  if (interrupted()) return Exit::Interrupted;
  if (first_write_error_ || !refusals_.empty()) return Exit::BadInput;
  if (failed) return Exit::Unexpected;
  if (limited) return Exit::Limit;
  for (const MethodReport& report : reports_) {
    if (is_missing(report) && !console_.json()) print_text(summary_line(report) + "\n");
  }
  return Exit::AsExpected;
}

}  // namespace fretsaw::cli
