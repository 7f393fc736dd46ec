// SPDX-License-Identifier: MIT
#include "circuit/term_facts.hpp"

#include <algorithm>

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
  const auto absorb = [&](const Node& part) {
    visit(part);
    const TermFacts& inner = facts_.at(&part);
    add_all(facts.free, inner.free);
    if (!is_formula(part.op)) add_all(facts.in_numbers, inner.in_numbers);
    facts.has_numbers |= inner.has_numbers;
    facts.has_quantifier |= inner.has_quantifier;
    facts.has_set_quantifier |= inner.has_set_quantifier;
  };
  for (const NodePtr& child : node.children) absorb(*child);
  // Innermost declaration first: each binds its variable in what comes after it.
  for (auto decl = node.decls.rbegin(); decl != node.decls.rend(); ++decl) {
    std::erase(facts.free, decl->variable.leaf());
    std::erase(facts.in_numbers, decl->variable.leaf());
    absorb(decl->domain.node());
  }
  if (node.op == Op::Variable) facts.free.push_back(node.leaf.get());
  if (is_number(node.op)) {
    facts.has_numbers = true;
    facts.in_numbers = facts.free;
  }
  facts.has_quantifier |= node.op == Op::All || node.op == Op::Exists;
  facts.has_set_quantifier |= std::ranges::any_of(
      node.decls, [](const Decl& decl) { return decl.multiplicity != Multiplicity::One; });
  facts_.insert_or_assign(&node, std::move(facts));
}

}  // namespace fretsaw
