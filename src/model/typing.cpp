// SPDX-License-Identifier: MIT
#include "model/typing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fretsaw::model {

namespace {

Diagnostic type_error(const Span& span, std::string message, std::string hint = {}) {
  return error_at(span, ErrorClass::Type, std::move(message), std::move(hint));
}

Diagnostic misplaced_multiplicity(const Term& term) {
  return error_at(term.span, ErrorClass::Syntax, "a multiplicity is not allowed here",
                  "it is in declarations, and on the right of 'in'");
}

TermPtr make(Term term) { return std::make_shared<const Term>(std::move(term)); }

// The node with the error that its operands have, if they have one; the first counts.
struct FirstError {
  const Typing& typing;
  std::shared_ptr<const Diagnostic> error;

  void note(const Term& term) {
    if (!error && term.bad())
      error = term.error ? term.error : std::make_shared<Diagnostic>(typing.error_of(term));
  }
  void note(Diagnostic diagnostic) {
    if (!error) error = std::make_shared<Diagnostic>(std::move(diagnostic));
  }
  TermPtr finish(Term term) const {
    if (error) {
      term.type = {};
      term.error = error;
    }
    return make(std::move(term));
  }
};

bool takes_integers(Op op) {
  return (op >= Op::IntAdd && op <= Op::ShiftRightUnsigned) || (op >= Op::Less && op <= Op::NotAtLeast);
}

bool takes_formulas(Op op) { return op == Op::Iff || op == Op::Implies; }

bool takes_anything(Op op) {
  return op == Op::Union || op == Op::Difference || op == Op::Equal || op == Op::NotEqual;
}

}  // namespace

TermPtr Typing::leaf(Op op, Type type, const Span& span) const {
  Term term;
  term.op = op;
  term.type = std::move(type);
  term.pos = term.span = span;
  return make(std::move(term));
}

TermPtr Typing::sig(SigId id, const Span& span) const {
  Term term;
  term.op = Op::Sig;
  term.sig = id;
  term.type = model_->sig(id).type;
  term.pos = term.span = span;
  return make(std::move(term));
}

TermPtr Typing::field(FieldId id, const Span& span, std::int64_t weight) const {
  Term term;
  term.op = Op::Field;
  term.field = id;
  term.type = model_->field(id).type;
  term.weight = weight;
  term.pos = term.span = span;
  return make(std::move(term));
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
  return make(std::move(term));
}

TermPtr Typing::number(std::int32_t n, const Span& span) const {
  Term term;
  term.op = Op::Number;
  term.number = n;
  term.type = Type::of_integer();
  term.pos = term.span = span;
  return make(std::move(term));
}

TermPtr Typing::text(std::string value, const Span& span) const {
  Term term;
  term.op = Op::Text;
  term.text = std::move(value);
  term.type = Type::of(kString);
  term.pos = term.span = span;
  return make(std::move(term));
}

TermPtr Typing::moved(const TermPtr& term, const Span& span) const {
  Term copy = *term;
  if (copy.bad() && !copy.error && copy.form != Form::Macro)
    copy.error = std::make_shared<Diagnostic>(error_of(*term));
  copy.pos = copy.span = span;
  return make(std::move(copy));
}

TermPtr Typing::bad(const Span& pos, Diagnostic error) const {
  Term term;
  term.form = Form::Bad;
  term.pos = term.span = pos;
  term.error = std::make_shared<Diagnostic>(std::move(error));
  return make(std::move(term));
}

TermPtr Typing::with_error(const TermPtr& term, Diagnostic error) const {
  Term copy = *term;
  copy.form = Form::Bad;
  copy.type = {};
  copy.error = std::make_shared<Diagnostic>(std::move(error));
  return make(std::move(copy));
}

// What the term is, as a message says it.
static std::string described(const Typing& typing, const Term& term) {
  if (term.type.integer) return "it is an integer";
  if (term.type.products.empty()) return "it is a formula";
  return fmt::format("its type is {}", typing.show(term.type));
}

TermPtr Typing::as_formula(const TermPtr& term) const {
  if (term->bad() || term->type.formula) return term;
  return with_error(
      term, type_error(term->span, fmt::format("this must be a formula, but {}", described(*this, *term))));
}

TermPtr Typing::as_integer(const TermPtr& term) const {
  if (term->bad() || term->type.integer) return term;
  if (term->type.has_int_column()) return unary(Op::SetToInt, term->span, term);
  return with_error(
      term, type_error(term->span, fmt::format("this must be an integer, but {}", described(*this, *term))));
}

TermPtr Typing::as_relation(const TermPtr& term) const {
  if (term->bad()) return term;
  if (term->type.integer) return unary(Op::IntToSet, term->span, term);
  if (!term->type.products.empty()) return term;
  return with_error(term, type_error(term->span, "this must be a set or relation, but it is a formula"));
}

// The type of the node, or why there is none.
std::pair<Type, std::string> Typing::type_of_unary(Op op, const Term& operand, Mult exactly) const {
  const Type& type = operand.type;
  const auto need = [&](Type result, const char* what) -> std::pair<Type, std::string> {
    if (!result.ill()) return {std::move(result), {}};
    return {Type{}, fmt::format("{}, but its type is {}", what, show(type))};
  };
  switch (op) {
    case Op::SomeOf:
    case Op::LoneOf:
    case Op::OneOf:
      return need(algebra_.of_arity(type, 1), "after a multiplicity there must be a set");
    case Op::SetOf:
      return need(algebra_.relation(type), exactly == Mult::Exactly
                                               ? "the value of a field must be a set or relation"
                                               : "after 'set' there must be a set or relation");
    case Op::Transpose:
      return need(algebra_.transpose(type), "'~' needs a binary relation");
    case Op::Closure:
      return need(algebra_.closure(type), "'^' needs a binary relation");
    case Op::ReflexiveClosure: {
      auto result = need(algebra_.closure(type), "'*' needs a binary relation");
      if (result.second.empty()) result.first = Type::of(Product{kUniv, kUniv});
      return result;
    }
    case Op::Cardinality:
      return {Type::of_integer(), {}};
    case Op::SetToInt:
      if (!type.has_arity(1))
        return {Type{}, fmt::format("'int' needs a set, but its type is {}", show(type))};
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
  if (operand->mult != 0) errors.note(misplaced_multiplicity(*operand));
  TermPtr checked = op == Op::Not        ? as_formula(operand)
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
  const auto checked = [](Type type, auto complaint) -> std::pair<Type, Diagnostic> {
    if (!type.ill()) return {std::move(type), {}};
    return {Type{}, complaint()};
  };
  const auto arity_error = [&] {
    if (left.type.products.empty() && right.type.products.empty() &&
        (op == Op::Equal || op == Op::NotEqual)) {
      return type_error(
          pos,
          fmt::format("'{}' compares sets, relations and integers, but these are formulas", to_string(op)),
          op == Op::Equal ? "write 'iff'" : "write 'not … iff'");
    }
    return type_error(
        pos, fmt::format("'{}' needs two relations of the same arity, but the left is {} and the right is {}",
                         to_string(op), show(left.type), show(right.type)));
  };
  const auto set_error = [&](const Term& term) {
    return type_error(
        term.span, fmt::format("'{}' needs a set here, but its type is {}", to_string(op), show(term.type)));
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
    if (op == Op::Join && type.ill()) term.form = Form::BadJoin;
    if (!problem.message.empty()) errors.note(std::move(problem));
    term.type = std::move(type);
  }
  const bool is_arrow = op == Op::Arrow;
  if (is_arrow ? left->mult == 1 : left->mult != 0) errors.note(misplaced_multiplicity(*left));
  if (is_arrow ? right->mult == 1 : (op != Op::In && right->mult != 0))
    errors.note(misplaced_multiplicity(*right));
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
  return make(std::move(term));
}

TermPtr Typing::sequence_of(const Span& pos, TermPtr element) const {
  element = as_relation(element);
  FirstError errors{*this, nullptr};
  errors.note(*element);
  if (element->mult == 1) errors.note(misplaced_multiplicity(*element));
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
    if (operand->mult != 0) errors.note(misplaced_multiplicity(*operand));
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
      errors.note(error_at(pos, ErrorClass::Syntax, "'disj' needs at least two arguments"));
    } else if (common.products.empty()) {
      errors.note(type_error(pos, "'disj' needs arguments of the same arity"));
    }
  }
  if (op == Op::TotalOrder && !errors.error) {
    if (operands.size() != 3) {
      errors.note(error_at(pos, ErrorClass::Syntax,
                           "'pred/totalOrder' needs three arguments: elements, first, next"));
    } else if (!term.children[0]->type.has_arity(1) || !term.children[1]->type.has_arity(1) ||
               !term.children[2]->type.has_arity(2)) {
      errors.note(type_error(pos, "'pred/totalOrder' needs two sets and a binary relation"));
    }
  }
  return errors.finish(std::move(term));
}

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
    if (operand->mult != 0) errors.note(misplaced_multiplicity(*operand));
    errors.note(*operand);
    term.weight += operand->weight;
    term.children.push_back(std::move(operand));
  }
  return errors.finish(std::move(term));
}

TermPtr Typing::if_else(const Span& pos, TermPtr condition, TermPtr then, TermPtr otherwise) const {
  FirstError errors{*this, nullptr};
  for (const TermPtr& part : {condition, then, otherwise}) {
    if (part->mult != 0) errors.note(misplaced_multiplicity(*part));
  }
  Term term;
  term.op = Op::IfElse;
  term.pos = pos;
  term.span = merge(merge(condition->span, then->span), otherwise->span);
  if (!then->bad() && !otherwise->bad()) {
    term.type = algebra_.unite_common_arity(then->type, otherwise->type);
    term.type.formula = then->type.formula && otherwise->type.formula;
    if (term.type.ill()) {
      const auto kind = [&](const Term& t) {
        return t.type.products.empty() ? std::string("a formula") : show(t.type);
      };
      errors.note(
          type_error(term.span, fmt::format("the two branches do not match: one is {}, the other is {}",
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
    std::string message = fmt::format("the value of '{}' is wrong: {}", variable->name, why.message);
    if (why.location) message += fmt::format(" ({}:{})", why.location->line, why.location->column);
    errors.note(type_error(variable->span, std::move(message), why.hint));
  }
  errors.note(*body);
  if (value->mult != 0) errors.note(misplaced_multiplicity(*value));
  if (body->mult != 0) errors.note(misplaced_multiplicity(*body));
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
  if (body->mult != 0) errors.note(misplaced_multiplicity(*body));
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
      errors.note(type_error(decl.bound_span,
                             fmt::format("this must be a set, but its type is {}", show(bound.type))));
      continue;
    }
    if (decl.mult != Mult::One) {
      errors.note(type_error(decl.bound_span, fmt::format("a variable here cannot be declared with '{}'",
                                                          alloy::to_string(decl.mult))));
    }
    if (op == Op::Comprehension) {
      const Type column = algebra_.of_arity(bound.type, 1);
      for (std::size_t i = 0; i < decl.variables.size(); ++i) {
        term.type = term.type.ill() ? column : algebra_.product(term.type, column);
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
