// SPDX-License-Identifier: MIT
// fretsaw suite: tests made from a model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "alloy/modeltest/review.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/mutation/generated_suite.hpp"
#include "base/budget.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/verbs.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

Json document_of(const mutation::GeneratedSuite& suite, const Settings& settings, const std::string& text) {
  Json document{{"by", mutation::to_string(*settings.suite_criterion)},
                {"tests", suite.tests.size()},
                {"valuations", suite.valuations}};
  if (const auto& mutants = suite.mutants)
    document.update({{"mutants", mutants->mutants},
                     {"equivalent", mutants->equivalent},
                     {"nonequivalent", mutants->different},
                     {"undecided", mutants->undecided},
                     {"killed", mutants->killed}});
  document["coverage"] = {{"covered", suite.coverage.covered},
                          {"total", suite.coverage.total()},
                          {"infeasible", suite.coverage.infeasible},
                          {"undecided", suite.coverage.undecided}};
  document["complete"] = suite.complete;
  if (!suite.notes.empty()) document["note"] = fmt::format("{}", fmt::join(suite.notes, ". "));
  document["text"] = text;
  if (suite.stop != StopReason::None) document["stop"] = to_string(suite.stop);
  if (suite.stop != StopReason::None && interrupted()) document["interrupted"] = true;
  return document;
}

ModelSuiteOptions suite_options(const Settings& settings, const Console& console) {
  return {.criterion = *settings.suite_criterion,
          .target = settings.target.value_or(ModelSuiteOptions::Target::All),
          .scope = settings.scope.value_or(""),
          .overflow = settings.overflow,
          .limit = settings.limit,
          .minimize = settings.minimize,
          .short_form = settings.form == TestForm::Short,
          .operators = settings.operators.value_or("all"),
          .assertions = settings.assertions,
          .strict = settings.strict,
          .threads = settings.threads.value_or(1),
          .include_directories = settings.include_directories,
          .limits = console.limits()};
}

void show_review(const modeltest::ReviewResult& reviewed, Console& console) {
  console.print_status(fmt::format("\n{} accepted ({} flipped), {} skipped{}\n", reviewed.accepted.size(),
                                   reviewed.flipped, reviewed.skipped,
                                   reviewed.stopped ? "; the rest was not reviewed" : ""));
  if (reviewed.flipped > 0)
    console.print_status("note: flipped tests fail until the model is corrected; 'fretsaw test' shows why\n");
}

Result<Exit> make_suite(const Settings& settings, Console& console) {
  auto source = read_source(settings.operands.front());
  if (!source) return source.error();
  model::LoadOptions load;
  load.include_directories = settings.include_directories;
  Budget budget(console.limits());
  auto file = modeltest::load_model_tests(*source, load, budget);
  if (!file) return file.error();
  const model::Model& model = (*file)->model;
  for (const Diagnostic& warning : model.warnings) console.warn(warning);
  auto suite = mutation::generate_suite(*source, model, suite_options(settings, console));
  if (!suite) return suite.error();
  if (!settings.scope) console.note("no scope given: using scope 3 (use --scope to change it)");

  auto heading = mutation::suite_heading(settings.operands.front(), *suite, *settings.suite_criterion);
  if (settings.review) {
    auto reviewed = modeltest::review(model, suite->tests, std::cin,
                                      [&](std::string_view text) { console.print_status(text); });
    show_review(reviewed, console);
    heading.push_back(fmt::format("Reviewed: {} of {} tests accepted, {} of them flipped.",
                                  reviewed.accepted.size(), suite->tests.size(), reviewed.flipped));
    suite->tests = std::move(reviewed.accepted);
  }
  if (suite->is_short_form && settings.form != TestForm::Short)
    console.print_status(
        "note: the tests are in the short form, because plain Alloy cannot call assertions\n");
  const std::string text = mutation::suite_text(model, *suite, heading);
  if (!console.json()) {
    console.out().write(text);
  } else {
    console.document().add_all(document_of(*suite, settings, text));
  }
  if (suite->stop != StopReason::None) {
    console.print_status(fmt::format("{}: the suite is incomplete\n", stop_text(suite->stop)));
    return exit_after(suite->stop);
  }
  return Exit::AsExpected;
}

}  // namespace

Result<Exit> suite(const Settings& settings, Console& console) {
  try {
    return make_suite(settings, console);
  } catch (const LimitReached& limit) {
    return report_limit(console, limit.reason, "generating the suite");
  }
}

}  // namespace fretsaw::cli
