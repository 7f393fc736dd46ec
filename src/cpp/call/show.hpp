// SPDX-License-Identifier: MIT
// Counterexamples for people and programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cpp/call/check.hpp"
#include "fretsaw/diagnostic.hpp"
#include "report/json_tree.hpp"

namespace fretsaw::call {

// "tree.remove(2)": the call, with the names of objects in the graph.
std::string call_text(const space::ObjectGraph& before, const std::string& method);

// The input, the call, its result and the state afterwards with changes marked, and the failures; lines end in
// newlines.
std::string show_text(const Counterexample& counterexample, const std::string& method, bool color);

// The same as a Graphviz diagram, input and state afterwards in one.
std::string show_dot(const Counterexample& counterexample, const std::string& method);

// {"input":number,"reason","message","file","line","column","clause","parts","call","before":graph,"after":graph,
//  "result","exception","deleted":[name],"failures":[{"reason","message","file","line","column"}]}
nlohmann::ordered_json show_json(const Counterexample& counterexample, const std::string& method);

// Counterexamples that were written as JSON (show_json), read again to be shown.
struct ReadCounterexample {
  Counterexample counterexample;
  std::string method;  // as far as the text of the call shows it
};

// Errors are located at the offending value.
Result<ReadCounterexample> read_counterexample(const JsonTree& tree);

}  // namespace fretsaw::call
