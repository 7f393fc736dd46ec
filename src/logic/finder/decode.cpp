// SPDX-License-Identifier: MIT
#include "logic/finder/decode.hpp"

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
