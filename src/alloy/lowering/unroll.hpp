// SPDX-License-Identifier: MIT
// A problem about traces becomes one without time, whose instances are the traces with at most so many states
// before they loop.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "alloy/lowering/terms.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw::lowering {

struct UnrollOptions {
  std::size_t steps = 1;
  // Exactly one instance a behaviour; otherwise it may be there several times, with loops that are passed
  // several times.
  bool each_once = false;
  bool loops = true;  // false: paths, not traces
};

struct Unrolled {
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
Unrolled unroll(const TimedProblem& timed, Atom loop_atom, const UnrollOptions& options, TermTable& terms,
                Budget& budget = no_limits());

// A formula that is to hold in a certain state.
struct Placed {
  Formula formula;
  std::size_t state = 0;
};

// The paths of so many states, which need not go on, with the placed formulas. Requires that no formula looks
// further ahead than the last state, or back.
Unrolled path(const TimedProblem& timed, std::size_t states, const std::vector<Placed>& formulas,
              TermTable& terms, Budget& budget = no_limits());

// How many states ahead a term looks: 0 if it is about one state. Nothing if there is no bound, or it looks
// back.
std::optional<std::size_t> lookahead(const Node& term);

}  // namespace fretsaw::lowering
