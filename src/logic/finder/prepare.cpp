// SPDX-License-Identifier: MIT
#include "logic/finder/prepare.hpp"

#include <array>

#include "base/stopwatch.hpp"
#include "logic/symmetry/interchangeable.hpp"
#include "logic/symmetry/lex_leader.hpp"

namespace fretsaw {

std::vector<bool> secondary_inputs(const Problem& problem, const std::vector<InputTuple>& inputs) {
  std::vector<bool> secondary;
  secondary.reserve(inputs.size());
  for (const InputTuple& input : inputs) {
    secondary.push_back(input.owner >= problem.bounds.size() || problem.bounds[input.owner].auxiliary);
  }
  return secondary;
}

Result<Circuit> circuit_of(const Problem& problem, const TranslateOptions& options, Budget& budget) {
  if (auto status = check(problem); !status) return status.error();
  return translate(problem, options, budget);
}

Clauses clauses_of(const Problem& problem, Circuit& circuit, std::span<const Lit> outputs,
                   const EncodeOptions& options, Budget& budget, std::span<const Lit> exported) {
  Clauses clauses;
  std::vector<bool> secondary = secondary_inputs(problem, circuit.inputs);
  secondary.resize(circuit.gates.inputs(), true);  // inputs that stand for no tuple
  clauses.encoding = encode(circuit.gates, outputs, secondary, options, budget, exported);
  clauses.inputs = std::move(circuit.inputs);
  clauses.skolems = std::move(circuit.skolems);
  const Cnf& cnf = clauses.encoding.cnf;
  clauses.statistics.variables = static_cast<std::uint64_t>(cnf.variables);
  clauses.statistics.clauses = cnf.clauses;
  clauses.statistics.primary = static_cast<std::uint64_t>(cnf.primary);
  return clauses;
}

Result<Clauses> prepare(const Problem& problem, const PrepareOptions& options, Budget& budget) {
  const Stopwatch watch;
  auto circuit = circuit_of(
      problem, {.skolem_depth = options.skolem_depth, .all_hold = !options.selectors, .goal = options.goal},
      budget);
  if (!circuit) return circuit.error();
  std::vector<Lit> outputs = circuit->outputs;
  bool has_selector = false;
  if (options.symmetry != Symmetry::None) {
    Lit leader = lex_leader(problem, *circuit, interchangeable_atoms(problem), CompareBy::Witnesses);
    has_selector = options.symmetry_selector && leader != kTrue;
    // The last input, and the only one that stands for no tuple.
    if (has_selector) leader = circuit->gates.either(negation(circuit->gates.input()), leader);
    outputs.push_back(leader);
  }
  Clauses clauses =
      clauses_of(problem, *circuit, outputs, {.selectors = options.selectors, .goal = options.goal}, budget);
  if (has_selector) clauses.symmetry_selector = clauses.encoding.variable_of_input.back();
  if (options.selectors && outputs.size() > problem.formulas.size()) {
    clauses.encoding.cnf.add(std::array{clauses.encoding.selectors.back()});
    clauses.encoding.selectors.pop_back();
    ++clauses.statistics.clauses;
  }
  clauses.statistics.translate_ms = watch.milliseconds();
  return clauses;
}

}  // namespace fretsaw
