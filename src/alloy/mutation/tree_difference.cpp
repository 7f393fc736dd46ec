// SPDX-License-Identifier: MIT
//
// Most equivalent mutants are equivalent because of one node: `^(*r)` is `*r` in any context, and `e = x` is
// `e in x` if e has one element. To decide whether two predicates agree, the solver would have to derive that
// again below the operators around the node (a count, an order, quantifiers), which takes long. For the node
// alone, with the facts and any values of the variables in scope, the query is usually immediate. It is
// one-sided: predicates may agree although the nodes differ.
#include "alloy/mutation/tree_difference.hpp"

#include <algorithm>
#include <set>

#include "alloy/lowering/bounds.hpp"

namespace fretsaw::mutation {

namespace {

using model::Op;

// Of the same kind: what it names.
bool same_name(const model::Expr& a, const model::Expr& b) {
  switch (a.op) {
    case Op::Sig:
      return a.sig == b.sig;
    case Op::Field:
      return a.field == b.field;
    case Op::Call:
      return a.function == b.function;
    case Op::Number:
      return a.number == b.number;
    case Op::Variable:
      return a.variable->name == b.variable->name;
    default:
      return a.text == b.text;
  }
}

bool same_head(const model::Expr& a, const model::Expr& b) {
  if (a.op != b.op || a.kind != b.kind || a.children.size() != b.children.size() ||
      a.decls.size() != b.decls.size())
    return false;
  for (std::size_t i = 0; i < a.decls.size(); ++i) {
    const model::Decl &x = a.decls[i], &y = b.decls[i];
    if (x.variables.size() != y.variables.size() || x.mult != y.mult || x.disjoint != y.disjoint)
      return false;
  }
  const bool is_variable = a.op == Op::Variable;
  return same_name(a, b) && (is_variable || (a.left_mult == b.left_mult && a.right_mult == b.right_mult));
}

// Equal compares integers, and not the atoms that stand for them, where its operands come out as casts; and
// what `in one S` means is not a value.
bool takes_values(const model::Expr& parent) {
  const auto is_plain = [](const model::ExprPtr& operand) {
    return operand->op != Op::IntToSet && operand->op != Op::Call && operand->op != Op::IfElse &&
           operand->op != Op::Let;
  };
  if (parent.op == Op::Equal || parent.op == Op::NotEqual)
    return std::ranges::all_of(parent.children, is_plain);
  if (parent.op == Op::In || parent.op == Op::NotIn) {
    const Op right = parent.child(1)->op;
    return right < Op::SomeOf || right > Op::SeqOf;
  }
  return true;
}

bool same(const model::Expr& a, const model::Expr& b) {
  if (!same_head(a, b)) return false;
  for (std::size_t i = 0; i < a.decls.size(); ++i) {
    if (!same(*a.decls[i].bound, *b.decls[i].bound)) return false;
  }
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (!same(*a.children[i], *b.children[i])) return false;
  }
  return true;
}

// What an overflow makes of a formula depends on how the formula is used.
class Overflows {
 public:
  Overflows(const model::Model& model, const lowering::LoweringContext& context)
      : model_(model), context_(context) {}

  bool possible(const model::Expr& expr) {
    const bool arithmetic = (expr.op >= Op::IntAdd && expr.op <= Op::ShiftRightUnsigned) ||
                            expr.op == Op::SumQ || expr.op == Op::SetToInt;
    if (arithmetic || (expr.op == Op::Cardinality && !is_countable(*expr.child(0)))) return true;
    if (expr.op == Op::Call && called_.insert(index(expr.function)).second &&
        possible(*model_.function(expr.function).body))
      return true;
    return std::ranges::any_of(expr.children,
                               [&](const model::ExprPtr& child) { return possible(*child); }) ||
           std::ranges::any_of(expr.decls, [&](const model::Decl& decl) { return possible(*decl.bound); });
  }

 private:
  // Is the largest integer as large as the number of tuples there can be?
  bool is_countable(const model::Expr& set) const {
    const auto upper = lowering::UpperBound(context_).of(set.type);
    return upper && static_cast<std::int64_t>(upper->size()) <= context_.problem.integers.max();
  }

  const model::Model& model_;
  const lowering::LoweringContext& context_;
  std::set<std::size_t> called_;
};

}  // namespace

std::vector<TreeDifference> part(const model::Expr& before, const model::Expr& after) {
  if (same(before, after)) return {};
  std::vector<TreeDifference> all{{&before, &after, true, {}}};
  while (true) {
    TreeDifference tree_difference = all.back();
    const model::Expr &a = *tree_difference.before, &b = *tree_difference.after;
    if (!same_head(a, b)) return all;
    tree_difference.by_value = takes_values(a) && takes_values(b);
    std::vector<std::pair<const model::Expr*, const model::Expr*>> pairs;
    for (std::size_t i = 0; i < a.decls.size(); ++i)
      pairs.emplace_back(a.decls[i].bound.get(), b.decls[i].bound.get());
    for (std::size_t i = 0; i < a.children.size(); ++i)
      pairs.emplace_back(a.children[i].get(), b.children[i].get());
    std::optional<std::size_t> different;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (same(*pairs[i].first, *pairs[i].second)) continue;
      if (different) return all;
      different = i;
    }
    for (std::size_t i = 0; i < a.decls.size() && i < *different; ++i)
      tree_difference.around.emplace_back(&a.decls[i], &b.decls[i]);
    tree_difference.before = pairs[*different].first;
    tree_difference.after = pairs[*different].second;
    all.push_back(std::move(tree_difference));
  }
}

std::optional<Formula> differ_somewhere(const TreeDifference& tree_difference, const model::Model& original,
                                        const model::Model& mutant, lowering::LoweringContext& context,
                                        lowering::ExprLowerer& of_original,
                                        lowering::ExprLowerer& of_mutant) {
  const model::Expr &before = *tree_difference.before, &after = *tree_difference.after;
  const bool comparable = before.kind == after.kind && before.arity() == after.arity();
  const bool arrows = model::has_multiplicity(before) || model::has_multiplicity(after);
  Overflows in_model(original, context), in_mutant(mutant, context);
  if (!comparable || arrows || in_model.possible(before) || in_mutant.possible(after)) return std::nullopt;
  Decls decls;
  for (const auto& [of_model, of_changed] : tree_difference.around) {
    if (in_model.possible(*of_model->bound)) return std::nullopt;
    if (of_model->mult == model::Mult::Exactly) {
      of_original.bind(*of_model->variables.front(), of_original.value(*of_model->bound));
      of_mutant.bind(*of_changed->variables.front(), of_mutant.value(*of_changed->bound));
      continue;
    }
    if (of_model->mult != model::Mult::One) return std::nullopt;
    const Expr domain = of_original.relation(*of_model->bound);
    for (std::size_t i = 0; i < of_model->variables.size(); ++i) {
      const Variable variable(of_model->variables[i]->name, domain.arity());
      const NodePtr node = context.terms(variable).pointer();
      of_original.bind(*of_model->variables[i], node);
      of_mutant.bind(*of_changed->variables[i], node);
      decls.push_back({variable, domain});
    }
  }
  const auto difference = [&]() -> Formula {
    if (before.kind == model::Kind::Relation)
      return !equal(of_original.relation(before), of_mutant.relation(after));
    if (before.kind == model::Kind::Integer)
      return !equal(of_original.integer(before), of_mutant.integer(after));
    const Formula a = of_original.formula(before), b = of_mutant.formula(after);
    return (a && !b) || (!a && b);
  };
  const Formula differs = difference();
  return decls.empty() ? differs : exists(decls, differs);
}

}  // namespace fretsaw::mutation
