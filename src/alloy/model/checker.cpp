// SPDX-License-Identifier: MIT
// From syntax to terms, bottom-up. An expression cannot be understood from the outside in: what `f` means
// in `a.f` depends on what `a` may be, and whether `f[b]` is a join or a call, on what `f` may be. So
// every name becomes the choice of all that it may mean (checker_names.cpp), typing gives each combination
// its type, and the resolver picks later. Only what a quantifier or `let` binds is resolved at once,
// because the type of the variable is needed inside. `e[a, b]` is taken as b.(a.e), one argument after the
// other, which makes calls and joins the same until then. Long chains to the left are walked over in a
// loop, since models may have thousands of operands in a row.
#include "alloy/model/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fretsaw::model {

namespace {

using A = alloy::Op;

// The operators that are the same in both.
std::optional<Op> same_operator(alloy::Op op) {
  switch (op) {
    case A::Not:
      return Op::Not;
    case A::No:
      return Op::No;
    case A::Some:
      return Op::Some;
    case A::Lone:
      return Op::Lone;
    case A::One:
      return Op::One;
    case A::SomeOf:
      return Op::SomeOf;
    case A::LoneOf:
      return Op::LoneOf;
    case A::OneOf:
      return Op::OneOf;
    case A::SetOf:
      return Op::SetOf;
    case A::Cardinality:
      return Op::Cardinality;
    case A::Transpose:
      return Op::Transpose;
    case A::Closure:
      return Op::Closure;
    case A::ReflexiveClosure:
      return Op::ReflexiveClosure;
    case A::Prime:
      return Op::Prime;
    case A::Always:
      return Op::Always;
    case A::Eventually:
      return Op::Eventually;
    case A::After:
      return Op::After;
    case A::Before:
      return Op::Before;
    case A::Historically:
      return Op::Historically;
    case A::Once:
      return Op::Once;
    case A::Until:
      return Op::Until;
    case A::Releases:
      return Op::Releases;
    case A::Since:
      return Op::Since;
    case A::Triggered:
      return Op::Triggered;
    case A::Or:
      return Op::Or;
    case A::Iff:
      return Op::Iff;
    case A::Implies:
      return Op::Implies;
    case A::And:
      return Op::And;
    case A::In:
      return Op::In;
    case A::NotIn:
      return Op::NotIn;
    case A::Equal:
      return Op::Equal;
    case A::NotEqual:
      return Op::NotEqual;
    case A::Less:
      return Op::Less;
    case A::NotLess:
      return Op::NotLess;
    case A::AtMost:
      return Op::AtMost;
    case A::NotAtMost:
      return Op::NotAtMost;
    case A::Greater:
      return Op::Greater;
    case A::NotGreater:
      return Op::NotGreater;
    case A::AtLeast:
      return Op::AtLeast;
    case A::NotAtLeast:
      return Op::NotAtLeast;
    case A::ShiftLeft:
      return Op::ShiftLeft;
    case A::ShiftRight:
      return Op::ShiftRight;
    case A::ShiftRightUnsigned:
      return Op::ShiftRightUnsigned;
    case A::Union:
      return Op::Union;
    case A::Difference:
      return Op::Difference;
    case A::IntAdd:
      return Op::IntAdd;
    case A::IntSub:
      return Op::IntSub;
    case A::IntMul:
      return Op::IntMul;
    case A::IntDiv:
      return Op::IntDiv;
    case A::IntRem:
      return Op::IntRem;
    case A::Override:
      return Op::Override;
    case A::Intersection:
      return Op::Intersection;
    case A::DomainRestriction:
      return Op::DomainRestriction;
    case A::RangeRestriction:
      return Op::RangeRestriction;
    case A::Join:
      return Op::Join;
    case A::Disjoint:
      return Op::Disjoint;
    case A::TotalOrder:
      return Op::TotalOrder;
    case A::All:
      return Op::All;
    case A::SomeQ:
      return Op::SomeQ;
    case A::NoQ:
      return Op::NoQ;
    case A::LoneQ:
      return Op::LoneQ;
    case A::OneQ:
      return Op::OneQ;
    case A::SumQ:
      return Op::SumQ;
    case A::Comprehension:
      return Op::Comprehension;
    default:
      return std::nullopt;
  }
}

Mult arrow_mult(Mult mult) { return mult == Mult::Default ? Mult::Set : mult; }

// Chains of these lean to the left and may be long; conjunctions and disjunctions are taken as one list
// instead.
bool leans_left(const alloy::Expr& expr) {
  return alloy::info(expr.op).shape == alloy::OpShape::BinaryLeft && expr.op != A::And && expr.op != A::Or;
}

}  // namespace

void Checker::unbind(const std::string& name) {
  const auto it = local_.find(name);
  it->second.pop_back();
  if (it->second.empty()) local_.erase(it);
}

TermPtr Checker::check(const alloy::ExprPtr& expr) {
  context_.budget.poll();
  std::vector<const alloy::Expr*> spine;
  const alloy::Expr* at = expr.get();
  for (; leans_left(*at); at = at->left().get()) spine.push_back(at);
  TermPtr term = check_node(*at);
  for (; !spine.empty(); spine.pop_back())
    term = combine(*spine.back(), std::move(term), check(spine.back()->right()));
  return term;
}

TermPtr Checker::combine(const alloy::Expr& expr, TermPtr left, TermPtr right) {
  if (expr.op == A::Join) return join(expr.pos, std::move(left), std::move(right));
  return context_.typing.binary(*same_operator(expr.op), expr.pos, std::move(left), std::move(right));
}

TermPtr Checker::check_node(const alloy::Expr& expr) {
  const Typing& typing = context_.typing;
  if (alloy::is_leaf(expr.op)) return check_leaf(expr);
  const auto children = [&] {
    std::vector<TermPtr> terms;
    for (const alloy::ExprPtr& child : expr.children) terms.push_back(check(child));
    return terms;
  };
  switch (expr.op) {
    case A::And:
    case A::Or: {
      const bool right = alloy::info(expr.op).shape == alloy::OpShape::BinaryRight;
      std::vector<TermPtr> operands;
      const auto whole = alloy::make_expr(expr);
      for (const alloy::ExprPtr& operand : right ? expr.children : alloy::chain(whole))
        operands.push_back(check(operand));
      return typing.list(expr.op == A::And ? Op::And : Op::Or, expr.pos, std::move(operands));
    }
    case A::Arrow: {
      TermPtr left = check(expr.left());
      return typing.arrow(expr.pos, std::move(left), arrow_mult(expr.left_mult), arrow_mult(expr.right_mult),
                          check(expr.right()));
    }
    case A::Sequence: {  // a ; b
      TermPtr now = check(expr.left());
      return typing.list(Op::And, expr.pos,
                         {std::move(now), typing.unary(Op::After, expr.pos, check(expr.right()))});
    }
    case A::SeqOf:
      return typing.sequence_of(expr.pos, check(expr.child(0)));
    case A::IntValue: {
      TermPtr sum = typing.unary(Op::SetToInt, expr.pos, check(expr.child(0)));
      return typing.unary(Op::IntToSet, expr.pos, std::move(sum));
    }
    case A::IfElse: {
      const auto parts = children();
      return typing.if_else(expr.pos, parts[0], parts[1], parts[2]);
    }
    case A::Box:
      return box(expr);
    case A::Disjoint:
    case A::TotalOrder:
      return typing.list(*same_operator(expr.op), expr.pos, children());
    case A::Block:
      return typing.block(expr.span, children());
    case A::Let:
      return let(expr, 0);
    default:
      break;
  }
  if (alloy::is_binder(expr.op)) return quantifier(expr);
  const Op op = *same_operator(expr.op);
  if (expr.children.size() == 1) return typing.unary(op, expr.pos, check(expr.child(0)));
  TermPtr left = check(expr.child(0));
  return combine(expr, std::move(left), check(expr.child(1)));
}

TermPtr Checker::check_leaf(const alloy::Expr& expr) {
  const Typing& typing = context_.typing;
  const Span& span = expr.span;
  switch (expr.op) {
    case A::Name:
      return name(expr.name, span, false);
    case A::AtName:
      return name(expr.name, span, true);
    case A::This:
      return name("this", span, false);
    case A::Univ:
      return typing.sig(kUniv, span);
    case A::None:
      return typing.sig(kNone, span);
    case A::IntSig:
      return typing.sig(kInt, span);
    case A::SeqInt:
      return typing.sig(kSeqInt, span);
    case A::StringSig:
      return typing.sig(kString, span);
    case A::Iden:
      return typing.leaf(Op::Iden, Type::of(Product{kUniv, kUniv}), span);
    case A::Number:
      return typing.number(expr.number, span);
    case A::Text:
      return typing.text(expr.name, span);
    case A::IntMin:
      return typing.leaf(Op::IntMin, Type::of_integer(), span);
    case A::IntMax:
      return typing.leaf(Op::IntMax, Type::of_integer(), span);
    case A::IntNext:
      return typing.leaf(Op::IntNext, Type::of(Product{kInt, kInt}), span);
    default:
      return unknown(std::string(alloy::info(expr.op).spelling), span);
  }
}

// e[a, b] is b.(a.e): each argument is joined in turn, or given to a function.
TermPtr Checker::box(const alloy::Expr& expr) {
  TermPtr callee = check(expr.child(0));
  for (std::size_t i = 1; i < expr.children.size(); ++i) {
    TermPtr argument = check(expr.child(i));
    const Span pos = merge(callee->span, argument->span);
    callee = join(pos, std::move(argument), std::move(callee));
  }
  return callee;
}

TermPtr Checker::quantifier(const alloy::Expr& expr) {
  std::vector<TermDecl> decls;
  std::vector<std::string> bound_names;
  for (const alloy::Decl& decl : expr.decls) {
    Bound bound = check_bound(decl.bound, decl.mult, decl.mult_pos);
    if (decl.disjoint_bound) {
      bound.term = context_.typing.with_error(
          bound.term,
          error_at(decl.names.back().span, ErrorClass::Syntax,
                   fmt::format("the bound of '{}' cannot be 'disj': only the bound of a field can",
                               decl.names.back().text)));
    }
    if (is_over_meta_sigs(expr, bound)) return for_each_meta_sig(expr, bound);
    TermDecl made{{}, bound.mult, bound.term, decl.disjoint.has_value(), decl.span, bound.span};
    for (const alloy::Name& declared : decl.names) {
      auto variable = std::make_shared<const Variable>(Variable{declared.text, bound.type, declared.span});
      bind(variable);
      bound_names.push_back(declared.text);
      made.variables.push_back(std::move(variable));
    }
    decls.push_back(std::move(made));
  }
  const Op op = *same_operator(expr.op);
  TermPtr body = check(expr.body());
  body = op == Op::SumQ ? context_.resolver.as_integer(body, context_.warnings)
                        : context_.resolver.as_formula(body, context_.warnings);
  for (const std::string& bound : bound_names) unbind(bound);
  const Span closing = op == Op::Comprehension ? expr.span : Span{};
  return context_.typing.quantified(op, expr.pos, closing, std::move(decls), std::move(body));
}

TermPtr Checker::let(const alloy::Expr& expr, std::size_t first) {
  if (first == expr.decls.size()) return check(expr.body());
  const alloy::Decl& decl = expr.decls[first];
  const TermPtr value = context_.resolver.as_it_is(check(decl.bound), context_.warnings);
  const alloy::Name& declared = decl.names.front();
  auto variable = std::make_shared<const Variable>(Variable{declared.text, value->type, declared.span});
  bind(variable);
  TermPtr body = let(expr, first + 1);
  unbind(declared.text);
  const Span pos = decl.mult_pos.source ? decl.mult_pos : expr.pos;
  return context_.typing.let(pos, std::move(variable), value, std::move(body));
}

Checker::Bound Checker::check_bound(const alloy::ExprPtr& bound, Mult mult, const Span& mult_pos) {
  const Typing& typing = context_.typing;
  TermPtr term = check(bound);
  const Span pos = mult_pos.source ? mult_pos : term->span;
  switch (mult) {
    case Mult::Default:
      break;
    case Mult::Set:
      term = typing.unary(Op::SetOf, pos, term);
      break;
    case Mult::Some:
      term = typing.unary(Op::SomeOf, pos, term);
      break;
    case Mult::Lone:
      term = typing.unary(Op::LoneOf, pos, term);
      break;
    case Mult::One:
      term = typing.unary(Op::OneOf, pos, term);
      break;
    case Mult::Exactly:
      term = typing.unary(Op::SetOf, term->span, term, Mult::Exactly);
      break;
  }
  term = context_.resolver.as_relation(term, context_.warnings);
  const Span span = merge(pos, term->span);
  if (term->bad()) return {mult == Mult::Exactly ? mult : Mult::Set, term, {}, span};
  if (term->form == Form::Plain && term->op >= Op::SomeOf && term->op <= Op::SetOf) {
    static constexpr std::array kMults = {Mult::Some, Mult::Lone, Mult::One, Mult::Set};
    const Mult written =
        term->left_mult == Mult::Exactly
            ? Mult::Exactly
            : kMults[static_cast<std::size_t>(term->op) - static_cast<std::size_t>(Op::SomeOf)];
    return {written, term->children.front(), term->type, span};
  }
  const bool one = term->mult == 0 && term->type.arity() == 1;
  return {one ? Mult::One : Mult::Set, term, term->type, span};
}

}  // namespace fretsaw::model
