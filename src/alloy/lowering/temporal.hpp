// SPDX-License-Identifier: MIT
// From traces to problems about states.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "alloy/lowering/terms.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw::lowering {

// A problem about traces becomes one without time, whose instances are the traces with at most so many states
// before they loop.
struct UnrollOptions {
  std::size_t steps = 1;
  // Exactly one instance a behavior; otherwise it may be there several times, with loops that are passed
  // several times.
  bool each_once = false;
  bool loops = true;  // false: paths, not traces
};

struct UnrolledProblem {
  Problem problem;
  std::vector<std::size_t>
      origin;  // one a formula: which of the timed problem's it comes from; kNone for the loop's own
  std::unordered_map<const Leaf*, std::vector<Relation>> copies;  // one a state, of the relations that vary
  std::vector<Relation>
      loops;  // not empty: after the last state comes this one. Missing if there is only one state

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // The trace that an instance of the problem stands for, with as few states as possible.
  Trace trace(const TimedProblem& timed, const Instance& instance) const;
};

// `loop_atom` is an atom that no symmetry moves: the relations in `loops` hold it or nothing.
UnrolledProblem unroll(const TimedProblem& timed, Atom loop_atom, const UnrollOptions& options,
                       TermTable& terms, Budget& budget = no_limits());

// A formula that is to hold in a certain state.
struct PlacedFormula {
  Formula formula;
  std::size_t state = 0;
};

// The paths of so many states, which need not continue, with the placed formulas. Requires that no formula
// looks further ahead than the last state, or back.
UnrolledProblem path(const TimedProblem& timed, std::size_t states,
                     const std::vector<PlacedFormula>& formulas, TermTable& terms,
                     Budget& budget = no_limits());

// How many states ahead a term looks: 0 if it is about one state. Nothing if there is no bound, or it looks
// back.
std::optional<std::size_t> lookahead(const Node& term);

// The past as part of the present: a relation that remembers stands for each operator about the past.

// The traces of the problem, each with the values of relations that were added to it: formulas then refer to
// the present and the future only. `spare` is an atom that no symmetry moves. Operators that would need too
// large a relation stay, and those about calculated numbers.
TimedProblem with_past_operators(const TimedProblem& timed, Atom spare, TermTable& terms);

// The future as part of the present: a relation of promises stands for each operator about the future.

// Steps from state to state. Each trace of the problem they come from, with fitting values of the relations
// that were added, begins with a state in which `start` is not empty, continues by such steps, and comes to
// states in which `kept` is not empty again and again. (There may be more such sequences of steps than
// traces.)
struct Steps {
  TimedProblem timed;             // the relations; without formulas
  std::vector<Formula> formulas;  // hold in every state, and look at most one state ahead
  Relation start;                 // not empty in the first state, and in no other
  // One after the other: not empty when all promises were kept once, twice, … since the beginning. They stay
  // so.
  std::vector<Relation> rounds;
};

// `spare` is an atom that no symmetry moves. The past must be part of the present already (with_past_operators): what
// is said about it otherwise is left out.
Steps with_future_operators(const TimedProblem& timed, Atom spare, std::size_t rounds, TermTable& terms);

}  // namespace fretsaw::lowering
