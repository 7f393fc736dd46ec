// SPDX-License-Identifier: MIT
// Quantifiers over meta sigs. In `all f: A$.fields | some a.(f.value)` the type of `f.value` depends on f: it
// may have any number of columns. So Alloy does not take f as a variable, but reads the body once for each
// meta sig that f may be by its type, with that sig in the place of f:
//
//     (A$f in A$.fields implies some a.(A$f.value)) and (A$g in A$.fields implies some a.(A$g.value))
//
// This is done for all, some and comprehensions with one variable. Warnings about the copies are left out,
// since what is idle in one of them may be of use in another.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "alloy/model/checker.hpp"

namespace fretsaw::model {

namespace {

// No warnings while it lives.
class WarningSuppressor {
 public:
  explicit WarningSuppressor(CheckerContext& context)
      : context_(context), warnings_(std::exchange(context.warnings, nullptr)) {}
  ~WarningSuppressor() { context_.warnings = warnings_; }
  WarningSuppressor(const WarningSuppressor&) = delete;
  WarningSuppressor& operator=(const WarningSuppressor&) = delete;

 private:
  CheckerContext& context_;
  Warnings* warnings_;
};

// The quantifier where there is no meta sig to be read for.
TermPtr over_nothing(const Typing& typing, const alloy::Expr& expr) {
  if (expr.op == alloy::Op::Comprehension) return typing.sig(kNone, expr.span);
  TermPtr truth = typing.block(expr.span, {});
  return expr.op == alloy::Op::All ? truth : typing.unary(Op::Not, expr.pos, std::move(truth));
}

SigId meta_root(const Model& model, SigId sig) {
  while (model.sig(sig).is_meta && model.sig(sig).parent != kUniv) sig = model.sig(sig).parent;
  return sig;
}

}  // namespace

bool Checker::is_over_meta_sigs(const alloy::Expr& expr, const Bound& bound) const {
  const bool expands =
      expr.op == alloy::Op::All || expr.op == alloy::Op::SomeQ || expr.op == alloy::Op::Comprehension;
  if (!context_.names.meta_names_are_known || !expands || expr.decls.size() != 1 ||
      expr.decls.front().names.size() != 1 || bound.term->bad() || bound.mult != Mult::One ||
      bound.type.arity() != 1 || !bound.type.has_tuple()) {
    return false;
  }
  const Model& model = context_.typing.model();
  return std::ranges::all_of(bound.type.products, [&](const Product& product) {
    return is_empty(product) || model.sig(meta_root(model, product.front())).is_meta;
  });
}

TermPtr Checker::for_each_meta_sig(const alloy::Expr& expr, const Bound& bound) {
  const Typing& typing = context_.typing;
  const Model& model = typing.model();
  std::vector<TermPtr> parts;
  {
    const WarningSuppressor suppressor(context_);
    for (const char* root : {"sig$", "field$"}) {
      const SigId id = context_.names.sig_id(context_.names.find_sigs(0, root).front());
      for (const SigId meta : model.sig(id).children) {
        if (!typing.algebra().intersects(Type::of(meta), bound.type)) continue;
        if (context_.meta_copies_left == 0) {
          return typing.bad(expr.pos, error_at(expr.pos, ErrorClass::Type,
                                               "quantifiers over meta sigs expand to more than 20,000 copies",
                                               "quantify over fewer sigs and fields, or nest less deeply"));
        }
        --context_.meta_copies_left;
        parts.push_back(for_meta_sig(expr, bound, meta));
      }
    }
    // As in Alloy, whose errors are those of the last copy.
    std::ranges::reverse(parts);
  }
  TermPtr all = parts.empty() ? over_nothing(typing, expr) : parts.front();
  if (expr.op == alloy::Op::Comprehension) {
    for (std::size_t i = 1; i < parts.size(); ++i) all = typing.binary(Op::Union, expr.pos, all, parts[i]);
  } else if (parts.size() > 1) {
    all = typing.list(expr.op == alloy::Op::All ? Op::And : Op::Or, expr.pos, std::move(parts));
  }
  all = context_.resolver.as_it_is(all, nullptr);
  if (all->bad()) return all;
  // What is bound is not looked into again, so nothing outside of it gives warnings about it either.
  const auto variable = std::make_shared<const Variable>(Variable{"", all->type, expr.span});
  return typing.let(expr.pos, variable, all, typing.variable(variable, expr.span));
}

TermPtr Checker::for_meta_sig(const alloy::Expr& expr, const Bound& bound, SigId meta) {
  const Typing& typing = context_.typing;
  const alloy::Name& name = expr.decls.front().names.front();
  const TermPtr atom = typing.sig(meta, name.span);
  bind(name.text, atom);
  TermPtr body = check(expr.body());
  unbind(name.text);
  TermPtr member = typing.binary(Op::In, expr.pos, atom, bound.term);
  if (expr.op == alloy::Op::All)
    return typing.binary(Op::Implies, expr.pos, std::move(member), std::move(body));
  TermPtr both = typing.list(Op::And, expr.pos, {std::move(member), std::move(body)});
  if (expr.op == alloy::Op::SomeQ) return both;
  return typing.if_else(expr.pos, std::move(both), atom, typing.sig(kNone, name.span));
}

}  // namespace fretsaw::model
