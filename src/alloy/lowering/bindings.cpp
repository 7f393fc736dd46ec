// SPDX-License-Identifier: MIT
#include "alloy/lowering/bindings.hpp"

#include <algorithm>
#include <array>

#include "logic/relational/walk.hpp"

namespace fretsaw::lowering {

namespace {

constexpr std::uint64_t kMaxBindings = 10'000;

TupleSet united(const TupleSet& a, const TupleSet& b) {
  std::vector<Atom> rows(a.atoms().begin(), a.atoms().end());
  rows.insert(rows.end(), b.atoms().begin(), b.atoms().end());
  return TupleSet::from_rows(a.arity(), std::move(rows));
}

TupleSet column(const TupleSet& set, std::size_t index) {
  std::vector<Atom> atoms;
  for (std::size_t i = 0; i < set.size(); ++i) atoms.push_back(set.row(i)[index]);
  return TupleSet::unary(std::move(atoms));
}

}  // namespace

void Bindings::declare(const Decl& decl) {
  const Leaf* leaf = decl.variable.leaf();
  if (known_variables_.contains(leaf)) return;
  const bool single = decl.multiplicity == Multiplicity::One && leaf->arity == 1;
  known_variables_.emplace(
      leaf, KnownVariable{decl.variable, single, single ? upper(decl.domain.node()) : TupleSet(leaf->arity),
                          std::nullopt});
}

// Of unary terms: what they may hold in some state.
TupleSet Bindings::upper(const Node& term) const {
  const auto part = [&](std::size_t i) -> const Node& { return *term.children[i]; };
  const auto leaf_bound = [&](const Node& leaf) -> const TupleSet* {
    if (leaf.op != Op::Relation) return nullptr;
    const auto bound = std::ranges::find(timed_.problem.bounds, leaf.leaf.get(),
                                         [](const Bound& b) { return b.relation.leaf(); });
    return bound == timed_.problem.bounds.end() ? nullptr : &bound->upper;
  };
  switch (term.op) {
    case Op::Relation:
      if (const TupleSet* bound = leaf_bound(term)) return *bound;
      break;
    case Op::Variable:
      if (const auto known = known_variables_.find(term.leaf.get());
          known != known_variables_.end() && known->second.single)
        return known->second.values;
      break;
    case Op::None:
      return TupleSet(1);
    case Op::Union: {
      TupleSet all = upper(part(0));
      for (std::size_t i = 1; i < term.children.size(); ++i) all = united(all, upper(part(i)));
      return all;
    }
    case Op::IfExpr:
      return united(upper(part(1)), upper(part(2)));
    case Op::Intersection:
    case Op::Difference:
    case Op::Prime:
      return upper(part(0));
    case Op::Join:
      if (const TupleSet* right = leaf_bound(part(1)); right != nullptr && right->arity() > 1)
        return column(*right, static_cast<std::size_t>(right->arity()) - 1);
      if (const TupleSet* left = leaf_bound(part(0)); left != nullptr && left->arity() > 1)
        return column(*left, 0);
      break;
    default:
      break;
  }
  return TupleSet::all(1, timed_.problem.universe.size());
}

bool Bindings::may_overflow(const Node& term) const {
  if (timed_.problem.integers.overflow == Overflow::Wrap) return false;
  std::unordered_set<const Node*> seen;
  return !walk_operands_first(term, seen, [](const Node& node) { return node.op < Op::Constant; });
}

bool Bindings::depends_on_integers(const Node& term) {
  return std::ranges::any_of(free_.of(term), [&](const Leaf* leaf) {
    const TupleSet& values = known_variables_.at(leaf).values;
    return std::ranges::any_of(timed_.problem.integers.atoms, [&](const auto& number) {
      return !known_variables_.at(leaf).single || values.contains(std::array{number.second});
    });
  });
}

std::optional<Memory> Bindings::memory(const std::string& name, const Node& term) {
  std::vector<KnownVariable*> free;
  for (const Leaf* leaf : free_.of(term)) free.push_back(&known_variables_.at(leaf));
  std::ranges::sort(free, {}, [](const KnownVariable* known) { return known->variable.name(); });
  TupleSet values = TupleSet::unary({spare_});
  std::uint64_t bindings = 1;
  for (std::size_t i = 0; i < free.size(); ++i) {
    bindings *= free[i]->values.size();
    if (!free[i]->single || bindings > kMaxBindings) return std::nullopt;
    values = i == 0 ? free[i]->values : TupleSet::product(values, free[i]->values);
  }
  Decls decls;
  for (KnownVariable* known : free) {
    if (!known->domain) {
      known->domain.emplace(known->variable.name() + " values", 1);
      t_(*known->domain);
      timed_.problem.bounds.push_back({*known->domain, known->values, known->values});
    }
    decls.push_back({known->variable, *known->domain});
  }
  return add(name, values, decls);
}

Memory Bindings::like(const Memory& memory, const std::string& name) {
  return add(name, memory.values, memory.decls);
}

Memory Bindings::add(const std::string& name, const TupleSet& values, const Decls& decls) {
  const Relation relation(name, values.arity());
  t_(relation);
  timed_.problem.bounds.push_back({relation, TupleSet(values.arity()), values});
  timed_.varying.insert(relation.leaf());
  if (decls.empty()) return {relation, decls, values, t_(some(t_(relation)))};
  Expr binding = t_(decls[0].variable);
  for (std::size_t i = 1; i < decls.size(); ++i) binding = t_(product(binding, t_(decls[i].variable)));
  return {relation, decls, values, t_(in(binding, t_(relation)))};
}

}  // namespace fretsaw::lowering
