// SPDX-License-Identifier: MIT
//
// A minimal unsatisfiable set of formulas, by deletion: each formula has a selector, and the solver says
// which selectors a refutation used. Then formulas are tried one by one: if the rest is still unsatisfiable
// without one, it goes (with all others that the new refutation did not use); if not, it belongs to every
// core inside the rest. One incremental solver answers all questions, so what it learnt in one serves the
// next.
#include <algorithm>

#include "finder/prepare.hpp"
#include "fretsaw/finder.hpp"
#include "sat/solver.hpp"

namespace fretsaw {

namespace {

std::vector<std::size_t> used(const Solver& solver, const std::vector<int>& selectors,
                              const std::vector<std::size_t>& asked) {
  std::vector<std::size_t> result;
  for (const std::size_t i : asked) {
    if (solver.failed(selectors[i])) result.push_back(i);
  }
  return result;
}

}  // namespace

Result<Core> unsatisfiable_core(const Problem& problem, const FindOptions& options) {
  Budget budget(options.limits);
  auto prepared = prepare(
      problem, {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth, .selectors = true},
      budget);
  if (!prepared) return prepared.error();
  Core core;
  if (!*prepared) {
    core.stop = budget.reason();
    return core;
  }
  const std::vector<int>& selectors = (*prepared)->encoding.selectors;
  const auto solver = make_cadical_solver();
  add(*solver, (*prepared)->encoding.cnf);
  const auto ask = [&](const std::vector<std::size_t>& formulas) {
    std::vector<int> assumptions;
    for (const std::size_t i : formulas) assumptions.push_back(selectors[i]);
    return solver->solve(assumptions, budget);
  };

  std::vector<std::size_t> rest(problem.formulas.size());
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = i;
  const Answer first = ask(rest);
  if (first == Answer::Limit) {
    core.stop = budget.reason();
    return core;
  }
  core.verdict = first == Answer::Sat ? Verdict::Sat : Verdict::Unsat;
  if (first == Answer::Sat) return core;

  rest = used(*solver, selectors, rest);
  std::vector<std::size_t> necessary;
  while (necessary.size() < rest.size()) {
    const auto candidate = *std::ranges::find_if(
        rest, [&](std::size_t i) { return std::ranges::find(necessary, i) == necessary.end(); });
    std::vector<std::size_t> without = rest;
    std::erase(without, candidate);
    const Answer answer = ask(without);
    if (answer == Answer::Limit) {
      core.stop = budget.reason();
      break;
    }
    if (answer == Answer::Sat) {
      necessary.push_back(candidate);
    } else {
      rest = used(*solver, selectors, without);
    }
  }
  core.formulas = std::move(rest);
  return core;
}

}  // namespace fretsaw
