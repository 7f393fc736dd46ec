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

struct GeneratedSuite {
  std::vector<modeltest::WrittenTest> tests;
  std::string scope;
  std::size_t valuations = 0;
  ModelCoverage coverage;
  std::optional<Tally> mutants;  // of a suite by mutation; those that are killed are killed by it
  std::vector<std::string> notes;
  bool complete = true;
  bool is_short_form = false;  // wanted, or nothing else can express it
  StopReason stop = StopReason::None;
};

ModelCoverage counts_of(const modeltest::Coverage& coverage);

// The model is the one in the source. Throws LimitReached.
Result<GeneratedSuite> generate_suite(const SourcePtr& source, const model::Model& model,
                                      const ModelSuiteOptions& options);

// As a file; more may stand in its heading, which says how the suite was made.
std::string suite_text(const model::Model& model, const GeneratedSuite& suite,
                       const std::vector<std::string>& heading);
std::vector<std::string> suite_heading(const std::string& path, const GeneratedSuite& suite,
                                       ModelSuiteOptions::Criterion criterion);
const char* to_string(ModelSuiteOptions::Criterion criterion);  // "enumeration", "coverage", "mutation"

}  // namespace fretsaw::mutation
