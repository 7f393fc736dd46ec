// SPDX-License-Identifier: MIT
#include "alloy/modeltest/distinction_solver.hpp"

#include <algorithm>

#include "alloy/lowering/free_parameters.hpp"
#include "alloy/modeltest/build_expr.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr std::size_t kMaxSoftConstraints = 24;  // for general position

}  // namespace

Result<std::unique_ptr<DistinctionSolver>> DistinctionSolver::make(
    const model::Model& model, const Requirements& requirements, Stage& stage,
    const std::vector<model::ExprPtr>& facts, const std::vector<Distinction>& distinctions,
    const Limits& limits) {
  std::unique_ptr<DistinctionSolver> decider(
      new DistinctionSolver(model, stage, requirements, distinctions, limits));
  decider->context_ = stage.lowered().context;
  lowering::ExprLowerer lowerer(decider->context_, "", decider->budget_);
  for (const model::ExprPtr& fact : facts) decider->facts_.push_back(lowerer.formula(*fact));
  if (lowerer.error()) return *lowerer.error();
  decider->prefer_general_position();
  decider->prefer_sizes();
  for (const Distinction& distinction : distinctions) decider->ask(distinction, facts);
  if (auto done = decider->translate(); !done) return done.error();
  return decider;
}

std::size_t DistinctionSolver::add_soft_constraint(const Formula& formula) {
  soft_constraints_.push_back({formula, 0, nullptr});
  return soft_constraints_.size() - 1;
}

void DistinctionSolver::prefer_general_position() {
  lowering::ExprLowerer lowerer(context_, "", budget_);
  const auto own = [&](const model::Field& field) {
    return !model_.modules[model_.sig(field.owner).module].builtin;
  };
  for (std::size_t i = 0; i < model_.fields.size() && apart_.size() < kMaxSoftConstraints; ++i) {
    const model::Field& field = model_.fields[i];
    if (!own(field)) continue;
    const fretsaw::Expr value = lowerer.relation(*make_field(field));
    if (field.type.arity() == 2) apart_.push_back(add_soft_constraint(no(value & iden())));
    for (std::size_t j = 0; j < i && apart_.size() < kMaxSoftConstraints; ++j) {
      const model::Field& other = model_.fields[j];
      if (own(other) && other.type.arity() == field.type.arity())
        apart_.push_back(add_soft_constraint(no(value & lowerer.relation(*make_field(other)))));
    }
  }
}

void DistinctionSolver::prefer_sizes() {
  lowering::ExprLowerer lowerer(context_, "", budget_);
  const auto add = [&](const fretsaw::Expr& value) {
    large_.push_back({add_soft_constraint(!lone(value)), add_soft_constraint(some(value))});
    small_.push_back({add_soft_constraint(no(value)), add_soft_constraint(lone(value))});
  };
  for (const model::Sig& sig : model_.sigs) {
    if (!sig.builtin && !sig.is_meta && !model_.modules[sig.module].builtin)
      add(lowerer.relation(*make_sig(sig)));
  }
  for (const model::Field& field : model_.fields) {
    if (!field.is_meta && !model_.modules[model_.sig(field.owner).module].builtin)
      add(lowerer.relation(*make_field(field)));
  }
}

DistinctionSolver::Parameters& DistinctionSolver::parameters_of(std::size_t function_index,
                                                                lowering::ExprLowerer& lowerer) {
  const auto [entry, fresh] = parameters_.try_emplace(function_index);
  Parameters& parameters = entry->second;
  const model::Function& function = model_.functions[function_index];
  if (fresh) {
    parameters.relations = lowering::parameter_relations(context_, function);
    for (auto later = parameters.relations.begin(); later != parameters.relations.end(); ++later) {
      for (auto earlier = parameters.relations.begin(); earlier != later; ++earlier) {
        if (earlier->arity() == later->arity())
          parameters.apart.push_back(add_soft_constraint(no(*later & *earlier)));
      }
    }
  }
  parameters.within = lowering::bind_parameters(context_, lowerer, function, parameters.relations);
  return parameters;
}

const DistinctionSolver::Parameters* DistinctionSolver::parameters_of(const Distinction& distinction) const {
  if (!distinction.paragraph) return nullptr;
  return &parameters_.at(requirements_.paragraphs[*distinction.paragraph].index);
}

void DistinctionSolver::ask(const Distinction& distinction, const std::vector<model::ExprPtr>& facts) {
  lowering::ExprLowerer lowerer(context_, "", budget_);
  CompiledFormula question;
  const auto differs = [&](const Formula& before) {
    if (!distinction.changed) return distinction.accepted ? before : !before;
    const Formula after = lowerer.formula(*distinction.changed);
    return (before && !after) || (!before && after);
  };
  if (distinction.fact) {
    question.formula = differs(lowerer.formula(*facts[*distinction.fact]));
  } else {
    const std::size_t index = requirements_.paragraphs[*distinction.paragraph].index;
    const Formula within = parameters_of(index, lowerer).within;
    const model::Function& function = model_.functions[index];
    if (function.is_predicate) {
      question.formula = within && differs(lowerer.formula(*function.body));
    } else {
      question.formula =
          within && !equal(lowerer.relation(*function.body), lowerer.relation(*distinction.changed));
    }
  }
  Problem alone = context_.problem;
  alone.formulas = {*question.formula};
  if (lowerer.error() || higher_order_variable(alone)) question.formula.reset();
  questions_.push_back(std::move(question));
}

Status DistinctionSolver::translate() {
  problem_ = context_.problem;
  own_ = problem_.formulas.size();
  problem_.formulas.insert(problem_.formulas.end(), facts_.begin(), facts_.end());
  for (std::vector<CompiledFormula>* const list : {&questions_, &soft_constraints_}) {
    for (CompiledFormula& asked : *list) {
      asked.position = problem_.formulas.size();
      problem_.formulas.push_back(asked.formula.value_or(constant(false)));
    }
  }
  if (auto good = check(problem_); !good) return good.error();
  try {
    auto finder = SelectiveFinder::make(problem_, budget_);
    if (!finder) return finder.error();
    finder_.emplace(*std::move(finder));
    for (std::size_t i = 0; i < own_; ++i) finder_->require(i);
  } catch (const LimitReached&) {  // NOLINT(bugprone-empty-catch)
    // Every question will be answered by that limit.
  }
  return Success{};
}

Instance DistinctionSolver::with_arguments(const Case& at, std::size_t distinction) const {
  Instance result = at.instance;
  const Parameters* const parameters = parameters_of(distinctions_[distinction]);
  for (std::size_t i = result.values().size(); i < context_.problem.bounds.size(); ++i) {
    const Bound& bound = context_.problem.bounds[i];
    TupleSet value = bound.lower;
    for (std::size_t p = 0; parameters != nullptr && p < at.arguments.size(); ++p) {
      if (parameters->relations[p] == bound.relation) value = at.arguments[p];
    }
    result.values().emplace_back(bound.relation, std::move(value));
  }
  return result;
}

bool DistinctionSolver::holds(CompiledFormula& asked, const Case& at, std::size_t distinction, bool facts) {
  if (!asked.formula) return false;
  if (!asked.evaluator) {
    Problem alone = context_.problem;
    alone.formulas.clear();
    for (std::size_t i = 0; facts && i < facts_.size(); ++i) {
      if (distinctions_[distinction].fact != i) alone.formulas.push_back(facts_[i]);
    }
    alone.formulas.push_back(*asked.formula);
    asked.evaluator = std::make_unique<Evaluator>(alone);
  }
  return asked.evaluator->holds(with_arguments(at, distinction)) == Truth::True;
}

bool DistinctionSolver::decides(std::size_t distinction, const Case& at) {
  return holds(questions_[distinction], at, distinction, true);
}

DistinctionSolver::SearchResult DistinctionSolver::find(const std::vector<std::size_t>& all,
                                                        const std::vector<std::size_t>& any, int conflicts) {
  return find_with(all, any, {}, conflicts);
}

DistinctionSolver::SearchResult DistinctionSolver::find_with(const std::vector<std::size_t>& all,
                                                             const std::vector<std::size_t>& any,
                                                             std::span<const std::size_t> soft_constraints,
                                                             int conflicts) {
  SearchResult result;
  if (!finder_) {
    result.stop = budget_.reason();
    return result;
  }
  const Distinction& home = distinctions_[all.front()];
  std::vector<std::size_t> must, one_of;
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    if (home.fact != i) must.push_back(own_ + i);
  }
  for (const std::size_t distinction : all) must.push_back(questions_[distinction].position);
  for (const std::size_t wanted : soft_constraints) must.push_back(soft_constraints_[wanted].position);
  for (const std::size_t distinction : any) one_of.push_back(questions_[distinction].position);
  const FindResult found = finder_->find(must, one_of, conflicts);
  result.stop = found.stop;
  if (!found.instance) return result;
  Case at;
  for (const Bound& bound : stage_.lowered().problem().bounds)
    at.instance.values().emplace_back(bound.relation, (*found.instance)[bound.relation]);
  if (const Parameters* const parameters = parameters_of(home)) {
    for (const Relation& relation : parameters->relations)
      at.arguments.push_back((*found.instance)[relation]);
  }
  result.at = std::move(at);
  return result;
}

DistinctionSolver::Case DistinctionSolver::clearer(Case at, const std::vector<std::size_t>& decided,
                                                   bool rich, int conflicts) {
  std::vector<std::size_t> granted;
  const auto grant = [&](std::size_t wanted) {
    granted.push_back(wanted);
    if (holds(soft_constraints_[wanted], at, decided.front(), false)) return true;
    SearchResult better = find_with(decided, {}, granted, conflicts);
    if (better.at) {
      at = *std::move(better.at);
      return true;
    }
    granted.pop_back();
    return false;
  };
  const auto grant_sizes = [&] {
    for (const std::vector<std::size_t>& sizes : rich ? large_ : small_) std::ranges::find_if(sizes, grant);
  };
  if (!rich) grant_sizes();
  for (const std::size_t wanted : apart_) grant(wanted);
  if (const Parameters* const parameters = parameters_of(distinctions_[decided.front()])) {
    for (const std::size_t wanted : parameters->apart) grant(wanted);
  }
  if (rich) grant_sizes();
  return at;
}

}  // namespace fretsaw::modeltest
