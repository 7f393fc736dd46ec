// SPDX-License-Identifier: MIT
//
// A minimal unsatisfiable set of formulas, by deletion: each formula has a selector, and the solver reports
// which selectors a refutation used. Then formulas are tried one by one: if the rest is still unsatisfiable
// without one, it is removed (with all others that the new refutation did not use); if not, it belongs to
// every core inside the rest. One incremental solver answers all queries, so learnt clauses are reused.
#include <algorithm>
#include <numeric>

#include "fretsaw/finder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/finder/internals.hpp"
#include "logic/sat/solver.hpp"

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

// Fills in the core as far as it comes: first all of a refutation, then less and less.
Status find_core(const Problem& problem, const FindOptions& options, Budget& budget, Core& core) {
  const auto clauses = prepare(
      problem, {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth, .selectors = true},
      budget);
  if (!clauses) return clauses.error();
  const std::vector<int>& selectors = clauses->encoding.selectors;
  const auto solver = make_cadical_solver();
  add(*solver, clauses->encoding.cnf, budget);
  const auto ask = [&](const std::vector<std::size_t>& formulas) {
    std::vector<int> assumptions;
    for (const std::size_t i : formulas) assumptions.push_back(selectors[i]);
    return solver->solve(assumptions, budget);
  };

  std::vector<std::size_t> all(problem.formulas.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  core.verdict = ask(all) == Answer::Sat ? Verdict::Sat : Verdict::Unsat;
  if (core.verdict == Verdict::Sat) return Success{};

  core.formulas = used(*solver, selectors, all);
  std::vector<std::size_t> necessary;
  while (necessary.size() < core.formulas.size()) {
    const auto candidate = *std::ranges::find_if(
        core.formulas, [&](std::size_t i) { return std::ranges::find(necessary, i) == necessary.end(); });
    std::vector<std::size_t> without = core.formulas;
    std::erase(without, candidate);
    if (ask(without) == Answer::Sat) {
      necessary.push_back(candidate);
    } else {
      core.formulas = used(*solver, selectors, without);
    }
  }
  return Success{};
}

}  // namespace

Result<Core> unsatisfiable_core(const Problem& problem, const FindOptions& options, Budget& budget) {
  Core core;
  const Status status = within_limits([&] { return find_core(problem, options, budget, core); },
                                      [&](StopReason reason) {
                                        core.stop = reason;
                                        return Status(Success{});
                                      });
  if (!status) return status.error();
  return core;
}

Result<Core> unsatisfiable_core(const Problem& problem, const FindOptions& options) {
  Budget budget(options.limits);
  return unsatisfiable_core(problem, options, budget);
}

}  // namespace fretsaw
