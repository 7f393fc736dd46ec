// SPDX-License-Identifier: MIT
#include "logic/circuit/term_facts.hpp"

#include <algorithm>
#include <ranges>
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
  for (const Decl& decl : node.decls | std::views::reverse) {
    for (auto* variables : {&facts.free, &facts.outside, &facts.in_numbers})
      std::erase(*variables, decl.variable.leaf());
    absorb(decl.domain.node());
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

namespace {

void collect_conjuncts(const Node& node, std::vector<const Node*>& out) {
  if (node.op != Op::And) {
    out.push_back(&node);
    return;
  }
  for (const NodePtr& child : node.children) collect_conjuncts(*child, out);
}

bool is_at_most_one(const Node& node) { return node.op == Op::One || node.op == Op::Lone; }

bool same_term(const Node& a, const Node& b) {
  return &a == &b || (a.op == Op::Relation && b.op == Op::Relation && a.leaf == b.leaf);
}

// Does the relation D certainly have every atom that r's tuples may begin with?
bool covers(const Problem& problem, const Node& domain, const Leaf* relation) {
  const auto bound_of = [&](const Leaf* leaf) {
    return std::ranges::find_if(problem.bounds, [&](const Bound& b) { return b.relation.leaf() == leaf; });
  };
  const auto d = bound_of(domain.leaf.get());
  const auto r = bound_of(relation);
  if (domain.op != Op::Relation || d == problem.bounds.end() || r == problem.bounds.end()) return false;
  for (std::size_t i = 0; i < r->upper.size(); ++i) {
    if (!d->lower.contains(r->upper.row(i).first(1))) return false;
  }
  return true;
}

}  // namespace

Functions::Functions(const Problem& problem, const std::vector<std::size_t>& without) {
  std::vector<const Node*> conjuncts;
  for (std::size_t i = 0; i < problem.formulas.size(); ++i) {
    if (std::ranges::find(without, i) == without.end())
      collect_conjuncts(problem.formulas[i].node(), conjuncts);
  }

  const auto stays_within = [&](const Leaf* relation, const Node& domain) {
    return std::ranges::any_of(conjuncts, [&](const Node* c) {
      return c->op == Op::In && c->children[0]->op == Op::Relation &&
             c->children[0]->leaf.get() == relation && c->children[1]->op == Op::Product &&
             same_term(*c->children[1]->children[0], domain);
    });
  };
  for (const Node* conjunct : conjuncts) {
    if (is_at_most_one(*conjunct) && conjunct->children[0]->op == Op::Relation) {
      single_.insert(conjunct->children[0]->leaf.get());
    }
    const bool for_each = conjunct->op == Op::All && conjunct->decls.size() == 1 &&
                          conjunct->decls[0].multiplicity == Multiplicity::One &&
                          conjunct->decls[0].domain.arity() == 1;
    if (!for_each) continue;
    const Decl& decl = conjunct->decls[0];
    std::vector<const Node*> parts;
    collect_conjuncts(*conjunct->children[0], parts);
    for (const Node* part : parts) {
      if (!is_at_most_one(*part) || part->children[0]->op != Op::Join) continue;
      const Node& variable = *part->children[0]->children[0];
      const Node& relation = *part->children[0]->children[1];
      if (variable.op != Op::Variable || variable.leaf.get() != decl.variable.leaf() ||
          relation.op != Op::Relation)
        continue;
      const Leaf* leaf = relation.leaf.get();
      if (stays_within(leaf, decl.domain.node()) || covers(problem, decl.domain.node(), leaf))
        functions_.insert(leaf);
    }
  }
}

}  // namespace fretsaw
