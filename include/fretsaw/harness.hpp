// SPDX-License-Identifier: MIT
//
// Connects the instances of an Alloy model with C++ code: a harness maps an instance to objects, runs the code under test
// on them, and returns the results as relations. `fretsaw check-model` compiles a file of harnesses and runs them on all
// instances of a command; check_model() does so inside a test.
//
// Example: a file of harnesses. The model has a sig Node with a field next, and a predicate Reversed[flipped: Node -> Node].
//
//     fretsaw::ModelResults reversed(const fretsaw::AlloyInstance& instance) {
//       std::map<fretsaw::AlloyAtom, fretsaw::AlloyAtom> previous;   // stands for a call of the code under test
//       for (const auto& tuple : instance.tuples("Node.next")) previous[tuple[1]] = tuple[0];
//
//       fretsaw::ModelResults results;
//       auto& flipped = results["flipped"];
//       for (const auto& [node, next] : previous) flipped.push_back({node, next});
//       return results;
//     }
//     FRETSAW_HARNESS(reversed, "Reversed")
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/alloy_instance.hpp"

namespace fretsaw {

// The results: a relation for each parameter of the predicate that is the oracle, by the parameter's name. Empty relations
// must be present, too: results["flipped"] creates one. A name that is not a parameter is a field ("Node.next") or a subset
// sig (`in`), whose value in the instance is replaced.
using ModelResults = std::map<std::string, std::vector<AlloyTuple>>;

// An exception is a failure of the code under test, but an InstanceError is an error in the harness.
using Harness = std::function<ModelResults(const AlloyInstance&)>;

namespace detail {

struct RegisteredHarness {
  std::string name;
  std::string postcondition;
  Harness run;
};

std::vector<RegisteredHarness>& registered_harnesses();

struct HarnessRegistration {
  HarnessRegistration(std::string name, std::string postcondition, Harness run) {
    registered_harnesses().push_back({std::move(name), std::move(postcondition), std::move(run)});
  }
};

}  // namespace detail

}  // namespace fretsaw

// Registers a function for `fretsaw check-model`. The predicate or assertion of the model is the oracle for its results.
#define FRETSAW_HARNESS(function, postcondition)                                                        \
  [[maybe_unused]] static const ::fretsaw::detail::HarnessRegistration fretsaw_registration_##function( \
      #function, postcondition, function);
