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
//     const auto verdict = fretsaw::check_model(*model, "shelves", largest, "Largest", {.keep_going = true});
//     std::cout << verdict.passed << " of " << verdict.inputs << " pass\n" << verdict.text;
//
// Inside a test: EXPECT_TRUE(verdict) << verdict.text. The harness runs in a process of its own, so that a crash, an endless loop
// or an exception is a failing instance and not the end of the test; what it prints, and what it changes in memory, is lost
// with that process. With .in_process = true it is called directly, for debuggers and for EXPECT_* in the harness.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "fretsaw/harness.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw {

struct ModelCheckOptions {
  bool keep_going = false;  // also runs the instances after one that fails
  bool in_process = false;
  double seconds_per_input = 1;  // of processor time
  std::size_t memory_mb = 2048;  // of address space that a process of the harness may take; 0: no limit
  std::uint64_t most_kept = 3;   // of the counterexamples, in full
  Symmetry symmetry = Symmetry::Exact;
  Order order = Order::Smallest;          // so that the first to fail is the smallest
  SearchPart part{};                      // of the instances
  std::optional<std::uint64_t> sample{};  // that many instances, drawn at random from all
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> only_input{};  // from 1: only that one is run
  unsigned threads = 1;                       // that look for instances
  Limits limits{};
};

// One reason for which an instance fails.
struct ModelFailure {
  // "postcondition", "exception", "crash", "abort", "exit", "endless loop"; with sanitizers also "memory error" and
  // "undefined behavior"
  std::string reason;
  std::string message;
  std::optional<Location> location{};                         // of the part of the formula that does not hold
  std::string formula{};                                      // its text
  std::vector<std::pair<std::string, std::string>> values{};  // what it speaks of, and what that is
};

struct ModelCounterexample {
  std::uint64_t number = 0;  // among the instances, from 1
  AlloyInstance instance;    // with the results as skolem constants: $found
  ModelResults results{};
  std::vector<ModelFailure> failures{};  // none if it passes: then it was asked for with only_input
};

struct ModelVerdict {
  std::uint64_t inputs = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  bool complete = false;  // all instances were run
  Stop stop = Stop::None;
  std::vector<ModelCounterexample> counterexamples{};  // as they came, at most as many as are to be kept
  std::optional<Diagnostic> error{};                   // why there is no answer: in the model, or in the harness
  std::string text{};                                  // the counterexamples, or the error

  // All instances, of which there are some, pass.
  explicit operator bool() const { return !error && complete && failed == 0 && inputs > 0; }
};

// `postcondition` is the name of a predicate or an assertion of the model.
ModelVerdict check_model(const Command& command, const Harness& harness, const std::string& postcondition,
                         const ModelCheckOptions& options = {});
// The command by its name or index.
ModelVerdict check_model(const Model& model, const std::string& command, const Harness& harness,
                         const std::string& postcondition, const ModelCheckOptions& options = {});

}  // namespace fretsaw
