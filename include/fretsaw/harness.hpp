// SPDX-License-Identifier: MIT
//
// Between the instances of an Alloy model and real code: a harness builds real objects of an instance, runs the code under
// test on them, and says what came of it, as relations. `fretsaw check-model` compiles a file of harnesses and runs them on
// all instances of a command; check_model() does it inside a test.
//
// Example: a file of harnesses. The model has a sig Node with a field next, and a predicate Reversed[flipped: Node -> Node].
//
//     fretsaw::ModelResults reversed(const fretsaw::AlloyInstance& instance) {
//       std::map<fretsaw::AlloyAtom, fretsaw::AlloyAtom> previous;   // the code under test would be elsewhere
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

// What the code gave: a relation for each parameter of the predicate that will judge it, by the parameter's name. A relation
// without tuples must be there, too: results["flipped"] makes one. For what has no parameters of that name: the value of a field
// ("Node.next") or of a sig that is a subset (`in`) of others; it replaces what the instance says of it.
using ModelResults = std::map<std::string, std::vector<AlloyTuple>>;

// An exception that leaves it is a failure of the code under test; but an InstanceError is one of the harness.
using Harness = std::function<ModelResults(const AlloyInstance&)>;

namespace detail {

struct OfferedHarness {
  std::string name;
  std::string postcondition;
  Harness run;
};

std::vector<OfferedHarness>& offered_harnesses();

struct HarnessOffer {
  HarnessOffer(std::string name, std::string postcondition, Harness run) {
    offered_harnesses().push_back({std::move(name), std::move(postcondition), std::move(run)});
  }
};

}  // namespace detail

}  // namespace fretsaw

// Offers a function to `fretsaw check-model`: what it gives is judged by that predicate or assertion of the model.
#define FRETSAW_HARNESS(function, postcondition)                                                                   \
  [[maybe_unused]] static const ::fretsaw::detail::HarnessOffer fretsaw_offer_##function(#function, postcondition, \
                                                                                         function);
