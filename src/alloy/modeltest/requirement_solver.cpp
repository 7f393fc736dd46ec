// SPDX-License-Identifier: MIT
#include "alloy/modeltest/requirement_solver.hpp"

#include <algorithm>

#include "alloy/lowering/expr_lowerer.hpp"
#include "alloy/modeltest/build_expr.hpp"
#include "alloy/syntax/parser.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw::modeltest {

model::Model without_facts(const model::Model& model) {
  model::Model result = model;
  std::erase_if(result.facts, [&](const model::Fact& fact) { return !model.modules[fact.module].builtin; });
  return result;
}

Result<model::Command> empty_command(const model::Model& model, const SourcePtr& scope) {
  model::Command command;
  command.label = "run$1";
  command.goal = make_true();
  if (scope) {
    auto parsed = alloy::parse_scopes(scope);
    if (!parsed) return parsed.error();
    command.syntax = *std::move(parsed);
  } else {
    command.syntax.overall = 3;
  }
  if (auto known = model::check_scope_names(model, command.syntax); !known) return known.error();
  auto scopes = model::compute_scopes(model, command.syntax, {});
  if (!scopes) return scopes.error();
  command.scopes = *std::move(scopes);
  return command;
}

namespace {

constexpr int kQuickConflicts = 100;

}  // namespace

Result<std::unique_ptr<RequirementSolver>> RequirementSolver::make(const Requirements& requirements,
                                                                   Stage& stage,
                                                                   const std::vector<model::ExprPtr>& facts,
                                                                   const Limits& limits) {
  std::unique_ptr<RequirementSolver> solver(new RequirementSolver(stage, limits));
  lowering::LoweringContext context = stage.lowered().context;
  std::vector<Formula> formulas = context.problem.formulas;
  solver->own_ = formulas.size();
  lowering::ExprLowerer lowerer(context, "", solver->budget_);
  for (const model::ExprPtr& fact : facts) formulas.push_back(lowerer.formula(*fact));
  if (lowerer.error()) return *lowerer.error();
  solver->facts_ = facts.size();
  const auto position_of = [&](const model::ExprPtr& wanted) -> std::optional<std::size_t> {
    lowering::ExprLowerer one(context, "", solver->budget_);
    const Formula formula = one.formula(*wanted);
    Problem alone = context.problem;
    alone.formulas = {formula};
    if (one.error() || higher_order_variable(alone)) return std::nullopt;
    formulas.push_back(formula);
    return formulas.size() - 1;
  };
  for (const Requirement& requirement : requirements.all)
    solver->position_.push_back(position_of(requirement.formula));
  solver->problem_ = std::move(context.problem);
  solver->problem_.formulas = std::move(formulas);
  if (auto good = check(solver->problem_); !good) return good.error();
  try {
    auto finder = SelectiveFinder::make(solver->problem_, solver->budget_);
    if (!finder) return finder.error();
    solver->finder_.emplace(*std::move(finder));
    for (std::size_t i = 0; i < solver->own_; ++i) solver->finder_->require(i);
  } catch (const LimitReached&) {  // NOLINT(bugprone-empty-catch)
    // Every question will be answered by that limit.
  }
  Problem own = solver->problem_;
  own.formulas.resize(solver->own_, constant(true));
  solver->checker_ = std::make_unique<Evaluator>(own);
  solver->facts_checker_ = std::make_unique<Evaluator>(solver->with_facts());
  return solver;
}

Problem RequirementSolver::with_facts() const {
  Problem problem = problem_;
  problem.formulas.resize(own_ + facts_, constant(true));
  return problem;
}

Result<RequirementSolver::SearchResult> RequirementSolver::find(const std::vector<std::size_t>& all,
                                                                const std::vector<std::size_t>& any,
                                                                const Facts& facts, bool quick) {
  if (!finder_) return SearchResult{Verdict::Limit, budget_.reason(), {}};
  std::vector<std::size_t> must, one_of;
  for (std::size_t i = 0; facts.kept && i < facts_; ++i) {
    if (facts.but != i) must.push_back(own_ + i);
  }
  for (const std::size_t requirement : all) must.push_back(*position_[requirement]);
  for (const std::size_t requirement : any) one_of.push_back(*position_[requirement]);
  FindResult found = finder_->find(must, one_of, quick ? std::optional(kQuickConflicts) : std::nullopt);
  if (found.instance) {
    Evaluator& checker = facts.kept && !facts.but ? *facts_checker_ : *checker_;
    if (checker.holds(*found.instance) == Truth::False)
      return input_error("internal error: the instance found does not satisfy the formulas",
                         "report this defect of Fretsaw with the model");
  }
  return SearchResult{found.verdict, found.stop, std::move(found.instance)};
}

Status find_infeasible(const model::Model& model, const model::Command& scope, const StageOptions& options,
                       Coverage& coverage) {
  std::vector<std::size_t> missed = coverage.in_state(CoverageState::No);
  if (missed.empty()) return Success{};
  const model::Model free = without_facts(model);
  auto stage = Stage::make(free, scope, options);
  if (!stage) return stage.error();
  auto solver = RequirementSolver::make(coverage.requirements(), **stage, {}, options.limits);
  if (!solver) return solver.error();
  RequirementMeter meter(coverage.requirements(), **stage);
  std::erase_if(missed, [&](std::size_t requirement) {
    if ((*solver)->answerable(requirement)) return false;
    coverage.set(requirement, CoverageState::Undecided);
    return true;
  });
  while (!missed.empty()) {
    const auto answer = (*solver)->find({}, missed, {.kept = false});
    if (!answer) return answer.error();
    const RequirementSolver::SearchResult& found = *answer;
    if (found.verdict != Verdict::Sat) {
      const CoverageState state =
          found.verdict == Verdict::Unsat ? CoverageState::Infeasible : CoverageState::Undecided;
      for (const std::size_t requirement : missed) coverage.set(requirement, state);
      return Success{};
    }
    const std::size_t before = missed.size();
    std::erase_if(missed, [&](std::size_t requirement) { return meter.meets(requirement, *found.instance); });
    if (missed.size() == before)
      return input_error("internal error: the instance found does not cover its requirement",
                         "report this defect of Fretsaw with the model");
  }
  return Success{};
}

}  // namespace fretsaw::modeltest
