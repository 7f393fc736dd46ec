// SPDX-License-Identifier: MIT
// fretsaw check: every valid input of a method, the method run, its contract checked.
#include "method/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/progress.hpp"
#include "base/source.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/verbs.hpp"
#include "cxx/process.hpp"
#include "cxx/scratch_folder.hpp"
#include "method/show.hpp"
#include "report/ending.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;
using method::CheckRequest;
using method::Counterexample;
using method::MethodReport;

// The inputs in a document that an earlier run has written.
Result<std::vector<std::string>> known_inputs(const std::string& file) {
  auto source = read_source(file);
  if (!source) return source.error();
  const Json document = Json::parse((*source)->text(), nullptr, false);
  std::vector<std::string> known;
  const auto add = [&](const Json& of) {
    for (const Json& found : of.at("counterexamples")) known.push_back(found.at("before").dump());
  };
  try {
    if (document.contains("methods")) {
      for (const Json& each : document.at("methods")) add(each);
    } else {
      add(document);
    }
  } catch (const Json::exception&) {
    return input_error(fmt::format("{} is no document that 'fretsaw check --json' has written", file));
  }
  return known;
}

// "0..4"
Result<std::pair<int, int>> size_range(const std::string& text) {
  const std::size_t dots = text.find("..");
  std::pair<int, int> range;
  const auto number = [](std::string_view part, int& value) {
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && stop == part.data() + part.size() && value >= 0;
  };
  const bool good =
      dots != std::string::npos && number(std::string_view(text).substr(0, dots), range.first) &&
      number(std::string_view(text).substr(dots + 2), range.second) && range.first <= range.second;
  if (!good) return usage_error(fmt::format("--sizes wants LO..HI, such as 0..4, not '{}'", text));
  return range;
}

std::string xml_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < ' ' && c != '\n' ? ' ' : c;
    }
  }
  return out;
}

Result<CheckRequest> check_request(const Settings& settings, Console& console) {
  CheckRequest request;
  request.code.header = settings.operands.front();
  request.code.sources = settings.sources;
  request.code.cxxflags = settings.cxxflags;
  request.code.build_folder = settings.build_folder;
  request.methods = settings.methods;
  request.objects = settings.objects;
  request.values = settings.values;
  request.finitization = settings.finitization;
  request.purposes = settings.purposes;
  request.keeps_going = settings.keep_going;
  request.only_input = settings.input;
  if (settings.input == 0) return usage_error("--input counts from 1");
  request.sample = settings.sample;
  if (settings.sample == 0) return usage_error("--sample wants at least 1");
  if (settings.seed) request.seed = *settings.seed;
  for (const std::string& sanitizer : settings.sanitizers) {
    if (sanitizer != "address" && sanitizer != "undefined")
      return usage_error(fmt::format("--sanitize wants address or undefined, not '{}'", sanitizer));
    (sanitizer == "address" ? request.sanitizes_addresses : request.sanitizes_undefined) = true;
  }
  for (const std::string& file : settings.exclude_known) {
    auto known = known_inputs(file);
    if (!known) return known.error();
    request.known.insert(request.known.end(), known->begin(), known->end());
  }
  request.use_cache = !settings.no_cache;
  request.limits = console.limits();
  if (settings.input_timeout) request.seconds_per_input = *settings.input_timeout;
  constexpr std::int64_t kLargest = 100'000;
  if (settings.size && *settings.size < 0) return usage_error("--size cannot be negative");
  if (settings.size && *settings.size > kLargest)
    return usage_error(fmt::format("--size is at most {}", kLargest));
  const bool is_bounded =
      settings.size || !settings.objects.empty() || !settings.values.empty() || settings.finitization;
  request.size = settings.size ? static_cast<int>(*settings.size) : is_bounded ? -1 : 3;
  if (settings.threads) {
    constexpr std::uint64_t kMostWorkers = 1024;
    if (*settings.threads < 1 || *settings.threads > kMostWorkers)
      return usage_error("-j wants a number between 1 and 1024");
    request.workers = static_cast<unsigned>(*settings.threads);
  }
  return request;
}

// "size 3, Node::key=1..3"
std::string bounds_text(const Settings& settings, const CheckRequest& request) {
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  if (request.size >= 0) add(fmt::format("size {}", request.size));
  for (const std::string& text : settings.objects) add(text);
  for (const std::string& text : settings.values) add(text);
  if (settings.finitization) add(*settings.finitization);
  return out;
}

std::string repeat_command(const Settings& settings, const CheckRequest& request, const std::string& name,
                           std::uint64_t input) {
  std::vector<std::string> words = {"fretsaw", "check", settings.operands.front(), "--method", name};
  const auto add = [&](const char* option, const std::string& value) {
    words.emplace_back(option);
    words.push_back(value);
  };
  if (request.size >= 0) add("--size", std::to_string(request.size));
  for (const std::string& text : settings.objects) add("--objects", text);
  for (const std::string& text : settings.values) add("--values", text);
  for (const std::string& text : settings.sanitizers) add("--sanitize", text);
  for (const std::string& text : settings.purposes) add("--such-that", text);
  for (const std::string& text : settings.sources) add("--source", text);
  if (settings.finitization) add("--finitization", *settings.finitization);
  if (settings.cxxflags) add("--cxxflags", *settings.cxxflags);
  if (settings.build_folder) add("-p", *settings.build_folder);
  add("--input", std::to_string(input));
  return cxx::command_line(words);
}

// What is said of each method as it comes, and of all of them at the end.
class CheckReporter {
 public:
  CheckReporter(const Settings& settings, const CheckRequest& request, Console& console)
      : settings_(settings), request_(request), console_(console) {}

  void started(const std::string& name) {
    name_ = name;
    shown_ = 0;
    counterexamples_ = Json::array();
    if (!settings_.size && request_.size == 3 && !said_size_)
      console_.tell("bounds: --size 3, since none is given\n");
    said_size_ = true;
  }

  void counterexample(const Counterexample& found) {
    if (settings_.junit && failure_texts_.size() < kMostShown)
      failure_texts_.push_back(method::show_text(found, name_, false));
    if (console_.json()) {
      Json json = method::show_json(found, name_);
      json["repeat"] = repeat_command(settings_, request_, name_, found.number);
      counterexamples_.push_back(std::move(json));
      return;
    }
    const std::uint64_t most = settings_.limit.value_or(kMostShown);
    if (shown_++ >= most) return;
    console_.out().write(method::show_text(found, name_, console_.colors_output()));
    if (!settings_.input)
      console_.out().write(
          fmt::format("again: {}\n\n", repeat_command(settings_, request_, name_, found.number)));
  }

  void finished(const MethodReport& report, double ms) {
    reports_.push_back(report);
    cases_ += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n",
                          xml_text(settings_.operands.front()), xml_text(report.method), ms / 1000);
    for (const std::string& text : failure_texts_)
      cases_ += fmt::format("    <failure message=\"{}\">{}</failure>\n",
                            xml_text(text.substr(0, text.find('\n'))), xml_text(text));
    if (report.stop != Stop::None)
      cases_ += fmt::format("    <skipped message=\"{}\"/>\n", stop_text(report.stop));
    cases_ += "  </testcase>\n";
    failure_texts_.clear();
    if (console_.json()) {
      Json json = {{"method", settings_.methods.size() == 1 ? settings_.methods.front() : report.method},
                   {"signature", report.method},
                   {"inputs", report.inputs},
                   {"passed", report.passed},
                   {"failed", report.failed},
                   {"complete", report.complete}};
      if (report.stop != Stop::None) json["stop"] = to_string(report.stop);
      if (report.sampled_from) json["sampled_from"] = *report.sampled_from;
      if (!settings_.exclude_known.empty()) json["excluded"] = report.excluded;
      json["counterexamples"] = std::move(counterexamples_);
      json["ms"] = ms;
      documents_.push_back(std::move(json));
      return;
    }
    if (shown_ > settings_.limit.value_or(kMostShown))
      console_.out().write(fmt::format("… and {} more (--limit N shows more)\n",
                                       shown_ - settings_.limit.value_or(kMostShown)));
    console_.out().write(claim(report) + "\n");
  }

  std::string claim(const MethodReport& report) const {
    const std::string bounds = bounds_text(settings_, request_);
    const std::string within = bounds.empty() ? "" : " within " + bounds;
    if (settings_.input) {
      return report.inputs < *settings_.input
                 ? fmt::format("{}: there is no input {}: there are {}{}", report.method, *settings_.input,
                               report.inputs, within)
                 : fmt::format("{}: input {} {}", report.method, *settings_.input,
                               report.failed > 0 ? "fails" : "passes");
    }
    if (report.stop != Stop::None)
      return fmt::format("{}: {} of the first {}{} {}; {}", report.method,
                         report.failed == 0 ? "none" : grouped(report.failed),
                         counted(report.inputs, "input"), within, report.failed == 1 ? "fails" : "fail",
                         stop_text(report.stop));
    if (report.failed > 0)
      return request_.keeps_going
                 ? fmt::format("{}: {} of {}{} fail{}", report.method, grouped(report.failed),
                               counted(report.inputs, "input"), within, report.failed == 1 ? "s" : "")
                 : fmt::format("{}: input {} fails{} (--keep-going runs the others, too)", report.method,
                               report.inputs, within);
    if (report.excluded > 0 && report.inputs == 0)
      return fmt::format("{}: all inputs{} are known to fail", report.method, within);
    if (report.sampled_from && !report.complete)
      return fmt::format("{}: all {} drawn from {}{} pass", report.method, counted(report.inputs, "input"),
                         grouped(*report.sampled_from), within);
    if (report.inputs == 0) return fmt::format("{}: there is no valid input{}", report.method, within);
    return fmt::format("{}: {} {}{} {}", report.method,
                       report.inputs == 1 ? "the only" : fmt::format("all {}", grouped(report.inputs)),
                       report.inputs == 1 ? "input" : "inputs", within,
                       report.inputs == 1 ? "passes" : "pass");
  }

  // A new size begins.
  void start_again() {
    reports_.clear();
    documents_ = Json::array();
  }
  bool has_failed() const {
    return std::ranges::any_of(reports_,
                               [](const MethodReport& r) { return r.failed > 0 || r.stop != Stop::None; });
  }

  Status write_junit() const {
    if (!settings_.junit) return Done{};
    std::size_t failed = 0;
    for (const MethodReport& report : reports_) failed += report.failed > 0 ? 1 : 0;
    return cxx::write_file(
        *settings_.junit,
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{}\" tests=\"{}\" "
                    "failures=\"{}\">\n{}</testsuite>\n",
                    xml_text(settings_.operands.front()), reports_.size(), failed, cases_));
  }

  Exit finish() {
    bool failed = false;
    bool limited = false;
    for (const MethodReport& report : reports_) {
      failed = failed || report.failed > 0;
      limited = limited || report.stop != Stop::None;
    }
    if (console_.json()) {
      if (documents_.size() == 1) {
        console_.document().add_all(documents_.front());
      } else {
        MethodReport all;
        all.complete = true;
        for (const MethodReport& report : reports_) {
          all.inputs += report.inputs;
          all.passed += report.passed;
          all.failed += report.failed;
          all.complete = all.complete && report.complete;
        }
        console_.document().add_all({{"inputs", all.inputs},
                                     {"passed", all.passed},
                                     {"failed", all.failed},
                                     {"complete", all.complete}});
        console_.document().add("methods", documents_);
      }
    }
    if (interrupted()) return Exit::Interrupted;
    if (failed) return Exit::Unexpected;
    if (limited) return Exit::Limit;
    if (settings_.input && !reports_.empty() && reports_.front().inputs < *settings_.input)
      return Exit::BadInput;
    return Exit::AsExpected;
  }

 private:
  static constexpr std::uint64_t kMostShown = 10;

  const Settings& settings_;
  const CheckRequest& request_;
  Console& console_;
  std::string name_;
  bool said_size_ = false;
  std::uint64_t shown_ = 0;
  Json counterexamples_ = Json::array();
  Json documents_ = Json::array();
  std::vector<MethodReport> reports_;
  std::vector<std::string> failure_texts_;
  std::string cases_;  // of JUnit's XML
};

}  // namespace

Result<Exit> check(const Settings& settings, Console& console) {
  auto request = check_request(settings, console);
  if (!request) return request.error();
  CheckReporter reporter(settings, *request, console);
  std::optional<Progress> line;
  Stopwatch watch;
  method::CheckListener listener;
  listener.started = [&](const std::string& name) {
    reporter.started(name);
    line.emplace(console.shows_progress(true), "inputs");
  };
  listener.counterexample = [&](const Counterexample& found) { reporter.counterexample(found); };
  listener.progress = [&](const MethodReport& report) {
    line->update(
        {.done = report.inputs, .total = {}, .fraction = {}, .found = grouped(report.failed) + " failures"});
  };
  listener.finished = [&](const MethodReport& report) {
    line.reset();
    reporter.finished(report, watch.milliseconds());
    watch = Stopwatch();
  };
  listener.note = [&](const std::string& note) { console.note(note); };
  std::pair<int, int> sizes = {request->size, request->size};
  if (settings.sizes) {
    auto range = size_range(*settings.sizes);
    if (!range) return range.error();
    sizes = *range;
  }
  Status status = Done{};
  for (int size = sizes.first; status && size <= sizes.second && !reporter.has_failed(); ++size) {
    request->size = size;
    if (size < sizes.second || size > sizes.first) reporter.start_again();
    status = method::check(*request, listener);
  }
  line.reset();
  if (!status && status.error().stop != Stop::None)
    return report_limit(console, status.error().stop, "the inputs were run");
  if (!status) return status.error();
  if (auto written = reporter.write_junit(); !written) return written.error();
  return reporter.finish();
}

}  // namespace fretsaw::cli
