// SPDX-License-Identifier: MIT
// Problems about traces: relations that may change from state to state, formulas that refer to other states,
// and what such formulas mean on a given trace.
//
// A trace is infinite, and given by finitely many states, after the last of which comes one of them again (a
// lasso). The evaluator is the yardstick that unrolling (lowering/unroll.hpp) is held against, and shares no
// code with it: it knows the loop, and spells the textbook's definition of every operator out over the
// positions that can differ.
#pragma once

#include <cstddef>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw {

// The operators of Op::Temporal, in Node::constant.
enum class Tense : std::uint8_t {
  After,
  Before,
  Always,
  Eventually,
  Historically,
  Once,
  Until,
  Releases,
  Since,
  Triggered,
};

const char* to_string(Tense tense);  // "after", …
inline Tense tense(const Node& temporal) { return static_cast<Tense>(temporal.constant); }
inline bool is_past(Tense tense) {
  return tense == Tense::Before || tense == Tense::Historically || tense == Tense::Once ||
         tense == Tense::Since || tense == Tense::Triggered;
}

Formula temporal(Tense tense, const Formula& operand);
Formula temporal(Tense tense, const Formula& left, const Formula& right);
Expr prime(const Expr& a);  // its value in the next state

struct TimedProblem {
  Problem problem;                          // the bounds are those of every state
  std::unordered_set<const Leaf*> varying;  // the relations that may change
  std::vector<bool> always;  // one a formula of the problem: it holds in every state, or in the first one
};

// The states of a lasso; each has a value for every relation of the problem.
struct Trace {
  std::vector<Instance> states;
  std::size_t loop = 0;  // after the last state comes this one

  std::size_t period() const { return states.size() - loop; }
};

// The same behavior with as few states as possible.
Trace shortest(const Trace& trace);
// The same behavior with at least so many states, by going round the loop.
Trace at_least(Trace trace, std::size_t states);

// Do all formulas hold on the trace? An error if it cannot be told: a term is too large to evaluate.
Result<bool> holds(const TimedProblem& problem, const Trace& trace, Budget& budget = no_limits());

// A formula or an expression over the relations of the problem as one without tenses, for a position of the
// trace (0 is the first state), over the relations of `views`.
class TraceViews {
 public:
  // A relation for each that varies and each state.
  TraceViews(const TimedProblem& problem, const Trace& trace);

  const Problem& problem() const { return problem_; }     // of these relations, without formulas
  const Instance& instance() const { return instance_; }  // their values
  NodePtr at(const NodePtr& term, std::size_t position);

  Result<bool> truth(const Formula& formula, std::size_t position, Budget& budget = no_limits());

 private:
  struct Traits {
    bool varies = false;   // mentions what may change, or a tense
    std::size_t past = 0;  // how deep operators about the past are nested
  };
  const Traits& traits(const Node& node);
  NodePtr spelled_out(const Node& node, std::size_t position);
  NodePtr future(const Node& node, std::size_t position);
  NodePtr past(const Node& node, std::size_t position);
  std::size_t state(std::size_t position) const {
    return position < states_ ? position : loop_ + (position - loop_) % (states_ - loop_);
  }

  std::size_t states_;
  std::size_t loop_;
  Problem problem_;
  Instance instance_;
  std::unordered_map<const Leaf*, std::vector<Relation>> copies_;
  std::unordered_map<const Node*, Traits> traits_;
  std::map<std::pair<const Node*, std::size_t>, NodePtr> cached_;
  std::vector<NodePtr> cached_keys_;  // what the keys point to
};

}  // namespace fretsaw
