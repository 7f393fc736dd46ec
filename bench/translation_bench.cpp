// SPDX-License-Identifier: MIT
// Problems with large translations: time, numbers of variables and clauses, memory.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <string>

#include "base/budget.hpp"
#include "logic/finder/clauses.hpp"

namespace {

using namespace fretsaw;

Problem over(Atom atoms) {
  std::vector<std::string> names;
  for (Atom i = 0; i < atoms; ++i) names.push_back(fmt::format("a{}", i));
  Problem problem;
  problem.universe = Universe(std::move(names));
  return problem;
}

Relation anything(Problem& problem, const std::string& name, int arity) {
  Relation relation(name, arity);
  problem.bounds.push_back({relation, TupleSet(arity), TupleSet::all(arity, problem.universe.size())});
  return relation;
}

// all s | s.r in s.f.(s.g), ternary relations.
Problem joins_under_a_quantifier(Atom atoms) {
  Problem problem = over(atoms);
  const Relation r = anything(problem, "r", 3), f = anything(problem, "f", 3), g = anything(problem, "g", 3);
  const Variable s("s");
  problem.formulas = {all({{s, univ()}}, in(join(s, r), join(join(s, f), join(s, g))))};
  return problem;
}

// all s | s.r in s.(f.g).s: the join of two ternary relations, |universe|^5 conjunctions.
Problem join_of_ternary_relations(Atom atoms) {
  Problem problem = over(atoms);
  const Relation r = anything(problem, "r", 3), f = anything(problem, "f", 3), g = anything(problem, "g", 3);
  const Variable s("s");
  problem.formulas = {all({{s, univ()}}, in(join(s, r), join(join(s, join(f, g)), s)))};
  return problem;
}

Problem closure_of(Atom atoms) {
  Problem problem = over(atoms);
  const Relation edge = anything(problem, "edge", 2);
  problem.formulas = {no(closure(edge) & iden())};
  return problem;
}

// Of the whole process, so it never decreases from row to row.
long peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

void measure(const std::string& name, const Problem& problem) {
  const auto start = std::chrono::steady_clock::now();
  Budget budget;
  auto prepared = prepare(problem, {.symmetry = Symmetry::None}, budget);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Statistics& statistics = prepared->statistics;
  fmt::print("| {} | {:.2f} | {} | {} | {} |\n", name, seconds, statistics.variables, statistics.clauses,
             peak_memory_mb());
  std::fflush(stdout);
}

}  // namespace

int main() {
  fmt::print("| problem | s | variables | clauses | peak MB |\n| --- | --- | --- | --- | --- |\n");
  measure("all s: s.r in s.f.(s.g), ternary, 20 atoms", joins_under_a_quantifier(20));
  measure("all s: s.r in s.(f.g).s, ternary, 20 atoms", join_of_ternary_relations(20));
  measure("acyclic: no ^edge & iden, 60 atoms", closure_of(60));
}
