// SPDX-License-Identifier: MIT
// Which quantifiers over sets can be replaced by constants: those that are existential in the end and whose
// truth is needed one way only. This mirrors, without translating anything, where Translator skolemizes.
#include <map>
#include <unordered_map>
#include <utility>

#include "logic/relational/check.hpp"

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

// Only where Finder finds nothing: then sets are quantified over where And, Or, Not, Implies, quantifiers and
// branches lead to. A term in several places is examined again where more variables surround it.
class WidthFinder {
 public:
  explicit WidthFinder(std::size_t atoms) : atoms_(atoms) {}

  std::optional<WideConstant> in_term(const Node& node, bool negative, int columns) {
    int& seen = seen_[{&node, negative}];
    if (seen > columns) return std::nullopt;
    seen = columns + 1;
    const bool quantifier = node.op == Op::All || node.op == Op::Exists;
    const bool universal = quantifier && (node.op == Op::All) != negative;
    for (const Decl& decl : node.decls) {
      const int width = columns + decl.variable.arity();
      if (universal) {
        columns = width;
      } else if (decl.multiplicity != Multiplicity::One && !tuples_can_be_numbered(atoms_, width)) {
        return WideConstant{decl.variable, width};
      }
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const bool turns = node.op == Op::Not || (node.op == Op::Implies && i == 0);
      if (auto found = in_term(*node.children[i], negative != turns, columns)) return found;
    }
    return std::nullopt;
  }

 private:
  std::size_t atoms_;
  std::map<std::pair<const Node*, bool>, int> seen_;
};

}  // namespace

std::optional<WideConstant> too_wide_constant(const Problem& problem) {
  WidthFinder finder(problem.universe.size());
  for (const Formula& formula : problem.formulas) {
    if (auto found = finder.in_term(formula.node(), false, 0)) return found;
  }
  return std::nullopt;
}

std::optional<Variable> higher_order_variable(const Problem& problem) {
  Finder finder;
  for (const Formula& formula : problem.formulas) {
    if (auto found = finder.in_term(formula.node(), false, true)) return found;
  }
  return std::nullopt;
}

}  // namespace fretsaw
