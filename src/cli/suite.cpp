// SPDX-License-Identifier: MIT
// fretsaw suite: tests made from a model.
#include "alloy/modeltest/suite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "alloy/modeltest/coverage.hpp"
#include "alloy/modeltest/review.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/modeltest/test_run.hpp"
#include "alloy/mutation/mutation_report.hpp"
#include "alloy/mutation/suite_by_mutation.hpp"
#include "base/budget.hpp"
#include "base/progress.hpp"
#include "cli/arguments.hpp"
#include "cli/interrupts.hpp"
#include "cli/limit_report.hpp"
#include "cli/verbs.hpp"

namespace fretsaw::cli {

namespace {

using modeltest::Covered;
using Json = nlohmann::ordered_json;

// A suite, whichever way it was made.
struct MadeSuite {
  std::vector<modeltest::WrittenTest> tests;
  std::string scope;
  std::size_t valuations = 0;
  std::string coverage_text;
  Json document;  // what only this way has to say
  std::vector<std::string> notes;
  bool complete = true;
  bool short_form = false;  // nothing else can express it
  Stop stop = Stop::None;
};

const char* way(const Settings& settings) {
  constexpr std::array kWays{"enumeration", "coverage", "mutation"};
  return kWays[static_cast<std::size_t>(*settings.by)];
}

Json coverage_json(const modeltest::Coverage& coverage) {
  return Json{{"covered", coverage.count(Covered::Yes)},
              {"total", coverage.total()},
              {"infeasible", coverage.count(Covered::Infeasible)},
              {"undecided", coverage.count(Covered::Undecided)}};
}

SourcePtr scope_source(const Settings& settings) {
  return settings.scope ? std::make_shared<const Source>("--scope", *settings.scope) : nullptr;
}

Result<MadeSuite> suite_of_requirements(const model::Model& model, const Settings& settings,
                                        Console& console) {
  modeltest::SuiteOptions options;
  options.stage = {settings.overflow, console.limits()};
  options.scope = scope_source(settings);
  options.target = settings.target == SuiteTarget::One ? modeltest::Target::One : modeltest::Target::All;
  options.limit = settings.limit;
  options.minimise = settings.minimise;
  // The predicates of tests are not part of what is tested.
  const auto under_test = modeltest::under_test_in(model);
  const auto suite = settings.by == SuiteBy::Enumeration
                         ? modeltest::suite_by_enumeration(model, under_test, options)
                         : modeltest::suite_by_coverage(model, under_test, options);
  if (!suite) return suite.error();
  MadeSuite made;
  for (const modeltest::SuiteTest& test : (*suite)->tests) made.tests.push_back(test.test);
  made.scope = settings.scope.value_or("3");
  made.valuations = (*suite)->valuations;
  made.coverage_text = modeltest::coverage_summary((*suite)->coverage);
  made.document["coverage"] = coverage_json((*suite)->coverage);
  if (!(*suite)->note.empty()) made.notes.push_back((*suite)->note);
  made.complete = (*suite)->complete;
  made.stop = (*suite)->stop;
  return made;
}

std::size_t distinct_valuations(const model::Model& model, const std::vector<modeltest::WrittenTest>& tests) {
  std::set<std::string> valuations;
  for (modeltest::WrittenTest test : tests) {
    test.name = "test";
    test.claims.clear();
    test.comments.clear();
    valuations.insert(modeltest::write_plain(model, {test}, {}));
  }
  return valuations.size();
}

Result<MadeSuite> suite_of_mutants(const SourcePtr& source, const model::LoadOptions& load,
                                   const Settings& settings, Console& console) {
  mutation::MutationOptions options;
  options.operators = settings.operators.value_or("all");
  options.strict = settings.strict;
  options.assertions = settings.assertions;
  options.scope = settings.scope ? scope_source(settings) : std::make_shared<const Source>("--scope", "3");
  options.stage = {settings.overflow, console.limits()};
  options.load = load;
  options.threads = settings.threads.value_or(1);
  auto run = mutation::run_mutation(source, {}, options);
  if (!run) return run.error();
  mutation::ScoreOptions scoring;
  scoring.stage = options.stage;
  scoring.stage.atoms_only_for_integer_fields = options.operators == "2018";
  scoring.load = load;
  scoring.threads = options.threads;
  auto suite = mutation::suite_by_mutation(*run->mutants, run->judgements, scoring);
  if (!suite) return suite.error();

  MadeSuite made;
  made.tests = std::move(suite->tests);
  made.scope = run->scope_text;
  made.valuations = distinct_valuations(run->mutants->model, made.tests);
  made.stop = suite->stop;
  made.complete = suite->stop == Stop::None;
  const mutation::Tally tally = run->total();
  made.notes.push_back(mutation::mutation_summary(*run));
  made.notes.push_back(fmt::format("The tests kill {} of {}{}", suite->killed, tally.different,
                                   suite->proved ? ", and no part of them kills as many" : ""));
  made.document["mutants"] = tally.mutants;
  made.document["equivalent"] = tally.equivalent;
  made.document["nonequivalent"] = tally.different;
  made.document["undecided"] = tally.undecided;
  made.document["killed"] = suite->killed;
  made.short_form = suite->short_form;
  const auto write = made.short_form ? modeltest::write_short_form : modeltest::write_plain;
  const auto text = std::make_shared<const Source>("suite", write(run->mutants->model, made.tests, {}));
  modeltest::TestRunOptions testing;
  testing.stage = options.stage;
  auto tested = modeltest::TestRun::load(source, {text}, load, testing);
  if (!tested) return tested.error();
  if (auto done = (*tested)->execute(); !done) return done.error();
  if (auto done = (*tested)->measure(); !done) return done.error();
  made.coverage_text = modeltest::coverage_summary(*(*tested)->coverage());
  made.document["coverage"] = coverage_json(*(*tested)->coverage());
  return made;
}

void show_review(const modeltest::Reviewed& reviewed, Console& console) {
  console.tell(fmt::format("\n{} accepted, {} of them with the other label, {} skipped{}\n",
                           reviewed.accepted.size(), reviewed.flipped, reviewed.skipped,
                           reviewed.stopped ? "; the rest was not looked at" : ""));
  if (reviewed.flipped > 0)
    console.tell(
        "tests with the other label fail as long as the fault is there: 'fretsaw test' says what decides\n");
}

Result<Exit> make_suite(const Settings& settings, Console& console) {
  auto source = read_source(settings.operands.front());
  if (!source) return source.error();
  model::LoadOptions load;
  load.include_folders = settings.include_folders;
  Budget budget(console.limits());
  auto file = modeltest::load_model_tests(*source, load, budget);
  if (!file) return file.error();
  const model::Model& model = (*file)->model;
  for (const Diagnostic& warning : model.warnings) console.warn(warning);
  auto suite = settings.by == SuiteBy::Mutation ? suite_of_mutants(*source, load, settings, console)
                                                : suite_of_requirements(model, settings, console);
  if (!suite) return suite.error();
  if (!settings.scope) console.note("the scope is 3: --scope gives another one");

  std::vector<std::string> heading{
      fmt::format("Tests of {}, by {} in scope {}.", settings.operands.front(), way(settings), suite->scope),
      fmt::format("{} tests, {} valuations; {}.", suite->tests.size(), suite->valuations,
                  suite->coverage_text)};
  for (const std::string& note : suite->notes) heading.push_back(note + ".");
  if (settings.review) {
    auto reviewed =
        modeltest::review(model, suite->tests, std::cin, [&](std::string_view text) { console.tell(text); });
    show_review(reviewed, console);
    heading.push_back(
        fmt::format("{} of {} tests were accepted by a person, {} of these with the other label.",
                    reviewed.accepted.size(), suite->tests.size(), reviewed.flipped));
    suite->tests = std::move(reviewed.accepted);
  }
  if (suite->short_form && settings.form != TestForm::Short)
    console.tell("the tests are in the short form: plain Alloy cannot call an assertion\n");
  const bool is_short = suite->short_form || settings.form == TestForm::Short;
  const auto write = is_short ? modeltest::write_short_form : modeltest::write_plain;
  const std::string text = write(model, suite->tests, heading);
  if (!console.json()) {
    console.out().write(text);
  } else {
    Json document{{"by", way(settings)}, {"tests", suite->tests.size()}, {"valuations", suite->valuations}};
    document.update(suite->document);
    document["complete"] = suite->complete;
    if (!suite->notes.empty()) document["note"] = fmt::format("{}", fmt::join(suite->notes, ". "));
    document["text"] = text;
    if (suite->stop != Stop::None) document["stop"] = to_string(suite->stop);
    if (suite->stop != Stop::None && interrupted()) document["interrupted"] = true;
    console.document().add_all(document);
  }
  if (suite->stop != Stop::None) {
    console.tell(fmt::format("{}: the suite is not complete\n", stop_text(suite->stop)));
    return exit_after(suite->stop);
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
