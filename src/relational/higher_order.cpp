// SPDX-License-Identifier: MIT
// Which quantifiers over sets can be replaced by constants: those that are existential in the end and whose
// truth is needed one way only. This mirrors, without translating anything, where Translator skolemises.
#include "relational/higher_order.hpp"

#include <unordered_map>

namespace fretsaw {

namespace {

class Finder {
 public:
  // `replaceable`: an existential quantifier here may become a constant.
  std::optional<Variable> in_term(const Node& node, bool negative, bool replaceable) {
    const int place = 1 << ((negative ? 2 : 0) + (replaceable ? 1 : 0));
    int& seen = seen_[&node];
    if ((seen & place) != 0) return std::nullopt;
    seen |= place;

    const bool quantifier = node.op == Op::All || node.op == Op::Exists;
    const bool existential = (node.op == Op::Exists) != negative;
    for (const Decl& decl : node.decls) {
      const bool constant = quantifier && existential && replaceable;
      if (decl.multiplicity != Multiplicity::One && !constant) return decl.variable;
      if (auto found = in_term(decl.domain.node(), negative, false)) return found;
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      if (auto found = in_child(node, i, negative, replaceable)) return found;
    }
    return std::nullopt;
  }

 private:
  std::optional<Variable> in_child(const Node& node, std::size_t i, bool negative, bool replaceable) {
    const Node& child = *node.children[i];
    switch (node.op) {
      case Op::Not:
        return in_term(child, !negative, replaceable);
      case Op::Implies:
        return in_term(child, i == 0 ? !negative : negative, replaceable);
      case Op::And:
      case Op::Or:
      case Op::All:
      case Op::Exists:
        return in_term(child, negative, replaceable);
      case Op::IfFormula:
        return in_term(child, negative, replaceable && i > 0);
      default:
        return in_term(child, negative, false);
    }
  }

  std::unordered_map<const Node*, int> seen_;
};

}  // namespace

std::optional<Variable> higher_order_variable(const Problem& problem) {
  Finder finder;
  for (const Formula& formula : problem.formulas) {
    if (auto found = finder.in_term(formula.node(), false, true)) return found;
  }
  return std::nullopt;
}

}  // namespace fretsaw
