// SPDX-License-Identifier: MIT
#include "lowering/evaluate.hpp"

#include <algorithm>

#include "lowering/decode.hpp"
#include "lowering/expr_lowerer.hpp"
#include "relational/evaluator.hpp"

namespace fretsaw::lowering {

InstanceEvaluator::InstanceEvaluator(const Lowered& lowered, Instance instance,
                                     const std::vector<Witness>& witnesses)
    : lowered_(lowered),
      instance_(std::move(instance)),
      atom_names_(lowering::atom_names(lowered, instance_)) {
  const Frame& frame = lowered.frame;
  const AlloyInstance decoded = to_alloy_instance(lowered, instance_, witnesses);
  const AlloyState& state = decoded.first();
  for (const model::Sig& sig : frame.model->sigs) {
    if (sig.builtin || !sig.is_top_level()) continue;
    for (const AlloyAtom& atom : state.sig(sig.id).atoms) {
      const auto position = std::ranges::find(atom_names_, atom) - atom_names_.begin();
      name(std::get<std::string>(atom), sig.type, TupleSet::unary({static_cast<Atom>(position)}));
    }
  }
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    name(state.skolems[i].name, type_of(*frame.model, state.skolems[i]), witnesses[i].value);
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

Result<AlloyValue> InstanceEvaluator::evaluate(const model::Expr& expr, Budget& budget) const {
  Frame frame = lowered_.frame;
  frame.problem.formulas.clear();
  ExprLowerer lowerer(frame, "", budget);
  Instance instance = instance_;
  std::map<const model::Variable*, TupleSet> used;
  collect(expr, values_, used);
  for (const auto& [variable, value] : used) {
    const Relation constant = frame.add_constant(variable->name, value);
    lowerer.bind(*variable, constant.pointer());
    instance.values().emplace_back(constant, value);
  }
  const NodePtr term = lowerer.value(expr);
  if (lowerer.error()) return *lowerer.error();

  switch (expr.kind) {
    case model::Kind::Formula: {
      auto truth = fretsaw::evaluate(frame.problem, instance, Formula(term), budget);
      if (!truth) return truth.error();
      return AlloyValue(*truth);
    }
    case model::Kind::Integer: {
      auto number = fretsaw::evaluate(frame.problem, instance, IntExpr(term), budget);
      if (!number) return number.error();
      return AlloyValue(number->value);
    }
    case model::Kind::Relation:
      break;
  }
  auto tuples = fretsaw::evaluate(frame.problem, instance, Expr(term), budget);
  if (!tuples) return tuples.error();
  return AlloyValue(to_alloy_tuples(atom_names_, *tuples));
}

}  // namespace fretsaw::lowering
