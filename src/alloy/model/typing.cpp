// SPDX-License-Identifier: MIT
#include "alloy/model/typing.hpp"

#include <fmt/format.h>

namespace fretsaw::model {

namespace {

// What the term is, as a message says it.
std::string described(const Typing& typing, const Term& term) {
  if (term.type.integer) return "an integer";
  if (term.type.products.empty()) return "a formula";
  return fmt::format("an expression of type {}", typing.show(term.type));
}

}  // namespace

TermPtr Typing::leaf(Op op, Type type, const Span& span) const {
  Term term;
  term.op = op;
  term.type = std::move(type);
  term.pos = term.span = span;
  return make_term(std::move(term));
}

TermPtr Typing::sig(SigId id, const Span& span) const {
  Term term;
  term.op = Op::Sig;
  term.sig = id;
  term.type = model_->sig(id).type;
  term.pos = term.span = span;
  return make_term(std::move(term));
}

TermPtr Typing::field(FieldId id, const Span& span, std::int64_t weight) const {
  Term term;
  term.op = Op::Field;
  term.field = id;
  term.type = model_->field(id).type;
  term.weight = weight;
  term.pos = term.span = span;
  return make_term(std::move(term));
}

TermPtr Typing::variable(const VariablePtr& v, const Span& span) const {
  Term term;
  term.op = Op::Variable;
  term.variable = v;
  term.type = v->type;
  term.pos = term.span = span;
  if (term.bad()) {
    term.error = std::make_shared<Diagnostic>(type_error(v->span, fmt::format("'{}' has no type", v->name)));
  }
  return make_term(std::move(term));
}

TermPtr Typing::number(std::int64_t n, const Span& span) const {
  Term term;
  term.op = Op::Number;
  term.number = n;
  term.type = Type::of_integer();
  term.pos = term.span = span;
  return make_term(std::move(term));
}

TermPtr Typing::text(std::string value, const Span& span) const {
  Term term;
  term.op = Op::Text;
  term.text = std::move(value);
  term.type = Type::of(kString);
  term.pos = term.span = span;
  return make_term(std::move(term));
}

TermPtr Typing::moved(const TermPtr& term, const Span& span) const {
  Term copy = *term;
  if (copy.bad() && !copy.error && copy.form != Form::Macro)
    copy.error = std::make_shared<Diagnostic>(error_of(*term));
  copy.pos = copy.span = span;
  return make_term(std::move(copy));
}

TermPtr Typing::bad(const Span& pos, Diagnostic error) const {
  Term term;
  term.form = Form::Bad;
  term.pos = term.span = pos;
  term.error = std::make_shared<Diagnostic>(std::move(error));
  return make_term(std::move(term));
}

TermPtr Typing::with_error(const TermPtr& term, Diagnostic error) const {
  Term copy = *term;
  copy.form = Form::Bad;
  copy.type = {};
  copy.error = std::make_shared<Diagnostic>(std::move(error));
  return make_term(std::move(copy));
}
TermPtr Typing::as_formula(const TermPtr& term) const {
  if (term->bad() || term->type.formula) return term;
  return with_error(
      term, type_error(term->span, fmt::format("expected a formula, found {}", described(*this, *term))));
}

TermPtr Typing::as_integer(const TermPtr& term) const {
  if (term->bad() || term->type.integer) return term;
  if (term->type.has_int_column()) return unary(Op::SetToInt, term->span, term);
  return with_error(
      term, type_error(term->span, fmt::format("expected an integer, found {}", described(*this, *term))));
}

TermPtr Typing::as_relation(const TermPtr& term) const {
  if (term->bad()) return term;
  if (term->type.integer) return unary(Op::IntToSet, term->span, term);
  if (!term->type.products.empty()) return term;
  return with_error(term, type_error(term->span, "expected a set or relation, found a formula"));
}

}  // namespace fretsaw::model
