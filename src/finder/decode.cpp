// SPDX-License-Identifier: MIT
#include "finder/decode.hpp"

#include <fmt/format.h>

#include <set>

namespace fretsaw {

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

std::vector<Witness> decode_witnesses(const Problem& problem, const Clauses& clauses,
                                      const Assignment& value) {
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
