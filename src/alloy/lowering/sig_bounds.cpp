// SPDX-License-Identifier: MIT
//
// A sig is one relation between its bounds, with two exceptions: an abstract sig is the union of its
// children, unless its atoms are all known; and `sig A = B + C` is that union. No relation is there twice
// under two names, so that each valuation of the sigs is one valuation of the relations and instances need
// not be compared to be counted.
#include <fmt/format.h>

#include "alloy/lowering/bounds.hpp"
#include "logic/relational/timed.hpp"

namespace fretsaw::lowering {

namespace {

using model::Sig;
using model::SigId;
using model::SigMult;

class SigBounds {
 public:
  explicit SigBounds(LoweringContext& context) : context_(context), model_(*context.model) {
    context_.sigs.assign(model_.sigs.size(), context_.terms(none()));
  }

  void run() {
    bound_builtins();
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin && sig.is_top_level()) bound_tree(sig);
    }
    unite_all();
    for (const Sig& sig : model_.sigs) {
      if (sig.is_subset()) bound_subset(sig);
    }
    for (const Sig& sig : model_.sigs) {
      if (!sig.builtin) limit_size(sig);
    }
  }

 private:
  void bound_builtins() {
    context_.sigs[index(model::kInt)] = context_.terms(ints());
    for (const SigId sig : {model::kSeqInt, model::kString}) {
      if (!context_.upper(sig).empty())
        bind_owner(sig, context_.add_constant(model_.sig(sig).name, context_.upper(sig)));
    }
  }

  void bound_tree(const Sig& sig) {
    TupleSet certain(1), possible(1);
    std::vector<Expr> children;
    bool varies = false;  // some child so far
    for (const SigId child : sig.children) {
      bound_tree(model_.sig(child));
      varies = varies || model_.sig(child).is_variable;
      if (!intersect(possible, context_.upper(child)).empty()) keep_apart(children, child, varies);
      children.push_back(context_.sig(child));
      certain = unite(certain, context_.lower(child));
      possible = unite(possible, context_.upper(child));
    }
    if (!sig.children.empty() && sig.is_abstract) {
      bound_abstract(sig, children, certain, possible);
      if (varies && !sig.is_variable) freeze(sig);
      return;
    }
    bind_owner(sig.id, context_.add_relation_of(sig.is_variable, sig.name, context_.lower(sig.id),
                                                context_.upper(sig.id)));
    if (varies) keep_rest_apart(sig, children);
    for (const SigId child : sig.children) {
      if (context_.lower(sig.id).includes(context_.upper(child))) continue;
      context_.require(context_.terms(in(context_.sig(child), context_.sig(sig.id))), OriginKind::Sig,
                       model_.sig(child).span);
    }
  }

  // What is in one child at some time is never in another, nor in none of them: an atom's kind does not
  // change.
  void keep_apart(const std::vector<Expr>& siblings, SigId sig, bool varies) {
    const Expr others = union_of(context_.terms, siblings);
    if (varies) {
      const Expr both = context_.terms(ever(others) & ever(context_.sig(sig)));
      context_.require_of_trace(context_.terms(no(both)), OriginKind::Sig, model_.sig(sig).span);
      return;
    }
    context_.require(context_.terms(no(context_.terms(others & context_.sig(sig)))), OriginKind::Sig,
                     model_.sig(sig).span);
  }

  void keep_rest_apart(const Sig& sig, const std::vector<Expr>& children) {
    const Expr sum = union_of(context_.terms, children);
    const Expr rest = context_.terms(context_.sig(sig.id) - sum);
    context_.require_of_trace(context_.terms(no(context_.terms(ever(sum) & ever(rest)))), OriginKind::Sig,
                              sig.span);
  }

  // A sig that is not `var`, made of some that are.
  void freeze(const Sig& sig) {
    const Expr& sum = context_.sig(sig.id);
    context_.require(context_.terms(equal(context_.terms(prime(sum)), sum)), OriginKind::Sig, sig.span);
  }

  // The atoms that the set has at some time.
  Expr ever(const Expr& set) {
    const Variable atom("atom");
    const Formula at_some_time =
        context_.terms(temporal(Tense::Eventually, context_.terms(in(context_.terms(atom), set))));
    return comprehension({{atom, context_.terms(univ())}}, at_some_time);
  }

  void bound_abstract(const Sig& sig, const std::vector<Expr>& children, const TupleSet& certain,
                      const TupleSet& possible) {
    const Expr sum = union_of(context_.terms, children);
    const bool exact = context_.scopes.of(sig.id).exact;
    if (!exact && certain != possible) {
      context_.sig_lower[index(sig.id)] = certain;
      context_.sig_upper[index(sig.id)] = possible;
      bind_owner(sig.id, sum);
      return;
    }
    const TupleSet value = exact ? context_.lower(sig.id) : certain;
    context_.sig_lower[index(sig.id)] = value;
    context_.sig_upper[index(sig.id)] = value;
    bind_owner(sig.id, context_.add_constant(sig.name, value));
    if (!certain.includes(value)) {
      context_.require(context_.terms(in(context_.sig(sig.id), sum)), OriginKind::Sig, sig.span);
    }
  }

  // univ: a constant if every atom is certain to be in some sig.
  void unite_all() {
    std::vector<Atom> certain, possible;
    std::vector<Expr> parts;
    for (const Sig& sig : model_.sigs) {
      if (!sig.is_top_level() || sig.id == model::kSeqInt || context_.upper(sig.id).empty()) continue;
      parts.push_back(context_.sig(sig.id));
      const auto lower = context_.lower(sig.id).atoms(), upper = context_.upper(sig.id).atoms();
      certain.insert(certain.end(), lower.begin(), lower.end());
      possible.insert(possible.end(), upper.begin(), upper.end());
    }
    context_.sig_lower[index(model::kUniv)] = TupleSet::unary(std::move(certain));
    context_.sig_upper[index(model::kUniv)] = TupleSet::unary(std::move(possible));
    context_.univ_is_everything = context_.lower(model::kUniv).size() == context_.problem.universe.size();
    if (context_.univ_is_everything) {
      bind_owner(model::kUniv, context_.terms(univ()));
    } else if (!parts.empty()) {
      bind_owner(model::kUniv, union_of(context_.terms, parts));
    }
  }

  void bound_subset(const Sig& sig) {
    if (bounded_[sig.id]) return;
    bounded_[sig.id] = true;
    TupleSet certain(1), possible(1);
    std::vector<Expr> parents;
    for (const SigId parent : sig.subset_of) {
      if (model_.sig(parent).is_subset()) bound_subset(model_.sig(parent));
      parents.push_back(context_.sig(parent));
      certain = unite(certain, context_.lower(parent));
      possible = unite(possible, context_.upper(parent));
    }
    const Expr sum = union_of(context_.terms, parents);
    context_.sig_upper[index(sig.id)] = possible;
    if (sig.equals_parents) {
      context_.sig_lower[index(sig.id)] = certain;
      bind_owner(sig.id, sum);
      return;
    }
    bind_owner(sig.id, context_.add_relation_of(sig.is_variable, sig.name, TupleSet(1), possible));
    if (!certain.includes(possible)) {
      context_.require(context_.terms(in(context_.sig(sig.id), sum)), OriginKind::Sig, sig.span);
    }
  }

  void limit_size(const Sig& sig) {
    const Expr& expr = context_.sig(sig.id);
    const std::size_t lower = context_.lower(sig.id).size();
    const std::size_t upper = context_.upper(sig.id).size();
    switch (sig.mult) {
      case SigMult::One:
        if (lower != 1 || upper != 1) context_.require(context_.terms(one(expr)), OriginKind::Sig, sig.span);
        return;
      case SigMult::Lone:
        if (upper > 1) context_.require(context_.terms(lone(expr)), OriginKind::Sig, sig.span);
        break;
      case SigMult::Some:
        if (lower == 0) context_.require(context_.terms(some(expr)), OriginKind::Sig, sig.span);
        break;
      case SigMult::Any:
        break;
    }
    if (sig.is_subset()) return;
    const auto limit = static_cast<std::size_t>(context_.scopes.of(sig.id).size);
    if (upper > limit) context_.require_of_trace(at_most(sig, limit), OriginKind::Scope);
  }

  // Of a `var` sig, all its atoms count, at whatever time it has them.
  Formula at_most(const Sig& sig, std::size_t limit) {
    const Expr expr = sig.is_variable ? ever(context_.sig(sig.id)) : context_.sig(sig.id);
    if (limit == 0) return context_.terms(no(expr));
    if (limit == 1) return context_.terms(lone(expr));
    const TupleSet& upper = context_.upper(sig.id);
    if (static_cast<std::int64_t>(upper.size()) <= context_.problem.integers.max()) {
      const IntExpr size = context_.terms(count(expr));
      return context_.terms(less_equal(size, context_.terms(IntExpr(static_cast<std::int64_t>(limit)))));
    }
    return is_covered(sig, expr, limit);
  }

  // Where the bit width is too small to count: so many sets of at most one atom hold all of it. The bounds of
  // these sets are all alike: with bounds that differ, atoms that no instance tells apart would not be
  // interchangeable, and isomorphic instances would be given as different ones.
  Formula is_covered(const Sig& sig, const Expr& expr, std::size_t limit) {
    std::vector<Formula> parts;
    std::vector<Expr> cover;
    for (std::size_t i = 0; i < limit; ++i) {
      const Relation member = context_.add_relation(fmt::format("{}$member{}", sig.name, i), TupleSet(1),
                                                    context_.upper(sig.id), true);
      parts.push_back(context_.terms(lone(member)));
      cover.push_back(member);
    }
    parts.push_back(context_.terms(in(expr, union_of(context_.terms, cover))));
    return context_.terms(conjunction(parts));
  }

  void bind_owner(SigId sig, const Expr& expr) { context_.sigs[index(sig)] = context_.terms(expr); }

  LoweringContext& context_;
  const model::Model& model_;
  std::map<SigId, bool> bounded_;
};

}  // namespace

void bound_sigs(LoweringContext& context) { SigBounds(context).run(); }

}  // namespace fretsaw::lowering
