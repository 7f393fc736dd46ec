// SPDX-License-Identifier: MIT
#include "logic/circuit/term_facts.hpp"

#include <algorithm>
#include <utility>

namespace fretsaw {

namespace {

bool is_number(Op op) { return op >= Op::Constant; }
bool is_formula(Op op) { return op >= Op::True && op < Op::Constant; }

void add(std::vector<const Leaf*>& set, const Leaf* leaf) {
  if (std::ranges::find(set, leaf) == set.end()) set.push_back(leaf);
}

void add_all(std::vector<const Leaf*>& set, const std::vector<const Leaf*>& more) {
  for (const Leaf* leaf : more) add(set, leaf);
}

}  // namespace

AllTermFacts::AllTermFacts(const Problem& problem) {
  for (const Formula& formula : problem.formulas) visit(formula.node());
}

void AllTermFacts::visit(const Node& node) {
  if (const auto found = facts_.find(&node); found != facts_.end()) {
    found->second.shared = true;
    return;
  }
  TermFacts facts;
  const auto absorb = [&](const Node& part) -> const TermFacts& {
    visit(part);
    const TermFacts& inner = facts_.at(&part);
    add_all(facts.free, inner.free);
    add_all(facts.outside, inner.outside);
    facts.has_numbers |= inner.has_numbers;
    facts.has_quantifier |= inner.has_quantifier;
    facts.has_set_quantifier |= inner.has_set_quantifier;
    return inner;
  };
  for (const NodePtr& child : node.children) {
    const TermFacts& inner = absorb(*child);
    if (!is_formula(child->op)) add_all(facts.in_numbers, inner.in_numbers);
  }
  // Innermost declaration first: each binds its variable in what comes after it.
  for (auto decl = node.decls.rbegin(); decl != node.decls.rend(); ++decl) {
    for (auto* variables : {&facts.free, &facts.outside, &facts.in_numbers})
      std::erase(*variables, decl->variable.leaf());
    absorb(decl->domain.node());
  }
  if (node.op == Op::Variable) {
    facts.free.push_back(node.leaf.get());
    facts.outside.push_back(node.leaf.get());
  }
  if (node.op == Op::Count || node.op == Op::Sum) facts.in_numbers = std::exchange(facts.outside, {});
  facts.has_numbers |= is_number(node.op);
  facts.has_quantifier |= node.op == Op::All || node.op == Op::Exists;
  facts.has_set_quantifier |= std::ranges::any_of(
      node.decls, [](const Decl& decl) { return decl.multiplicity != Multiplicity::One; });
  facts_.insert_or_assign(&node, std::move(facts));
}

}  // namespace fretsaw
