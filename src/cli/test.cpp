// SPDX-License-Identifier: MIT
// fretsaw test: unit tests of a model, and what they cover.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "alloy/modeltest/coverage.hpp"
#include "alloy/modeltest/locate.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/modeltest/test_run.hpp"
#include "alloy/modeltest/written_test.hpp"
#include "base/atomic_file.hpp"
#include "base/budget.hpp"
#include "base/text.hpp"
#include "cli/limit_report.hpp"
#include "cli/verbs.hpp"

namespace fretsaw::cli {

namespace {

using modeltest::TestResult;
using modeltest::TestRun;
using Json = nlohmann::ordered_json;

std::string expectation(const modeltest::Outcome& outcome) {
  const bool check = outcome.command->is_check;
  if (outcome.expected_sat())
    return check ? "expected a counterexample, found none" : "expected an instance, found none";
  return check ? "expected no counterexample, found one" : "expected no instance, found one";
}

void show_failure(const TestResult& result, Console& console) {
  const modeltest::Outcome& outcome = result.outcome;
  if (outcome.error) {
    console.report_error(*outcome.error);
    if (!console.json()) console.out().write(fmt::format("ERROR {}\n", result.command.label));
    return;
  }
  if (console.json()) return;
  if (outcome.verdict == Verdict::Limit) {
    console.out().write(fmt::format("LIMIT {}: {}\n", result.command.label, stop_text(outcome.stop)));
    return;
  }
  console.out().write(fmt::format("FAIL {}: {}\n", result.command.label, expectation(outcome)));
  const modeltest::Explanation& why = *result.explanation;
  Diagnostic note;
  note.severity = Severity::Note;
  note.message = why.summary;
  if (why.place.source) note.location = why.place.source->locate(why.place.begin, why.place.end);
  console.out().write(render(note, console.colors_output()));
  for (const auto& [part, value] : why.values) console.out().write(fmt::format("    {} = {}\n", part, value));
}

// Also for tests that pass.
void warn(const TestResult& result, Console& console) {
  const modeltest::Outcome& outcome = result.outcome;
  if (!outcome.obstacle.empty()) {
    console.warn(
        warning_at(result.command.pos, fmt::format("test '{}' cannot be satisfied, whatever the facts: {}",
                                                   result.command.label, outcome.obstacle)));
  }
  if (outcome.solved)
    console.note(fmt::format("test '{}' was solved instead of evaluated: no value for {}",
                             result.command.label, outcome.missing_value));
}

Json json_of(const TestResult& result) {
  const modeltest::Outcome& outcome = result.outcome;
  Json json;
  json["name"] = result.command.label;
  json["file"] = result.file->path;
  json["index"] = result.command.index;
  json["kind"] = result.command.is_check ? "check" : "run";
  json["verdict"] = outcome.error ? "error" : to_string(outcome.verdict);
  json["expect"] = result.command.expect ? Json(*result.command.expect) : Json();
  json["passed"] = outcome.passed();
  json["solved"] = outcome.solved;
  if (outcome.solved) json["left_open"] = outcome.missing_value;
  if (outcome.error) json["error"] = to_json(*outcome.error);
  if (!result.explanation) return json;
  const modeltest::Explanation& why = *result.explanation;
  Json reason{{"message", why.summary}};
  if (why.place.source) {
    const Location at = why.place.source->locate(why.place.begin, why.place.end);
    reason["file"] = at.file;
    reason["line"] = at.line;
    reason["column"] = at.column;
  }
  Json values = Json::array();
  for (const auto& [part, value] : why.values) values.push_back(Json{{"expression", part}, {"value", value}});
  reason["values"] = std::move(values);
  json["reason"] = std::move(reason);
  return json;
}

void show_summary(const TestRun& run, Console& console) {
  const std::size_t tests = run.results().size();
  std::string line = fmt::format("{}: {} passed, {} failed", counted(tests, "test"), grouped(run.passed()),
                                 grouped(tests - run.passed()));
  if (run.solved() > 0)
    line += fmt::format(" ({} solved, because {} incomplete)", grouped(run.solved()),
                        run.solved() == 1 ? "it is" : "they are");
  console.out().write(line + "\n");
}

constexpr std::size_t kMaxShownSuspects = 5;

Location place_of(const modeltest::Suspect& suspect) {
  return suspect.place.source->locate(suspect.place.begin, suspect.place.end);
}

void show_suspects(const TestRun& run, const std::vector<modeltest::Suspect>& suspects, Console& console) {
  const std::size_t failed = run.results().size() - run.passed();
  if (suspects.empty()) {
    console.out().write("no suspect: no single expression explains the failures\n");
    return;
  }
  for (std::size_t i = 0; i < suspects.size() && i < kMaxShownSuspects; ++i) {
    const modeltest::Suspect& suspect = suspects[i];
    Diagnostic note;
    note.severity = Severity::Note;
    note.message = fmt::format(
        "suspect {} in {} (score {:.2f}): changing it can fix {} of {} failing tests and break {} passing ones",
        i + 1, suspect.paragraph, suspect.score, suspect.repairs, failed, suspect.disturbs);
    note.location = place_of(suspect);
    console.out().write(render(note, console.colors_output()));
  }
}

Json suspects_json(const std::vector<modeltest::Suspect>& suspects) {
  Json list = Json::array();
  for (const modeltest::Suspect& suspect : suspects) {
    const Location at = place_of(suspect);
    list.push_back(Json{{"file", at.file},
                        {"line", at.line},
                        {"column", at.column},
                        {"text", suspect.text},
                        {"paragraph", suspect.paragraph},
                        {"repairs", suspect.repairs},
                        {"disturbs", suspect.disturbs},
                        {"score", suspect.score}});
  }
  return list;
}

Exit exit_of(const TestRun& run) {
  if (run.has_errors()) return Exit::BadInput;
  bool failed = false;
  for (const auto& result : run.results())
    failed = failed || (!result->outcome.passed() && result->outcome.verdict != Verdict::Limit);
  if (failed) return Exit::Unexpected;
  const StopReason stop = run.stop();
  return stop == StopReason::None ? Exit::AsExpected : exit_after(stop);
}

Result<std::unique_ptr<TestRun>> load(const Settings& settings, Console& console) {
  auto model = read_source(settings.operands.front());
  if (!model) return model.error();
  std::vector<SourcePtr> tests;
  for (std::size_t i = 1; i < settings.operands.size(); ++i) {
    auto source = read_source(settings.operands[i]);
    if (!source) return source.error();
    tests.push_back(*std::move(source));
  }
  model::LoadOptions load;
  load.include_directories = settings.include_directories;
  modeltest::TestRunOptions options;
  options.stage = {settings.overflow, console.limits()};
  if (settings.scope) options.scope = std::make_shared<const Source>("--scope", *settings.scope);
  options.filter = settings.filter;
  Budget budget(console.limits());
  return TestRun::load(*model, tests, load, options, budget);
}

// Writes all reports; the first error of those that could not be written.
Status write_reports(const TestRun& run, const Settings& settings) {
  Status all = Success{};
  const auto write = [&](const std::string& path, const std::string& text) {
    if (Status written = write_file(path, text); !written && all) all = written;
  };
  if (settings.junit) write(*settings.junit, modeltest::to_junit(run));
  if (settings.lcov) write(*settings.lcov, modeltest::coverage_lcov(*run.coverage()));
  if (settings.html) {
    const std::string title = fmt::format("Coverage of {}", settings.operands.front());
    write(*settings.html, modeltest::coverage_html(*run.coverage(), title));
  }
  return all;
}

// The tests in another form. An incomplete test has no short form.
Result<Exit> convert(const TestRun& run, TestForm form, Console& console) {
  std::vector<modeltest::WrittenTest> written;
  for (const auto& file : run.files()) {
    if (file->form == modeltest::TestForm::Short) {
      auto tests = modeltest::read_short_form(file->syntax->source, run.model());
      if (!tests) return tests.error();
      written.insert(written.end(), tests->begin(), tests->end());
      continue;
    }
    for (const std::size_t index : file->tests) {
      const model::Command& command = file->model.commands[index];
      auto test = command.error ? std::nullopt : modeltest::written_test(file->model, command, *file->syntax);
      if (!test) {
        return error_at(
            command.pos, ErrorClass::Input,
            fmt::format("cannot convert test '{}': not a single valuation with claims", command.label),
            "give every sig and every field a value");
      }
      written.push_back(*std::move(test));
    }
  }
  const auto write = form == TestForm::Short ? modeltest::write_short_form : modeltest::write_plain;
  const std::string text = write(run.model(), written, {});
  if (console.json()) {
    console.document().add("text", text);
  } else {
    console.out().write(text);
  }
  return Exit::AsExpected;
}

Result<Exit> run_tests(const Settings& settings, Console& console) {
  auto loaded = load(settings, console);
  if (!loaded) return loaded.error();
  TestRun& run = **loaded;
  for (const auto& file : run.files()) {
    for (const Diagnostic& warning : file->warnings) console.warn(warning);
  }
  if (settings.convert) return convert(run, *settings.convert, console);
  if (auto done = run.execute(); !done) return done.error();
  if (run.results().empty() && run.stop() == StopReason::None && !run.has_errors()) {
    if (settings.filter) return usage_error(fmt::format("no test matches '--filter {}'", *settings.filter));
    return file_error(settings.operands.back(), "no tests");
  }
  const bool measures = settings.coverage || settings.lcov || settings.html;
  if (measures) {
    if (auto done = run.measure(); !done) return done.error();
  }
  for (const auto& result : run.results()) {
    warn(*result, console);
    if (!result->outcome.passed()) show_failure(*result, console);
  }
  // Results are shown even if writing fails.
  const Status written = write_reports(run, settings);
  const auto ended = [&]() -> Result<Exit> { return written ? Result<Exit>(exit_of(run)) : written.error(); };
  const bool locates = settings.locate && run.passed() < run.results().size();
  std::vector<modeltest::Suspect> suspects;
  if (locates) suspects = modeltest::locate(run, {settings.overflow, console.limits()});
  if (!console.json()) {
    if (locates) show_suspects(run, suspects, console);
    if (settings.coverage) console.out().write(modeltest::coverage_text(*run.coverage()) + "\n");
    show_summary(run, console);
    return ended();
  }
  Json document;
  document["tests"] = run.results().size();
  document["passed"] = run.passed();
  document["failed"] = run.results().size() - run.passed();
  document["solved"] = run.solved();
  if (measures) {
    using modeltest::CoverageState;
    const modeltest::Coverage& coverage = *run.coverage();
    document["coverage"] = Json{{"covered", coverage.count(CoverageState::Yes)},
                                {"total", coverage.total()},
                                {"infeasible", coverage.count(CoverageState::Infeasible)},
                                {"missed", coverage.count(CoverageState::No)},
                                {"undecided", coverage.count(CoverageState::Undecided)}};
  }
  if (locates) document["suspects"] = suspects_json(suspects);
  document["results"] = Json::array();
  for (const auto& result : run.results()) document["results"].push_back(json_of(*result));
  console.document().add_all(document);
  return ended();
}

}  // namespace

Result<Exit> test(const Settings& settings, Console& console) {
  try {
    return run_tests(settings, console);
  } catch (const LimitReached& limit) {
    return report_limit(console, limit.reason, "running the tests");
  }
}

}  // namespace fretsaw::cli
