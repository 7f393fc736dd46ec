// SPDX-License-Identifier: MIT
//
// The past becomes part of the states (lowering/history) and so does the future (lowering/promises): what is
// left are steps from state to state, and a trace is a sequence of them in which all promises are kept
// infinitely often. If they cannot be kept k times, there is no trace (k-liveness, Claessen and Sörensson);
// this is a reachability problem. For safety properties, k = 1 is sufficient.
#include "alloy/session/prove.hpp"

#include <vector>

#include "alloy/lowering/temporal.hpp"
#include "logic/finder/reachable_states.hpp"

namespace fretsaw::session {

namespace {

// Two states in one problem: each relation that varies is there twice, the second time for the next state.
StepProblem pair_of_states(const lowering::Steps& steps, lowering::TermTable& terms, Budget& budget) {
  std::vector<lowering::PlacedFormula> placed;
  for (const Formula& formula : steps.formulas) {
    placed.push_back({formula, 0});
    if (lowering::lookahead(formula.node()) == 0) placed.push_back({formula, 1});
  }
  lowering::UnrolledProblem pair = lowering::path(steps.timed, 2, placed, terms, budget);
  const auto now = [&](const Relation& relation) { return pair.copies.at(relation.leaf())[0]; };
  StepProblem result{std::move(pair.problem), {}, now(steps.start), now(steps.rounds.back())};
  for (const Bound& bound : steps.timed.problem.bounds) {
    const auto copies = pair.copies.find(bound.relation.leaf());
    if (copies == pair.copies.end())
      result.state.push_back({bound.relation, bound.relation});
    else
      result.state.push_back({copies->second[0], copies->second[1]});
  }
  return result;
}

}  // namespace

bool no_trace_of_any_length(const lowering::LoweredCommand& lowered, const Effort& effort, Budget& budget) {
  lowering::TermTable terms = lowered.context.terms;
  const Atom spare = *lowered.context.loop_atom;
  const TimedProblem present = lowering::with_past_operators(lowered.timeline->timed, spare, terms);
  const lowering::Steps steps = lowering::with_future_operators(present, spare, effort.rounds, terms);
  return reach(pair_of_states(steps, terms, budget), effort.max_queries, budget) == Reach::Never;
}

}  // namespace fretsaw::session
