// SPDX-License-Identifier: MIT
// fretsaw suite: tests made from a model.
#include "modeltest/suite.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/budget.hpp"
#include "cli/arguments.hpp"
#include "cli/limit_report.hpp"
#include "cli/verbs.hpp"
#include "modeltest/coverage_report.hpp"
#include "modeltest/short_form.hpp"
#include "modeltest/test_file.hpp"

namespace fretsaw::cli {

namespace {

using modeltest::Suite;
using Json = nlohmann::ordered_json;

Result<std::unique_ptr<Suite>> make_suite(const model::Model& model, const Settings& settings,
                                          Console& console) {
  modeltest::SuiteOptions options;
  options.stage = {settings.overflow, console.limits()};
  if (settings.scope) options.scope = std::make_shared<const Source>("--scope", *settings.scope);
  options.target = settings.target == SuiteTarget::One ? modeltest::Target::One : modeltest::Target::All;
  options.limit = settings.limit;
  options.minimise = settings.minimise;
  // The predicates of tests are not part of what is tested.
  const auto under_test = modeltest::under_test_in(model);
  const bool enumerates = settings.by == SuiteBy::Enumeration;
  return enumerates ? modeltest::suite_by_enumeration(model, under_test, options)
                    : modeltest::suite_by_coverage(model, under_test, options);
}

std::vector<std::string> heading(const Suite& suite, const Settings& settings) {
  const std::string scope = settings.scope.value_or("3");
  std::vector<std::string> lines{
      fmt::format("Tests of {}, by {} in scope {}.", settings.operands.front(),
                  settings.by == SuiteBy::Enumeration ? "enumeration" : "coverage", scope),
      fmt::format("{} tests, {} valuations; {}.", suite.tests.size(), suite.valuations,
                  modeltest::coverage_summary(suite.coverage))};
  if (!suite.note.empty()) lines.push_back(suite.note + ".");
  return lines;
}

Result<Exit> make_suite(const Settings& settings, Console& console) {
  if (!settings.by)
    return usage_error("a suite is made by enumeration or by coverage",
                       "give --by enumeration or --by coverage");
  auto source = read_source(settings.operands.front());
  if (!source) return source.error();
  model::LoadOptions load;
  load.include_folders = settings.include_folders;
  Budget budget(console.limits());
  auto file = modeltest::load_model_tests(*source, load, budget);
  if (!file) return file.error();
  for (const Diagnostic& warning : (*file)->model.warnings) console.warn(warning);
  auto suite = make_suite((*file)->model, settings, console);
  if (!suite) return suite.error();
  if (!settings.scope) console.note("the scope is 3: --scope gives another one");

  std::vector<modeltest::WrittenTest> written;
  for (const modeltest::SuiteTest& test : (*suite)->tests) written.push_back(test.test);
  const auto write = settings.form == TestForm::Short ? modeltest::write_short_form : modeltest::write_plain;
  const std::string text = write((*file)->model, written, heading(**suite, settings));
  if (!console.json()) {
    console.out().write(text);
  } else {
    using modeltest::Covered;
    const modeltest::Coverage& coverage = (*suite)->coverage;
    Json document;
    document["by"] = settings.by == SuiteBy::Enumeration ? "enumeration" : "coverage";
    document["tests"] = (*suite)->tests.size();
    document["valuations"] = (*suite)->valuations;
    document["coverage"] = Json{{"covered", coverage.count(Covered::Yes)},
                                {"total", coverage.total()},
                                {"infeasible", coverage.count(Covered::Infeasible)},
                                {"undecided", coverage.count(Covered::Undecided)}};
    document["complete"] = (*suite)->complete;
    if (!(*suite)->note.empty()) document["note"] = (*suite)->note;
    document["text"] = text;
    console.document().add_all(document);
  }
  if ((*suite)->stop != Stop::None) {
    console.tell(fmt::format("{}: the suite is not complete\n", stop_text((*suite)->stop)));
    return exit_after((*suite)->stop);
  }
  return Exit::AsExpected;
}

}  // namespace

Result<Exit> suite(const Settings& settings, Console& console) {
  try {
    return make_suite(settings, console);
  } catch (const LimitReached& limit) {
    return report_limit(console, limit.reason, "there was a suite");
  }
}

}  // namespace fretsaw::cli
