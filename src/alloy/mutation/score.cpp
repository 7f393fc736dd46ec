// SPDX-License-Identifier: MIT
#include "alloy/mutation/score.hpp"

#include <fmt/format.h>

#include "alloy/modeltest/execute.hpp"
#include "alloy/modeltest/test_file.hpp"

namespace fretsaw::mutation {

namespace {

TestVerdict verdict_of(const modeltest::Outcome& outcome) {
  if (outcome.error) return TestVerdict::Error;
  if (outcome.verdict == Verdict::Limit) return TestVerdict::Limit;
  return outcome.verdict == Verdict::Sat ? TestVerdict::Sat : TestVerdict::Unsat;
}

}  // namespace

Result<Scorer> Scorer::make(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                            const ScoreOptions& options, Budget& budget) {
  Scorer scorer(tests, options, {});
  for (const SourcePtr& source : tests) {
    auto file = modeltest::load_tests(model, source, options.load, budget);
    if (!file) return file.error();
    modeltest::Executor executor((*file)->model, options.stage);
    for (const std::size_t test : (*file)->tests) {
      budget.poll();
      const model::Command& command = (*file)->model.commands[test];
      const modeltest::Outcome outcome = executor.execute(command);
      if (outcome.error) return *outcome.error;
      scorer.names_.push_back(command.label);
      scorer.verdicts_.push_back(verdict_of(outcome));
    }
  }
  return scorer;
}

// Whatever the mutant does to a test is a difference, but for a limit.
std::vector<std::size_t> Scorer::killers(const SourcePtr& mutant, Budget& budget) const {
  std::vector<std::size_t> result;
  std::size_t test = 0;
  for (const SourcePtr& source : *tests_) {
    auto file = modeltest::load_tests(mutant, source, options_->load, budget);
    if (!file) return {test};
    modeltest::Executor executor((*file)->model, options_->stage);
    for (const std::size_t index : (*file)->tests) {
      budget.poll();
      const TestVerdict verdict = verdict_of(executor.execute((*file)->model.commands[index]));
      const bool known = verdict != TestVerdict::Limit && verdicts_[test] != TestVerdict::Limit;
      if (known && verdict != verdicts_[test]) result.push_back(test);
      if (!result.empty() && !options_->all_killers) return result;
      ++test;
    }
  }
  return result;
}

Result<Score> score(const Mutants& mutants, const std::vector<bool>& wanted,
                    const std::vector<SourcePtr>& tests, const ScoreOptions& options) {
  Score result;
  result.killers.resize(mutants.all.size());
  // One byte each: threads write to them.
  std::vector<char> reached(mutants.all.size(), 0);
  Budget budget(options.stage.limits);
  try {
    const auto scorer = Scorer::make(mutants.source, tests, options, budget);
    if (!scorer) return scorer.error();
    result.tests = scorer->names();
    in_parallel(options.threads, mutants.all.size(), budget, [&](std::size_t i, Budget& own) {
      if (wanted[i]) result.killers[i] = scorer->killers(mutants.all[i].source, own);
      reached[i] = 1;
      options.progress();
    });
  } catch (const LimitReached& limit) {
    result.stop = limit.reason;
  }
  result.reached.assign(reached.begin(), reached.end());
  return result;
}

}  // namespace fretsaw::mutation
