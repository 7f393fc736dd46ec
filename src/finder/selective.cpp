// SPDX-License-Identifier: MIT
#include "finder/selective.hpp"

#include "finder/decode.hpp"

namespace fretsaw {

Result<SelectiveFinder> SelectiveFinder::make(const Problem& problem, Budget& budget) {
  auto prepared = prepare(problem, {.symmetry = Symmetry::Lex, .skolem_depth = 0, .selectors = true}, budget);
  if (!prepared) return prepared.error();
  return SelectiveFinder(problem, *std::move(prepared), budget);
}

SelectiveFinder::SelectiveFinder(const Problem& problem, Clauses clauses, Budget& budget)
    : problem_(problem), clauses_(std::move(clauses)), budget_(&budget), solver_(make_cadical_solver()) {
  add(*solver_, clauses_.encoding.cnf, budget);
}

void SelectiveFinder::require(std::size_t formula) {
  solver_->add(std::vector{clauses_.encoding.selectors[formula]});
}

Finding SelectiveFinder::find(std::span<const std::size_t> all, std::span<const std::size_t> any,
                              std::optional<int> conflicts) {
  const std::vector<int>& selectors = clauses_.encoding.selectors;
  std::vector<int> assumptions;
  for (const std::size_t formula : all) assumptions.push_back(selectors[formula]);
  if (!any.empty()) {
    // chosen -> one of them
    const int chosen = solver_->new_variable();
    std::vector<int> clause{-chosen};
    for (const std::size_t formula : any) clause.push_back(selectors[formula]);
    solver_->add(clause);
    assumptions.push_back(chosen);
  }
  Finding finding;
  finding.statistics = clauses_.statistics;
  if (conflicts) solver_->limit_conflicts(*conflicts);
  const Answer answer = within_limits([&] { return solver_->solve(assumptions, *budget_); },
                                      [&](Stop reason) {
                                        finding.stop = reason;
                                        return Answer::Unknown;
                                      });
  if (answer == Answer::Unsat) finding.verdict = Verdict::Unsat;
  if (answer != Answer::Sat) return finding;
  finding.verdict = Verdict::Sat;
  finding.instance =
      decode_instance(problem_, clauses_, [&](int variable) { return solver_->value(variable); });
  return finding;
}

}  // namespace fretsaw
