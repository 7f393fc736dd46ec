// SPDX-License-Identifier: MIT
#include "alloy/mutation/made_suite.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

#include "alloy/modeltest/suite.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/modeltest/test_run.hpp"
#include "alloy/mutation/mutation_report.hpp"
#include "alloy/mutation/suite_by_mutation.hpp"

namespace fretsaw::mutation {

namespace {

constexpr const char* kScopeOfSuites = "3";

SourcePtr scope_of(const ModelSuiteOptions& options) {
  return std::make_shared<const Source>("--scope", options.scope.empty() ? kScopeOfSuites : options.scope);
}

Result<MadeSuite> suite_of_requirements(const model::Model& model, const ModelSuiteOptions& wanted) {
  modeltest::SuiteOptions options;
  options.stage = {wanted.overflow, wanted.limits};
  options.scope = scope_of(wanted);
  options.target =
      wanted.target == ModelSuiteOptions::Target::One ? modeltest::Target::One : modeltest::Target::All;
  options.limit = wanted.limit;
  options.minimise = wanted.minimize;
  // The predicates of tests are not part of what is tested.
  const auto under_test = modeltest::under_test_in(model);
  const auto suite = wanted.by == ModelSuiteOptions::By::Enumeration
                         ? modeltest::suite_by_enumeration(model, under_test, options)
                         : modeltest::suite_by_coverage(model, under_test, options);
  if (!suite) return suite.error();
  MadeSuite made;
  for (const modeltest::SuiteTest& test : (*suite)->tests) made.tests.push_back(test.test);
  made.scope = options.scope->text();
  made.valuations = (*suite)->valuations;
  made.coverage = counts_of((*suite)->coverage);
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

// What the tests of the suite cover.
Status measure(MadeSuite& made, const SourcePtr& source, const model::Model& model,
               const MutationOptions& options) {
  const auto text = std::make_shared<const Source>("suite", suite_text(model, made, {}));
  modeltest::TestRunOptions testing;
  testing.stage = options.stage;
  auto tested = modeltest::TestRun::load(source, {text}, options.load, testing);
  if (!tested) return tested.error();
  if (auto done = (*tested)->execute(); !done) return done;
  if (auto done = (*tested)->measure(); !done) return done;
  made.coverage = counts_of(*(*tested)->coverage());
  return Done{};
}

Result<MadeSuite> suite_of_mutants(const SourcePtr& source, const ModelSuiteOptions& wanted) {
  MutationOptions options;
  options.operators = wanted.operators;
  options.strict = wanted.strict;
  options.assertions = wanted.assertions;
  options.scope = scope_of(wanted);
  options.stage = {wanted.overflow, wanted.limits};
  options.load.include_folders = wanted.include_folders;
  options.threads = wanted.threads;
  auto run = run_mutation(source, {}, options);
  if (!run) return run.error();
  ScoreOptions scoring;
  scoring.stage = options.stage;
  scoring.stage.atoms_only_for_integer_fields = options.operators == "2018";
  scoring.load = options.load;
  scoring.threads = options.threads;
  auto suite = suite_by_mutation(*run->mutants, run->judgements, scoring);
  if (!suite) return suite.error();

  MadeSuite made;
  made.tests = std::move(suite->tests);
  made.scope = run->scope_text;
  made.valuations = distinct_valuations(run->mutants->model, made.tests);
  made.stop = suite->stop;
  made.complete = suite->stop == Stop::None;
  made.mutants = run->total();
  made.mutants->killed = suite->killed;
  made.notes.push_back(mutation_summary(*run));
  made.notes.push_back(fmt::format("The tests kill {} of {}{}", suite->killed, made.mutants->different,
                                   suite->proved ? " (no smaller subset kills as many)" : ""));
  made.is_short_form = suite->short_form;
  if (auto measured = measure(made, source, run->mutants->model, options); !measured) return measured.error();
  return made;
}

}  // namespace

ModelCoverage counts_of(const modeltest::Coverage& coverage) {
  using modeltest::Covered;
  return {.covered = coverage.count(Covered::Yes),
          .infeasible = coverage.count(Covered::Infeasible),
          .missed = coverage.count(Covered::No),
          .undecided = coverage.count(Covered::Undecided),
          .text = modeltest::coverage_summary(coverage)};
}

Result<MadeSuite> made_suite(const SourcePtr& source, const model::Model& model,
                             const ModelSuiteOptions& options) {
  auto made = options.by == ModelSuiteOptions::By::Mutation ? suite_of_mutants(source, options)
                                                            : suite_of_requirements(model, options);
  if (made) made->is_short_form = made->is_short_form || options.short_form;
  return made;
}

std::string suite_text(const model::Model& model, const MadeSuite& suite,
                       const std::vector<std::string>& heading) {
  const auto write = suite.is_short_form ? modeltest::write_short_form : modeltest::write_plain;
  return write(model, suite.tests, heading);
}

std::vector<std::string> suite_heading(const std::string& path, const MadeSuite& suite,
                                       ModelSuiteOptions::By by) {
  std::vector<std::string> heading{
      fmt::format("Tests of {}, by {} in scope {}.", path, to_string(by), suite.scope),
      fmt::format("{} tests, {} valuations; {}.", suite.tests.size(), suite.valuations, suite.coverage.text)};
  for (const std::string& note : suite.notes) heading.push_back(note + ".");
  return heading;
}

const char* to_string(ModelSuiteOptions::By by) {
  constexpr std::array kWays{"enumeration", "coverage", "mutation"};
  return kWays[static_cast<std::size_t>(by)];
}

}  // namespace fretsaw::mutation
