// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "alloy/model/typing.hpp"

namespace fretsaw::model {

// A block of one expression is that expression, whatever its kind: such are the bodies of functions.
TermPtr Typing::block(const Span& span, std::vector<TermPtr> formulas) const {
  FirstError errors{*this, nullptr};
  Term term;
  term.op = Op::Block;
  term.pos = term.span = span;
  if (formulas.size() == 1) {
    errors.note(*formulas.front());
    term.type = formulas.front()->type;
    term.mult = formulas.front()->mult;
    term.weight = formulas.front()->weight;
    term.children = std::move(formulas);
    return errors.finish(std::move(term));
  }
  term.type = Type::of_formula();
  for (TermPtr& formula : formulas) {
    TermPtr operand = as_formula(formula);
    errors.note_multiplicity(*operand);
    errors.note(*operand);
    term.weight += operand->weight;
    term.children.push_back(std::move(operand));
  }
  return errors.finish(std::move(term));
}

TermPtr Typing::if_else(const Span& pos, TermPtr condition, TermPtr then, TermPtr otherwise) const {
  FirstError errors{*this, nullptr};
  for (const TermPtr& part : {condition, then, otherwise}) {
    errors.note_multiplicity(*part);
  }
  Term term;
  term.op = Op::IfElse;
  term.pos = pos;
  term.span = merge(merge(condition->span, then->span), otherwise->span);
  if (!then->bad() && !otherwise->bad()) {
    term.type = algebra_.unite_common_arity(then->type, otherwise->type);
    term.type.formula = then->type.formula && otherwise->type.formula;
    if (term.type.is_error()) {
      const auto kind = [&](const Term& t) {
        return t.type.products.empty() ? std::string("a formula") : show(t.type);
      };
      errors.note(type_error(term.span, fmt::format("the branches do not match: one is {}, the other is {}",
                                                    kind(*then), kind(*otherwise))));
    }
  }
  condition = as_formula(condition);
  errors.note(*condition);
  errors.note(*then);
  errors.note(*otherwise);
  term.weight = condition->weight + then->weight + otherwise->weight;
  term.children = {std::move(condition), std::move(then), std::move(otherwise)};
  return errors.finish(std::move(term));
}

TermPtr Typing::let(const Span& pos, VariablePtr variable, TermPtr value, TermPtr body) const {
  FirstError errors{*this, nullptr};
  if (value->bad()) {
    Diagnostic why = error_of(*value);
    Diagnostic error =
        type_error(variable->span, fmt::format("invalid value of '{}'", variable->name), why.hint);
    error.notes.push_back({why.message, why.location});
    std::ranges::move(why.notes, std::back_inserter(error.notes));
    errors.note(std::move(error));
  }
  errors.note(*body);
  errors.note_multiplicity(*value);
  errors.note_multiplicity(*body);
  Term term;
  term.op = Op::Let;
  term.type = body->type;
  term.weight = value->weight + body->weight;
  term.pos = pos;
  term.span = merge(merge(variable->span, value->span), body->span);
  const Span decl_span = merge(variable->span, value->span);
  term.decls.push_back({{std::move(variable)}, Mult::Exactly, std::move(value), false, decl_span, decl_span});
  term.children = {std::move(body)};
  return errors.finish(std::move(term));
}

TermPtr Typing::quantified(Op op, const Span& pos, const Span& closing, std::vector<TermDecl> decls,
                           TermPtr body) const {
  body = op == Op::SumQ ? as_integer(body) : as_formula(body);
  FirstError errors{*this, nullptr};
  errors.note_multiplicity(*body);
  Term term;
  term.op = op;
  term.type = op == Op::SumQ ? Type::of_integer() : op == Op::Comprehension ? Type{} : Type::of_formula();
  term.weight = body->weight;
  for (const TermDecl& decl : decls) {
    const Term& bound = *decl.bound;
    term.weight += bound.weight;
    errors.note(bound);
    if (bound.bad()) continue;
    if (decl.mult == Mult::Exactly)
      errors.note(type_error(decl.bound_span, "a variable of a quantifier is declared with ':'"));
    if (op != Op::SumQ && op != Op::Comprehension) continue;
    if (!bound.type.has_arity(1)) {
      errors.note(type_error(
          decl.bound_span, fmt::format("expected a set, found an expression of type {}", show(bound.type))));
      continue;
    }
    if (decl.mult != Mult::One) {
      errors.note(type_error(decl.bound_span,
                             fmt::format("a variable of a sum or comprehension cannot be declared with '{}'",
                                         alloy::to_string(decl.mult))));
    }
    if (op == Op::Comprehension) {
      const Type column = algebra_.of_arity(bound.type, 1);
      for (std::size_t i = 0; i < decl.variables.size(); ++i) {
        term.type = term.type.is_error() ? column : algebra_.product(term.type, column);
      }
    }
  }
  errors.note(*body);
  term.pos = pos;
  term.span = merge(merge(pos, closing), body->span);
  term.decls = std::move(decls);
  term.children = {std::move(body)};
  return errors.finish(std::move(term));
}

}  // namespace fretsaw::model
