// SPDX-License-Identifier: MIT
// Chooses what to decide: a primary variable while one is open, then a secondary one, then, unless gates are
// known to follow, any that is left. As a decision is made only when all variables of the kinds before are
// assigned, the decisions on primary variables come first on the trail.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/cnf/cnf.hpp"
#include "logic/sat/activity_queue.hpp"
#include "logic/sat/enumerator.hpp"
#include "logic/sat/trail.hpp"

namespace fretsaw::sat {

class Decider {
 public:
  Decider(const Cnf& cnf, const EnumeratorOptions& options);

  bool primary(Variable variable) const { return variable < primary_; }

  // An open literal to decide, or kNoLiteral when nothing more need be decided to have a solution.
  Literal choose(const Trail& trail);

  // For a static order: so many variables, from the first, have had values all the time since choose() was called last,
  // and so many have values now.
  std::uint32_t kept_in_order() const { return next_rank_; }
  std::uint32_t assigned_in_order(const Trail& trail) {
    while (next_rank_ < primary_ && !trail.is_open(ranked_[next_rank_])) ++next_rank_;
    return next_rank_;
  }

  // To be notified of every literal that the trail loses.
  void removed(Literal literal) {
    const Variable variable = literal.variable();
    if (variable >= first_gate_) {
      next_gate_ = std::min(next_gate_, variable);
    } else if (variable >= primary_) {
      secondary_queue_.insert(variable);
    } else if (static_) {
      next_rank_ = std::min(next_rank_, ranks_[variable]);
      return;  // always the preferred phase first: this makes the order of solutions lexicographic
    } else {
      primary_queue_.insert(variable);
    }
    phases_[variable] = literal.negated() ? 0 : 1;
  }

  // Prefers variables that took part in a conflict.
  void bump(std::span<const Variable> variables);

 private:
  Literal preferred(Variable variable) const { return make_literal(variable, phases_[variable] != 0); }

  const Variable primary_;
  const Variable first_gate_;
  const bool static_;
  const bool search_gates_;
  std::vector<std::uint8_t> phases_;  // by variable: the value it had last

  // Static order: variables by rank, ranks by variable; the variables of ranks below next_rank_ are assigned.
  std::vector<Variable> ranked_;
  std::vector<std::uint32_t> ranks_;
  std::uint32_t next_rank_ = 0;

  ActivityQueue primary_queue_;
  ActivityQueue secondary_queue_;  // holds all open variables of its kind, like the one above when not static
  Variable next_gate_;             // every gate below is assigned
};

}  // namespace fretsaw::sat
