// SPDX-License-Identifier: MIT
// A suite of tests of a model, whichever way it is made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/modeltest/coverage.hpp"
#include "alloy/modeltest/written_test.hpp"
#include "alloy/mutation/mutation_run.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/model_tests.hpp"

namespace fretsaw::mutation {

struct MadeSuite {
  std::vector<modeltest::WrittenTest> tests;
  std::string scope;
  std::size_t valuations = 0;
  ModelCoverage coverage;
  std::optional<Tally> mutants;  // of a suite by mutation; those that are killed are killed by it
  std::vector<std::string> notes;
  bool complete = true;
  bool is_short_form = false;  // wanted, or nothing else can express it
  Stop stop = Stop::None;
};

ModelCoverage counts_of(const modeltest::Coverage& coverage);

// The model is the one in the source. Throws LimitReached.
Result<MadeSuite> made_suite(const SourcePtr& source, const model::Model& model,
                             const ModelSuiteOptions& options);

// As a file; more may stand in its heading, which says how the suite was made.
std::string suite_text(const model::Model& model, const MadeSuite& suite,
                       const std::vector<std::string>& heading);
std::vector<std::string> suite_heading(const std::string& path, const MadeSuite& suite,
                                       ModelSuiteOptions::By by);
const char* to_string(ModelSuiteOptions::By by);  // "enumeration", "coverage", "mutation"

}  // namespace fretsaw::mutation
