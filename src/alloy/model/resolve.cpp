// SPDX-License-Identifier: MIT
// One meaning for every name. Of the choices, those whose type meets the relevance type are kept (or those
// of the right arity, if none does); of these the ones of least weight; if several are left, each
// is resolved by itself, which may narrow its type, and those that still fit stay. More than one is an
// error that lists them, unless all are empty anyway. The relevant part of the operands' types is computed in
// resolve_operands.cpp; here it is passed down, and the node is rebuilt from the resolved operands.
// Trials produce no warnings: only the final choice does.
#include "alloy/model/resolve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace fretsaw::model {

namespace {

bool is_binary(const Term& term) {
  return term.form == Form::Plain && term.children.size() == 2 && term.op != Op::And && term.op != Op::Or &&
         term.op != Op::Disjoint && term.op != Op::Block && term.op != Op::Call;
}

// All that is left of several meanings which all are empty: none, as often as the arity says.
TermPtr empty_relation(const Typing& typing, const Span& span, int arity) {
  TermPtr term = typing.sig(kNone, span);
  for (int i = 1; i < arity; ++i)
    term = typing.arrow(span, term, Mult::Set, Mult::Set, typing.sig(kNone, span));
  return term;
}

// The arity that all choices have, if each of them is always empty; else 0.
int arity_of_empty(const std::vector<TermPtr>& choices) {
  int arity = 0;
  for (const TermPtr& c : choices) {
    if (c->type.formula || c->type.has_int_column() || c->type.has_tuple()) return 0;
    const int own = c->type.arity();
    if (own < 1 || (arity != 0 && arity != own)) return 0;
    arity = own;
  }
  return arity;
}

}  // namespace

TermPtr Resolver::as_formula(const TermPtr& term, Warnings* warnings) const {
  return typing_.as_formula(resolve(typing_.as_formula(term), Type::of_formula(), warnings));
}

TermPtr Resolver::as_integer(const TermPtr& term, Warnings* warnings) const {
  return typing_.as_integer(resolve(typing_.as_integer(term), Type::of_integer(), warnings));
}

TermPtr Resolver::as_relation(const TermPtr& term, Warnings* warnings) const {
  const TermPtr relation = typing_.as_relation(term);
  return typing_.as_relation(resolve(relation, typing_.algebra().relation(relation->type), warnings));
}

TermPtr Resolver::resolve(const TermPtr& term, const Type& relevant, Warnings* warnings) const {
  if (term->bad()) return term;
  if (term->form == Form::Choice)
    return choice(term, relevant, term->children, term->reasons, true, warnings);
  switch (term->op) {
    case Op::And:
    case Op::Or:
    case Op::Disjoint:
    case Op::TotalOrder:
      return list(term, warnings);
    case Op::Block:
      return block(term, relevant, warnings);
    case Op::IfElse:
      return if_else(term, relevant, warnings);
    case Op::Let:
      return let(term, relevant, warnings);
    case Op::Call:
      return call(term, warnings);
    default:
      break;
  }
  // What a quantifier binds and says was resolved when it was made, whatever its parent.
  if (!term->decls.empty() || term->children.empty()) return term;
  return is_binary(*term) ? binary(term, relevant, warnings) : unary(term, relevant, warnings);
}

TermPtr Resolver::resolve_choice(const TermPtr& term, const Type& relevant, Warnings* warnings) const {
  if (warnings) return choice(term, relevant, term->children, term->reasons, true, warnings);
  for (const ResolvedTerm& tried : tried_[term.get()]) {
    if (tried.relevant == relevant) return tried.result;
  }
  TermPtr result = choice(term, relevant, term->children, term->reasons, true, nullptr);
  tried_[term.get()].push_back({term, relevant, result});
  return result;
}

// util/integer is open without having been asked for. Alloy calls `some List.head.*next` ambiguous because of
// its `next`; here its names give way to the model's own where nothing else decides.
void Resolver::drop_implicit(std::vector<TermPtr>& choices, std::vector<std::string>& reasons) const {
  const auto is_implicit = [&](const TermPtr& choice) {
    const Term* c = choice.get();
    while (c->op == Op::Join) c = c->children[1].get();
    if (c->op != Op::Call) return false;
    const Model& model = typing_.model();
    const ModuleInfo& module = model.modules[model.function(c->function).module];
    return module.path == "integer" && (module.builtin || module.name == "util/integer");
  };
  if (std::ranges::all_of(choices, is_implicit)) return;
  for (std::size_t i = choices.size(); i-- > 0;) {
    if (!is_implicit(choices[i])) continue;
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(i));
    reasons.erase(reasons.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// The choices as notes, each where it is declared.
Diagnostic Resolver::with_candidates(Diagnostic error, const std::vector<TermPtr>& choices,
                                     const std::vector<std::string>& reasons) const {
  for (std::size_t i = 0; i < choices.size(); ++i)
    error = with_note(std::move(error), "candidate: " + reasons[i], typing_.declared_at(*choices[i]));
  return error;
}

// First those whose type meets the relevant one, else those of a suitable arity; of these the least
// far-fetched; if there still are several, each is resolved for itself, which may narrow its type, and the
// rest decides.
TermPtr Resolver::choice(const TermPtr& term, const Type& relevant, const std::vector<TermPtr>& choices,
                         const std::vector<std::string>& reasons, bool first_pass, Warnings* warnings) const {
  std::vector<TermPtr> left;
  std::vector<std::string> why;
  const auto keep_if = [&](auto suits) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (!suits(*choices[i])) continue;
      left.push_back(choices[i]);
      why.push_back(reasons[i]);
    }
  };
  keep_if([&](const Term& c) {
    return (relevant.formula && c.type.formula) || typing_.algebra().intersects(relevant, c.type);
  });
  if (left.empty()) keep_if([&](const Term& c) { return c.type.shares_arity(relevant); });
  if (left.size() > 1) {
    const auto least =
        (*std::ranges::min_element(left, {}, [](const TermPtr& c) { return c->weight; }))->weight;
    for (std::size_t i = left.size(); i-- > 0;) {
      if (left[i]->weight == least) continue;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      why.erase(why.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (first_pass && left.size() > 1) {
      for (TermPtr& c : left) c = resolve(c, relevant, nullptr);
      return choice(term, relevant, left, why, false, warnings);
    }
  }
  if (left.size() > 1) drop_implicit(left, why);
  if (left.size() == 1) return resolve(left.front(), relevant, warnings);
  if (left.size() > 1) {
    if (const int arity = arity_of_empty(left)) return empty_relation(typing_, term->span, arity);
    Diagnostic error =
        error_at(term->pos, ErrorClass::Type, fmt::format("'{}' is ambiguous", term->pos.text()),
                 "write A <: f for the field f of sig A, or m/f for a name of module m");
    return typing_.bad(term->pos, with_candidates(std::move(error), left, why));
  }
  return typing_.bad(term->pos,
                     with_candidates(error_at(term->pos, ErrorClass::Type,
                                              fmt::format("no candidate for '{}' fits: expected {}",
                                                          term->pos.text(), typing_.show(relevant))),
                                     choices, reasons));
}

TermPtr Resolver::unary(const TermPtr& term, const Type& relevant, Warnings* warnings) const {
  const TypeAlgebra& algebra = typing_.algebra();
  const TermPtr& operand = term->children.front();
  Type inner = relevant;
  std::optional<Diagnostic> warning;
  std::optional<Diagnostic> idle;
  switch (term->op) {
    case Op::Not:
    case Op::Always:
    case Op::Eventually:
    case Op::After:
    case Op::Before:
    case Op::Historically:
    case Op::Once:
      inner = Type::of_formula();
      break;
    case Op::Transpose:
    case Op::Closure:
    case Op::ReflexiveClosure: {
      const bool closure = term->op != Op::Transpose;
      if (warnings && closure && !algebra.join(term->type, term->type).has_tuple()) {
        warning = warning_at(term->pos, fmt::format("'{}' has no effect: domain and range of {} are disjoint",
                                                    to_string(term->op), typing_.show(operand->type)));
      }
      inner = closure ? relevance_in_closure(relevant, operand->type, algebra)
                      : algebra.transpose(algebra.intersect(algebra.transpose(operand->type), relevant));
      if (warnings && inner.products.empty() && relevant.has_tuple()) {
        idle =
            warning_at(operand->span,
                       fmt::format("expression has no effect: its type is {}, but only {} is relevant here",
                                   typing_.show(operand->type), typing_.show(relevant)));
      }
      break;
    }
    case Op::Cardinality:
    case Op::No:
    case Op::One:
    case Op::Some:
    case Op::Lone:
      inner = algebra.relation(operand->type);
      break;
    case Op::IntToSet:
      inner = Type::of_integer();
      break;
    case Op::SetToInt:
      inner = algebra.intersect(operand->type, Type::of(kInt));
      if (warnings && !inner.has_tuple()) {
        warning = warning_at(operand->span, fmt::format("expression contains no integers: its type is {}",
                                                        typing_.show(operand->type)));
      }
      break;
    case Op::SeqOf: {
      inner = Type{};
      for (const Product& p : algebra.intersect(relevant, term->type).products) {
        if (!is_empty(p)) algebra.add(inner.products, Product(p.begin() + 1, p.end()));
      }
      if (inner.products.empty()) inner = operand->type;
      break;
    }
    default:
      break;
  }
  const TermPtr resolved = resolve(operand, inner, warnings);
  if (warning) warnings->push_back(std::move(*warning));
  if (idle) warnings->push_back(std::move(*idle));
  if (resolved == operand) return term;
  if (term->op == Op::SeqOf) return typing_.sequence_of(term->pos, resolved);
  return typing_.unary(term->op, term->pos, resolved, term->left_mult);
}

// Down the left spine in a loop, and up again.
TermPtr Resolver::binary(const TermPtr& term, const Type& relevant, Warnings* warnings) const {
  struct Step {
    TermPtr term;
    Type right;
    std::string warning;
  };
  std::vector<Step> steps;
  TermPtr at = term;
  Type wanted = relevant;
  while (!at->bad() && is_binary(*at)) {
    Relevance parts = relevance_of_operands(*at, wanted, typing_);
    steps.push_back({at, std::move(parts.right), std::move(parts.warning)});
    wanted = std::move(parts.left);
    at = at->children.front();
  }
  TermPtr left = resolve(at, wanted, warnings);
  while (!steps.empty()) {
    const Step step = std::move(steps.back());
    steps.pop_back();
    const Term& old = *step.term;
    TermPtr right = resolve(old.children[1], step.right, warnings);
    if (warnings && !step.warning.empty()) warnings->push_back(warning_at(old.pos, step.warning));
    if (left == old.children[0] && right == old.children[1]) {
      left = step.term;
    } else if (old.op == Op::Arrow) {
      left = typing_.arrow(old.pos, std::move(left), old.left_mult, old.right_mult, std::move(right));
    } else {
      left = typing_.binary(old.op, old.pos, std::move(left), std::move(right));
    }
  }
  return left;
}

TermPtr Resolver::list(const TermPtr& term, Warnings* warnings) const {
  const TypeAlgebra& algebra = typing_.algebra();
  const bool logical = term->op == Op::And || term->op == Op::Or;
  Type relevant = logical ? Type::of_formula() : algebra.relation(term->children.front()->type);
  if (term->op == Op::Disjoint) {
    for (const TermPtr& child : term->children) relevant = algebra.unite_common_arity(relevant, child->type);
  }
  if (term->op == Op::TotalOrder) relevant = algebra.of_arity(relevant, 1);
  std::vector<TermPtr> operands;
  bool changed = false;
  for (std::size_t i = 0; i < term->children.size(); ++i) {
    const bool is_next = term->op == Op::TotalOrder && i == 2;
    const TermPtr& child = term->children[i];
    operands.push_back(resolve(child, is_next ? algebra.product(relevant, relevant) : relevant, warnings));
    changed = changed || operands.back() != child;
  }
  return changed ? typing_.list(term->op, term->pos, std::move(operands)) : term;
}

TermPtr Resolver::block(const TermPtr& term, const Type& relevant, Warnings* warnings) const {
  const Type& wanted = term->children.size() == 1 ? relevant : Type::of_formula();
  std::vector<TermPtr> formulas;
  bool changed = false;
  for (const TermPtr& child : term->children) {
    formulas.push_back(resolve(child, wanted, warnings));
    changed = changed || formulas.back() != child;
  }
  return changed ? typing_.block(term->span, std::move(formulas)) : term;
}

TermPtr Resolver::if_else(const TermPtr& term, const Type& relevant, Warnings* warnings) const {
  const TypeAlgebra& algebra = typing_.algebra();
  const auto part = [&](const TermPtr& branch) {
    if (relevant.products.empty()) return relevant;
    Type wanted = algebra.intersect(branch->type, relevant);
    wanted.formula = relevant.formula;
    if (warnings && branch->type.has_tuple() && !wanted.has_tuple()) {
      warnings->push_back(warning_at(
          branch->span, fmt::format("branch has no effect: its type is {}, but only {} is relevant here",
                                    typing_.show(branch->type), typing_.show(relevant))));
    }
    return wanted;
  };
  const Type then_wanted = part(term->children[1]);
  const Type else_wanted = part(term->children[2]);
  TermPtr condition = resolve(term->children[0], Type::of_formula(), warnings);
  TermPtr then = resolve(term->children[1], then_wanted, warnings);
  TermPtr otherwise = resolve(term->children[2], else_wanted, warnings);
  if (condition == term->children[0] && then == term->children[1] && otherwise == term->children[2])
    return term;
  return typing_.if_else(term->pos, std::move(condition), std::move(then), std::move(otherwise));
}

TermPtr Resolver::let(const TermPtr& term, const Type& relevant, Warnings* warnings) const {
  const TermPtr body = resolve(term->children.front(), relevant, warnings);
  if (body == term->children.front()) return term;
  const TermDecl& decl = term->decls.front();
  return typing_.let(term->pos, decl.variables.front(), decl.bound, body);
}

TermPtr Resolver::call(const TermPtr& term, Warnings* warnings) const {
  const auto parameters = Typing::parameters(typing_.model().function(term->function));
  std::vector<TermPtr> arguments;
  bool changed = false;
  for (std::size_t i = 0; i < term->children.size(); ++i) {
    arguments.push_back(typing_.as_relation(resolve(term->children[i], parameters[i]->type, warnings)));
    changed = changed || arguments.back() != term->children[i];
  }
  return changed ? typing_.call(term->function, term->pos, std::move(arguments), term->extra_weight) : term;
}

}  // namespace fretsaw::model
