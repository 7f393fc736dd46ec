// SPDX-License-Identifier: MIT
#include "logic/finder/clauses.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

#include "base/stopwatch.hpp"
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

namespace {

std::vector<Atom> atoms_of(std::uint64_t tuple, int arity, Atom universe) {
  std::vector<Atom> row(static_cast<std::size_t>(arity));
  for (std::size_t i = row.size(); i-- > 0; tuple /= universe) row[i] = static_cast<Atom>(tuple % universe);
  return row;
}

}  // namespace

Instance decode_instance(const Problem& problem, const Clauses& clauses, const Assignment& value) {
  std::vector<std::vector<Atom>> rows(problem.bounds.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto certain = problem.bounds[i].lower.atoms();
    rows[i].assign(certain.begin(), certain.end());
  }
  for (std::size_t i = 0; i < clauses.inputs.size(); ++i) {
    const InputTuple& input = clauses.inputs[i];
    if (input.owner >= rows.size() || !value(clauses.encoding.variable_of_input[i])) continue;
    const auto row =
        atoms_of(input.tuple, problem.bounds[input.owner].relation.arity(), problem.universe.size());
    rows[input.owner].insert(rows[input.owner].end(), row.begin(), row.end());
  }
  std::vector<std::pair<Relation, TupleSet>> values;
  values.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Relation& relation = problem.bounds[i].relation;
    values.emplace_back(relation, TupleSet::from_rows(relation.arity(), std::move(rows[i])));
  }
  return Instance(std::move(values));
}

// The variable's, or with the first number that makes it another than the names so far.
static std::string free_name(const Skolem& skolem, std::set<std::string>& names) {
  const std::string& variable = skolem.decl->variable.name();
  std::string name = variable;
  for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{}_{}", variable, i);
  return name;
}

std::vector<Witness> decode_witnesses(const Problem& problem, const Clauses& clauses,
                                      const Assignment& value) {
  std::vector<Witness> witnesses;
  std::set<std::string> names;
  for (const Skolem& skolem : clauses.skolems)
    witnesses.push_back({free_name(skolem, names), TupleSet(skolem.arity)});
  for (std::size_t i = 0; i < clauses.inputs.size(); ++i) {
    const InputTuple& input = clauses.inputs[i];
    if (input.owner < problem.bounds.size() || !value(clauses.encoding.variable_of_input[i])) continue;
    Witness& witness = witnesses[input.owner - problem.bounds.size()];
    witness.value.insert(atoms_of(input.tuple, witness.value.arity(), problem.universe.size()));
  }
  return witnesses;
}

std::vector<Witness> witnesses_of_depth(const Clauses& clauses, const std::vector<Witness>& witnesses,
                                        int depth) {
  std::vector<Witness> result;
  std::set<std::string> names;
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    const Skolem& skolem = clauses.skolems[i];
    if (skolem.depth <= depth) result.push_back({free_name(skolem, names), witnesses[i].value});
  }
  return result;
}

}  // namespace fretsaw
