// SPDX-License-Identifier: MIT
//
// some x: mult D | F becomes  W in D and mult W and F[W/x],  where W is the constant for x joined with the
// variables that were grounded around it; all x: D | F in a negative place becomes  (W in D and mult W)
// implies F[W/x]. Either is at least as strong, in its place, as the quantifier, whatever W is: a wrong
// constant cannot make a wrong instance pass.
#include "finder/witnessed.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace fretsaw {

namespace {

class Rewriter {
 public:
  Rewriter(const std::vector<Skolem>& skolems, const std::vector<Relation>& constants) {
    for (std::size_t i = 0; i < skolems.size(); ++i) {
      constants_.emplace(std::pair(skolems[i].decl, skolems[i].arity), constants[i]);
    }
  }

  Formula formula(const Node& node) { return Formula(rewrite(node, false, true)); }

 private:
  NodePtr rewrite(const Node& node, bool negative, bool replaceable) {
    if (node.op == Op::Variable) {
      const auto found = replaced_.find(node.leaf.get());
      return found == replaced_.end() ? make_node(node) : found->second.pointer();
    }
    const bool existential = (node.op == Op::Exists && !negative) || (node.op == Op::All && negative);
    if (existential && replaceable && is_constant_here(node)) return by_constants(node, negative);

    Node copy = node;
    const std::size_t outer = grounded_.size();
    for (Decl& decl : copy.decls) {
      decl.domain = Expr(rewrite(decl.domain.node(), negative, false));
      Variable fresh(decl.variable.name(), decl.variable.arity());
      replace(decl.variable, fresh);
      grounded_.push_back(fresh);
      decl.variable = fresh;
    }
    for (std::size_t i = 0; i < copy.children.size(); ++i) {
      copy.children[i] = rewrite_child(node, i, negative, replaceable);
    }
    grounded_.erase(grounded_.begin() + static_cast<std::ptrdiff_t>(outer), grounded_.end());
    return make_node(std::move(copy));
  }

  NodePtr rewrite_child(const Node& node, std::size_t i, bool negative, bool replaceable) {
    const Node& child = *node.children[i];
    switch (node.op) {
      case Op::Not:
        return rewrite(child, !negative, replaceable);
      case Op::Implies:
        return rewrite(child, i == 0 ? !negative : negative, replaceable);
      case Op::And:
      case Op::Or:
      case Op::All:
      case Op::Exists:
        return rewrite(child, negative, replaceable);
      case Op::IfFormula:
        return rewrite(child, negative, replaceable && i > 0);
      default:
        return rewrite(child, negative, false);
    }
  }

  // A node that occurs in several places may be a constant in some and grounded in others; the columns tell.
  const Relation* constant_of(const Decl& decl) const {
    const auto found = constants_.find({&decl, columns() + decl.variable.arity()});
    return found == constants_.end() ? nullptr : &found->second;
  }

  bool is_constant_here(const Node& node) const {
    return std::ranges::all_of(node.decls, [&](const Decl& decl) { return constant_of(decl) != nullptr; });
  }

  int columns() const {
    int result = 0;
    for (const Variable& variable : grounded_) result += variable.arity();
    return result;
  }

  NodePtr by_constants(const Node& node, bool negative) {
    std::vector<Formula> parts;
    for (const Decl& decl : node.decls) {
      const Expr domain = without_overflow(Expr(rewrite(decl.domain.node(), negative, false)));
      Expr value = *constant_of(decl);
      for (const Variable& variable : grounded_) value = image(variable, value);
      parts.push_back(in(value, domain));
      switch (decl.multiplicity) {
        case Multiplicity::One:
          parts.push_back(one(value));
          break;
        case Multiplicity::Lone:
          parts.push_back(lone(value));
          break;
        case Multiplicity::Some:
          parts.push_back(some(value));
          break;
        case Multiplicity::Set:
          break;
      }
      replace(decl.variable, value);
    }
    const Formula body(rewrite(*node.children[0], negative, true));
    const Formula witnessed = conjunction(parts);
    return (node.op == Op::Exists ? witnessed && body : implies(witnessed, body)).pointer();
  }

  // Overflows in a domain concern no atomic formula; in a comprehension's they still do not.
  static Expr without_overflow(const Expr& domain) {
    const Variable row("row", domain.arity());
    return comprehension({{row, domain}}, constant(true));
  }

  // The rows of the relation that begin with the variable's tuple, without it.
  static Expr image(const Variable& variable, const Expr& relation) {
    if (variable.arity() == 1) return join(variable, relation);
    // { rest | variable -> rest in relation }, one column at a time.
    Decls decls;
    Expr row = variable;
    for (int i = 0; i < relation.arity() - variable.arity(); ++i) {
      Variable column("c");
      decls.push_back({column, univ()});
      row = product(row, column);
    }
    return comprehension(std::move(decls), in(row, relation));
  }

  void replace(const Variable& variable, const Expr& by) { replaced_.insert_or_assign(variable.leaf(), by); }

  std::map<std::pair<const Decl*, int>, Relation> constants_;  // by declaration and arity
  std::unordered_map<const Leaf*, Expr> replaced_;
  std::vector<Variable> grounded_;
};

}  // namespace

WitnessedProblem with_witnesses(const Problem& problem, const std::vector<Skolem>& skolems) {
  WitnessedProblem result{problem, {}};
  for (const Skolem& skolem : skolems) {
    result.constants.emplace_back(skolem.decl->variable.name(), skolem.arity);
    result.problem.bounds.push_back(
        {result.constants.back(), TupleSet(skolem.arity), TupleSet(skolem.arity), true});
  }
  for (Formula& formula : result.problem.formulas)
    formula = Rewriter(skolems, result.constants).formula(formula.node());
  return result;
}

}  // namespace fretsaw
