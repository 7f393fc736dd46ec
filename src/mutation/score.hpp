// SPDX-License-Identifier: MIT
// Which tests kill which mutants: those whose verdict on the mutant is not that on the model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "modeltest/stage.hpp"
#include "mutation/mutants.hpp"

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
  Stop stop = Stop::None;
};

// Of the mutants that are wanted. The verdicts are those of executing the files with the model's text and
// with the mutant's. Errors: those of the tests on the model itself.
Result<Score> score(const Mutants& mutants, const std::vector<bool>& wanted,
                    const std::vector<SourcePtr>& tests, const ScoreOptions& options);

}  // namespace fretsaw::mutation
