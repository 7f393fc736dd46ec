// SPDX-License-Identifier: MIT
//
// Does the value of a term depend on integers that do not occur in the instance?
//
// Every expression is of one of three kinds. Finite: its tuples are made of atoms that occur. Diagonal: such
// a set, and the pairs (x, x) of all other integers: iden, and the reflexive closures that are built from it.
// Wild: anything else, such as univ, as long as the atoms that occur are enough to say which tuples of atoms
// that occur are in it. What a finite set is compared or joined with may be of any kind: of a wild set only
// that part matters to `x in univ`, `s & univ` and `r.univ`. And joined with a finite set, a diagonal
// relation is finite. The value of a formula is exact if all that it counts, tests or quantifies over is
// finite, and what it compares is finite or diagonal on both sides. Refused is also what asks whether there
// is anything in a wild set: to join two of them, for example.
//
// All this is decided on terms, not on instances: a term that passes is exact for all of them.
#include <map>

#include "logic/relational/exact.hpp"

namespace fretsaw {

namespace {

enum class Extent : std::uint8_t { Finite, Diagonal, Unbounded };

class Analysis {
 public:
  // The kind of an expression; Finite for formulas and integers.
  Extent visit(const Node& node) {
    if (const auto known = cached_.find(&node); known != cached_.end()) return known->second;
    const Extent extent = compute(node);
    cached_.emplace(&node, extent);
    return extent;
  }

  const Node* source_of_dependence() const { return source_of_dependence_; }

 private:
  static constexpr Extent kFinite = Extent::Finite, kDiagonal = Extent::Diagonal,
                          kUnbounded = Extent::Unbounded;

  void note_dependence(const Node& node) {
    if (source_of_dependence_ == nullptr) source_of_dependence_ = &node;
  }

  Extent child(const Node& node, std::size_t i) { return visit(*node.children[i]); }

  void require_finite(const Node& node) {
    if (visit(node) != kFinite) note_dependence(node);
  }

  Extent compute(const Node& node) {
    switch (node.op) {
      case Op::Univ:
      case Op::Ints:
        return kUnbounded;
      case Op::Iden:
        return kDiagonal;
      case Op::ReflexiveClosure:
        require_bounded(*node.children[0]);
        return kDiagonal;
      case Op::Closure:
        require_bounded(*node.children[0]);
        return child(node, 0);
      case Op::Transpose:
        return child(node, 0);
      case Op::Override:
        require_bounded(*node.children[1]);
        [[fallthrough]];
      case Op::Union:
        return std::max(child(node, 0), child(node, 1));
      case Op::Intersection:
        return intersection(child(node, 0), child(node, 1));
      case Op::Difference:
        return difference(child(node, 0), child(node, 1));
      case Op::Product:
        return child(node, 0) == kFinite && child(node, 1) == kFinite ? kFinite : kUnbounded;
      case Op::Join:
        return joined(node, child(node, 0), child(node, 1));
      case Op::DomainRestriction:
        return restricted(child(node, 0), child(node, 1));
      case Op::RangeRestriction:
        return restricted(child(node, 1), child(node, 0));
      case Op::IfExpr:
        visit(*node.children[0]);
        return std::max(child(node, 1), child(node, 2));
      case Op::Equal:
        compare(node, child(node, 0), child(node, 1));
        return kFinite;
      case Op::In:
        included(node, child(node, 0), child(node, 1));
        return kFinite;
      case Op::Some:
      case Op::One:
      case Op::Lone:
      case Op::No:
      case Op::Count:
      case Op::Sum:
        require_finite(*node.children[0]);
        return kFinite;
      default:
        break;
    }
    for (const Decl& decl : node.decls) require_finite(decl.domain.node());
    for (const NodePtr& each : node.children) visit(*each);
    return kFinite;
  }

  void require_bounded(const Node& node) {
    if (visit(node) == kUnbounded) note_dependence(node);
  }

  static Extent intersection(Extent a, Extent b) {
    if (a == kFinite || b == kFinite) return kFinite;
    return a == kDiagonal && b == kDiagonal ? kDiagonal : kUnbounded;
  }

  static Extent difference(Extent a, Extent b) {
    if (a == kFinite) return kFinite;
    if (a == kDiagonal && b != kUnbounded) return b == kDiagonal ? kFinite : kDiagonal;
    return kUnbounded;
  }

  Extent joined(const Node& node, Extent a, Extent b) {
    if (a != kUnbounded && b != kUnbounded) return a == kDiagonal && b == kDiagonal ? kDiagonal : kFinite;
    if (a != kFinite && b != kFinite) note_dependence(node);
    // r.univ and univ.r are made of what r is made of.
    const bool vanishes = node.children[a == kUnbounded ? 0 : 1]->arity == 1;
    return vanishes ? kFinite : kUnbounded;
  }

  static Extent restricted(Extent set, Extent relation) {
    if (relation == kFinite) return kFinite;
    return relation == kDiagonal && set == kFinite ? kFinite : kUnbounded;
  }

  void compare(const Node& node, Extent a, Extent b) {
    const bool same = a == b && a != kUnbounded;
    if (!same) note_dependence(*node.children[a > b ? 0 : 1]);
  }

  void included(const Node& node, Extent a, Extent b) {
    const bool decidable = a == kFinite || (a == kDiagonal && b == kDiagonal);
    if (!decidable) note_dependence(*node.children[0]);
  }

  std::map<const Node*, Extent> cached_;
  const Node* source_of_dependence_ = nullptr;
};

}  // namespace

const Node* depends_on_all_integers(const Node& term) {
  Analysis analysis;
  const Extent extent = analysis.visit(term);
  if (analysis.source_of_dependence() == nullptr && extent != Extent::Finite) return &term;
  return analysis.source_of_dependence();
}

}  // namespace fretsaw
