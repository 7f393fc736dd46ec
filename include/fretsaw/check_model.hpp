// SPDX-License-Identifier: MIT
//
// Code held against an Alloy model that is more abstract than its classes: every instance of a command is an input, a harness
// (fretsaw/harness.hpp) makes real objects of it and runs the code, and a predicate or assertion of the model says whether
// what that gave is right.
//
// Example: the shortest way to write "the largest element" is wrong where there is none.
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
//     std::cout << result.passed << " of " << result.inputs << " pass\n" << result.text;
//
// Inside a test: EXPECT_TRUE(result) << result.text. The harness runs in a process of its own, so that a crash, an endless loop
// or an exception is a failing instance and not the end of the test; what it prints, and what it changes in memory, is lost
// with that process. With .in_process = true it is called directly, for debuggers and for EXPECT_* in the harness.
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
  bool keep_going = false;  // also runs the instances after one that fails
  bool in_process = false;
  double input_timeout_seconds = 1;       // of processor time, for each run of the harness
  std::size_t memory_mb = 2048;           // of address space that a process of the harness may take; 0: no limit
  std::uint64_t max_counterexamples = 3;  // of the counterexamples, in full
  Symmetry symmetry = Symmetry::Exact;
  Order order = Order::Smallest;          // so that the first to fail is the smallest
  SearchPart part{};                      // of the instances
  std::optional<std::uint64_t> sample{};  // that many instances, drawn at random from all
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> input_number{};  // from 1: only that one is run
  unsigned threads = 1;                         // that look for instances
  Limits limits{};
};

struct ModelCounterexample {
  std::uint64_t number = 0;  // among the instances, from 1
  AlloyInstance instance;    // with the results as skolem constants: $found
  ModelResults results{};
  std::vector<CheckFailure> failures{};  // none if it passes: then it was asked for by its number
};

// Its inputs are the instances that were run; it is complete if these are all.
using ModelCheckResult = CheckResult<ModelCounterexample>;

// `postcondition` is the name of a predicate or an assertion of the model.
ModelCheckResult check_model(const Command& command, const Harness& harness, const std::string& postcondition,
                             const ModelCheckOptions& options = {});
// The command by its name or index.
ModelCheckResult check_model(const Model& model, const std::string& command, const Harness& harness,
                             const std::string& postcondition, const ModelCheckOptions& options = {});

}  // namespace fretsaw
