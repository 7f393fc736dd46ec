// SPDX-License-Identifier: MIT
// Models with their tests: in the model's own file, in a file that opens the model, in a fragment that
// continues it, or in the short form (see below).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alloy/model/load.hpp"
#include "alloy/model/model.hpp"
#include "alloy/modeltest/written_test.hpp"
#include "alloy/syntax/ast.hpp"
#include "base/budget.hpp"
#include "base/source.hpp"

namespace fretsaw::modeltest {

enum class TestForm : std::uint8_t { InModel, Opening, Fragment, Short };

struct TestFile {
  std::string path;
  TestForm form = TestForm::InModel;
  std::shared_ptr<const alloy::Module> syntax;  // of the tests
  model::Model model;                           // the model under test, with the tests
  std::vector<std::size_t> tests;               // commands of the model
  std::vector<Diagnostic> warnings;             // of the model, and of what the file lacks

  // Is the paragraph at this place part of the model under test? If the tests are in the model's file,
  // everything is, but for the predicates that only give a valuation.
  bool is_under_test(const Span& span) const;
  std::string tests_source;  // name of the source that holds only tests; empty for InModel
};

// The commands of the model's own file as tests.
Result<std::unique_ptr<TestFile>> load_model_tests(const SourcePtr& model, const model::LoadOptions& options,
                                                   Budget& budget = no_limits());

// The tests of another file. Errors of names and types have their place in the file they are in.
Result<std::unique_ptr<TestFile>> load_tests(const SourcePtr& model, const SourcePtr& tests,
                                             const model::LoadOptions& options, Budget& budget = no_limits());

// Tests in a form that is shorter to write and easier to read than plain Alloy, and means the same:
//
//     valuation one_node for 3 {
//       List = List0
//       Node = Node0
//       head = List0->Node0
//     }
//     satisfies Acyclic
//     violates Sorted[List0]
//     facts hold
//
// What is not listed is empty; a sig with subsigs has their atoms; a `one sig` in no list has one atom; an
// order that is not given is that of the list. Each claim is a test: `satisfies F` is F with `expect 1`,
// `violates F` is its negation, `facts hold` and `facts fail` have no claim and `expect 1` or `expect 0`.
// `expect N` after a claim changes the expected outcome, `unlabelled` removes it, and `name:` before a claim
// is its name; F may also be the name of an assertion.

// Does the text begin with a valuation?
bool is_short_form(const Source& source);

// Errors have their place in the text. Whether names in claims mean something is not asked.
Result<std::vector<WrittenTest>> read_short_form(const SourcePtr& source, const model::Model& model);

// The tests as paragraphs of plain Alloy whose spans are in the text.
Result<alloy::Module> parse_short_form(const SourcePtr& source, const model::Model& model);

std::string write_short_form(const model::Model& model, const std::vector<WrittenTest>& tests,
                             const std::vector<std::string>& heading);

}  // namespace fretsaw::modeltest
