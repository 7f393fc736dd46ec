// SPDX-License-Identifier: MIT
// Models with their tests: in the model's own file, in a file that opens the model, in a fragment that
// continues it, or in the short form (short_form.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alloy/model/load.hpp"
#include "alloy/model/model.hpp"
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

}  // namespace fretsaw::modeltest
