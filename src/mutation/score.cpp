// SPDX-License-Identifier: MIT
#include "mutation/score.hpp"

#include <fmt/format.h>

#include "modeltest/execute.hpp"
#include "modeltest/test_file.hpp"

namespace fretsaw::mutation {

namespace {

enum class TestVerdict : std::uint8_t { Sat, Unsat, Error, Limit };

TestVerdict verdict_of(const modeltest::Outcome& outcome) {
  if (outcome.error) return TestVerdict::Error;
  if (outcome.verdict == Verdict::Limit) return TestVerdict::Limit;
  return outcome.verdict == Verdict::Sat ? TestVerdict::Sat : TestVerdict::Unsat;
}

class Scoring {
 public:
  Scoring(const std::vector<SourcePtr>& tests, const ScoreOptions& options)
      : tests_(tests), options_(options) {}

  Status on_model(const SourcePtr& model, Score& score, Budget& budget) {
    for (const SourcePtr& source : tests_) {
      auto file = modeltest::load_tests(model, source, options_.load, budget);
      if (!file) return file.error();
      modeltest::Executor executor((*file)->model, options_.stage);
      for (const std::size_t test : (*file)->tests) {
        budget.poll();
        const model::Command& command = (*file)->model.commands[test];
        const modeltest::Outcome outcome = executor.execute(command);
        if (outcome.error) return *outcome.error;
        score.tests.push_back(command.label);
        verdicts_.push_back(verdict_of(outcome));
      }
    }
    return Done{};
  }

  // Whatever the mutant does to a test is a difference, but for a limit.
  std::vector<std::size_t> killers(const SourcePtr& mutant, Budget& budget) const {
    std::vector<std::size_t> result;
    std::size_t test = 0;
    for (const SourcePtr& source : tests_) {
      auto file = modeltest::load_tests(mutant, source, options_.load, budget);
      if (!file) return {test};
      modeltest::Executor executor((*file)->model, options_.stage);
      for (const std::size_t index : (*file)->tests) {
        budget.poll();
        const TestVerdict verdict = verdict_of(executor.execute((*file)->model.commands[index]));
        const bool known = verdict != TestVerdict::Limit && verdicts_[test] != TestVerdict::Limit;
        if (known && verdict != verdicts_[test]) result.push_back(test);
        if (!result.empty() && !options_.all_killers) return result;
        ++test;
      }
    }
    return result;
  }

 private:
  const std::vector<SourcePtr>& tests_;
  const ScoreOptions& options_;
  std::vector<TestVerdict> verdicts_;
};

}  // namespace

Result<Score> score(const Mutants& mutants, const std::vector<bool>& wanted,
                    const std::vector<SourcePtr>& tests, const ScoreOptions& options) {
  Score result;
  result.killers.resize(mutants.all.size());
  // One byte each: threads write to them.
  std::vector<char> reached(mutants.all.size(), 0);
  Scoring scoring(tests, options);
  Budget budget(options.stage.limits);
  try {
    if (auto done = scoring.on_model(mutants.source, result, budget); !done) return done.error();
    in_parallel(options.threads, mutants.all.size(), budget, [&](std::size_t i, Budget& own) {
      if (wanted[i]) result.killers[i] = scoring.killers(mutants.all[i].source, own);
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
