// SPDX-License-Identifier: MIT
// Formulas without binders: connectives, and atomic formulas with their judgment of overflows.
#include <algorithm>
#include <ranges>

#include "logic/circuit/translator.hpp"

namespace fretsaw {

Lit Translator::formula_value(const Node& node) {
  switch (node.op) {
    case Op::True:
      return kTrue;
    case Op::False:
      return kFalse;
    case Op::Not: {
      const ScopedFlag place(negative_, !negative_);
      const ScopedFlag polarity(refuted_, !refuted_);
      return negation(formula_value(*node.children[0]));
    }
    default:
      return compute_once(formulas_, node, [&] { return compute_formula(node); });
  }
}

Lit Translator::compute_formula(const Node& node) {
  switch (node.op) {
    case Op::And:
      return junction(node, true);
    case Op::Or:
      return junction(node, false);
    case Op::Implies:
      return implication(node);
    case Op::Iff:
      return equivalence(node);
    case Op::IfFormula:
      return if_formula(node);
    case Op::All:
      return quantified(node, true);
    case Op::Exists:
      return quantified(node, false);
    default:
      return atomic(node);
  }
}

// The left can be refuted but stands in the same place, as it does in Alloy.
Lit Translator::implication(const Node& node) {
  const auto left = [&] {
    const ScopedFlag polarity(refuted_, !refuted_);
    return formula_value(*node.children[0]);
  };
  return circuit_.gates.either(negation(left()), formula_value(*node.children[1]));
}

Lit Translator::junction(const Node& node, bool conjunctive) {
  std::vector<Lit> values;
  for (const NodePtr& child : node.children) {
    const Lit value = formula_value(*child);
    if (value == (conjunctive ? kFalse : kTrue)) return value;
    values.push_back(value);
  }
  return conjunctive ? circuit_.gates.conjunction(values) : circuit_.gates.disjunction(values);
}

Lit Translator::equivalence(const Node& node) {
  const ScopedFlag skolem(may_skolemize_, false);
  return circuit_.gates.same(formula_value(*node.children[0]), formula_value(*node.children[1]));
}

Lit Translator::if_formula(const Node& node) {
  const Lit then = formula_value(*node.children[1]);
  const Lit otherwise = formula_value(*node.children[2]);
  return circuit_.gates.choose(condition_value(*node.children[0]), then, otherwise);
}

Lit Translator::atomic(const Node& node) {
  const Node& first = *node.children[0];
  switch (node.op) {
    case Op::IntEqual:
    case Op::IntLess:
    case Op::IntLessEqual: {
      const Number a = number(first);
      const Number b = number(*node.children[1]);
      const Lit value = node.op == Op::IntEqual  ? arithmetic_.equal(a, b)
                        : node.op == Op::IntLess ? arithmetic_.less(a, b)
                                                 : arithmetic_.less_equal(a, b);
      return guarded(value, {{&first, a.overflow}, {node.children[1].get(), b.overflow}});
    }
    case Op::In:
    case Op::Equal: {
      const MatrixPtr a = matrix(first);
      const MatrixPtr b = matrix(*node.children[1]);
      const Lit value = node.op == Op::In ? algebra_.in(*a, *b) : algebra_.equal(*a, *b);
      return guarded(value, {{&first, a->overflow}, {node.children[1].get(), b->overflow}});
    }
    default: {
      const MatrixPtr a = matrix(first);
      const Lit value = node.op == Op::Some  ? algebra_.some(*a)
                        : node.op == Op::No  ? algebra_.no(*a)
                        : node.op == Op::One ? algebra_.one(*a)
                                             : algebra_.lone(*a);
      return guarded(value, {{&first, a->overflow}});
    }
  }
}

// The rule of docs/integers.md: an overflow is neither a witness nor a violation.
Lit Translator::guarded(Lit value, std::initializer_list<Side> sides) {
  GateGraph& gates = circuit_.gates;
  Lit universal = kFalse;
  Lit existential = kFalse;
  for (const Side& side : sides) {
    if (side.overflow == kFalse) continue;
    Lit& kind = read_universally(*side.term) ? universal : existential;
    kind = gates.either(kind, side.overflow);
  }
  const Lit excused = negative_ ? existential : universal;
  const Lit refused = negative_ ? universal : existential;
  return gates.both(gates.either(value, excused), negation(refused));
}

bool Translator::read_universally(const Node& term) const {
  const auto& variables = facts_.of(term).in_numbers;
  const auto& around = scope_.bindings();
  for (const auto& binding : around | std::views::reverse) {
    const bool occurs = std::ranges::find(variables, binding.variable()) != variables.end();
    // A variable that is bound again further in is not the one that occurs.
    if (binding.over_ints() && occurs && &scope_.lookup(binding.variable()) == &binding)
      return binding.excuses_overflow;
  }
  return false;
}

}  // namespace fretsaw
