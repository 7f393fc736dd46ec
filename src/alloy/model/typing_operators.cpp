// SPDX-License-Identifier: MIT
// Operators: each takes formulas, integers, relations, or several of these; operands are cast where Alloy
// casts (a set of integers to its sum, a number to its atom), and the type of the result follows from
// theirs by the algebra in type.hpp. A term keeps the first error below it; which one is first, and
// whether it is reported at the operator or at the operand, is as in Alloy. A multiplicity at the top of a
// term, or in an arrow, is legal in few places only: terms remember it in `mult`.
#include <fmt/format.h>

#include "alloy/model/typing.hpp"

namespace fretsaw::model {

namespace {

bool takes_integers(Op op) {
  return (op >= Op::IntAdd && op <= Op::ShiftRightUnsigned) || (op >= Op::Less && op <= Op::NotAtLeast);
}

bool takes_formulas(Op op) {
  return op == Op::Iff || op == Op::Implies || (op >= Op::Until && op <= Op::Triggered);
}

bool takes_formula(Op op) { return op == Op::Not || (op >= Op::Always && op <= Op::Once); }

bool takes_anything(Op op) {
  return op == Op::Union || op == Op::Difference || op == Op::Equal || op == Op::NotEqual;
}

}  // namespace

// The type of the node, or why there is none.
std::pair<Type, std::string> Typing::type_of_unary(Op op, const Term& operand, Mult exactly) const {
  const Type& type = operand.type;
  const auto need = [&](const Type& result, const char* what) -> std::pair<Type, std::string> {
    if (!result.is_error()) return {result, {}};
    return {Type{}, fmt::format("{}, found {}", what, show(type))};
  };
  switch (op) {
    case Op::SomeOf:
    case Op::LoneOf:
    case Op::OneOf:
      return need(algebra_.of_arity(type, 1), "a multiplicity requires a set");
    case Op::SetOf:
      return need(algebra_.relation(type), exactly == Mult::Exactly
                                               ? "the value of a field must be a set or relation"
                                               : "'set' requires a set or relation");
    case Op::Transpose:
      return need(algebra_.transpose(type), "'~' requires a binary relation");
    case Op::Closure:
      return need(algebra_.closure(type), "'^' requires a binary relation");
    case Op::ReflexiveClosure: {
      auto result = need(algebra_.closure(type), "'*' requires a binary relation");
      if (result.second.empty()) result.first = Type::of(Product{kUniv, kUniv});
      return result;
    }
    case Op::Prime:
      return need(algebra_.relation(type), "''' requires a set or relation");
    case Op::Cardinality:
      return {Type::of_integer(), {}};
    case Op::SetToInt:
      if (!type.has_arity(1)) return {Type{}, fmt::format("'int' requires a set, found {}", show(type))};
      return {Type::of_integer(), {}};
    case Op::IntToSet:
      return {Type::of(kInt), {}};
    default:
      return {Type::of_formula(), {}};
  }
}

// An operand of the wrong kind is reported at the operator, one of the wrong arity at the operand, as in
// Alloy.
TermPtr Typing::unary(Op op, const Span& pos, TermPtr operand, Mult exactly) const {
  const bool of = op >= Op::SomeOf && op <= Op::SetOf;
  if (op == Op::SetOf && operand->mult != 0 && exactly != Mult::Exactly) return operand;
  if (op == Op::IntToSet && operand->is(Op::IntToSet)) return operand;
  if (op == Op::SetToInt && operand->is(Op::SetToInt)) return operand;
  if (op == Op::SetToInt && operand->is(Op::IntToSet)) return operand->children.front();
  FirstError errors{*this, nullptr};
  errors.note(*operand);
  errors.note_multiplicity(*operand);
  TermPtr checked = takes_formula(op)    ? as_formula(operand)
                    : op == Op::IntToSet ? as_integer(operand)
                                         : as_relation(operand);
  Term term;
  if (checked->bad()) {
    if (!errors.error) {
      Diagnostic why = error_of(*checked);
      errors.note(type_error(pos, why.message, why.hint));
    }
  } else {
    auto [type, problem] = type_of_unary(op, *checked, exactly);
    term.type = std::move(type);
    if (!problem.empty()) errors.note(type_error(checked->span, std::move(problem)));
  }
  term.op = op;
  term.left_mult = exactly;
  term.mult = of ? 1 : 0;
  term.weight = checked->weight;
  term.pos = pos;
  term.span = merge(pos, checked->span);
  term.children = {std::move(checked)};
  return errors.finish(std::move(term));
}

std::pair<Type, Diagnostic> Typing::type_of_binary(Op op, const Span& pos, const Term& left,
                                                   const Term& right) const {
  const auto checked = [](const Type& type, auto schema_error) -> std::pair<Type, Diagnostic> {
    if (!type.is_error()) return {type, {}};
    return {Type{}, schema_error()};
  };
  const auto arity_error = [&] {
    if (left.type.products.empty() && right.type.products.empty() &&
        (op == Op::Equal || op == Op::NotEqual)) {
      return type_error(pos, fmt::format("'{}' cannot compare formulas", to_string(op)),
                        op == Op::Equal ? "write 'iff'" : "write 'not … iff'");
    }
    return type_error(
        pos, fmt::format("'{}' requires relations of the same arity, but the left is {} and the right is {}",
                         to_string(op), show(left.type), show(right.type)));
  };
  const auto set_error = [&](const Term& term) {
    return type_error(term.span,
                      fmt::format("'{}' requires a set, found {}", to_string(op), show(term.type)));
  };
  switch (op) {
    case Op::Override:
    case Op::Union:
      return checked(algebra_.unite_common_arity(left.type, right.type), arity_error);
    case Op::Difference:
      return checked(algebra_.pick_common_arity(left.type, right.type), arity_error);
    case Op::Intersection:
      return checked(algebra_.intersect(left.type, right.type), arity_error);
    case Op::Equal:
    case Op::NotEqual:
    case Op::In:
    case Op::NotIn:
      return checked(left.type.shares_arity(right.type) ? Type::of_formula() : Type{}, arity_error);
    case Op::DomainRestriction:
      return checked(algebra_.restrict_domain(left.type, right.type), [&] { return set_error(left); });
    case Op::RangeRestriction:
      return checked(algebra_.restrict_range(left.type, right.type), [&] { return set_error(right); });
    case Op::Join:
      return {algebra_.join(left.type, right.type), {}};
    case Op::Arrow:
      return {algebra_.product(left.type, right.type), {}};
    default:
      break;
  }
  return {op >= Op::IntAdd && op <= Op::ShiftRightUnsigned ? Type::of_integer() : Type::of_formula(), {}};
}

TermPtr Typing::binary(Op op, const Span& pos, TermPtr left, TermPtr right) const {
  if (op == Op::And || op == Op::Or) return list(op, pos, {std::move(left), std::move(right)});
  if (takes_integers(op)) {
    left = as_integer(left);
    right = as_integer(right);
  } else if (takes_formulas(op)) {
    left = as_formula(left);
    right = as_formula(right);
  } else if (!takes_anything(op)) {
    left = as_relation(left);
    right = as_relation(right);
  }
  FirstError errors{*this, nullptr};
  errors.note(*left);
  errors.note(*right);
  Term term;
  term.op = op;
  if (!errors.error) {
    auto [type, problem] = type_of_binary(op, pos, *left, *right);
    if (op == Op::Join && type.is_error()) term.form = Form::BadJoin;
    if (!problem.message.empty()) errors.note(std::move(problem));
    term.type = std::move(type);
  }
  const bool is_arrow = op == Op::Arrow;
  if (is_arrow ? left->mult == 1 : left->mult != 0) errors.note(misplaced_multiplicity(left->span));
  if (is_arrow ? right->mult == 1 : (op != Op::In && right->mult != 0))
    errors.note(misplaced_multiplicity(right->span));
  if (is_arrow && (left->mult == 2 || right->mult == 2)) term.mult = 2;
  term.weight = term.form == Form::BadJoin ? 0 : left->weight + right->weight;
  term.pos = pos;
  term.span = merge(merge(pos, left->span), right->span);
  term.children = {std::move(left), std::move(right)};
  return errors.finish(std::move(term));
}

TermPtr Typing::arrow(const Span& pos, TermPtr left, Mult left_mult, Mult right_mult, TermPtr right) const {
  Term term = *binary(Op::Arrow, pos, std::move(left), std::move(right));
  term.left_mult = left_mult;
  term.right_mult = right_mult;
  if (left_mult != Mult::Set || right_mult != Mult::Set) term.mult = 2;
  return make_term(std::move(term));
}

TermPtr Typing::sequence_of(const Span& pos, TermPtr element) const {
  element = as_relation(element);
  FirstError errors{*this, nullptr};
  errors.note(*element);
  if (element->mult == 1) errors.note(misplaced_multiplicity(element->span));
  Term term;
  term.op = Op::SeqOf;
  term.mult = 2;
  term.type = algebra_.product(Type::of(kSeqInt), element->type);
  term.weight = element->weight;
  term.pos = pos;
  term.span = merge(pos, element->span);
  term.children = {std::move(element)};
  return errors.finish(std::move(term));
}

// Nested conjunctions and disjunctions become one.
TermPtr Typing::list(Op op, const Span& pos, std::vector<TermPtr> operands) const {
  const bool logical = op == Op::And || op == Op::Or;
  FirstError errors{*this, nullptr};
  Term term;
  term.op = op;
  term.type = Type::of_formula();
  term.pos = term.span = pos;
  Type common;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    TermPtr operand = logical ? as_formula(operands[i]) : as_relation(operands[i]);
    errors.note_multiplicity(*operand);
    errors.note(*operand);
    common = i == 0 ? operand->type : algebra_.pick_common_arity(common, operand->type);
    term.weight += operand->weight;
    term.span = merge(term.span, operand->span);
    if (logical && operand->is(op)) {
      term.children.insert(term.children.end(), operand->children.begin(), operand->children.end());
    } else {
      term.children.push_back(std::move(operand));
    }
  }
  if (op == Op::Disjoint && !errors.error) {
    if (operands.size() < 2) {
      errors.note(error_at(pos, ErrorClass::Syntax, "'disj' requires at least two arguments"));
    } else if (common.products.empty()) {
      errors.note(type_error(pos, "'disj' requires arguments of the same arity"));
    }
  }
  if (op == Op::TotalOrder && !errors.error) {
    if (operands.size() != 3) {
      errors.note(error_at(pos, ErrorClass::Syntax,
                           "'pred/totalOrder' requires three arguments: elements, first, next"));
    } else if (!term.children[0]->type.has_arity(1) || !term.children[1]->type.has_arity(1) ||
               !term.children[2]->type.has_arity(2)) {
      errors.note(type_error(pos, "'pred/totalOrder' requires two sets and a binary relation"));
    }
  }
  return errors.finish(std::move(term));
}

}  // namespace fretsaw::model
