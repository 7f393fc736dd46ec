// SPDX-License-Identifier: MIT
// Counterexamples that were written as JSON (show_json), read again to be shown.
#pragma once

#include <string>

#include "cpp/call/check.hpp"
#include "fretsaw/diagnostic.hpp"
#include "report/json_tree.hpp"

namespace fretsaw::call {

struct ReadCounterexample {
  Counterexample counterexample;
  std::string method;  // as far as the call tells it
};

// Errors are at what does not fit.
Result<ReadCounterexample> read_counterexample(const JsonTree& tree);

}  // namespace fretsaw::call
