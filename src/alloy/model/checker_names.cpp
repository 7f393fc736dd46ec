// SPDX-License-Identifier: MIT
// What a name may mean, and what happens when it is applied. A name is first looked up among the local ones,
// then among the macros; else it may be any visible sig, function or field. Inside of a sig its
// fields mean this.f, fields of other sigs are a little less likely than functions and sigs, and a function
// may get `this` as its first argument, which is also less likely: that is what weights are for.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/model/checker.hpp"

namespace fretsaw::model {

bool inherits(const Model& model, SigId sig, SigId from) {
  if (from == kUniv) return true;
  while (sig != from && sig != kUniv) {
    const Sig& s = model.sig(sig);
    if (s.is_subset()) {
      return std::ranges::any_of(s.subset_of, [&](SigId parent) { return inherits(model, parent, from); });
    }
    sig = s.parent;
  }
  return sig == from;
}

const TermPtr* Checker::local(const std::string& text) const {
  const auto it = local_.find(text);
  return it == local_.end() ? nullptr : &it->second.back();
}

TermPtr Checker::name(const std::string& text, const Span& span, bool at_sign) {
  const Typing& typing = context_.typing;
  if (at_sign) return global_name(text, span, true);
  const bool qualified = text.find('/') != std::string::npos;
  if (qualified) {
    const auto macros = context_.names.find_macros(module_, text);
    if (!macros.empty()) return macro(macros.front(), span);
  }
  if (const TermPtr* meaning = local(text)) {
    if ((*meaning)->form == Form::Macro) return expand(*meaning, span);
    if ((*meaning)->bad() && (*meaning)->form != Form::Choice) {
      Diagnostic why = typing.error_of(**meaning);
      why.message = fmt::format("'{}' has no type: {}", text, why.message);
      why.error_class = ErrorClass::Type;
      why.hint.clear();
      why.location = span.source ? std::optional(span.source->locate(span.begin, span.end)) : std::nullopt;
      return typing.bad(span, std::move(why));
    }
    return typing.moved(*meaning, span);
  }
  if (!qualified) {
    const auto macros = context_.names.find_macros(module_, text);
    if (macros.size() > 1) {
      Diagnostic error = error_at(span, ErrorClass::Type, fmt::format("'{}' is ambiguous", text));
      for (const MacroUse& use : macros) {
        const std::string prefix = context_.names.modules[use.module].prefix();
        error = with_note(std::move(error), fmt::format("candidate: macro {}{}", prefix, text),
                          use.macro->name.span);
      }
      return typing.bad(span, std::move(error));
    }
    if (!macros.empty()) return macro(macros.front(), span);
  }
  return global_name(text, span, false);
}

TermPtr Checker::global_name(const std::string& text, const Span& span, bool at_sign) {
  const Typing& typing = context_.typing;
  if (context_.extra) {
    const auto it = context_.extra->find(text);
    if (it != context_.extra->end() && it->second->op == Op::Variable)
      return typing.variable(it->second->variable, span);
  }
  if (const auto builtin = builtin_sig(text)) return typing.sig(*builtin, span);
  const bool functions = place_ != Place::FieldBound && place_ != Place::Signature;
  std::vector<Symbol> symbols = context_.names.find(module_, text, true, functions, false);
  for (const Symbol& sig : context_.names.find_sigs(module_, text)) {
    if (std::ranges::find(symbols, sig) == symbols.end()) symbols.push_back(sig);
  }
  std::vector<TermPtr> choices;
  std::vector<std::string> reasons;
  for (const Symbol& symbol : symbols) {
    if (symbol.kind == SymbolKind::Function) {
      add_function(context_.names.function_id(symbol), context_.names.describe(symbol), span, choices,
                   reasons);
    } else {
      choices.push_back(typing.sig(context_.names.sig_id(symbol), span));
      reasons.push_back(context_.names.describe(symbol));
    }
  }
  add_fields(text, span, at_sign, choices, reasons);
  if (choices.empty()) return unknown(text, span);
  return typing.choice(span, std::move(choices), std::move(reasons));
}

void Checker::add_function(FunctionId id, const std::string& reason, const Span& span,
                           std::vector<TermPtr>& choices, std::vector<std::string>& reasons) {
  const Typing& typing = context_.typing;
  const auto parameters = Typing::parameters(typing.model().function(id));
  const TermPtr* self = sig_ ? local("this") : nullptr;
  if (self && !parameters.empty() && (*self)->type.has_arity(1) &&
      typing.algebra().intersects(parameters.front()->type, (*self)->type)) {
    std::vector<TermPtr> arguments{typing.moved(*self, span)};
    choices.push_back(parameters.size() == 1 ? typing.call(id, span, std::move(arguments), 1)
                                             : typing.bad_call(id, span, std::move(arguments), 1));
    reasons.push_back(reason + " of 'this'");
  }
  choices.push_back(parameters.empty() ? typing.call(id, span, {}, 0) : typing.bad_call(id, span, {}, 0));
  reasons.push_back(reason);
}

void Checker::add_fields(const std::string& text, const Span& span, bool at_sign,
                         std::vector<TermPtr>& choices, std::vector<std::string>& reasons) {
  const Typing& typing = context_.typing;
  const Model& model = typing.model();
  for (const std::size_t m : context_.names.modules[module_].nameable) {
    const auto& fields = context_.names.modules[m].fields_by_name;
    const auto it = fields.find(text);
    if (it == fields.end()) continue;
    for (const FieldId id : it->second) {
      const Field& field = model.field(id);
      const Sig& owner = model.sig(field.owner);
      if (m != module_ && (owner.is_private || field.is_private)) continue;
      if (!sig_) {
        choices.push_back(typing.field(id, span, 0));
      } else if (inherits(model, *sig_, field.owner)) {
        TermPtr term = typing.field(id, span, 0);
        const TermPtr* self = local("this");
        if (!at_sign && self) term = typing.binary(Op::Join, span, typing.moved(*self, span), term);
        choices.push_back(std::move(term));
      } else if (place_ != Place::FieldBound) {
        choices.push_back(typing.field(id, span, 1));
      } else {
        continue;
      }
      reasons.push_back(fmt::format("field {}.{}", owner.name, field.name));
    }
  }
  if (place_ == Place::FieldBound || place_ == Place::DefinedField) return;
  const auto metas = context_.names.meta_fields_by_name.find(text);
  if (metas == context_.names.meta_fields_by_name.end()) return;
  for (const FieldId id : metas->second) {
    choices.push_back(typing.field(id, span, 0));
    reasons.push_back(fmt::format("field {}.{}", model.sig(model.field(id).owner).name, text));
  }
}

// A name that would be that of a meta sig, where there are none, or where they are not known yet.
std::optional<Diagnostic> Checker::unknown_meta_name(const std::string& text, const Span& span) const {
  const Names& names = context_.names;
  const std::size_t dollar = text.rfind('$');
  if (names.meta_names_are_known || dollar == std::string::npos) return std::nullopt;
  const bool of_all = text == "sig$" || text == "field$" || text == "static$" || text == "var$";
  const std::string field = text.substr(dollar + 1);
  const bool has_subject =
      std::ranges::any_of(names.find_sigs(module_, text.substr(0, dollar)), [&](const Symbol& sig) {
        if (field.empty() || sig.module == kNoModule) return field.empty();
        const alloy::Sig* const syntax = names.modules[sig.module].sigs[sig.index].sig;
        if (!syntax) return false;
        return std::ranges::any_of(syntax->fields, [&](const alloy::Decl& decl) {
          return std::ranges::find(decl.names, field, &alloy::Name::text) != decl.names.end();
        });
      });
  if (!of_all && !has_subject) return std::nullopt;
  if (names.has_meta_sigs) {
    return error_at(span, ErrorClass::Syntax,
                    fmt::format("meta name '{}' is not available in declarations", text),
                    "use it in a fact, an assertion, a command or the body of a predicate or function");
  }
  return error_at(span, ErrorClass::Syntax, fmt::format("no meta sig '{}' in the model", text),
                  "mention a meta sig in the model itself, as in 'fact { some sig$ }'");
}

TermPtr Checker::unknown(const std::string& text, const Span& span) {
  if (text == "this") {
    return context_.typing.bad(
        span, with_note(error_at(span, ErrorClass::Syntax, "'this' is not defined here"),
                        "'this' is defined in sigs, and in functions declared as 'fun A.f'"));
  }
  if (const auto error = unknown_meta_name(text, span)) return context_.typing.bad(span, *error);
  std::string message = fmt::format("unknown name '{}'", text);
  const bool functions_hidden = place_ == Place::FieldBound || place_ == Place::Signature;
  if (functions_hidden && !context_.names.find(module_, text, false, true, false).empty()) {
    message = fmt::format("function '{}' cannot be called in a declaration", text);
  } else {
    std::vector<std::string> locals;
    for (const auto& [local_name, meanings] : local_) locals.push_back(local_name);
    message += context_.names.suggest(module_, text, locals);
  }
  return context_.typing.bad(span, error_at(span, ErrorClass::Syntax, std::move(message)));
}

// left.right, or the call of a function that `right` names with `left` as its next argument.
TermPtr Checker::join(const Span& pos, TermPtr left, TermPtr right) {
  const Typing& typing = context_.typing;
  const Term* callee = right.get();
  while (callee->is(Op::Block) && callee->children.size() == 1) callee = callee->children.front().get();
  if (callee->form == Form::Macro) {
    Term more = *callee;
    more.children.push_back(std::move(left));
    return expand(std::make_shared<const Term>(std::move(more)), right->pos);
  }
  if (left->type.has_int_column() && right->is(Op::Sig) && right->sig == kInt) return left;
  left = typing.as_relation(left);
  if (!left->bad() && right->is(Op::Call) && right->type.products.empty()) {
    const Function& function = typing.model().function(right->function);
    return typing.with_error(
        right,
        error_at(right->span, ErrorClass::Type,
                 fmt::format("too many arguments for predicate '{}', which has {} parameter{}", function.name,
                             right->children.size(), right->children.size() == 1 ? "" : "s")));
  }
  if (left->bad() || right->form != Form::Choice)
    return typing.binary(Op::Join, pos, std::move(left), std::move(right));
  return apply(pos, right, left);
}

TermPtr Checker::apply(const Span& pos, const TermPtr& choices, const TermPtr& argument) {
  const Typing& typing = context_.typing;
  std::vector<TermPtr> applied;
  for (const TermPtr& c : choices->children) {
    const std::size_t wanted =
        c->form == Form::BadCall ? Typing::parameters(typing.model().function(c->function)).size() : 0;
    if (c->form == Form::BadCall && c->children.size() < wanted) {
      std::vector<TermPtr> arguments = c->children;
      arguments.push_back(argument);
      const bool fits = typing.applicable(c->function, arguments);
      applied.push_back(fits ? typing.call(c->function, c->pos, std::move(arguments), c->extra_weight)
                             : typing.bad_call(c->function, c->pos, std::move(arguments), c->extra_weight));
    } else {
      applied.push_back(typing.binary(Op::Join, pos, argument, c));
    }
  }
  return typing.choice(choices->pos, std::move(applied), choices->reasons);
}

TermPtr Checker::macro(const MacroUse& use, const Span& span) {
  Term term;
  term.form = Form::Macro;
  term.macro = use;
  term.pos = term.span = span;
  return expand(std::make_shared<const Term>(std::move(term)), span);
}

// The body of the macro, if it has all its arguments. It is checked where it was written: it sees its own
// module and its parameters, and nothing of where it is used.
TermPtr Checker::expand(const TermPtr& macro, const Span& span) {
  const Typing& typing = context_.typing;
  const alloy::Macro& syntax = *macro->macro.macro;
  if (unrolls_ <= 0) {
    return typing.bad(
        span, error_at(span, ErrorClass::Type,
                       fmt::format("expansion of macro '{}' is nested too deeply", syntax.name.text)));
  }
  if (context_.macro_uses_left == 0) {
    return typing.bad(span, error_at(span, ErrorClass::Type, "too many macro expansions in the model"));
  }
  if (syntax.parameters.size() != macro->children.size()) return typing.moved(macro, span);
  --context_.macro_uses_left;
  Checker inside(context_, macro->macro.module);
  inside.unrolls_ = unrolls_ - 1;
  for (std::size_t i = 0; i < syntax.parameters.size(); ++i) {
    const TermPtr& argument = macro->children[i];
    // The name of a macro, a predicate or a function that lacks arguments: the body may give them.
    const bool callable =
        argument->form == Form::Macro || (argument->form == Form::Choice && argument->bad());
    inside.bind(syntax.parameters[i].text,
                callable ? argument : context_.resolver.as_it_is(argument, context_.warnings));
  }
  return typing.moved(inside.check(syntax.body), span);
}

}  // namespace fretsaw::model
