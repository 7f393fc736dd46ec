// SPDX-License-Identifier: MIT
// Calls: do the arguments fit the function, and what is the type of the result? A function's result has its
// declared type; but where the declaration mentions parameters, the types of the arguments are put in
// their place (narrowed_type), which is what lets modules over univ be used with precise types. A term
// that is wrong in one reading may be right in another, so a call that does not fit is kept as a bad term,
// and its message is generated only if no reading is left.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/model/typing.hpp"

namespace fretsaw::model {

namespace {

std::string signature(const Typing& typing, const Function& function) {
  std::string text = fmt::format("{} {}[", function.is_predicate ? "pred" : "fun", function.name);
  const auto parameters = Typing::parameters(function);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text +=
        fmt::format("{}{}: {}", i == 0 ? "" : ", ", parameters[i]->name, typing.show(parameters[i]->type));
  }
  return text + "]";
}

std::string argument_types(const Typing& typing, const std::vector<TermPtr>& arguments) {
  std::string text = "[";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", typing.show(arguments[i]->type));
  }
  return text + "]";
}

}  // namespace

std::vector<VariablePtr> Typing::parameters(const Function& function) {
  std::vector<VariablePtr> out;
  for (const Decl& decl : function.parameters)
    out.insert(out.end(), decl.variables.begin(), decl.variables.end());
  return out;
}

Type Typing::result_type(const Function& function) const {
  if (function.is_predicate || !function.result) return Type::of_formula();
  const bool set = function.result_mult == Mult::Set;
  return set ? algebra_.relation(function.result->type) : algebra_.of_arity(function.result->type, 1);
}

bool Typing::applicable(FunctionId id, const std::vector<TermPtr>& arguments) const {
  const auto params = parameters(model_->function(id));
  if (params.size() > arguments.size()) return false;
  for (std::size_t i = 0; i < params.size(); ++i) {
    const Type& parameter = params[i]->type;
    const Type& argument = arguments[i]->type;
    if (!argument.shares_arity(parameter)) return false;
    if (argument.has_tuple() && parameter.has_tuple() && !algebra_.intersects(argument, parameter))
      return false;
  }
  return true;
}

// A function's value has at most its declared type, and less if the declaration mentions parameters whose
// arguments are narrower: a limited form of polymorphism that util modules over univ rely on.
Type Typing::type_of_call(const Function& function, const std::vector<TermPtr>& arguments) const {
  Type declared = result_type(function);
  if (function.is_predicate) return declared;
  const auto params = parameters(function);
  std::vector<std::pair<VariablePtr, Type>> known;
  for (std::size_t i = 0; i < params.size() && i < arguments.size(); ++i) {
    known.emplace_back(params[i], algebra_.of_arity(arguments[i]->type, params[i]->type.arity()));
  }
  Type narrow = narrowed_type(*function.result, known, algebra_);
  if (narrow.integer || narrow.formula || narrow.has_int_column() || narrow.arity() != declared.arity())
    return declared;
  return narrow;
}

TermPtr Typing::call(FunctionId id, const Span& pos, std::vector<TermPtr> arguments,
                     std::int64_t extra_weight) const {
  const Function& function = model_->function(id);
  const auto params = parameters(function);
  Term term;
  term.op = Op::Call;
  term.function = id;
  term.pos = term.span = pos;
  term.weight = term.extra_weight = extra_weight;
  const auto fail = [&](Diagnostic error) {
    if (!term.error) term.error = std::make_shared<Diagnostic>(std::move(error));
  };
  if (arguments.size() != params.size()) {
    fail(error_at(pos, ErrorClass::Syntax,
                  fmt::format("'{}' has {} parameters, but is called with {} arguments", function.name,
                              params.size(), arguments.size())));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    TermPtr argument = as_relation(arguments[i]);
    const int arity = i < params.size() ? params[i]->type.arity() : 0;
    if (argument->bad()) fail(error_of(*argument));
    if (argument->mult != 0)
      fail(error_at(argument->span, ErrorClass::Syntax, "a multiplicity is not allowed here"));
    if (arity > 0 && !argument->bad() && !argument->type.has_arity(arity)) {
      fail(error_at(argument->span, ErrorClass::Type,
                    fmt::format("expected an argument of arity {}, found an expression of type {}", arity,
                                show(argument->type))));
    }
    term.weight += argument->weight;
    term.span = merge(term.span, argument->span);
    term.children.push_back(std::move(argument));
  }
  if (!term.error) term.type = type_of_call(function, term.children);
  return std::make_shared<const Term>(std::move(term));
}

TermPtr Typing::bad_call(FunctionId id, const Span& pos, std::vector<TermPtr> arguments,
                         std::int64_t extra_weight) const {
  Term term;
  term.form = Form::BadCall;
  term.op = Op::Call;
  term.function = id;
  term.pos = term.span = pos;
  term.weight = term.extra_weight = extra_weight;
  for (const TermPtr& argument : arguments) {
    term.weight += argument->weight;
    term.span = merge(term.span, argument->span);
  }
  term.children = std::move(arguments);
  return std::make_shared<const Term>(std::move(term));
}

TermPtr Typing::choice(const Span& pos, std::vector<TermPtr> choices,
                       std::vector<std::string> reasons) const {
  if (choices.size() == 1 && !choices.front()->bad()) return choices.front();
  Term term;
  term.form = Form::Choice;
  term.pos = term.span = pos;
  bool first = true;
  for (const TermPtr& c : choices) {
    term.type = algebra_.unite(c->type, term.type);
    term.span = merge(term.span, c->span);
    if (!c->bad() && (first || c->weight < term.weight)) {
      term.weight = c->weight;
      first = false;
    }
  }
  term.children = std::move(choices);
  term.reasons = std::move(reasons);
  return std::make_shared<const Term>(std::move(term));
}

Span Typing::declared_at(const Term& meaning) const {
  const Term* term = &meaning;
  while (term->op == Op::Join && term->children.size() == 2) term = term->children[1].get();
  if (term->op == Op::Call || term->form == Form::BadCall) return model_->function(term->function).span;
  if (term->op == Op::Sig) return model_->sig(term->sig).span;
  if (term->op == Op::Field) return model_->field(term->field).span;
  return {};
}

Diagnostic Typing::error_of(const Term& term) const {
  if (term.error) return *term.error;
  switch (term.form) {
    case Form::BadCall: {
      for (const TermPtr& argument : term.children) {
        if (argument->bad()) return error_of(*argument);
      }
      const Function& function = model_->function(term.function);
      const std::string given =
          term.children.empty() ? "without arguments" : "with " + argument_types(*this, term.children);
      return error_at(term.pos, ErrorClass::Type,
                      fmt::format("{} cannot be called {}", signature(*this, function), given));
    }
    case Form::BadJoin: {
      const Type& left = term.children[0]->type;
      const Type& right = term.children[1]->type;
      const bool sets = left.arity() == 1 && right.arity() == 1;
      return error_at(term.pos, ErrorClass::Type,
                      fmt::format("{} and {} cannot be joined{}", show(left), show(right),
                                  sets ? ": both are sets, and one must be a relation" : ""),
                      sets ? "write '&' for the intersection" : "");
    }
    case Form::Choice: {
      Diagnostic error =
          error_at(term.span, ErrorClass::Type, fmt::format("no candidate for '{}' fits", term.pos.text()));
      for (const TermPtr& c : term.children) {
        if (!c->bad()) continue;
        const Diagnostic why = error_of(*c);
        if (term.children.size() == 1) {
          error.message = why.message;
          error.hint = why.hint;
          error.notes = why.notes;
          return error;
        }
        error = with_note(std::move(error), why.message, declared_at(*c));
      }
      return error;
    }
    case Form::Macro: {
      const alloy::Macro& macro = *term.macro.macro;
      return error_at(
          term.pos, ErrorClass::Syntax,
          fmt::format("macro '{}' requires {} argument{}, found {}", macro.name.text, macro.parameters.size(),
                      macro.parameters.size() == 1 ? "" : "s", term.children.size()));
    }
    case Form::Plain:
    case Form::Bad:
      break;
  }
  return error_at(term.pos, ErrorClass::Type, "this expression has no type");
}

namespace {

class Narrowing {
 public:
  Narrowing(const std::vector<std::pair<VariablePtr, Type>>& known, const TypeAlgebra& algebra)
      : known_(known), algebra_(algebra) {}

  Type of(const Expr& e) {
    const auto child = [&](std::size_t i) { return of(*e.children[i]); };
    switch (e.op) {
      case Op::Variable:
        return of_variable(e);
      case Op::Transpose:
        return algebra_.transpose(child(0));
      case Op::Closure:
        return algebra_.closure(child(0));
      case Op::Prime:
        return child(0);
      case Op::Union:
      case Op::Override:
        return algebra_.unite_common_arity(child(0), child(1));
      case Op::Difference:
        return algebra_.pick_common_arity(child(0), child(1));
      case Op::Intersection:
        return algebra_.intersect(child(0), child(1));
      case Op::Arrow:
        return algebra_.product(child(0), child(1));
      case Op::SeqOf:
        return algebra_.product(Type::of(kSeqInt), child(0));
      case Op::Join:
        return algebra_.join(child(0), child(1));
      case Op::DomainRestriction:
        return algebra_.restrict_domain(child(0), child(1));
      case Op::RangeRestriction:
        return algebra_.restrict_range(child(0), child(1));
      case Op::IfElse:
        return algebra_.unite_common_arity(child(1), child(2));
      case Op::SomeOf:
      case Op::LoneOf:
      case Op::OneOf:
      case Op::SetOf:
      case Op::Block:
        return e.children.size() == 1 ? child(0) : *e.type;
      default:
        return e.type;
    }
  }

 private:
  Type of_variable(const Expr& e) const {
    for (const auto& [variable, type] : known_) {
      if (variable == e.variable) return type.is_error() ? *e.type : type;
    }
    return e.type;
  }

  const std::vector<std::pair<VariablePtr, Type>>& known_;
  const TypeAlgebra& algebra_;
};

}  // namespace

Type narrowed_type(const Expr& expr, const std::vector<std::pair<VariablePtr, Type>>& known,
                   const TypeAlgebra& algebra) {
  return Narrowing(known, algebra).of(expr);
}

}  // namespace fretsaw::model
