// SPDX-License-Identifier: MIT
// A small suite that kills every mutant that is not equivalent.
#pragma once

#include <string>
#include <vector>

#include "alloy/modeltest/written_test.hpp"
#include "alloy/mutation/equivalence.hpp"
#include "alloy/mutation/score.hpp"

namespace fretsaw::mutation {

struct MutationSuite {
  std::vector<modeltest::WrittenTest> tests;    // each says in its comments what it kills
  std::vector<std::vector<std::size_t>> kills;  // by test: mutants
  std::size_t killed = 0;                       // mutants
  bool proved = false;                          // no smaller part of the tests that were found kills them all
  bool short_form = false;                      // it has tests that only the short form can express
  StopReason stop = StopReason::None;
};

// Every kill is seen by executing the test on the model and on the mutant. Errors: a mutant that its own test
// does not kill, which is a defect.
Result<MutationSuite> suite_by_mutation(const Mutants& mutants, const EquivalenceResults& results,
                                        const ScoreOptions& options);

}  // namespace fretsaw::mutation
