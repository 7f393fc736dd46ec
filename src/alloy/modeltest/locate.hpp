// SPDX-License-Identifier: MIT
// Where is the fault? The expressions and formulas of a model, by how well a change of theirs alone would
// explain which tests fail and which pass.
#pragma once

#include <string>
#include <vector>

#include "alloy/modeltest/test_run.hpp"
#include "base/source.hpp"

namespace fretsaw::modeltest {

struct Suspect {
  Span place;
  std::string text;          // as written, on one line
  std::string paragraph;     // "pred Acyclic"
  std::size_t repairs = 0;   // failing tests that would pass if it had some other value
  std::size_t disturbs = 0;  // passing tests that might fail
  double score = 0;          // 0..1, the higher the more suspicious
};

// Most suspicious first. Only tests that were evaluated are examined. Requires run.execute(). Throws
// LimitReached.
std::vector<Suspect> locate(const TestRun& run, const StageOptions& options);

}  // namespace fretsaw::modeltest
