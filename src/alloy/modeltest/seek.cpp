// SPDX-License-Identifier: MIT
#include "alloy/modeltest/seek.hpp"

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

constexpr int kFewConflicts = 100;

}  // namespace

Result<std::unique_ptr<Seeker>> Seeker::make(const Requirements& requirements, Stage& stage,
                                             const std::vector<model::ExprPtr>& facts, const Limits& limits) {
  std::unique_ptr<Seeker> seeker(new Seeker(stage, limits));
  lowering::Frame frame = stage.lowered().frame;
  std::vector<Formula> formulas = frame.problem.formulas;
  seeker->own_ = formulas.size();
  lowering::ExprLowerer lowerer(frame, "", seeker->budget_);
  for (const model::ExprPtr& fact : facts) formulas.push_back(lowerer.formula(*fact));
  if (lowerer.error()) return *lowerer.error();
  seeker->facts_ = facts.size();
  const auto position_of = [&](const model::ExprPtr& wanted) -> std::optional<std::size_t> {
    lowering::ExprLowerer one(frame, "", seeker->budget_);
    const Formula formula = one.formula(*wanted);
    Problem alone = frame.problem;
    alone.formulas = {formula};
    if (one.error() || higher_order_variable(alone)) return std::nullopt;
    formulas.push_back(formula);
    return formulas.size() - 1;
  };
  for (const Requirement& requirement : requirements.all)
    seeker->position_.push_back(position_of(requirement.formula));
  seeker->problem_ = std::move(frame.problem);
  seeker->problem_.formulas = std::move(formulas);
  if (auto good = check(seeker->problem_); !good) return good.error();
  try {
    auto finder = SelectiveFinder::make(seeker->problem_, seeker->budget_);
    if (!finder) return finder.error();
    seeker->finder_.emplace(*std::move(finder));
    for (std::size_t i = 0; i < seeker->own_; ++i) seeker->finder_->require(i);
  } catch (const LimitReached&) {
    // Every question will be answered by that limit.
  }
  Problem own = seeker->problem_;
  own.formulas.resize(seeker->own_, constant(true));
  seeker->checker_ = std::make_unique<Evaluator>(own);
  seeker->facts_checker_ = std::make_unique<Evaluator>(seeker->with_facts());
  return seeker;
}

Problem Seeker::with_facts() const {
  Problem problem = problem_;
  problem.formulas.resize(own_ + facts_, constant(true));
  return problem;
}

Result<Seeker::Found> Seeker::find(const std::vector<std::size_t>& all, const std::vector<std::size_t>& any,
                                   const Facts& facts, bool little_effort) {
  if (!finder_) return Found{Verdict::Limit, budget_.reason(), {}};
  std::vector<std::size_t> must, one_of;
  for (std::size_t i = 0; facts.kept && i < facts_; ++i) {
    if (facts.but != i) must.push_back(own_ + i);
  }
  for (const std::size_t requirement : all) must.push_back(*position_[requirement]);
  for (const std::size_t requirement : any) one_of.push_back(*position_[requirement]);
  Finding found = finder_->find(must, one_of, little_effort ? std::optional(kFewConflicts) : std::nullopt);
  if (found.instance) {
    Evaluator& checker = facts.kept && !facts.but ? *facts_checker_ : *checker_;
    if (checker.holds(*found.instance) == Truth::False)
      return input_error("internal error: the instance found does not satisfy the formulas",
                         "report this defect of Fretsaw with the model");
  }
  return Found{found.verdict, found.stop, std::move(found.instance)};
}

Status find_infeasible(const model::Model& model, const model::Command& scope, const StageOptions& options,
                       Coverage& coverage) {
  std::vector<std::size_t> missed = coverage.in_state(Covered::No);
  if (missed.empty()) return Done{};
  const model::Model free = without_facts(model);
  auto stage = Stage::make(free, scope, options);
  if (!stage) return stage.error();
  auto seeker = Seeker::make(coverage.requirements(), **stage, {}, options.limits);
  if (!seeker) return seeker.error();
  RequirementMeter meter(coverage.requirements(), **stage);
  std::erase_if(missed, [&](std::size_t requirement) {
    if ((*seeker)->answerable(requirement)) return false;
    coverage.set(requirement, Covered::Undecided);
    return true;
  });
  while (!missed.empty()) {
    const auto answer = (*seeker)->find({}, missed, {.kept = false});
    if (!answer) return answer.error();
    const Seeker::Found& found = *answer;
    if (found.verdict != Verdict::Sat) {
      const Covered state = found.verdict == Verdict::Unsat ? Covered::Infeasible : Covered::Undecided;
      for (const std::size_t requirement : missed) coverage.set(requirement, state);
      return Done{};
    }
    const std::size_t before = missed.size();
    std::erase_if(missed, [&](std::size_t requirement) { return meter.meets(requirement, *found.instance); });
    if (missed.size() == before)
      return input_error("internal error: the instance found does not cover its requirement",
                         "report this defect of Fretsaw with the model");
  }
  return Done{};
}

}  // namespace fretsaw::modeltest
