// SPDX-License-Identifier: MIT
// A model and one of its commands as a relational problem.
//
// Example:
//
//     auto model = model::load_file("list.als");
//     auto lowered = lowering::lower(*model, model->commands[0]);
//     auto found = find(lowered->frame.problem);
//     if (found->instance) print(lowering::to_alloy_instance(*lowered, *found->instance, found->witnesses));
#pragma once

#include <vector>

#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/relational.hpp"
#include "lowering/frame.hpp"
#include "model/model.hpp"

namespace fretsaw::lowering {

struct LowerOptions {
  Overflow overflow = Overflow::Prevent;
  bool goal = true;  // false: the facts only, to see whether a check can fail at all
  // Take apart also what is said of `some x: A`, with an auxiliary relation for x: finer formulas, for cores.
  // Instances then come without witnesses for these variables.
  bool split_existentials = false;
};

struct Lowered {
  Frame frame;  // frame.problem is the problem; frame.origins says where each of its formulas comes from
  std::vector<Diagnostic> warnings;

  const Problem& problem() const { return frame.problem; }
};

// The instances of the problem are those of the command (for a check: the counterexamples), one each. The
// model must outlive the result. Errors: the command has one; a function calls itself; a quantifier over sets
// cannot be answered; the scope makes a universe or a field that is too large.
Result<Lowered> lower(const model::Model& model, const model::Command& command,
                      const LowerOptions& options = {}, Budget& budget = no_limits());

}  // namespace fretsaw::lowering
