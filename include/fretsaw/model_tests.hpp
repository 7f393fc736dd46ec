// SPDX-License-Identifier: MIT
//
// Unit tests of Alloy models: what `fretsaw test`, `fretsaw suite` and `fretsaw mutate` do.
//
// Example: tests that continue a model, their coverage and their mutation score.
//
//     const fretsaw::ModelFile list{"list.als",
//                                   "sig Node { next: lone Node }\n"
//                                   "pred acyclic { no n: Node | n in n.^next }\n"};
//     const fretsaw::ModelFile tests{"list_tests.als",
//                                    "pred loop { some disj a: Node { Node = a  next = a->a  acyclic } }\n"
//                                    "run loop for 2 expect 0\n"
//                                    "pred chain { some disj a, b: Node { Node = a + b  next = a->b  acyclic } }\n"
//                                    "run chain for 2 expect 1\n"};
//     const auto result = fretsaw::test_model(list, {tests}, {.coverage = true});
//     std::cout << result.passed << " of " << result.tests.size() << " passed\n" << result.text;
//     std::cout << result.coverage->covered << " of " << result.coverage->total() << " requirements covered\n";
//
//     const auto score = fretsaw::mutate_model(list, {tests}, {.scope = "2"});
//     std::cout << score->killed << " of " << score->nonequivalent << " mutants killed\n";
//
//     const auto suite = fretsaw::make_suite(list, {.criterion = fretsaw::ModelSuiteOptions::Criterion::Mutation, .scope = "2"});
//     const auto again = fretsaw::mutate_model(list, {{"suite.als", suite->text}}, {.scope = "2"});
//     std::cout << suite->tests << " tests kill " << again->killed << "\n";
//
// Inside a test: EXPECT_TRUE(result) << result.text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finder.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

// A file with a model or tests, or a text to use instead; `path` is then its name in messages.
struct ModelFile {
  std::string path;
  std::optional<std::string> text{};
};

struct ModelTestOptions {
  std::string scope{};   // replaces the scope of every test: "3 but 1 List"; empty: keep them
  std::string filter{};  // only tests whose names contain this text or match this pattern with * and ?
  Overflow overflow = Overflow::Prevent;
  bool coverage = false;                           // measure the coverage of the model
  std::vector<std::string> include_directories{};  // where else `open` looks
  Limits limits{};
};

struct ModelTest {
  std::string name;
  bool passed = false;
  Verdict verdict = Verdict::Limit;  // of a check: Sat means a counterexample
  bool solved = false;               // solved instead of evaluated: the valuation is incomplete
  // Why it failed: a message, the location of the deciding formula, and the values of its subexpressions.
  std::string message{};
  std::optional<Location> location{};
  std::vector<std::pair<std::string, std::string>> values{};
  std::optional<Diagnostic> error{};  // set if the verdict is missing
};

// Requirements: see docs/coverage.md.
struct ModelCoverage {
  std::size_t covered = 0;
  std::size_t infeasible = 0;  // no instance in the scope covers them
  std::size_t missed = 0;
  std::size_t undecided = 0;
  std::string text{};  // the report; of tests, with the source

  std::size_t total() const { return covered + infeasible + missed + undecided; }
};

struct ModelTestResult {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::vector<ModelTest> tests{};
  std::optional<ModelCoverage> coverage{};
  StopReason stop = StopReason::None;  // the limit that was reached, if any: the tests after it failed
  std::optional<Diagnostic> error{};   // why the result, or that of a test, is missing
  std::string text{};                  // the report: what a failing test should print

  // All tests passed, and there was at least one.
  explicit operator bool() const { return !error && failed == 0 && passed > 0; }
};

// Without test files, the commands of the model are the tests. A test file opens the model or continues its text.
ModelTestResult test_model(const ModelFile& model, const std::vector<ModelFile>& tests = {},
                           const ModelTestOptions& options = {});

struct ModelSuiteOptions {
  enum class Criterion : std::uint8_t {
    Enumeration,  // a test for every instance (one per isomorphism class), predicate and assertion
    Coverage,     // few tests that cover every feasible requirement
    Mutation,     // few tests that kill every non-equivalent mutant
  };
  enum class Target : std::uint8_t {
    All,  // Criterion::Coverage: search for any missing requirement
    One,  // search for one requirement at a time
  };

  Criterion criterion = Criterion::Coverage;
  Target target = Target::All;
  std::string scope{};  // empty: 3
  Overflow overflow = Overflow::Prevent;
  std::optional<std::uint64_t> limit{};  // maximum number of tests; not for Criterion::Mutation
  bool minimize = false;                 // remove redundant tests
  bool short_form = false;
  std::string operators = "all";  // of mutation: "MOR,BOR", "2017", "2018" or "all"
  bool assertions = false;        // mutate assertions, too
  bool strict = false;            // treat mutants with new warnings as invalid
  unsigned threads = 1;
  std::vector<std::string> include_directories{};
  Limits limits{};
};

struct ModelSuite {
  std::size_t tests = 0;
  std::size_t valuations = 0;  // that are distinct
  ModelCoverage coverage{};
  bool complete = true;
  StopReason stop = StopReason::None;
  std::string text{};  // a file of tests, in plain Alloy or the short form
};

Result<ModelSuite> make_suite(const ModelFile& model, const ModelSuiteOptions& options = {});

struct ModelMutationOptions {
  std::string scope{};  // empty: that of the first command, or 3
  Overflow overflow = Overflow::Prevent;
  std::string operators = "all";
  bool assertions = false;
  bool strict = false;
  SearchPart part{};  // of the mutants
  unsigned threads = 1;
  std::vector<std::string> include_directories{};
  Limits limits{};
};

struct ModelMutant {
  enum class Status : std::uint8_t { Equivalent, Undecided, Survived, Killed };

  std::string name;     // of the operator: "BOR"
  Location location{};  // of the mutated expression
  std::string change{};
  Status status = Status::Undecided;  // Survived also without tests
  std::string killing_test{};         // if it survived tests: a test that kills it
};

struct ModelMutationResult {
  std::vector<ModelMutant> mutants{};
  std::size_t invalid = 0;
  std::size_t equivalent = 0;
  std::size_t nonequivalent = 0;
  std::size_t undecided = 0;
  std::size_t killed = 0;
  StopReason stop = StopReason::None;
  std::string text{};  // the report: tables, and a killing test for each surviving mutant

  // Of the non-equivalent mutants; 1 if all are equivalent.
  double score() const {
    return nonequivalent == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(nonequivalent);
  }
};

Result<ModelMutationResult> mutate_model(const ModelFile& model, const std::vector<ModelFile>& tests = {},
                                         const ModelMutationOptions& options = {});

}  // namespace fretsaw
