// SPDX-License-Identifier: MIT
// A model and one of its commands as a relational problem.
//
// Example:
//
//     auto model = model::load_file("list.als");
//     auto lowered = lowering::lower(*model, model->commands[0]);
//     auto found = find(lowered->context.problem);
//     if (found->instance) print(lowering::to_alloy_instance(*lowered, *found->instance, found->witnesses));
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "alloy/lowering/lowering_context.hpp"
#include "alloy/lowering/temporal.hpp"
#include "alloy/model/model.hpp"
#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::lowering {

struct LowerOptions {
  Overflow overflow = Overflow::Prevent;
  bool goal = true;  // false: the facts only, to see whether a check can fail at all
  // Take apart also what is said of `some x: A`, with an auxiliary relation for x: finer formulas, for cores.
  // Instances then come without witnesses for these variables.
  bool split_existentials = false;
  bool traces =
      false;  // the caller knows that instances may be traces; otherwise commands about traces are refused
  // How many states traces have at most before they loop. Absent: as many as the command says.
  std::optional<std::size_t> steps{};
  bool each_trace_once = false;  // as UnrollOptions::each_once
};

// Of commands about traces: the problem with tenses, and what the one without is in its terms.
struct Timeline {
  TimedProblem timed;
  std::vector<Origin> origins;  // of its formulas
  UnrolledProblem unrolled;     // without its problem
  std::set<std::string>
      local;  // variables that are bound inside of tenses: their values are those of single states
};

struct LoweredCommand {
  LoweringContext
      context;  // frame.problem is the problem; frame.origins says where each of its formulas comes from
  std::shared_ptr<const Timeline> timeline;  // null unless the command is about traces
  std::vector<Diagnostic> warnings;

  const Problem& problem() const { return context.problem; }
};

// The instances of the problem are those of the command (for a check: the counterexamples), one each. The
// model must outlive the result. Errors: the command has one; a function calls itself; a quantifier over sets
// cannot be answered; the scope makes a universe or a field that is too large.
//
// Of a command about traces, instances are traces with at most options.steps states before they loop:
// `trace_of` (decode.hpp). `grow` gives the same problem for another number of states, sooner than lowering
// it again.
Result<LoweredCommand> lower(const model::Model& model, const model::Command& command,
                             const LowerOptions& options = {}, Budget& budget = no_limits());

// Requires lowered.timeline.
LoweredCommand grow(const LoweredCommand& lowered, std::size_t steps, bool each_trace_once,
                    Budget& budget = no_limits());

// The most states before the loop that can be asked for.
inline constexpr std::size_t kMaxSteps = 100;

}  // namespace fretsaw::lowering
