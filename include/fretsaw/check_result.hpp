// SPDX-License-Identifier: MIT
//
// The result of a check: how many inputs passed, and the failures with their reasons.
//
// Example: check_method(), check_model() and explore() return results of this kind.
//
//     fretsaw::CheckResult<std::string> result{.inputs = 3, .passed = 3, .complete = true};
//     std::cout << (result ? "passed" : "failed") << "\n";   // passed
//     result = {.inputs = 3, .passed = 2, .failed = 1, .complete = true, .counterexamples = {"the empty list"}};
//     std::cout << (result ? "passed" : "failed") << ": " << result.counterexamples.front() << "\n";
//     result = {.error = fretsaw::input_error("no such file or directory: 'list.hpp'")};
//     std::cout << (result ? "passed" : "failed") << ": " << result.error->message << "\n";
//
// Inside a test: EXPECT_TRUE(result) << result.text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

// One reason why an input fails.
struct CheckFailure {
  // "crash", "endless loop", "abort", "exception", "postcondition"; of methods also "memory error", "no exception",
  // "invariant", "const parameter", "leak"; of harnesses also "exit"; with sanitizers "undefined behavior"
  std::string reason;
  std::string message;
  std::optional<Location> location{};                         // of the violated clause or subformula
  std::string formula{};                                      // the text of the clause, if there is one
  std::vector<std::pair<std::string, std::string>> values{};  // its subexpressions, and their values
};

template <class Counterexample>
struct CheckResult {
  std::uint64_t inputs = 0;  // number of inputs that were run
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  bool complete = false;               // all valid inputs within the bounds, or all instances in the scope, were run
  StopReason stop = StopReason::None;  // the limit that was reached, if any
  std::vector<Counterexample> counterexamples{};  // the first failures
  std::optional<Diagnostic> error{};              // why the result, or that of one of several methods, is missing
  std::string text{};                             // the report: what a failing test should print

  // All inputs passed, and there was at least one.
  explicit operator bool() const { return !error && complete && failed == 0 && inputs > 0; }
};

}  // namespace fretsaw
