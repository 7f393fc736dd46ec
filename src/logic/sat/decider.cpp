// SPDX-License-Identifier: MIT
#include "logic/sat/decider.hpp"

namespace fretsaw::sat {
namespace {

// The variables named, in their order, then all others below end.
std::vector<Variable> complete_order(const std::vector<int>& named, Variable end) {
  std::vector<Variable> order;
  std::vector<bool> placed(end);
  const auto place = [&](Variable variable) {
    if (variable >= end || placed[variable]) return;
    placed[variable] = true;
    order.push_back(variable);
  };
  for (const int variable : named) place(static_cast<Variable>(variable - 1));
  for (Variable variable = 0; variable < end; ++variable) place(variable);
  return order;
}

// The first open variable in the queue, taken out of it, or end.
Variable pop_open(ActivityQueue& queue, const Trail& trail, Variable end) {
  while (!queue.empty()) {
    const Variable variable = queue.pop();
    if (trail.is_open(variable)) return variable;
  }
  return end;
}

}  // namespace

Decider::Decider(const Cnf& cnf, const EnumeratorOptions& options)
    : primary_(static_cast<Variable>(cnf.primary)),
      first_gate_(static_cast<Variable>(cnf.primary + cnf.secondary)),
      static_(options.order == DecisionOrder::Static),
      search_gates_(options.gates == Gates::Search),
      phases_(static_cast<std::size_t>(cnf.variables)),
      primary_queue_(0, static_ ? 0 : primary_),
      secondary_queue_(primary_, first_gate_),
      next_gate_(first_gate_) {
  std::fill_n(phases_.begin(), primary_, options.preferred_phase ? 1 : 0);
  if (!static_) return;
  ranked_ = complete_order(options.static_order, primary_);
  ranks_.resize(primary_);
  for (std::uint32_t rank = 0; rank < primary_; ++rank) ranks_[ranked_[rank]] = rank;
}

Literal Decider::choose(const Trail& trail) {
  if (trail.complete()) return kNoLiteral;
  if (static_) {
    if (assigned_in_order(trail) < primary_) return preferred(ranked_[next_rank_]);
  } else {
    const Variable variable = pop_open(primary_queue_, trail, primary_);
    if (variable < primary_) return preferred(variable);
  }
  const Variable variable = pop_open(secondary_queue_, trail, first_gate_);
  if (variable < first_gate_) return preferred(variable);
  if (!search_gates_) return kNoLiteral;
  while (!trail.is_open(next_gate_)) ++next_gate_;
  return preferred(next_gate_);
}

void Decider::bump(std::span<const Variable> variables) {
  for (const Variable variable : variables) {
    if (variable < primary_ && !static_) {
      primary_queue_.bump(variable);
    } else if (variable >= primary_ && variable < first_gate_) {
      secondary_queue_.bump(variable);
    }
  }
  primary_queue_.decay();
  secondary_queue_.decay();
}

}  // namespace fretsaw::sat
