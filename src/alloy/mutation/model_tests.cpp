// SPDX-License-Identifier: MIT
#include "fretsaw/model_tests.hpp"

#include <fmt/format.h>

#include "alloy/modeltest/test_run.hpp"
#include "alloy/mutation/generated_suite.hpp"
#include "alloy/mutation/mutation_report.hpp"
#include "base/budget.hpp"

namespace fretsaw {

namespace {

Result<SourcePtr> source_of(const ModelFile& file) {
  if (file.text) return std::make_shared<const Source>(file.path, *file.text);
  return read_source(file.path);
}

Result<std::vector<SourcePtr>> sources_of(const std::vector<ModelFile>& files) {
  std::vector<SourcePtr> sources;
  for (const ModelFile& file : files) {
    auto source = source_of(file);
    if (!source) return source.error();
    sources.push_back(*std::move(source));
  }
  return sources;
}

SourcePtr scope_source(const std::string& scope) {
  return scope.empty() ? nullptr : std::make_shared<const Source>("scope", scope);
}

Location location_of(const Span& span) { return span.source->locate(span.begin, span.end); }

ModelTest value_of(const modeltest::TestResult& result) {
  const modeltest::Outcome& outcome = result.outcome;
  ModelTest test{.name = result.command.label,
                 .passed = outcome.passed(),
                 .verdict = outcome.verdict,
                 .solved = outcome.solved,
                 .error = outcome.error};
  if (!result.explanation) return test;
  test.message = result.explanation->summary;
  if (result.explanation->place.source) test.location = location_of(result.explanation->place);
  test.values = result.explanation->values;
  return test;
}

std::string text_of(const ModelTest& test) {
  if (test.passed) return "";
  std::string text = fmt::format("{} failed:\n", test.name);
  if (test.error) return text + render(*test.error);
  Diagnostic note;
  note.severity = Severity::Note;
  note.message = test.message;
  note.location = test.location;
  text += render(note);
  for (const auto& [part, value] : test.values) text += fmt::format("    {} = {}\n", part, value);
  return text;
}

Status test_into(ModelTestResult& result, const ModelFile& model, const std::vector<ModelFile>& tests,
                 const ModelTestOptions& options) {
  const auto source = source_of(model);
  if (!source) return source.error();
  const auto test_sources = sources_of(tests);
  if (!test_sources) return test_sources.error();
  model::LoadOptions load;
  load.include_directories = options.include_directories;
  modeltest::TestRunOptions running;
  running.stage = {options.overflow, options.limits};
  running.scope = scope_source(options.scope);
  if (!options.filter.empty()) running.filter = options.filter;
  Budget budget(options.limits);
  auto run = modeltest::TestRun::load(*source, *test_sources, load, running, budget);
  if (!run) return run.error();
  if (Status done = (*run)->execute(); !done) return done;
  for (const auto& each : (*run)->results()) {
    result.tests.push_back(value_of(*each));
    result.text += text_of(result.tests.back());
    if (!result.error) result.error = each->outcome.error;
  }
  result.passed = (*run)->passed();
  result.failed = result.tests.size() - result.passed;
  result.stop = (*run)->stop();
  if (!options.coverage) return Success{};
  if (Status done = (*run)->measure(); !done) return done;
  result.coverage = mutation::counts_of(*(*run)->coverage());
  result.coverage->text = modeltest::coverage_text(*(*run)->coverage());
  return Success{};
}

Result<ModelSuite> suite_of(const ModelFile& file, const ModelSuiteOptions& options) {
  const auto source = source_of(file);
  if (!source) return source.error();
  model::LoadOptions load;
  load.include_directories = options.include_directories;
  Budget budget(options.limits);
  const auto loaded = modeltest::load_model_tests(*source, load, budget);
  if (!loaded) return loaded.error();
  const model::Model& model = (*loaded)->model;
  const auto made = mutation::generate_suite(*source, model, options);
  if (!made) return made.error();
  return ModelSuite{.tests = made->tests.size(),
                    .valuations = made->valuations,
                    .coverage = made->coverage,
                    .complete = made->complete,
                    .stop = made->stop,
                    .text = mutation::suite_text(
                        model, *made, mutation::suite_heading(file.path, *made, options.criterion))};
}

ModelMutant value_of(const mutation::MutationRun& run, std::size_t index) {
  using Status = ModelMutant::Status;
  const mutation::Mutant& mutant = run.mutants->all[index];
  const Span& place = mutant.change.place;
  ModelMutant value{.name = std::string(mutant.op->name),
                    .location = run.mutants->source->locate(place.begin, place.end),
                    .change = mutant.change.what};
  switch (run.results.all[index].state) {
    case mutation::Equivalence::Equivalent:
      value.status = Status::Equivalent;
      break;
    case mutation::Equivalence::Undecided:
      break;
    case mutation::Equivalence::Different:
      value.status = run.killed(index) ? Status::Killed : Status::Survived;
      break;
  }
  if (run.survived(index)) value.killing_test = mutation::killing_test(run, index);
  return value;
}

Result<ModelMutationResult> mutants_of(const ModelFile& model, const std::vector<ModelFile>& tests,
                                       const ModelMutationOptions& wanted) {
  const auto source = source_of(model);
  if (!source) return source.error();
  const auto test_sources = sources_of(tests);
  if (!test_sources) return test_sources.error();
  mutation::MutationOptions options;
  options.operators = wanted.operators;
  options.assertions = wanted.assertions;
  options.strict = wanted.strict;
  options.scope = scope_source(wanted.scope);
  options.stage = {wanted.overflow, wanted.limits};
  options.load.include_directories = wanted.include_directories;
  options.threads = wanted.threads;
  options.part = wanted.part;
  const auto run = mutation::run_mutation(*source, *test_sources, options);
  if (!run) return run.error();
  ModelMutationResult result;
  for (std::size_t i = 0; i < run->mutants->all.size(); ++i) result.mutants.push_back(value_of(*run, i));
  const mutation::Tally tally = run->total();
  result.invalid = tally.invalid;
  result.equivalent = tally.equivalent;
  result.nonequivalent = tally.different;
  result.undecided = tally.undecided;
  result.killed = tally.killed;
  result.stop = run->stop();
  result.text = mutation::mutation_text(*run);
  return result;
}

}  // namespace

ModelTestResult test_model(const ModelFile& model, const std::vector<ModelFile>& tests,
                           const ModelTestOptions& options) {
  ModelTestResult result;
  const Status status =
      within_limits([&] { return test_into(result, model, tests, options); },
                    [](StopReason stop) { return Status(limit_error(stop, "running the tests")); });
  if (status) return result;
  result.text += render(status.error());
  result.stop = status.error().stop;
  result.error = status.error();
  return result;
}

Result<ModelSuite> make_suite(const ModelFile& model, const ModelSuiteOptions& options) {
  return within_limits(
      [&] { return suite_of(model, options); },
      [](StopReason stop) { return Result<ModelSuite>(limit_error(stop, "generating the suite")); });
}

Result<ModelMutationResult> mutate_model(const ModelFile& model, const std::vector<ModelFile>& tests,
                                         const ModelMutationOptions& options) {
  return within_limits([&] { return mutants_of(model, tests, options); },
                       [](StopReason stop) {
                         return Result<ModelMutationResult>(limit_error(stop, "generating the mutants"));
                       });
}

}  // namespace fretsaw
