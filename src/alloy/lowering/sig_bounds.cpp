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
  explicit SigBounds(Frame& frame) : frame_(frame), model_(*frame.model) {
    frame_.sigs.assign(model_.sigs.size(), frame_.terms(none()));
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
    frame_.sigs[index(model::kInt)] = frame_.terms(ints());
    for (const SigId sig : {model::kSeqInt, model::kString}) {
      if (!frame_.upper(sig).empty())
        stand_for(sig, frame_.add_constant(model_.sig(sig).name, frame_.upper(sig)));
    }
  }

  void bound_tree(const Sig& sig) {
    TupleSet certain(1), possible(1);
    std::vector<Expr> children;
    bool varies = false;  // some child so far
    for (const SigId child : sig.children) {
      bound_tree(model_.sig(child));
      varies = varies || model_.sig(child).is_variable;
      if (!intersect(possible, frame_.upper(child)).empty()) keep_apart(children, child, varies);
      children.push_back(frame_.sig(child));
      certain = unite(certain, frame_.lower(child));
      possible = unite(possible, frame_.upper(child));
    }
    if (!sig.children.empty() && sig.is_abstract) {
      bound_abstract(sig, children, certain, possible);
      if (varies && !sig.is_variable) hold_still(sig);
      return;
    }
    stand_for(sig.id,
              frame_.add_relation_of(sig.is_variable, sig.name, frame_.lower(sig.id), frame_.upper(sig.id)));
    if (varies) keep_rest_apart(sig, children);
    for (const SigId child : sig.children) {
      if (frame_.lower(sig.id).includes(frame_.upper(child))) continue;
      frame_.require(frame_.terms(in(frame_.sig(child), frame_.sig(sig.id))), OriginKind::Sig,
                     model_.sig(child).span);
    }
  }

  // What is in one child at some time is never in another, nor in none of them: an atom's kind does not
  // change.
  void keep_apart(const std::vector<Expr>& siblings, SigId sig, bool varies) {
    const Expr others = union_of(frame_.terms, siblings);
    if (varies) {
      const Expr both = frame_.terms(ever(others) & ever(frame_.sig(sig)));
      frame_.require_of_trace(frame_.terms(no(both)), OriginKind::Sig, model_.sig(sig).span);
      return;
    }
    frame_.require(frame_.terms(no(frame_.terms(others & frame_.sig(sig)))), OriginKind::Sig,
                   model_.sig(sig).span);
  }

  void keep_rest_apart(const Sig& sig, const std::vector<Expr>& children) {
    const Expr sum = union_of(frame_.terms, children);
    const Expr rest = frame_.terms(frame_.sig(sig.id) - sum);
    frame_.require_of_trace(frame_.terms(no(frame_.terms(ever(sum) & ever(rest)))), OriginKind::Sig,
                            sig.span);
  }

  // A sig that is not `var`, made of some that are.
  void hold_still(const Sig& sig) {
    const Expr& sum = frame_.sig(sig.id);
    frame_.require(frame_.terms(equal(frame_.terms(prime(sum)), sum)), OriginKind::Sig, sig.span);
  }

  // The atoms that the set has at some time.
  Expr ever(const Expr& set) {
    const Variable atom("atom");
    const Formula at_some_time =
        frame_.terms(temporal(Tense::Eventually, frame_.terms(in(frame_.terms(atom), set))));
    return comprehension({{atom, frame_.terms(univ())}}, at_some_time);
  }

  void bound_abstract(const Sig& sig, const std::vector<Expr>& children, const TupleSet& certain,
                      const TupleSet& possible) {
    const Expr sum = union_of(frame_.terms, children);
    const bool exact = frame_.scopes.of(sig.id).exact;
    if (!exact && certain != possible) {
      frame_.sig_lower[index(sig.id)] = certain;
      frame_.sig_upper[index(sig.id)] = possible;
      stand_for(sig.id, sum);
      return;
    }
    const TupleSet value = exact ? frame_.lower(sig.id) : certain;
    frame_.sig_lower[index(sig.id)] = value;
    frame_.sig_upper[index(sig.id)] = value;
    stand_for(sig.id, frame_.add_constant(sig.name, value));
    if (!certain.includes(value)) {
      frame_.require(frame_.terms(in(frame_.sig(sig.id), sum)), OriginKind::Sig, sig.span);
    }
  }

  // univ: a constant if every atom is certain to be in some sig.
  void unite_all() {
    std::vector<Atom> certain, possible;
    std::vector<Expr> parts;
    for (const Sig& sig : model_.sigs) {
      if (!sig.is_top_level() || sig.id == model::kSeqInt || frame_.upper(sig.id).empty()) continue;
      parts.push_back(frame_.sig(sig.id));
      const auto lower = frame_.lower(sig.id).atoms(), upper = frame_.upper(sig.id).atoms();
      certain.insert(certain.end(), lower.begin(), lower.end());
      possible.insert(possible.end(), upper.begin(), upper.end());
    }
    frame_.sig_lower[index(model::kUniv)] = TupleSet::unary(std::move(certain));
    frame_.sig_upper[index(model::kUniv)] = TupleSet::unary(std::move(possible));
    frame_.univ_is_everything = frame_.lower(model::kUniv).size() == frame_.problem.universe.size();
    if (frame_.univ_is_everything) {
      stand_for(model::kUniv, frame_.terms(univ()));
    } else if (!parts.empty()) {
      stand_for(model::kUniv, union_of(frame_.terms, parts));
    }
  }

  void bound_subset(const Sig& sig) {
    if (bounded_[sig.id]) return;
    bounded_[sig.id] = true;
    TupleSet certain(1), possible(1);
    std::vector<Expr> parents;
    for (const SigId parent : sig.subset_of) {
      if (model_.sig(parent).is_subset()) bound_subset(model_.sig(parent));
      parents.push_back(frame_.sig(parent));
      certain = unite(certain, frame_.lower(parent));
      possible = unite(possible, frame_.upper(parent));
    }
    const Expr sum = union_of(frame_.terms, parents);
    frame_.sig_upper[index(sig.id)] = possible;
    if (sig.equals_parents) {
      frame_.sig_lower[index(sig.id)] = certain;
      stand_for(sig.id, sum);
      return;
    }
    stand_for(sig.id, frame_.add_relation_of(sig.is_variable, sig.name, TupleSet(1), possible));
    if (!certain.includes(possible)) {
      frame_.require(frame_.terms(in(frame_.sig(sig.id), sum)), OriginKind::Sig, sig.span);
    }
  }

  void limit_size(const Sig& sig) {
    const Expr& expr = frame_.sig(sig.id);
    const std::size_t lower = frame_.lower(sig.id).size();
    const std::size_t upper = frame_.upper(sig.id).size();
    switch (sig.mult) {
      case SigMult::One:
        if (lower != 1 || upper != 1) frame_.require(frame_.terms(one(expr)), OriginKind::Sig, sig.span);
        return;
      case SigMult::Lone:
        if (upper > 1) frame_.require(frame_.terms(lone(expr)), OriginKind::Sig, sig.span);
        break;
      case SigMult::Some:
        if (lower == 0) frame_.require(frame_.terms(some(expr)), OriginKind::Sig, sig.span);
        break;
      case SigMult::Any:
        break;
    }
    if (sig.is_subset()) return;
    const auto limit = static_cast<std::size_t>(frame_.scopes.of(sig.id).size);
    if (upper > limit) frame_.require_of_trace(at_most(sig, limit), OriginKind::Scope);
  }

  // Of a `var` sig, all its atoms count, at whatever time it has them.
  Formula at_most(const Sig& sig, std::size_t limit) {
    const Expr expr = sig.is_variable ? ever(frame_.sig(sig.id)) : frame_.sig(sig.id);
    if (limit == 0) return frame_.terms(no(expr));
    if (limit == 1) return frame_.terms(lone(expr));
    const TupleSet& upper = frame_.upper(sig.id);
    if (static_cast<std::int64_t>(upper.size()) <= frame_.problem.integers.max()) {
      const IntExpr size = frame_.terms(count(expr));
      return frame_.terms(less_equal(size, frame_.terms(IntExpr(static_cast<std::int64_t>(limit)))));
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
      const Relation member = frame_.add_relation(fmt::format("{}$member{}", sig.name, i), TupleSet(1),
                                                  frame_.upper(sig.id), true);
      parts.push_back(frame_.terms(lone(member)));
      cover.push_back(member);
    }
    parts.push_back(frame_.terms(in(expr, union_of(frame_.terms, cover))));
    return frame_.terms(conjunction(parts));
  }

  void stand_for(SigId sig, const Expr& expr) { frame_.sigs[index(sig)] = frame_.terms(expr); }

  Frame& frame_;
  const model::Model& model_;
  std::map<SigId, bool> bounded_;
};

}  // namespace

void bound_sigs(Frame& frame) { SigBounds(frame).run(); }

}  // namespace fretsaw::lowering
