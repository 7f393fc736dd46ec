// SPDX-License-Identifier: MIT
#include "alloy/lowering/free_parameters.hpp"

#include "alloy/lowering/bounds.hpp"

namespace fretsaw::lowering {

std::vector<Relation> parameter_relations(LoweringContext& context, const model::Function& function) {
  std::vector<Relation> relations;
  for (const model::Decl& decl : function.parameters) {
    for (const model::VariablePtr& variable : decl.variables) {
      const int arity = variable->type.arity();
      auto upper = UpperBound(context).of(variable->type);
      if (!upper) upper = TupleSet::all(arity, context.problem.universe.size());
      relations.push_back(
          context.add_relation(function.name + "." + variable->name, TupleSet(arity), *upper, true));
    }
  }
  return relations;
}

Formula bind_parameters(LoweringContext& context, ExprLowerer& lowerer, const model::Function& function,
                        const std::vector<Relation>& relations) {
  std::size_t next = 0;
  std::vector<Formula> within;
  for (const model::Decl& decl : function.parameters) {
    std::vector<Expr> together;
    for (const model::VariablePtr& variable : decl.variables) {
      const Relation& relation = relations[next++];
      lowerer.bind(*variable, context.terms(relation).pointer());
      within.push_back(lowerer.within(relation, decl.mult, *decl.bound));
      together.push_back(relation);
    }
    if (decl.disjoint && together.size() > 1) within.push_back(lowerer.disjoint(together));
  }
  return conjunction(within);
}

}  // namespace fretsaw::lowering
