// SPDX-License-Identifier: MIT
#include "alloy/mutation/generated_suite.hpp"

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

constexpr const char* kDefaultSuiteScope = "3";

SourcePtr scope_of(const ModelSuiteOptions& options) {
  return std::make_shared<const Source>("--scope",
                                        options.scope.empty() ? kDefaultSuiteScope : options.scope);
}

Result<GeneratedSuite> suite_of_requirements(const model::Model& model, const ModelSuiteOptions& wanted) {
  modeltest::SuiteOptions options;
  options.stage = {wanted.overflow, wanted.limits};
  options.scope = scope_of(wanted);
  options.target =
      wanted.target == ModelSuiteOptions::Target::One ? modeltest::Target::One : modeltest::Target::All;
  options.limit = wanted.limit;
  options.minimize = wanted.minimize;
  // The predicates of tests are not part of what is tested.
  const auto under_test = modeltest::under_test_in(model);
  const auto suite = wanted.criterion == ModelSuiteOptions::Criterion::Enumeration
                         ? modeltest::suite_by_enumeration(model, under_test, options)
                         : modeltest::suite_by_coverage(model, under_test, options);
  if (!suite) return suite.error();
  GeneratedSuite made;
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
Status measure(GeneratedSuite& made, const SourcePtr& source, const model::Model& model,
               const MutationOptions& options) {
  const auto text = std::make_shared<const Source>("suite", suite_text(model, made, {}));
  modeltest::TestRunOptions testing;
  testing.stage = options.stage;
  auto tested = modeltest::TestRun::load(source, {text}, options.load, testing);
  if (!tested) return tested.error();
  if (auto done = (*tested)->execute(); !done) return done;
  if (auto done = (*tested)->measure(); !done) return done;
  made.coverage = counts_of(*(*tested)->coverage());
  return Success{};
}

Result<GeneratedSuite> suite_of_mutants(const SourcePtr& source, const ModelSuiteOptions& wanted) {
  MutationOptions options;
  options.operators = wanted.operators;
  options.strict = wanted.strict;
  options.assertions = wanted.assertions;
  options.scope = scope_of(wanted);
  options.stage = {wanted.overflow, wanted.limits};
  options.load.include_directories = wanted.include_directories;
  options.threads = wanted.threads;
  auto run = run_mutation(source, {}, options);
  if (!run) return run.error();
  ScoreOptions scoring;
  scoring.stage = options.stage;
  scoring.stage.atoms_only_for_integer_fields = options.operators == "2018";
  scoring.load = options.load;
  scoring.threads = options.threads;
  auto suite = suite_by_mutation(*run->mutants, run->results, scoring);
  if (!suite) return suite.error();

  GeneratedSuite made;
  made.tests = std::move(suite->tests);
  made.scope = run->scope_text;
  made.valuations = distinct_valuations(run->mutants->model, made.tests);
  made.stop = suite->stop;
  made.complete = suite->stop == StopReason::None;
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
  using modeltest::CoverageState;
  return {.covered = coverage.count(CoverageState::Yes),
          .infeasible = coverage.count(CoverageState::Infeasible),
          .missed = coverage.count(CoverageState::No),
          .undecided = coverage.count(CoverageState::Undecided),
          .text = modeltest::coverage_summary(coverage)};
}

Result<GeneratedSuite> generate_suite(const SourcePtr& source, const model::Model& model,
                                      const ModelSuiteOptions& options) {
  auto made = options.criterion == ModelSuiteOptions::Criterion::Mutation
                  ? suite_of_mutants(source, options)
                  : suite_of_requirements(model, options);
  if (made) made->is_short_form = made->is_short_form || options.short_form;
  return made;
}

std::string suite_text(const model::Model& model, const GeneratedSuite& suite,
                       const std::vector<std::string>& heading) {
  const auto write = suite.is_short_form ? modeltest::write_short_form : modeltest::write_plain;
  return write(model, suite.tests, heading);
}

std::vector<std::string> suite_heading(const std::string& path, const GeneratedSuite& suite,
                                       ModelSuiteOptions::Criterion criterion) {
  std::vector<std::string> heading{
      fmt::format("Tests of {}, by {} in scope {}.", path, to_string(criterion), suite.scope),
      fmt::format("{} tests, {} valuations; {}.", suite.tests.size(), suite.valuations, suite.coverage.text)};
  for (const std::string& note : suite.notes) heading.push_back(note + ".");
  return heading;
}

const char* to_string(ModelSuiteOptions::Criterion criterion) {
  constexpr std::array kCriterionNames{"enumeration", "coverage", "mutation"};
  return kCriterionNames[static_cast<std::size_t>(criterion)];
}

}  // namespace fretsaw::mutation
