// SPDX-License-Identifier: MIT
// Why a test failed: the formula that decided, in which paragraph, and the values of its parts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alloy/modeltest/execute.hpp"
#include "base/source.hpp"

namespace fretsaw::modeltest {

struct Explanation {
  std::string summary;  // one sentence: "'no n.link' is false in pred Acyclic"
  Span place;           // of the formula; without source if there is none to show
  // What the parts are: ("n", "Node0"), ("n.link", "{Node1}"); bindings first.
  std::vector<std::pair<std::string, std::string>> values;
};

// Requires an outcome that did not pass, of an executor that still exists. A solved test has no valuation to
// look at: only the summary is given.
Explanation explain(const Outcome& outcome);

}  // namespace fretsaw::modeltest
