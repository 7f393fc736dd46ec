// SPDX-License-Identifier: MIT
#include "alloy/modeltest/test_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "alloy/modeltest/requirement_solver.hpp"
#include "alloy/modeltest/requirements.hpp"
#include "report/xml.hpp"

namespace fretsaw::modeltest {

namespace {

// A glob against the whole text.
bool globs(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() == '*')
    return globs(text, pattern.substr(1)) || (!text.empty() && globs(text.substr(1), pattern));
  if (text.empty()) return false;
  return (pattern.front() == '?' || pattern.front() == text.front()) &&
         globs(text.substr(1), pattern.substr(1));
}

Requirements requirements_of(const TestFile& file) {
  const auto no_test = under_test_in(file.model);
  return collect_requirements(file.model,
                              [&](const Span& span) { return no_test(span) && file.is_under_test(span); });
}

}  // namespace

bool matches(const std::string& name, const std::string& pattern) {
  const bool glob = pattern.find_first_of("*?") != std::string::npos;
  return glob ? globs(name, pattern) : name.find(pattern) != std::string::npos;
}

Result<std::unique_ptr<TestRun>> TestRun::load(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                                               const model::LoadOptions& load, const TestRunOptions& options,
                                               Budget& budget) {
  auto run = std::make_unique<TestRun>();
  run->options_ = options;
  auto base = load_model_tests(model, load, budget);
  if (!base) return base.error();
  run->base_ = *std::move(base);
  for (const SourcePtr& source : tests) {
    auto file = load_tests(model, source, load, budget);
    if (!file) return file.error();
    run->files_.push_back(*std::move(file));
  }
  if (tests.empty()) {
    auto file = load_model_tests(model, load, budget);
    if (!file) return file.error();
    run->files_.push_back(*std::move(file));
  }
  for (const auto& file : run->files_)
    run->executors_.push_back(std::make_unique<Executor>(file->model, options.stage));
  return run;
}

Status TestRun::execute() {
  for (std::size_t f = 0; f < files_.size(); ++f) {
    for (const std::size_t index : files_[f]->tests) {
      const model::Command& command = files_[f]->model.commands[index];
      if (options_.filter && !matches(command.label, *options_.filter)) continue;
      auto result = std::make_unique<TestResult>();
      result->file = files_[f].get();
      result->command = command;
      if (options_.scope) {
        auto changed = model::with_scope(files_[f]->model, command, options_.scope);
        if (!changed) return changed.error();
        result->command = *std::move(changed);
      }
      const auto start = std::chrono::steady_clock::now();
      result->outcome = executors_[f]->execute(result->command);
      result->ms =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      if (!result->outcome.passed()) result->explanation = explain(result->outcome);
      results_.push_back(std::move(result));
    }
  }
  return Success{};
}

Executor& TestRun::executor(const TestFile& file) {
  for (std::size_t f = 0; f < files_.size(); ++f) {
    if (files_[f].get() == &file) return *executors_[f];
  }
  return *executors_.front();
}

Status TestRun::measure() {
  requirements_ = std::make_unique<Requirements>(requirements_of(*base_));
  coverage_ = std::make_unique<Coverage>(*requirements_);
  std::map<std::string, model::Command> scopes;  // of the tests, each once
  for (const auto& file : files_) {
    const Requirements own = requirements_of(*file);
    const std::vector<std::size_t> ours = match(own, *requirements_);
    std::map<Stage*, std::unique_ptr<RequirementMeter>> meters;
    for (const auto& result : results_) {
      if (result->file != file.get() || result->outcome.error) continue;
      const Outcome& outcome = result->outcome;
      scopes.emplace(scope_key(result->command.scopes), result->command);
      if (!outcome.instance || outcome.stage == nullptr) continue;
      auto& meter = meters[outcome.stage];
      if (!meter) meter = std::make_unique<RequirementMeter>(own, *outcome.stage);
      for (std::size_t r = 0; r < own.all.size(); ++r) {
        if (ours[r] == kNone || coverage_->state(ours[r]) == CoverageState::Yes) continue;
        if (meter->meets(r, *outcome.instance)) coverage_->set(ours[r], CoverageState::Yes);
      }
    }
  }
  // Infeasible is what is so in the scope of every test.
  std::vector<model::Command> commands;
  for (auto& [key, tested] : scopes) {
    auto command = empty_command(base_->model, nullptr);
    if (!command) return command.error();
    auto own = model::compute_scopes(base_->model, tested.syntax, tested.pos);
    if (!own) continue;
    command->scopes = *std::move(own);
    commands.push_back(*std::move(command));
  }
  if (commands.empty()) {
    auto command = empty_command(base_->model, options_.scope);
    if (!command) return command.error();
    commands.push_back(*std::move(command));
  }
  std::vector<std::size_t> candidates = coverage_->in_state(CoverageState::No);
  std::vector<Coverage> parts;
  for (const model::Command& command : commands) {
    Coverage part = *coverage_;
    if (auto found = find_infeasible(base_->model, command, options_.stage, part); !found)
      return found.error();
    parts.push_back(std::move(part));
  }
  for (const std::size_t r : candidates) {
    const auto in_all = [&](CoverageState state) {
      return std::ranges::all_of(parts, [&](const Coverage& part) { return part.state(r) == state; });
    };
    const bool missed =
        std::ranges::any_of(parts, [&](const Coverage& part) { return part.state(r) == CoverageState::No; });
    coverage_->set(r, missed                              ? CoverageState::No
                      : in_all(CoverageState::Infeasible) ? CoverageState::Infeasible
                                                          : CoverageState::Undecided);
  }
  return Success{};
}

std::size_t TestRun::passed() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(results_, [](const auto& result) { return result->outcome.passed(); }));
}

std::size_t TestRun::solved() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(results_, [](const auto& result) { return result->outcome.solved; }));
}

bool TestRun::has_errors() const {
  return std::ranges::any_of(results_, [](const auto& result) { return result->outcome.error.has_value(); });
}

StopReason TestRun::stop() const {
  for (const auto& result : results_) {
    if (result->outcome.verdict == Verdict::Limit && !result->outcome.error) return result->outcome.stop;
  }
  return StopReason::None;
}

namespace {

JUnitCase junit_case(const TestResult& result) {
  const Span& pos = result.command.pos;
  JUnitCase test{result.command.label, result.file->path,
                 pos.source ? pos.source->locate(pos.begin, pos.end).line : 0, result.ms / 1000};
  if (!result.explanation) return test;
  const Explanation& why = *result.explanation;
  if (why.place.source) {
    const Location at = why.place.source->locate(why.place.begin, why.place.end);
    test.details = fmt::format("{}:{}:{}\n{}\n", at.file, at.line, at.column, at.source_line);
  }
  for (const auto& [part, value] : why.values) test.details += fmt::format("{} = {}\n", part, value);
  const bool error = result.outcome.error || result.outcome.verdict == Verdict::Limit;
  test.end = error ? JUnitEnd::Error : JUnitEnd::Failed;
  test.message = why.summary;
  return test;
}

}  // namespace

std::string to_junit(const TestRun& run) {
  std::vector<JUnitSuite> suites;
  for (const auto& file : run.files()) {
    suites.push_back({file->path, {}});
    for (const auto& result : run.results()) {
      if (result->file == file.get()) suites.back().cases.push_back(junit_case(*result));
    }
  }
  return junit_of(suites);
}

}  // namespace fretsaw::modeltest
