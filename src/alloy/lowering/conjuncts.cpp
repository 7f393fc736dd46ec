// SPDX-License-Identifier: MIT
#include "alloy/lowering/conjuncts.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_set>

#include "alloy/lowering/bounds.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw::lowering {

using ModelOp = model::Op;

namespace {

bool has_numbers(const Node& term) {
  std::unordered_set<const Node*> seen;
  return !walk_operands_first(term, seen, [](const Node& node) { return node.op < Op::Constant; });
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The spans of formulas leave out parentheses at their ends, as Alloy's do, even of an operand's that has its
// other one inside: `x in (a + b`. To be shown, the text needs both.
Span with_parentheses(const Span& span) {
  if (span.source == nullptr) return span;
  int open = 0, missing = 0;
  for (const char c : span.text()) {
    if (c == '(') ++open;
    if (c == ')' && --open < 0) ++missing, open = 0;
  }
  const std::string_view text = span.source->text();
  Span wider = span;
  while (open > 0 && wider.end < text.size() && (is_blank(text[wider.end]) || text[wider.end] == ')')) {
    if (text[wider.end++] == ')') --open;
  }
  while (missing > 0 && wider.begin > 0 &&
         (is_blank(text[wider.begin - 1]) || text[wider.begin - 1] == '(')) {
    if (text[--wider.begin] == '(') --missing;
  }
  return open == 0 && missing == 0 ? wider : span;
}

}  // namespace

void Conjuncts::require(const model::Expr& formula, bool negated, OriginKind kind, bool always) {
  kind_ = kind;
  if (always != always_) required_.assign(1, {});  // what holds in the first state need not hold in others
  always_ = always;
  split(formula, negated);
}

// What is chosen for `some x` is the same in all states, so it can only be done in the first one.
bool Conjuncts::splits_existentials() const { return split_existentials_ && enclosing_.empty() && !always_; }

void Conjuncts::split(const model::Expr& expr, bool negated) {
  switch (expr.op) {
    case ModelOp::Not:
      split(*expr.child(0), !negated);
      return;
    case ModelOp::Call:
      split_call(expr, negated);
      return;
    case ModelOp::Let: {
      const model::Decl& decl = expr.decls.front();
      lowerer_.bind(*decl.variables.front(), lowerer_.value(*decl.bound));
      split(*expr.body(), negated);
      return;
    }
    case ModelOp::All:
      if (!negated) return split_quantifier(expr, false);
      if (splits_existentials()) return split_existential(expr, true);
      break;
    case ModelOp::NoQ:
      if (!negated) return split_quantifier(expr, true);
      if (splits_existentials()) return split_existential(expr, false);
      break;
    case ModelOp::SomeQ:
      if (negated) return split_quantifier(expr, true);
      if (splits_existentials()) return split_existential(expr, false);
      break;
    case ModelOp::TotalOrder:
      if (!negated) return order(expr);
      break;
    default:
      if (split_children(expr, negated)) return;
      break;
  }
  const Formula formula = lowerer_.formula(expr);
  add(negated ? context_.terms(!formula) : formula, expr.span);
}

bool Conjuncts::split_children(const model::Expr& expr, bool negated) {
  const bool conjunction = !negated && (expr.op == ModelOp::And || expr.op == ModelOp::Block);
  if (conjunction || (negated && expr.op == ModelOp::Or)) {
    for (const model::ExprPtr& child : expr.children) split(*child, negated);
    return true;
  }
  if (expr.op == ModelOp::Block && expr.children.size() == 1) {
    split(*expr.child(0), negated);
    return true;
  }
  if (negated && expr.op == ModelOp::Implies) {
    split_antecedent(expr);
    split(*expr.child(1), true);
    return true;
  }
  return false;
}

// The left of a negated implication must hold, but what an overflow means in it depends on the negation around it
// (docs/integers.md): what has numbers stays under it.
void Conjuncts::split_antecedent(const model::Expr& implication) {
  const model::Expr& left = *implication.child(0);
  if (context_.problem.integers.overflow == Overflow::Prevent) {
    const Formula formula = lowerer_.formula(left);
    if (has_numbers(formula.node())) {
      const Formula fails = implies(formula, context_.terms(constant(false)));
      return add(context_.terms(!context_.terms(fails)), left.span);
    }
  }
  split(left, false);
}

// What is required already, here or further out, is not required again: predicates that each call the next
// one twice would take time exponential in their number.
void Conjuncts::split_call(const model::Expr& expr, bool negated) {
  RequiredCall call{expr.function, negated, lowerer_.arguments(expr)};
  if (std::ranges::any_of(required_, [&](const auto& calls) { return calls.contains(call); })) return;
  const model::Expr* body = lowerer_.enter(expr, call.arguments);
  if (body == nullptr) return;
  required_.back().insert(std::move(call));
  split(*body, negated);
  lowerer_.leave();
}

void Conjuncts::split_quantifier(const model::Expr& expr, bool body_negated) {
  ExprLowerer::BoundDecls declared = lowerer_.declare(expr.decls, model::to_string(expr.op));
  enclosing_.push_back({std::move(declared.decls), std::move(declared.guards)});
  required_.emplace_back();
  split(*expr.body(), body_negated);
  required_.pop_back();
  enclosing_.pop_back();
}

void Conjuncts::split_existential(const model::Expr& expr, bool body_negated) {
  for (const model::Decl& decl : expr.decls) choose(decl);
  split(*expr.body(), body_negated);
}

// A relation for each variable, and what its declaration says of it.
void Conjuncts::choose(const model::Decl& decl) {
  const UpperBound upper(context_);
  std::vector<Expr> chosen;
  for (const model::VariablePtr& variable : decl.variables) {
    auto bound = upper.of(*decl.bound);
    if (!bound) bound = upper.of(decl.bound->type);
    if (!bound) bound = TupleSet::all(decl.bound->arity(), context_.problem.universe.size());
    const Relation relation = context_.add_relation(variable->name, TupleSet(bound->arity()), *bound, true);
    chosen.push_back(relation);
    lowerer_.bind(*variable, relation.pointer());
    add(lowerer_.within(relation, decl.mult, *decl.bound), decl.span);
  }
  if (decl.disjoint && chosen.size() > 1) add(lowerer_.disjoint(chosen), decl.span);
}

void Conjuncts::add(const Formula& formula, const Span& span) {
  Formula result = formula;
  for (const EnclosingBinder& outer : enclosing_ | std::views::reverse) {
    if (!outer.guards.empty()) result = implies(conjunction(outer.guards), result);
    result = all(outer.decls, context_.terms(result));
  }
  context_.require(result, kind_, with_parentheses(span));
  context_.origins.back().always = always_;
}

namespace {

// Alloy has a relation for a sig without subsigs, and takes an abstract sig that has one subsig for that. Its
// order of a relation has a first atom; where the atoms are another expression, there may be none.
bool is_relation_of_alloy(const LoweringContext& context, model::SigId id) {
  const model::Sig* sig = &context.model->sig(id);
  while (sig->is_abstract && sig->children.size() == 1) sig = &context.model->sig(sig->children.front());
  return sig->children.empty() && context.sig(sig->id).node().op == Op::Relation;
}

}  // namespace

// A total order: if it can be any, it is the one in which the atoms stand in the universe.
void Conjuncts::order(const model::Expr& expr) {
  if (enclosing_.empty() && fix_order(expr)) return;
  const model::Expr& elements = *expr.child(0);
  const bool is_relation = elements.op == ModelOp::Sig && is_relation_of_alloy(context_, elements.sig);
  const Expr set = lowerer_.relation(elements);
  const Expr first = lowerer_.relation(*expr.child(1));
  add(lowerer_.total_order(set, first, lowerer_.relation(*expr.child(2)), is_relation), expr.span);
}

namespace {

// Does nothing in the bounds of the sigs tell the atoms of the set apart?
bool interchangeable(const LoweringContext& context, const TupleSet& set) {
  const auto all_or_none = [&](const TupleSet& bound) {
    const std::size_t common = intersect(set, bound).size();
    return common == 0 || common == set.size();
  };
  return std::ranges::all_of(context.sig_lower, all_or_none) &&
         std::ranges::all_of(context.sig_upper, all_or_none);
}

TupleSet successors(const TupleSet& set) {
  std::vector<Atom> rows;
  for (std::size_t i = 0; i + 1 < set.size(); ++i)
    rows.insert(rows.end(), {set.atoms()[i], set.atoms()[i + 1]});
  return TupleSet::from_rows(2, std::move(rows));
}

}  // namespace

// The atoms of a sig without subsigs are alike as long as nothing else has told them apart, and those of an
// enum have the order of their declaration. A sig that is ordered has all the atoms that it may have: Alloy
// makes it exact.
bool Conjuncts::fix_order(const model::Expr& expr) {
  const model::Expr& elements = *expr.child(0);
  if (elements.op != ModelOp::Sig || elements.sig == model::kInt) return false;
  const model::Sig& sig = context_.model->sig(elements.sig);
  const Expr first = lowerer_.relation(*expr.child(1));
  const Expr next = lowerer_.relation(*expr.child(2));
  if (context_.sig(sig.id).node().op != Op::Relation || first.node().op != Op::Relation ||
      next.node().op != Op::Relation) {
    return false;
  }
  const TupleSet set = context_.upper(sig.id);
  if (set.empty()) return false;
  const bool are_distinguished =
      std::ranges::any_of(set.atoms(), [&](Atom atom) { return ordered_.contains(atom); });
  const bool alike = sig.children.empty() && !are_distinguished && interchangeable(context_, set);
  if (!alike && !sig.is_enum) return false;

  const TupleSet smallest = TupleSet::unary({set.atoms().front()});
  const TupleSet steps = successors(set);
  Bound& first_bound = context_.bound(first.node());
  Bound& next_bound = context_.bound(next.node());
  if (!first_bound.upper.includes(smallest) || !next_bound.upper.includes(steps)) return false;
  first_bound.lower = first_bound.upper = smallest;
  next_bound.lower = next_bound.upper = steps;
  if (!sig.is_enum) {
    ordered_.insert(set.atoms().begin(), set.atoms().end());
    context_.bound(context_.sig(sig.id).node()).lower = set;
    context_.sig_lower[index(sig.id)] = set;
  }
  return true;
}

}  // namespace fretsaw::lowering
