// SPDX-License-Identifier: MIT
// All tests of one invocation: loaded, executed, explained, and what they cover.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/modeltest/coverage.hpp"
#include "alloy/modeltest/execute.hpp"
#include "alloy/modeltest/explain.hpp"
#include "alloy/modeltest/test_file.hpp"

namespace fretsaw::modeltest {

struct TestRunOptions {
  StageOptions stage{};
  SourcePtr scope;                    // replaces that of every test
  std::optional<std::string> filter;  // only tests whose names have this in them; * and ? stand for anything
  bool coverage = false;
};

struct TestResult {
  const TestFile* file = nullptr;
  model::Command command;                  // with the scope that it was executed in
  Outcome outcome;                         // outcome.command is the one above
  std::optional<Explanation> explanation;  // if it did not pass
  double ms = 0;
};

class TestRun {
 public:
  // Loads the files; no tests: those of the model itself. The coverage is that of the model alone.
  static Result<std::unique_ptr<TestRun>> load(const SourcePtr& model, const std::vector<SourcePtr>& tests,
                                               const model::LoadOptions& load, const TestRunOptions& options,
                                               Budget& budget = no_limits());

  // Executes all tests, until a limit is reached: the rest then has the verdict Limit. Errors: --scope is
  // wrong.
  Status execute();
  // What they cover, if that was asked for. Requires execute().
  Status measure();

  const std::vector<std::unique_ptr<TestFile>>& files() const { return files_; }
  const std::vector<std::unique_ptr<TestResult>>& results() const { return results_; }
  Executor& executor(const TestFile& file);
  const Coverage* coverage() const { return coverage_.get(); }
  const model::Model& model() const { return base_->model; }

  std::size_t passed() const;
  std::size_t solved() const;
  bool has_errors() const;
  StopReason stop() const;  // the first limit that was reached

 private:
  TestRunOptions options_;
  std::unique_ptr<TestFile> base_;  // the model by itself
  std::vector<std::unique_ptr<TestFile>> files_;
  std::vector<std::unique_ptr<Executor>> executors_;
  std::vector<std::unique_ptr<TestResult>> results_;
  std::unique_ptr<Requirements> requirements_;
  std::unique_ptr<Coverage> coverage_;
};

// Does the name have the pattern in it?
bool matches(const std::string& name, const std::string& pattern);

// The tests of a run as JUnit's XML, which build servers read.
std::string to_junit(const TestRun& run);

}  // namespace fretsaw::modeltest
