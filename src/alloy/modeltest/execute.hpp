// SPDX-License-Identifier: MIT
// Executes unit tests. A test that fixes everything is evaluated; one that does not is solved, as `run`
// would.
//
// Example:
//
//     Executor executor(model, {});
//     const Outcome outcome = executor.execute(model.commands[0]);
//     if (!outcome.passed()) …
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/modeltest/recognize.hpp"
#include "alloy/modeltest/stage.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finder.hpp"

namespace fretsaw::modeltest {

// The verdict is the one that `run` gives for the command: Sat if there is an instance (for a check: a
// counterexample).
struct Outcome {
  const model::Command* command = nullptr;
  Verdict verdict = Verdict::Limit;
  StopReason stop = StopReason::None;  // why, if the verdict is Limit
  std::optional<Diagnostic> error;     // then there is no verdict
  bool solved = false;                 // the test leaves something open,
  std::string missing_value;           // namely this
  std::string obstacle;  // why no valuation in scope is the test's: unsatisfiable without looking at facts
  std::optional<Reading> reading;    // of an evaluated test: the one that satisfies it, or the last one tried
  std::optional<Instance> instance;  // that reading in the universe of `stage`
  Stage* stage = nullptr;
  std::vector<Atom> atoms;  // by AtomId
  std::vector<model::ExprPtr> claims;

  // A run without `expect` should be satisfiable, a check should hold.
  bool expected_sat() const { return command->expect ? *command->expect != 0 : !command->is_check; }
  bool passed() const {
    return !error && verdict != Verdict::Limit && (verdict == Verdict::Sat) == expected_sat();
  }
};

// A test ready to be evaluated any number of times. Valid as long as its executor.
class PreparedTest {
 public:
  Truth evaluate();

 private:
  friend class Executor;
  Question* question_ = nullptr;
  std::vector<Instance> instances_;  // one a reading that has a place in the scope
  std::size_t decided_ = 0;          // the one that held when evaluate() last answered True
};

class Executor {
 public:
  // The model must outlive it.
  Executor(const model::Model& model, const StageOptions& options) : model_(model), options_(options) {}

  Outcome execute(const model::Command& command);

  // Everything but the evaluation; nothing if the test must be solved.
  std::optional<PreparedTest> prepare(const model::Command& command);

  // The model in the command's scope.
  Result<Stage*> stage(const model::Command& command);

 private:
  // A reading that has a place in the scope, and what its atoms are there.
  struct MatchedReading {
    std::size_t reading;
    std::vector<Atom> atoms;
  };
  std::optional<PreparedTest> prepare(const FixedTest& test, Stage& stage, Outcome& outcome,
                                      std::vector<MatchedReading>& matched);
  void solve(Outcome& outcome);

  const model::Model& model_;
  StageOptions options_;
  std::optional<bool> uses_strings_;
  std::map<model::FunctionId, bool> texts_, orders_;  // does a function mention strings, a total order?
  std::map<std::string, std::unique_ptr<Stage>> stages_;
};

}  // namespace fretsaw::modeltest
