// SPDX-License-Identifier: MIT
// Which tests kill which mutants: those whose verdict on the mutant is not that on the model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alloy/modeltest/stage.hpp"
#include "alloy/mutation/mutants.hpp"

namespace fretsaw::mutation {

struct ScoreOptions {
  modeltest::StageOptions stage{};
  model::LoadOptions load;
  std::size_t threads = 1;
  bool all_killers = false;  // else only the first of each mutant
  std::function<void()> progress = [] {};
};

struct Score {
  std::vector<std::string> tests;                 // their names, of all files in order
  std::vector<std::vector<std::size_t>> killers;  // by mutant: tests; empty for those that were not asked for
  std::vector<bool> reached;                      // by mutant: false if a limit came first
  StopReason stop = StopReason::None;
};

enum class TestVerdict : std::uint8_t { Sat, Unsat, Error, Limit };

// The tests and what they say of the model itself, to be held against mutants. The tests and the options
// outlive it. For several threads.
class Scorer {
 public:
  // Errors: those of the tests on the model. Throws LimitReached.
  static Result<Scorer> make(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                             const ScoreOptions& options, Budget& budget);
  // What another process has found.
  Scorer(const std::vector<SourcePtr>& tests, const ScoreOptions& options, std::vector<TestVerdict> verdicts)
      : tests_(&tests), options_(&options), verdicts_(std::move(verdicts)) {}

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<TestVerdict>& verdicts() const { return verdicts_; }
  // Throws LimitReached.
  std::vector<std::size_t> killers(const SourcePtr& mutant, Budget& budget) const;

 private:
  const std::vector<SourcePtr>* tests_;
  const ScoreOptions* options_;
  std::vector<TestVerdict> verdicts_;
  std::vector<std::string> names_;
};

// Of the mutants that are wanted. The verdicts are those of executing the files with the model's text and
// with the mutant's. Errors: those of the tests on the model itself.
Result<Score> score(const Mutants& mutants, const std::vector<bool>& wanted,
                    const std::vector<SourcePtr>& tests, const ScoreOptions& options);

}  // namespace fretsaw::mutation
