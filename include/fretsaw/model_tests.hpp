// SPDX-License-Identifier: MIT
//
// Unit tests of Alloy models: what `fretsaw test`, `fretsaw suite` and `fretsaw mutate` do.
//
// Example: tests that continue a model, what they cover, and what they would not notice.
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
//     std::cout << result.passed << " of " << result.tests.size() << " pass\n" << result.text;
//     std::cout << result.coverage->covered << " of " << result.coverage->total() << " requirements covered\n";
//
//     const auto score = fretsaw::mutate_model(list, {tests}, {.scope = "2"});
//     std::cout << score->killed << " of " << score->nonequivalent << " mutants killed\n";
//
//     const auto suite = fretsaw::make_suite(list, {.by = fretsaw::ModelSuiteOptions::By::Mutation, .scope = "2"});
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

// A file with a model, or with tests; or a text that is taken instead, and that messages call by this name.
struct ModelFile {
  std::string path;
  std::optional<std::string> text{};
};

struct ModelTestOptions {
  std::string scope{};   // replaces that of every test: "3 but 1 List"; empty: each has its own
  std::string filter{};  // only tests whose names have this in them; with * or ?, those that match as a whole
  Overflow overflow = Overflow::Prevent;
  bool coverage = false;                       // measures what the tests exercise of the model
  std::vector<std::string> include_folders{};  // where else `open` looks
  Limits limits{};
};

struct ModelTest {
  std::string name;
  bool passed = false;
  Verdict verdict = Verdict::Limit;  // of a check: Sat means that there is a counterexample
  bool solved = false;               // it leaves something open, and so was not evaluated
  // Why it failed: a sentence, where the formula is that decides, and the values of its parts.
  std::string message{};
  std::optional<Location> location{};
  std::vector<std::pair<std::string, std::string>> values{};
  std::optional<Diagnostic> error{};  // then there is no verdict
};

// Requirements: see docs/coverage.md.
struct ModelCoverage {
  std::size_t covered = 0;
  std::size_t infeasible = 0;  // no instance in the scope meets them
  std::size_t missed = 0;
  std::size_t undecided = 0;
  std::string text{};  // the same in words; of tests, with the source

  std::size_t total() const { return covered + infeasible + missed + undecided; }
};

struct ModelTestResult {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::vector<ModelTest> tests{};
  std::optional<ModelCoverage> coverage{};
  Stop stop = Stop::None;             // the limit that was reached, if one was: the tests after it have failed
  std::optional<Diagnostic> error{};  // why there is no answer, or none of one of the tests
  std::string text{};                 // what a failing test should show

  // All tests, of which there are some, pass.
  explicit operator bool() const { return !error && failed == 0 && passed > 0; }
};

// Without files of tests: the commands of the model are the tests. Such a file either opens the model or continues it.
ModelTestResult test_model(const ModelFile& model, const std::vector<ModelFile>& tests = {},
                           const ModelTestOptions& options = {});

struct ModelSuiteOptions {
  enum class By : std::uint8_t {
    Enumeration,  // a test for every instance, up to isomorphism, and every predicate and assertion
    Coverage,     // few tests that meet every requirement that can be met
    Mutation,     // few tests that notice every small change of the model that can be noticed
  };
  enum class Target : std::uint8_t {
    All,  // of coverage: any of the requirements that are left
    One,  // one requirement after the other
  };

  By by = By::Coverage;
  Target target = Target::All;
  std::string scope{};  // empty: 3
  Overflow overflow = Overflow::Prevent;
  std::optional<std::uint64_t> limit{};  // on tests; not by mutation
  bool minimize = false;                 // leaves out tests that cover nothing that others do not
  bool short_form = false;
  std::string operators = "all";  // of mutation: "MOR,BOR", "2017", "2018" or "all"
  bool assertions = false;        // they are mutated, too
  bool strict = false;            // mutants with a warning that the model does not have are invalid
  unsigned threads = 1;
  std::vector<std::string> include_folders{};
  Limits limits{};
};

struct ModelSuite {
  std::size_t tests = 0;
  std::size_t valuations = 0;  // different ones
  ModelCoverage coverage{};
  bool complete = true;
  Stop stop = Stop::None;
  std::string text{};  // a file of tests, in plain Alloy or the short form
};

Result<ModelSuite> make_suite(const ModelFile& model, const ModelSuiteOptions& options = {});

struct ModelMutationOptions {
  std::string scope{};  // empty: that of the model's first command, or 3
  Overflow overflow = Overflow::Prevent;
  std::string operators = "all";
  bool assertions = false;
  bool strict = false;
  SearchPart part{};  // of the mutants
  unsigned threads = 1;
  std::vector<std::string> include_folders{};
  Limits limits{};
};

struct ModelMutant {
  enum class Status : std::uint8_t { Equivalent, Undecided, Survived, Killed };

  std::string name;     // of the operator: "BOR"
  Location location{};  // of what was changed
  std::string change{};
  Status status = Status::Undecided;  // Survived also if there are no tests
  std::string killing_test{};         // of one that survived tests: a test that would kill it
};

struct ModelMutationResult {
  std::vector<ModelMutant> mutants{};
  std::size_t invalid = 0;
  std::size_t equivalent = 0;
  std::size_t nonequivalent = 0;
  std::size_t undecided = 0;
  std::size_t killed = 0;
  Stop stop = Stop::None;
  std::string text{};  // tables, and every survivor with a test that kills it

  // Of those that are not equivalent; 1 if there are none.
  double score() const {
    return nonequivalent == 0 ? 1 : static_cast<double>(killed) / static_cast<double>(nonequivalent);
  }
};

Result<ModelMutationResult> mutate_model(const ModelFile& model, const std::vector<ModelFile>& tests = {},
                                         const ModelMutationOptions& options = {});

}  // namespace fretsaw
