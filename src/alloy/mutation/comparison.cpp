// SPDX-License-Identifier: MIT
//
// The model is lowered once, without its facts and without the declarations of fields that mutants change;
// these become formulas with a selector each. For every mutant there is one more formula: the changed
// paragraph differs in the model and in the mutant. A query assumes all facts and declarations but the
// changed one, and that formula.
//
// The parameters of a predicate are relations of the problem, so that no query repeats the body for every
// argument, and sets are arguments like atoms. Sigs that have a multiplicity bound the universe: to compare
// `one` with `lone` the sig must be free, so each of them has a translation of its own.
//
// Solving is the last resort. An instance that distinguishes one mutant usually distinguishes others as well,
// so a mutant is first evaluated on all instances found so far, with all arguments. Then the solver decides
// whether the nodes in which the trees differ can have different values at all (tree_difference.cpp), and only then
// whether the whole can.
#include "alloy/mutation/comparison.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "alloy/lowering/free_parameters.hpp"
#include "alloy/modeltest/build_expr.hpp"
#include "alloy/modeltest/requirement_solver.hpp"
#include "alloy/mutation/ground.hpp"
#include "alloy/mutation/tree_difference.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw::mutation {

namespace {

using lowering::ExprLowerer;
using model::Mult;
using model::SigMult;

constexpr int kConflictsPerQuery = 1000;
constexpr std::size_t kMaxArgumentLists = 20'000;  // tried on one instance

Formula different(const Formula& a, const Formula& b) { return (a && !b) || (!a && b); }

// What a field may hold by its type alone, without the owner's column.
model::ExprPtr anything_of(const model::Model& model, const model::Field& field) {
  model::ExprPtr sum;
  const auto combine = [](model::Op op, const model::ExprPtr& a, const model::ExprPtr& b,
                          const model::Type& type) {
    auto expr = std::make_shared<model::Expr>(*modeltest::make_leaf(op, type));
    expr->children = {a, b};
    expr->span = expr->pos = a->span;
    return expr;
  };
  model::Type type;
  for (const model::Product& product : field.type.products) {
    const model::Product rest(product.begin() + 1, product.end());
    model::ExprPtr row;
    for (const model::SigId sig : rest) {
      const model::ExprPtr column = modeltest::make_sig(model.sig(sig));
      row = row ? combine(model::Op::Arrow, row, column, model::Type::of(rest)) : column;
    }
    type.products.push_back(rest);
    sum = sum ? combine(model::Op::Union, sum, row, type) : row;
  }
  return sum;
}

void functions_called(const model::Model& model, const model::Expr& expr, std::set<std::size_t>& called) {
  if (expr.op == model::Op::Call && called.insert(index(expr.function)).second)
    functions_called(model, *model.function(expr.function).body, called);
  for (const model::ExprPtr& child : expr.children) functions_called(model, *child, called);
  for (const model::Decl& decl : expr.decls) functions_called(model, *decl.bound, called);
}

bool own_fact(const model::Model& model, const model::Fact& fact) {
  return !model.modules[fact.module].builtin;
}

}  // namespace

Result<std::unique_ptr<Comparison>> Comparison::make(const Mutants& mutants, std::vector<std::size_t> members,
                                                     std::optional<model::SigId> lifted,
                                                     const alloy::Command& scope, bool in_place,
                                                     const modeltest::StageOptions& options, Budget& budget) {
  std::unique_ptr<Comparison> comparison(new Comparison(mutants, std::move(members), budget));
  if (auto done = comparison->lift(lifted, scope, options); !done) return done.error();
  if (auto done = comparison->keep(lifted); !done) return done.error();
  for (std::size_t i = 0; i < comparison->members_.size(); ++i) comparison->compare(i, in_place);
  if (auto done = comparison->translate(); !done) return done.error();
  return comparison;
}

Status Comparison::lift(std::optional<model::SigId> lifted, const alloy::Command& scope,
                        const modeltest::StageOptions& options) {
  base_ = modeltest::without_facts(mutants_.model);
  if (lifted) {
    base_.sigs[index(*lifted)].mult = SigMult::Any;
    lifted_ = lifted;
  }
  for (const std::size_t member : members_) {
    const Mutant& mutant = mutants_.all[member];
    const Unit& unit = mutants_.units[mutant.unit];
    if (unit.kind != UnitKind::Declaration) continue;
    for (const std::size_t id : unit.members) {
      model::Field& field = base_.fields[id];
      if (mutant.in_bound) field.bound = anything_of(base_, field);
      if (mutant.in_bound || field.mult != Mult::Exactly) field.mult = Mult::Set;
    }
  }
  command_.label = "run$1";
  command_.goal = modeltest::make_true();
  command_.syntax = scope;
  if (auto known = model::check_scope_names(base_, scope); !known) return known.error();
  auto scopes = model::compute_scopes(base_, scope, {});
  if (!scopes) return scopes.error();
  command_.scopes = *std::move(scopes);
  auto stage = modeltest::Stage::make(base_, command_, options);
  if (!stage) return stage.error();
  stage_ = *std::move(stage);
  context_ = stage_->lowered().context;
  return Success{};
}

// Of a `one sig` that is free here, the mutants say what its own fact means for any number of atoms.
Status Comparison::keep(std::optional<model::SigId> lifted) {
  const model::Model& model = lifted ? *mutants_.all[members_.front()].model : mutants_.model;
  context_.model = lifted ? &model : &base_;
  ExprLowerer lowerer(context_, "", budget_);
  const auto add = [&](std::optional<std::size_t> unit, const Formula& formula) -> Status {
    const auto ground = without_set_variables(formula, context_);
    if (!ground) return input_error("a fact quantifies over too many sets in this scope");
    compared_facts_.push_back({unit, *ground, nullptr});
    return Success{};
  };
  for (std::size_t i = 0; i < model.facts.size(); ++i) {
    if (!own_fact(model, model.facts[i])) continue;
    std::optional<std::size_t> unit;
    for (std::size_t u = 0; u < mutants_.units.size(); ++u) {
      const Unit& candidate = mutants_.units[u];
      if (candidate.kind == UnitKind::Fact &&
          std::ranges::find(candidate.members, i) != candidate.members.end())
        unit = u;
    }
    if (auto added = add(unit, lowerer.formula(*model.facts[i].formula)); !added) return added;
  }
  std::set<std::size_t> declarations;
  for (const std::size_t member : members_) {
    const std::size_t unit = mutants_.all[member].unit;
    if (mutants_.units[unit].kind == UnitKind::Declaration && declarations.insert(unit).second) {
      if (auto added = add(unit, meaning(mutants_.model, mutants_.units[unit], lowerer)); !added)
        return added;
    }
  }
  context_.model = &base_;
  if (lowerer.error()) return *lowerer.error();
  return Success{};
}

// all this: S | this.f: mult bound
Formula Comparison::declared(const model::Model& model, std::size_t field_index, ExprLowerer& lowerer) {
  const model::Field& field = model.fields[field_index];
  const Variable self("this");
  const Expr node = context_.terms(self);
  lowerer.bind(*model.sig(field.owner).this_variable, node.pointer());
  const Expr value = context_.terms(join(node, context_.field(field.id)));
  return all({{self, context_.sig(field.owner)}}, lowerer.within(value, field.mult, *field.bound));
}

// What a unit demands of an instance.
Formula Comparison::meaning(const model::Model& model, const Unit& unit, ExprLowerer& lowerer) {
  std::vector<Formula> parts;
  for (const std::size_t member : unit.members) {
    switch (unit.kind) {
      case UnitKind::Sig: {
        const SigMult mult = model.sigs[member].mult;
        const Expr& sig = context_.sig(model.sigs[member].id);
        parts.push_back(mult == SigMult::One    ? one(sig)
                        : mult == SigMult::Lone ? lone(sig)
                        : mult == SigMult::Some ? some(sig)
                                                : constant(true));
        break;
      }
      case UnitKind::Declaration:
        parts.push_back(declared(model, member, lowerer));
        break;
      case UnitKind::Fact:
        parts.push_back(lowerer.formula(*model.facts[member].formula));
        break;
      case UnitKind::Assertion:
        parts.push_back(lowerer.formula(*model.assertions[member].formula));
        break;
      case UnitKind::Predicate:
      case UnitKind::Function:
        break;
    }
  }
  return conjunction(parts);
}

Comparison::Parameters& Comparison::parameters_of(std::size_t function_index, ExprLowerer& lowerer) {
  const auto [entry, fresh] = parameters_.try_emplace(function_index);
  Parameters& parameters = entry->second;
  const model::Function& function = mutants_.model.functions[function_index];
  if (fresh) {
    parameters.relations = lowering::parameter_relations(context_, function);
    for (const model::Decl& decl : function.parameters) {
      for (const model::VariablePtr& variable : decl.variables) {
        if (decl.mult != Mult::One || variable->type.arity() != 1) parameters.single = false;
      }
    }
  }
  parameters.within = lowering::bind_parameters(context_, lowerer, function, parameters.relations);
  return parameters;
}

Formula Comparison::with_arguments(const model::Model& original, const model::Model& mutant, const Unit& unit,
                                   ExprLowerer& of_original, ExprLowerer& of_mutant) {
  const std::size_t id = unit.members.front();
  const Parameters& parameters = parameters_of(id, of_original);
  const model::Function& before = original.functions[id];
  const model::Function& after = mutant.functions[id];
  std::size_t next = 0;
  for (const model::Decl& decl : after.parameters) {
    for (const model::VariablePtr& variable : decl.variables)
      of_mutant.bind(*variable, context_.terms(parameters.relations[next++]).pointer());
  }
  if (unit.kind == UnitKind::Predicate)
    return parameters.within && different(of_original.formula(*before.body), of_mutant.formula(*after.body));
  return parameters.within && !equal(of_original.relation(*before.body), of_mutant.relation(*after.body));
}

Formula Comparison::facts_of(const model::Model& model, ExprLowerer& lowerer) {
  std::vector<Formula> parts;
  for (const model::Fact& fact : model.facts) {
    if (own_fact(model, fact)) parts.push_back(lowerer.formula(*fact.formula));
  }
  return conjunction(parts);
}

void Comparison::compare(std::size_t member, bool in_place) {
  const Mutant& mutant = mutants_.all[members_[member]];
  const Unit& unit = mutants_.units[mutant.unit];
  context_.model = &base_;
  ExprLowerer of_original(context_, "", budget_);
  context_.model = mutant.model.get();
  ExprLowerer of_mutant(context_, "", budget_);
  Question question;
  const bool callable = unit.kind == UnitKind::Predicate || unit.kind == UnitKind::Function;
  const Formula differs =
      callable
          ? with_arguments(mutants_.model, *mutant.model, unit, of_original, of_mutant)
          : different(meaning(mutants_.model, unit, of_original), meaning(*mutant.model, unit, of_mutant));
  question.differs = without_set_variables(differs, context_);
  if (callable && in_place) {
    if (!called_from_facts_) {
      called_from_facts_.emplace();
      for (const model::Fact& fact : mutants_.model.facts) {
        if (own_fact(mutants_.model, fact))
          functions_called(mutants_.model, *fact.formula, *called_from_facts_);
      }
    }
    if (called_from_facts_->contains(unit.members.front())) {
      question.asks_facts = true;
      question.facts_differ = without_set_variables(
          different(facts_of(mutants_.model, of_original), facts_of(*mutant.model, of_mutant)), context_);
    }
  }
  compare_nodes(mutant, question, of_original, of_mutant);
  if (of_original.error() || of_mutant.error()) question.differs.reset();
  context_.model = &base_;
  questions_.push_back(std::move(question));
}

void Comparison::compare_nodes(const Mutant& mutant, Question& question, ExprLowerer& of_original,
                               ExprLowerer& of_mutant) {
  const Unit& unit = mutants_.units[mutant.unit];
  const std::size_t id = unit.members.front();
  const model::Expr *before = nullptr, *after = nullptr;
  const bool is_called = unit.kind == UnitKind::Predicate || unit.kind == UnitKind::Function;
  if (is_called) {
    // Facts call it with arguments that need not be what it declares.
    if (question.asks_facts && !mutants_.model.functions[id].parameters.empty()) return;
    before = mutants_.model.functions[id].body.get();
    after = mutant.model->functions[id].body.get();
  } else if (unit.kind == UnitKind::Fact && unit.members.size() == 1) {
    before = mutants_.model.facts[id].formula.get();
    after = mutant.model->facts[id].formula.get();
  } else if (unit.kind == UnitKind::Assertion && unit.members.size() == 1) {
    before = mutants_.model.assertions[id].formula.get();
    after = mutant.model->assertions[id].formula.get();
  }
  if (before == nullptr) return;
  const std::vector<TreeDifference> partings = part(*before, *after);
  const auto parameters = parameters_.find(id);
  for (std::size_t i = partings.size(); i-- > 1;) {
    if (!partings[i].by_value) continue;
    const auto differ =
        differ_somewhere(partings[i], mutants_.model, *mutant.model, context_, of_original, of_mutant);
    const auto ground = differ ? without_set_variables(*differ, context_) : std::nullopt;
    if (!ground) return;
    question.nodes_differ.push_back(is_called ? parameters->second.within && *ground : *ground);
  }
}

Status Comparison::translate() {
  problem_ = context_.problem;
  own_ = problem_.formulas.size();
  for (const ComparedFact& kept : compared_facts_) problem_.formulas.push_back(kept.formula);
  for (Question& question : questions_) {
    question.position = problem_.formulas.size();
    problem_.formulas.push_back(question.differs.value_or(constant(false)));
    question.facts_position = problem_.formulas.size();
    if (question.facts_differ) problem_.formulas.push_back(*question.facts_differ);
    question.nodes_position = problem_.formulas.size();
    problem_.formulas.insert(problem_.formulas.end(), question.nodes_differ.begin(),
                             question.nodes_differ.end());
  }
  if (auto good = check(problem_); !good) return good.error();
  auto finder = SelectiveFinder::make(problem_, budget_);
  if (!finder) return finder.error();
  finder_.emplace(*std::move(finder));
  for (std::size_t i = 0; i < own_; ++i) finder_->require(i);
  for (ComparedFact& kept : compared_facts_) kept.evaluator = evaluator_of(kept.formula);
  return Success{};
}

std::unique_ptr<Evaluator> Comparison::evaluator_of(const Formula& formula) const {
  Problem problem = context_.problem;
  problem.formulas = {formula};
  return std::make_unique<Evaluator>(problem);
}

Comparison::KnownInstance Comparison::remember(Instance instance, std::size_t unit) {
  KnownInstance known{std::move(instance), {}, unit};
  for (const ComparedFact& kept : compared_facts_)
    known.kept.push_back(kept.evaluator->holds(known.instance) == Truth::True);
  return known;
}

std::optional<Difference> Comparison::known_difference(std::size_t member) {
  for (std::size_t i = known_instances_.size(); i-- > 0;) {
    if (auto found = difference_in(member, known_instances_[i])) return found;
  }
  return std::nullopt;
}

std::optional<Difference> Comparison::difference_in(std::size_t member, const KnownInstance& known) {
  Question& question = questions_[member];
  const std::size_t unit_index = mutants_.all[members_[member]].unit;
  const Unit& unit = mutants_.units[unit_index];
  budget_.poll();
  bool kept = question.differs.has_value();
  for (std::size_t k = 0; kept && k < compared_facts_.size(); ++k)
    kept = known.kept[k] || compared_facts_[k].unit == unit_index;
  if (kept) {
    if (!question.evaluator) question.evaluator = evaluator_of(*question.differs);
    const bool callable = unit.kind == UnitKind::Predicate || unit.kind == UnitKind::Function;
    if (callable) {
      if (auto found = difference_with_arguments(question, unit, known, known.unit == unit_index))
        return found;
    } else if (question.evaluator->holds(known.instance) == Truth::True) {
      return Difference{bare(known.instance), false, {}, accepted(known)};
    }
  }
  if (!question.facts_differ) return std::nullopt;
  if (!question.facts_evaluator) question.facts_evaluator = evaluator_of(*question.facts_differ);
  if (question.facts_evaluator->holds(known.instance) != Truth::True) return std::nullopt;
  return Difference{bare(known.instance), true, {}, accepted(known)};
}

// The values of the parameters in the instance if it was found for them; else, if they are atoms, all there
// are.
std::optional<Difference> Comparison::difference_with_arguments(Question& question, const Unit& unit,
                                                                const KnownInstance& known, bool has_values) {
  const Parameters& parameters = parameters_.at(unit.members.front());
  Instance instance = known.instance;
  std::vector<TupleSet*> values;
  for (const Relation& relation : parameters.relations) {
    for (auto& [candidate, value] : instance.values()) {
      if (candidate == relation) values.push_back(&value);
    }
  }
  const auto found = [&] {
    modeltest::Arguments arguments;
    for (const TupleSet* value : values) arguments.push_back(*value);
    return Difference{bare(instance), false, std::move(arguments), true};
  };
  if (has_values && question.evaluator->holds(instance) == Truth::True) return found();
  if (!parameters.single) return std::nullopt;
  std::vector<const TupleSet*> domains;
  std::size_t lists = 1;
  for (const Relation& relation : parameters.relations) {
    domains.push_back(&context_.problem.bounds[context_.bound_of.at(relation.leaf())].upper);
    lists *= std::max<std::size_t>(domains.back()->size(), 1);
    if (domains.back()->empty() || lists > kMaxArgumentLists) return std::nullopt;
  }
  for (std::size_t list = 0; list < lists; ++list) {
    std::size_t rest = list;
    for (std::size_t p = 0; p < values.size(); ++p) {
      const Atom atom = domains[p]->row(rest % domains[p]->size())[0];
      *values[p] = TupleSet::unary({atom});
      rest /= domains[p]->size();
    }
    if (question.evaluator->holds(instance) == Truth::True) return found();
  }
  return std::nullopt;
}

bool Comparison::accepted(const KnownInstance& known) {
  if (std::ranges::find(known.kept, false) != known.kept.end()) return false;
  if (!lifted_) return true;
  const std::size_t atoms = evaluate(context_.problem, known.instance, context_.sig(*lifted_))->size();
  const SigMult mult = mutants_.model.sig(*lifted_).mult;
  return mult == SigMult::One ? atoms == 1 : mult == SigMult::Lone ? atoms <= 1 : atoms >= 1;
}

// Without the constants and parameters of the questions.
Instance Comparison::bare(const Instance& instance) const {
  Instance result;
  for (const Bound& bound : stage_->lowered().problem().bounds)
    result.values().emplace_back(bound.relation, instance[bound.relation]);
  return result;
}

// Is it proved, with little effort, that the nodes in which the trees differ never differ in value? Where
// facts call what is changed, without the facts.
bool Comparison::nodes_agree(const Question& question, const std::vector<std::size_t>& kept) {
  std::vector<std::size_t> all = question.asks_facts ? std::vector<std::size_t>() : kept;
  for (std::size_t i = 0; i < question.nodes_differ.size(); ++i) {
    all.push_back(question.nodes_position + i);
    const FindResult found = finder_->find(all, {}, kConflictsPerQuery);
    if (found.verdict == Verdict::Unsat) return true;
    if (found.verdict == Verdict::Limit) return false;
    all.pop_back();
  }
  return false;
}

Result<Comparison::Answer> Comparison::solve(std::size_t member) {
  const Question& question = questions_[member];
  const std::size_t unit = mutants_.all[members_[member]].unit;
  Answer answer;
  if (!question.differs || (question.asks_facts && !question.facts_differ)) {
    answer.why = "it quantifies over too many sets in this scope";
    return answer;
  }
  std::vector<std::size_t> all;
  for (std::size_t k = 0; k < compared_facts_.size(); ++k) {
    if (compared_facts_[k].unit != unit) all.push_back(own_ + k);
  }
  if (nodes_agree(question, all)) {
    answer.verdict = Verdict::Unsat;
    return answer;
  }
  all.push_back(question.position);
  FindResult found = finder_->find(all, {});
  if (found.verdict == Verdict::Unsat && question.facts_differ)
    found = finder_->find(std::vector{question.facts_position}, {});
  answer.verdict = found.verdict;
  answer.stop = found.stop;
  if (!found.instance) return answer;
  known_instances_.push_back(remember(*std::move(found.instance), unit));
  answer.difference = difference_in(member, known_instances_.back());
  if (!answer.difference)
    return input_error("internal error: the instance found does not distinguish the mutant",
                       "report this defect of Fretsaw with the model");
  return answer;
}

}  // namespace fretsaw::mutation
