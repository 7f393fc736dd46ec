// SPDX-License-Identifier: MIT
//
// Checks code against a more abstract Alloy model: every instance of a command is an input, a harness
// (fretsaw/harness.hpp) maps it to objects and runs the code, and a predicate or assertion of the model is the oracle
// for the results.
//
// Example: a function for the largest element that is wrong for the empty set.
//
//     const auto model = fretsaw::load_text(
//         "open util/ordering[Size]\n"
//         "sig Size {}  one sig Shelf { boxes: set Size }\n"
//         "run shelves {} for exactly 3 Size\n"
//         "pred Largest[found: lone Size] {\n"
//         "  found in Shelf.boxes\n"
//         "  some Shelf.boxes implies found = max[Shelf.boxes]\n"
//         "}\n");
//     const auto largest = [](const fretsaw::AlloyInstance& instance) {
//       std::vector<std::string> boxes;
//       for (const auto& tuple : instance.join("Shelf", "boxes")) boxes.push_back(fretsaw::to_string(tuple[0]));
//       std::string found = "Size$0";
//       for (const std::string& box : boxes) found = std::max(found, box);
//       return fretsaw::ModelResults{{"found", {{found}}}};
//     };
//     const auto result = fretsaw::check_model(*model, "shelves", largest, "Largest", {.keep_going = true});
//     std::cout << result.passed << " of " << result.inputs << " passed\n" << result.text;
//
// Inside a test: EXPECT_TRUE(result) << result.text. The harness runs in a separate process, so that a crash, an endless
// loop or an exception fails the instance instead of ending the test. Its output and its changes to memory are lost with
// that process. With .in_process = true it is called directly, for debuggers and for EXPECT_* in the harness.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/check_result.hpp"
#include "fretsaw/harness.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw {

struct ModelCheckOptions {
  bool keep_going = false;  // continue after the first failure
  bool in_process = false;
  double input_timeout_seconds = 1;       // processor time, for each run of the harness
  std::size_t memory_mb = 2048;           // address space of the process of the harness; 0: no limit
  std::uint64_t max_counterexamples = 3;  // that are kept
  Symmetry symmetry = Symmetry::Exact;
  Order order = Order::Smallest;          // the first failure is a smallest one
  SearchPart part{};                      // of the instances
  std::optional<std::uint64_t> sample{};  // draw so many instances at random
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> input_number{};  // run only this one (from 1)
  unsigned threads = 1;                         // that search for instances
  Limits limits{};
};

struct ModelCounterexample {
  std::uint64_t number = 0;  // among the instances, from 1
  AlloyInstance instance;    // with the results as skolem constants: $found
  ModelResults results{};
  std::vector<CheckFailure> failures{};  // empty if the instance passed (only with input_number)
};

// `inputs` counts the instances that were run; the result is `complete` if these are all.
using ModelCheckResult = CheckResult<ModelCounterexample>;

// `postcondition` is the name of a predicate or an assertion of the model.
ModelCheckResult check_model(const Command& command, const Harness& harness, const std::string& postcondition,
                             const ModelCheckOptions& options = {});
// The command by its name or index.
ModelCheckResult check_model(const Model& model, const std::string& command, const Harness& harness,
                             const std::string& postcondition, const ModelCheckOptions& options = {});

}  // namespace fretsaw
