// SPDX-License-Identifier: MIT
#include "finder/prepare.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <set>

#include "symmetry/interchangeable.hpp"
#include "symmetry/lex_leader.hpp"

namespace fretsaw {

namespace {

std::vector<Atom> atoms_of(std::uint64_t tuple, int arity, Atom universe) {
  std::vector<Atom> row(static_cast<std::size_t>(arity));
  for (std::size_t i = row.size(); i-- > 0; tuple /= universe) row[i] = static_cast<Atom>(tuple % universe);
  return row;
}

}  // namespace

std::vector<bool> secondary_inputs(const Problem& problem, const std::vector<InputTuple>& inputs) {
  std::vector<bool> secondary;
  secondary.reserve(inputs.size());
  for (const InputTuple& input : inputs) {
    secondary.push_back(input.owner >= problem.bounds.size() || problem.bounds[input.owner].auxiliary);
  }
  return secondary;
}

Clauses clauses_of(Encoding encoding, Circuit circuit) {
  Clauses clauses{std::move(encoding), std::move(circuit.inputs), std::move(circuit.skolems), {}};
  const Cnf& cnf = clauses.encoding.cnf;
  clauses.statistics.variables = static_cast<std::uint64_t>(cnf.variables);
  clauses.statistics.clauses = cnf.clauses;
  clauses.statistics.primary = static_cast<std::uint64_t>(cnf.primary);
  return clauses;
}

Result<std::optional<Clauses>> prepare(const Problem& problem, const PrepareOptions& options,
                                       Budget& budget) {
  const auto start = std::chrono::steady_clock::now();
  if (auto status = check(problem); !status) return status.error();
  auto translation =
      translate(problem, {.skolem_depth = options.skolem_depth, .all_hold = !options.selectors}, budget);
  if (!translation) return translation.error();
  if (!translation->circuit) return std::optional<Clauses>();
  Circuit circuit = *std::move(translation->circuit);

  std::vector<Lit> outputs = circuit.outputs;
  if (options.symmetry != Symmetry::None) {
    outputs.push_back(lex_leader(problem, circuit, interchangeable_atoms(problem)));
  }
  auto encoding = encode(circuit.gates, outputs, secondary_inputs(problem, circuit.inputs),
                         {.selectors = options.selectors}, budget);
  if (!encoding) return std::optional<Clauses>();
  if (options.selectors && outputs.size() > problem.formulas.size()) {
    encoding->cnf.add(std::array{encoding->selectors.back()});
    encoding->selectors.pop_back();
  }
  Clauses clauses = clauses_of(*std::move(encoding), std::move(circuit));
  clauses.statistics.translate_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return std::optional<Clauses>(std::move(clauses));
}

Instance decode_instance(const Problem& problem, const Clauses& clauses, const Valuation& value) {
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

std::vector<Witness> decode_witnesses(const Problem& problem, const Clauses& clauses,
                                      const Valuation& value) {
  std::vector<Witness> witnesses;
  std::set<std::string> names;
  for (const Skolem& skolem : clauses.skolems) {
    const std::string& variable = skolem.decl->variable.name();
    std::string name = variable;
    for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{}_{}", variable, i);
    witnesses.push_back({std::move(name), TupleSet(skolem.arity)});
  }
  for (std::size_t i = 0; i < clauses.inputs.size(); ++i) {
    const InputTuple& input = clauses.inputs[i];
    if (input.owner < problem.bounds.size() || !value(clauses.encoding.variable_of_input[i])) continue;
    Witness& witness = witnesses[input.owner - problem.bounds.size()];
    witness.value.insert(atoms_of(input.tuple, witness.value.arity(), problem.universe.size()));
  }
  return witnesses;
}

}  // namespace fretsaw
