// SPDX-License-Identifier: MIT
#include "logic/finder/reachable_states.hpp"

#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "logic/finder/clauses.hpp"

namespace fretsaw {

namespace {

// Which variable of the clauses says that a tuple is in a relation.
class TupleVariables {
 public:
  TupleVariables(const Problem& problem, const Clauses& clauses) {
    for (std::size_t i = 0; i < problem.bounds.size(); ++i) place_[problem.bounds[i].relation.leaf()] = i;
    by_bound_.resize(problem.bounds.size());
    for (std::size_t i = 0; i < clauses.inputs.size(); ++i)
      by_bound_[clauses.inputs[i].owner][clauses.inputs[i].tuple] = clauses.encoding.variable_of_input[i];
  }

  using ByTuple = std::map<std::uint64_t, int>;
  const ByTuple& of(const Relation& relation) const { return by_bound_[place_.at(relation.leaf())]; }

 private:
  std::unordered_map<const Leaf*, std::size_t> place_;
  std::vector<ByTuple> by_bound_;
};

std::optional<StepSystem> step_system(const StepProblem& steps, Budget& budget) {
  auto circuit = circuit_of(steps.problem, {.skolem_depth = -1, .all_hold = false}, budget);
  if (!circuit || !circuit->skolems.empty()) return std::nullopt;
  const Lit step = circuit->gates.conjunction(circuit->outputs);
  if (is_constant(step)) return std::nullopt;
  const Clauses clauses = clauses_of(steps.problem, *circuit, {}, {}, budget, std::array{step});
  const TupleVariables variables(steps.problem, clauses);
  StepSystem system{clauses.encoding.cnf, clauses.encoding.exported[0], {}, 0, 0};
  for (const auto& [now, next] : steps.state) {
    for (const auto& [tuple, variable] : variables.of(now))
      system.state.push_back({variable, variables.of(next).at(tuple)});
  }
  system.start = variables.of(steps.start).begin()->second;
  system.bad = variables.of(steps.bad).begin()->second;
  return system;
}

}  // namespace

Reach reach(const StepProblem& steps, std::uint64_t max_queries, Budget& budget) {
  const auto system = step_system(steps, budget);
  return system ? reach(*system, max_queries, budget) : Reach::Unknown;
}

}  // namespace fretsaw
