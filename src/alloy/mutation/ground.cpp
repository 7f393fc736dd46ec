// SPDX-License-Identifier: MIT
#include "alloy/mutation/ground.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "alloy/lowering/bounds.hpp"
#include "logic/relational/check.hpp"

namespace fretsaw::mutation {

namespace {

constexpr std::size_t kMaxGroundTuples = 12;    // in the domain of one variable
constexpr std::size_t kMaxGroundBodies = 5000;  // in all

// Copies a term with variables replaced.
class Substitution {
 public:
  Substitution(const Leaf* variable, NodePtr value) : variable_(variable), value_(std::move(value)) {}

  NodePtr of(const NodePtr& node) {
    if (node->leaf.get() == variable_) return value_;
    if (node->children.empty() && node->decls.empty()) return node;
    const auto found = done_.find(node.get());
    if (found != done_.end()) return found->second;
    Node copy = *node;
    for (Decl& decl : copy.decls) decl.domain = Expr(of(decl.domain.pointer()));
    for (NodePtr& child : copy.children) child = of(child);
    return done_.emplace(node.get(), make_node(std::move(copy))).first->second;
  }

 private:
  const Leaf* variable_;
  NodePtr value_;
  std::unordered_map<const Node*, NodePtr> done_;
};

class SetGrounder {
 public:
  explicit SetGrounder(lowering::LoweringContext& context) : context_(context) {}

  NodePtr of(const NodePtr& node) {
    const auto found = done_.find(node.get());
    if (found != done_.end()) return found->second;
    NodePtr result = rewritten(node);
    compared_facts_.push_back(node);
    done_.emplace(node.get(), result);
    return result;
  }

  bool too_many() const { return too_many_; }

 private:
  NodePtr rewritten(const NodePtr& node) {
    if (too_many_) return node;
    const bool quantifier = node->op == fretsaw::Op::All || node->op == fretsaw::Op::Exists;
    for (std::size_t i = 0; quantifier && i < node->decls.size(); ++i) {
      if (node->decls[i].multiplicity != Multiplicity::One) return of(expanded(*node, i));
    }
    Node copy = *node;
    for (Decl& decl : copy.decls) decl.domain = Expr(of(decl.domain.pointer()));
    for (NodePtr& child : copy.children) child = of(child);
    return make_node(std::move(copy));
  }

  // The quantifier with its which-th variable gone: before it, within it, after it.
  NodePtr expanded(const Node& node, std::size_t which) {
    const Decl& decl = node.decls[which];
    const bool universal = node.op == fretsaw::Op::All;
    const auto origin = context_.variables.find(decl.variable.leaf());
    const auto upper = origin == context_.variables.end()
                           ? std::nullopt
                           : lowering::UpperBound(context_).of(origin->second.type);
    const bool is_small = upper && upper->size() <= kMaxGroundTuples;
    if (is_small) bodies_ += std::size_t{1} << upper->size();
    if (!is_small || bodies_ > kMaxGroundBodies) {
      too_many_ = true;
      return constant(true).pointer();
    }
    std::vector<Formula> cases;
    for (std::uint64_t bits = 0; bits >> upper->size() == 0; ++bits) {
      TupleSet set(upper->arity());
      for (std::size_t i = 0; i < upper->size(); ++i) {
        if ((bits >> i & 1) != 0) set.insert(upper->row(i));
      }
      if (decl.multiplicity == Multiplicity::Lone && set.size() > 1) continue;
      if (decl.multiplicity == Multiplicity::Some && set.empty()) continue;
      const Relation value = context_.add_constant(fmt::format("{}#{}", decl.variable.name(), bits), set);
      cases.push_back(one_case(node, which, value, universal));
    }
    Formula all_cases = universal ? conjunction(cases) : disjunction(cases);
    if (which == 0) return all_cases.pointer();
    Decls before(node.decls.begin(), node.decls.begin() + static_cast<std::ptrdiff_t>(which));
    return (universal ? all(std::move(before), all_cases) : exists(std::move(before), all_cases)).pointer();
  }

  Formula one_case(const Node& node, std::size_t which, const Relation& value, bool universal) {
    const Decl& decl = node.decls[which];
    Substitution substitution(decl.variable.leaf(), value.pointer());
    const Formula guard = in(value, decl.domain);
    Formula body(substitution.of(node.children.back()));
    Decls after;
    for (std::size_t i = which + 1; i < node.decls.size(); ++i) {
      after.push_back(node.decls[i]);
      after.back().domain = Expr(substitution.of(node.decls[i].domain.pointer()));
    }
    if (!after.empty()) body = universal ? all(std::move(after), body) : exists(std::move(after), body);
    return universal ? implies(guard, body) : guard && body;
  }

  lowering::LoweringContext& context_;
  std::unordered_map<const Node*, NodePtr> done_;
  std::vector<NodePtr> compared_facts_;  // what the keys of done_ point to
  std::size_t bodies_ = 0;
  bool too_many_ = false;
};

}  // namespace

std::optional<Formula> without_set_variables(const Formula& formula, lowering::LoweringContext& context) {
  // On a side of `iff` nothing can be replaced by a constant: whatever stands for sets is found there.
  Problem alone;
  alone.formulas = {iff(formula, formula)};
  if (!higher_order_variable(alone)) return formula;
  SetGrounder grounding(context);
  Formula result(grounding.of(formula.pointer()));
  if (grounding.too_many()) return std::nullopt;
  return result;
}

}  // namespace fretsaw::mutation
