// SPDX-License-Identifier: MIT
// fretsaw explore: a few valid inputs that cover every branch of a method; the contract is checked on each, as by 'check'.
#include "cpp/path/explore.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/progress.hpp"
#include "base/source.hpp"
#include "base/stopwatch.hpp"
#include "base/text.hpp"
#include "cli/arguments.hpp"
#include "cli/check_request.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/verbs.hpp"
#include "cpp/call/show.hpp"
#include "cpp/path/remarks.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;
using path::BranchReport;
using path::ExploreReport;
using path::TestReport;

Result<path::ExploreRequest> explore_request(const Settings& settings, Console& console) {
  auto check = check_request(settings, console);
  if (!check) return check.error();
  path::ExploreRequest request;
  request.check = *std::move(check);
  request.compares = true;
  request.limits.criterion = settings.explore_criterion.value_or(path::Criterion::Branches);
  request.limits.length = settings.length;
  request.limits.tests = settings.tests;
  return request;
}

// `repeat` is the command that reproduces the test.
Json test_json(const TestReport& test, std::size_t number, const std::string& method,
               const std::string& repeat) {
  Json json = {{"test", number},
               {"call", test.title},
               {"conditions", test.conditions},
               {"lines", test.places},
               {"new_branches", test.new_branches},
               {"passed", test.call.failures.empty()}};
  if (!test.call.before.objects.empty()) {
    Json call = call::show_json(test.call, method);
    json["input"] = call["before"];
    call["repeat"] = repeat;
    if (!test.call.failures.empty()) json["counterexample"] = std::move(call);
  }
  if (!test.call.test.empty()) json["code"] = test.call.test;
  return json;
}

Json branch_json(const BranchReport& branch) {
  Json json = {{"file", branch.file},       {"line", branch.line},
               {"column", branch.column},   {"function", branch.function},
               {"outcome", branch.outcome}, {"fate", to_string(branch.status)}};
  if (branch.test) json["test"] = *branch.test + 1;
  return json;
}

class ExploreShow {
 public:
  ExploreShow(const Settings& settings, Console& console, const path::ExploreRequest& request,
              const ExploreReport& report)
      : settings_(settings), console_(console), request_(request), report_(report) {}

  // The tests as C++, and the annotated sources.
  Status write_files() {
    if (!settings_.out) return Success{};
    std::error_code failed;
    std::filesystem::create_directories(*settings_.out, failed);
    if (failed)
      return input_error(
          fmt::format("cannot create directory '{}' for '--out': {}", *settings_.out, failed.message()));
    const auto file = [&](const std::string& name) {
      return (std::filesystem::path(*settings_.out) / name).string();
    };
    std::vector<SourcePtr> sources;
    for (const std::string& name : path::branch_files(report_)) {
      auto source = read_source(name);
      if (!source) return source.error();
      sources.push_back(*source);
      const std::string base = std::filesystem::path(name).filename().string();
      if (Status status = write_file(file(base + ".txt"), path::annotated_text(report_, **source)); !status)
        return status;
    }
    if (Status status = write_file(file("branches.html"), path::annotated_html(report_, sources)); !status)
      return status;
    if (!settings_.emit) return Success{};
    return write_file(file("tests.cpp"), path::test_file(request_, report_));
  }

  void text(bool with_files) {
    if (settings_.emit && !settings_.out) {
      console_.out().write(path::test_file(request_, report_));
      console_.print_status(summary() + "\n");
      return;
    }
    for (std::size_t t = 0; t < report_.tests.size(); ++t) show(report_.tests[t], t + 1);
    for (const BranchReport& branch : report_.branches) {
      if (branch.status != BranchStatus::Covered)
        console_.out().write(fmt::format(
            "{}:{}:{}: note: branch '{}' is {}\n", branch.file, branch.line, branch.column, branch.outcome,
            branch.status == BranchStatus::Infeasible ? "infeasible within the bounds" : "not covered"));
    }
    for (const std::string& remark : report_.remarks) console_.out().write("note: " + remark + "\n");
    if (const auto& inputs = report_.check_inputs)
      console_.out().write(fmt::format("for comparison: 'fretsaw check' runs {}{} with these bounds\n",
                                       inputs->is_all ? "" : "more than ", counted(inputs->count, "input")));
    console_.out().write(summary() + "\n");
    if (settings_.verbose)
      console_.out().write(fmt::format(
          "built in {:.0f} ms, solved in {:.0f} ms, run in {:.0f} ms: {:.0f} tests/s\n", report_.build_ms,
          report_.exploration.solve_ms, report_.exploration.run_ms, tests_per_second()));
    if (settings_.out && with_files)
      console_.out().write(fmt::format("annotated source written to '{}'\n", *settings_.out));
  }

  void document(double ms) {
    const path::Exploration& found = report_.exploration;
    Json paths = Json::array();
    for (std::size_t t = 0; t < report_.tests.size(); ++t)
      paths.push_back(
          test_json(report_.tests[t], t + 1, report_.method, repeat_command(settings_, std::nullopt)));
    Json branches = Json::array();
    for (const BranchReport& branch : report_.branches) branches.push_back(branch_json(branch));
    Json json = {{"method", settings_.methods.front()},
                 {"signature", report_.method},
                 {"tests", report_.tests.size()},
                 {"judged", report_.checked},
                 {"failed", report_.failed},
                 {"branches", report_.branches.size()},
                 {"covered", report_.covered},
                 {"infeasible", report_.infeasible},
                 {"unknown", report_.unknown()},
                 {"complete", report_.unknown() == 0},
                 {"paths", std::move(paths)},
                 {"outcomes", std::move(branches)},
                 {"runs", found.runs},
                 {"explored", found.paths},
                 {"rejected", found.rejected},
                 {"unended", found.undecided_preconditions},
                 {"unsatisfiable", found.unsatisfiable},
                 {"divergences", found.divergences},
                 {"untrue_conditions", found.inconsistent_conditions},
                 {"overflows", found.overflows},
                 {"remarks", report_.remarks},
                 {"build_ms", report_.build_ms},
                 {"solve_ms", found.solve_ms},
                 {"run_ms", found.run_ms},
                 {"tests_per_second", tests_per_second()}};
    json["check_inputs"] = report_.check_inputs ? Json(report_.check_inputs->count) : Json(nullptr);
    json["check_inputs_complete"] = report_.check_inputs && report_.check_inputs->is_all;
    if (found.stop != StopReason::None) json["stop"] = to_string(found.stop);
    if (interrupted()) json["interrupted"] = true;
    json["ms"] = ms;
    console_.document().add_all(json);
  }

  // For solving and running only: programs are built once.
  double tests_per_second() const {
    const double ms = report_.exploration.solve_ms + report_.exploration.run_ms;
    return ms > 0 ? 1000.0 * static_cast<double>(report_.tests.size()) / ms : 0;
  }

  Exit exit() const {
    if (interrupted()) return Exit::Interrupted;
    if (report_.failed > 0) return Exit::Unexpected;
    return report_.exploration.stop != StopReason::None ? Exit::Limit : Exit::AsExpected;
  }

 private:
  void show(const TestReport& test, std::size_t number) {
    std::string text = fmt::format("test {}: {}\n", number, test.title.empty() ? "not run" : test.title);
    if (!test.conditions.empty()) text += fmt::format("  {}\n", fmt::join(test.conditions, ", "));
    if (!test.call.failures.empty())
      text += call::show_text(test.call, report_.method, console_.colors_output()) +
              fmt::format("reproduce: {}\n\n", repeat_command(settings_, std::nullopt));
    console_.out().write(text);
  }

  std::string summary() const {
    const path::Exploration& found = report_.exploration;
    std::string out = fmt::format(
        "{}: {}, {} of {} covered", report_.method, counted(report_.tests.size(), "test"), report_.covered,
        report_.branches.size() == 1 ? "1 branch"
                                     : fmt::format("{} branches", grouped(report_.branches.size())));
    if (report_.infeasible > 0) out += fmt::format(", {} infeasible", report_.infeasible);
    if (const std::size_t unknown = report_.unknown(); unknown > 0) {
      out += fmt::format(", {} unknown", unknown);
      if (!report_.why_unknown.empty()) out += fmt::format(" ({})", report_.why_unknown);
    }
    if (report_.failed > 0)
      out += fmt::format("; {} failed", counted(report_.failed, "test"));
    else if (report_.checked < report_.tests.size())
      out += fmt::format("; {} run, none failed", counted(report_.checked, "test"));
    else if (!report_.tests.empty())
      out += report_.tests.size() == 1 ? "; passed" : "; all passed";
    if (found.stop != StopReason::None)
      out += fmt::format("; {}", stop_text(found.stop));
    else if (interrupted())
      out += "; interrupted while counting the inputs of 'fretsaw check'";
    return out;
  }

  const Settings& settings_;
  Console& console_;
  const path::ExploreRequest& request_;
  const ExploreReport& report_;
};

}  // namespace

Result<Exit> explore(const Settings& settings, Console& console) {
  auto request = explore_request(settings, console);
  if (!request) return request.error();
  const Stopwatch watch;
  std::optional<Progress> line;
  line.emplace(console.shows_progress(false), "inputs");
  path::ExploreListener listener;
  listener.progress = [&](const path::Exploration& saved_progress) {
    line->update({.done = saved_progress.runs,
                  .total = {},
                  .fraction = {},
                  .found = counted(saved_progress.tests.size(), "test")});
  };
  listener.note = [&](const std::string& note) { line->hide_while([&] { console.note(note); }); };
  auto report = path::explore(*request, listener);
  line.reset();
  if (!report && report.error().stop != StopReason::None)
    return report_limit(console, report.error().stop,
                        "building the instrumented program; no branches are known yet");
  if (!report) return report.error();
  ExploreShow show(settings, console, *request, *report);
  const Status written = show.write_files();
  if (console.json())
    show.document(watch.milliseconds());
  else
    show.text(written.ok());
  if (!written) return written.error();
  return show.exit();
}

}  // namespace fretsaw::cli
