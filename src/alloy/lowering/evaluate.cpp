// SPDX-License-Identifier: MIT
#include "alloy/lowering/evaluate.hpp"

#include <algorithm>

#include "alloy/lowering/decode.hpp"
#include "alloy/lowering/expr_lowerer.hpp"
#include "logic/relational/evaluator.hpp"

namespace fretsaw::lowering {

InstanceEvaluator::InstanceEvaluator(const LoweredCommand& lowered, Instance instance,
                                     const std::vector<Witness>& witnesses)
    : lowered_(lowered),
      instance_(std::move(instance)),
      atom_names_(lowering::atom_names(lowered, instance_)) {
  name_things(to_alloy_instance(lowered, instance_, witnesses), witnesses);
}

InstanceEvaluator::InstanceEvaluator(const LoweredCommand& lowered, Trace trace,
                                     const std::vector<Witness>& witnesses)
    : lowered_(lowered), trace_(std::move(trace)), atom_names_(lowering::atom_names(lowered, *trace_)) {
  name_things(to_alloy_instance(lowered, *trace_, {}), witnesses);
}

void InstanceEvaluator::name_things(const AlloyInstance& decoded, const std::vector<Witness>& witnesses) {
  const LoweringContext& context = lowered_.context;
  for (const AlloyState& state : decoded.states) {
    for (const model::Sig& sig : context.model->sigs) {
      if (sig.builtin || !sig.is_top_level()) continue;
      for (const AlloyAtom& atom : state.sig(sig.id).atoms) {
        const auto position = std::ranges::find(atom_names_, atom) - atom_names_.begin();
        const std::string& known = std::get<std::string>(atom);
        if (!names_.contains(known)) name(known, sig.type, TupleSet::unary({static_cast<Atom>(position)}));
      }
    }
  }
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    const auto type = context.variable_types.find(witnesses[i].name);
    const model::Type any =
        model::Type::of(model::Product(static_cast<std::size_t>(witnesses[i].value.arity()), model::kUniv));
    const bool fits = i < decoded.first().skolems.size();
    name("$" + witnesses[i].name,
         fits ? type_of(*context.model, decoded.first().skolems[i])
         : type != context.variable_types.end() && witnesses[i].value.arity() == 1 ? type->second
                                                                                   : any,
         witnesses[i].value);
  }
}

void InstanceEvaluator::name(const std::string& name, const model::Type& type, TupleSet value) {
  auto variable = std::make_shared<const model::Variable>(model::Variable{name, type, {}});
  auto expr = std::make_shared<model::Expr>();
  expr->op = model::Op::Variable;
  expr->kind = model::Kind::Relation;
  expr->type = type;
  expr->variable = variable;
  values_.emplace(variable.get(), std::move(value));
  names_.insert_or_assign(name, std::move(expr));
}

namespace {

// The variables that the expression mentions and that are bound nowhere in it, among those that have values.
void collect(const model::Expr& expr, const std::map<const model::Variable*, TupleSet>& values,
             std::map<const model::Variable*, TupleSet>& used) {
  if (const auto found = values.find(expr.variable.get()); found != values.end()) used.insert(*found);
  for (const model::ExprPtr& child : expr.children) collect(*child, values, used);
  for (const model::Decl& decl : expr.decls) collect(*decl.bound, values, used);
}

}  // namespace

Result<AlloyValue> InstanceEvaluator::evaluate(const model::Expr& expr, Budget& budget,
                                               std::size_t position) const {
  LoweringContext context = lowered_.context;
  if (trace_) context.problem = lowered_.timeline->timed.problem;
  context.problem.formulas.clear();
  ExprLowerer lowerer(context, "", budget);
  Instance instance = instance_;
  std::map<const model::Variable*, TupleSet> used;
  collect(expr, values_, used);
  for (const auto& [variable, value] : used) {
    const Relation constant = context.add_constant(variable->name, value);
    lowerer.bind(*variable, constant.pointer());
    instance.values().emplace_back(constant, value);
  }
  NodePtr term = lowerer.value(expr);
  if (lowerer.error()) return *lowerer.error();
  if (trace_) {
    Trace extended = *trace_;
    for (Instance& state : extended.states) {
      state.values().insert(state.values().end(), instance.values().begin(), instance.values().end());
    }
    TraceViews views({context.problem, lowered_.timeline->timed.varying, {}}, extended);
    term = views.at(term, position);
    context.problem = views.problem();
    instance = views.instance();
  }

  switch (expr.kind) {
    case model::Kind::Formula: {
      auto truth = fretsaw::evaluate(context.problem, instance, Formula(term), budget);
      if (!truth) return truth.error();
      return AlloyValue(*truth);
    }
    case model::Kind::Integer: {
      auto number = fretsaw::evaluate(context.problem, instance, IntExpr(term), budget);
      if (!number) return number.error();
      // As a set it would be empty (docs/integers.md).
      if (number->overflow && context.problem.integers.overflow == Overflow::Prevent)
        return AlloyValue(std::vector<AlloyTuple>{});
      return AlloyValue(number->value);
    }
    case model::Kind::Relation:
      break;
  }
  auto tuples = fretsaw::evaluate(context.problem, instance, Expr(term), budget);
  if (!tuples) return tuples.error();
  return AlloyValue(to_alloy_tuples(atom_names_, *tuples));
}

}  // namespace fretsaw::lowering
