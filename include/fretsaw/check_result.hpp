// SPDX-License-Identifier: MIT
//
// What came of a check: how many inputs pass, and those that fail, with the reasons.
//
// Example: the results that check_method() gives are of this kind, as are those of check_model() and explore().
//
//     fretsaw::CheckResult<std::string> result{.inputs = 3, .passed = 3, .complete = true};
//     std::cout << (result ? "all pass" : "not all pass") << "\n";   // all pass
//     result = {.inputs = 3, .passed = 2, .failed = 1, .complete = true, .counterexamples = {"the empty list"}};
//     std::cout << (result ? "all pass" : "not all pass") << ": " << result.counterexamples.front() << "\n";
//     result = {.error = fretsaw::input_error("no such file or directory: 'list.hpp'")};
//     std::cout << (result ? "all pass" : "not all pass") << ": " << result.error->message << "\n";
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

// One reason for which an input fails.
struct CheckFailure {
  // "crash", "endless loop", "abort", "exception", "postcondition"; of methods also "memory error", "no exception",
  // "invariant", "const parameter", "leak"; of harnesses also "exit"; with sanitizers "undefined behavior"
  std::string reason;
  std::string message;
  std::optional<Location> location{};                         // of the clause, or of the part of it that does not hold
  std::string formula{};                                      // its text; empty if the reason is about none
  std::vector<std::pair<std::string, std::string>> values{};  // what it speaks of, and what that is
};

template <class Counterexample>
struct CheckResult {
  std::uint64_t inputs = 0;  // that were run
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  bool complete = false;   // all valid inputs within the bounds, or all instances in the scope, were run
  Stop stop = Stop::None;  // the limit that was reached, if one was
  std::vector<Counterexample> counterexamples{};  // the first of them
  std::optional<Diagnostic> error{};              // why there is no answer, or none about one of several methods
  std::string text{};                             // all of it that a failing test should show

  // All inputs, of which there are some, pass.
  explicit operator bool() const { return !error && complete && failed == 0 && inputs > 0; }
};

}  // namespace fretsaw
