// SPDX-License-Identifier: MIT
// The signatures of functions, and the bodies of functions, assertions and facts. Signatures are built for
// all modules before any body is, so that bodies may call whatever is declared anywhere. The order in
// which bodies are checked is Alloy's (functions and the blocks of run commands, then assertions and
// checks, then facts, then the facts of sigs), because the first error is the one that is reported.
// The block of a command is checked here and kept for build_commands.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "alloy/model/build.hpp"
#include "alloy/model/resolve.hpp"
#include "alloy/model/typing.hpp"

namespace fretsaw::model {

namespace {

class SignatureBuilder {
 public:
  SignatureBuilder(Build& build, std::size_t module, const alloy::Function& syntax)
      : build_(build), syntax_(syntax), checker_(build.context, module, Place::Signature) {}

  Status fill(Function& function) {
    if (syntax_.receiver) {
      const alloy::Name self{"this", syntax_.receiver->span};
      const auto bound = alloy::make_name(syntax_.receiver->text, syntax_.receiver->span);
      if (auto added = add(function, {self}, bound, Mult::Default, {}, false, self.span); !added)
        return added;
    }
    for (const alloy::Decl& decl : syntax_.parameters) {
      auto added = add(function, decl.names, decl.bound, decl.mult, decl.mult_pos, decl.disjoint.has_value(),
                       decl.span);
      if (!added) return added;
    }
    if (syntax_.is_predicate) return Success{};
    const auto result = checker_.check_bound(syntax_.result, syntax_.result_mult, {});
    if (result.term->bad()) return build_.typing.error_of(*result.term);
    function.result_mult = result.mult;
    function.result = to_relation(finish(result.term));
    return Success{};
  }

 private:
  Status add(Function& function, const std::vector<alloy::Name>& names, const alloy::ExprPtr& written,
             Mult mult, const Span& mult_pos, bool disjoint, const Span& span) {
    const auto bound = checker_.check_bound(written, mult, mult_pos);
    if (bound.term->bad()) return build_.typing.error_of(*bound.term);
    Decl decl{{}, bound.mult, to_relation(finish(bound.term)), disjoint, span};
    for (const alloy::Name& name : names) {
      auto variable = std::make_shared<const Variable>(Variable{name.text, bound.type, name.span});
      checker_.bind(variable);
      decl.variables.push_back(std::move(variable));
    }
    function.parameters.push_back(std::move(decl));
    return Success{};
  }

  Build& build_;
  const alloy::Function& syntax_;
  Checker checker_;
};

class BodyBuilder {
 public:
  BodyBuilder(Build& build, std::size_t module)
      : build_(build), scope_(build.names.modules[module]), module_(module) {}

  Status run() {
    if (auto done = functions(); !done) return done;
    if (auto done = assertions(); !done) return done;
    if (auto done = facts(); !done) return done;
    return sig_facts();
  }

 private:
  // In the order in which Alloy examines them: functions of one name together, where the first of them
  // stands, and the blocks of run commands where they stand.
  Status functions() {
    std::set<std::string_view> seen;
    for (const alloy::Paragraph& paragraph : scope_.syntax->paragraphs) {
      if (const auto* function = std::get_if<alloy::Function>(&paragraph)) {
        if (!seen.insert(function->name.text).second) continue;
        for (const std::size_t f : scope_.functions_by_name.at(function->name.text)) {
          if (auto done = body(f); !done) return done;
          give_up(scope_.functions[f]->body);
        }
      } else if (const auto* command = std::get_if<alloy::Command>(&paragraph)) {
        if (command->is_check) continue;
        if (auto done = command_body(*command); !done) return done;
      }
    }
    return Success{};
  }

  Status body(std::size_t index_in_module) {
    Function& function = build_.model.functions[scope_.first_function + index_in_module];
    const alloy::Function& syntax = *scope_.functions[index_in_module];
    Checker checker(build_.context, module_);
    for (const VariablePtr& parameter : Typing::parameters(function)) checker.bind(parameter);
    TermPtr term = checker.check(syntax.body);
    if (function.is_predicate) return formula(term, function.body);
    term = build_.resolver.as_relation(term, &build_.warnings);
    if (term->bad()) return build_.typing.error_of(*term);
    if (term->mult != 0) return misplaced_multiplicity(term->span);
    const Type declared = build_.typing.result_type(function);
    if (term->type.arity() != declared.arity()) {
      return error_at(
          term->span, ErrorClass::Type,
          fmt::format("function '{}' is declared to return {}, but its body has type {}", function.name,
                      build_.typing.show(declared), build_.typing.show(term->type)));
    }
    if (declared.has_tuple() && term->type.has_tuple() &&
        !build_.typing.algebra().intersects(term->type, declared)) {
      build_.warnings.push_back(warning_at(
          term->span,
          fmt::format("function '{}' is declared to return {}, but its body has the disjoint type {}",
                      function.name, build_.typing.show(declared), build_.typing.show(term->type))));
    }
    function.body = to_relation(finish_body(build_, term));
    return Success{};
  }

  // The trees of a large model take as much memory as what is made of them: those of bodies are not kept.
  void give_up(const alloy::ExprPtr& body) {
    if (build_.owns_syntax && module_ == 0) const_cast<alloy::ExprPtr&>(body).reset();
  }

  Status formula(const TermPtr& unresolved, ExprPtr& out) {
    const TermPtr term = build_.resolver.as_formula(unresolved, &build_.warnings);
    if (term->bad()) return build_.typing.error_of(*term);
    if (term->mult != 0) return misplaced_multiplicity(term->span);
    out = finish_body(build_, term);
    return Success{};
  }

  // The blocks of an opened module's commands are checked like all others, and then forgotten.
  Status command_body(const alloy::Command& command) {
    if (!command.body) return Success{};
    Checker checker(build_.context, module_);
    ExprPtr goal;
    if (auto done = formula(checker.check(command.body), goal); !done) return done;
    if (module_ == 0) build_.command_goals.emplace(&command, std::move(goal));
    return Success{};
  }

  Status assertions() {
    std::size_t next = 0;
    for (const alloy::Paragraph& paragraph : scope_.syntax->paragraphs) {
      if (const auto* command = std::get_if<alloy::Command>(&paragraph)) {
        if (!command->is_check) continue;
        if (auto done = command_body(*command); !done) return done;
      }
      const auto* syntax = std::get_if<alloy::Assert>(&paragraph);
      if (!syntax) continue;
      ++next;
      Assertion assertion;
      assertion.name =
          scope_.prefix() + (syntax->name.text.empty() ? fmt::format("assert${}", next) : syntax->name.text);
      assertion.module = module_;
      assertion.span = syntax->span;
      Checker checker(build_.context, module_);
      if (auto done = formula(checker.check(syntax->body), assertion.formula); !done) return done;
      build_.model.assertions.push_back(std::move(assertion));
    }
    return Success{};
  }

  Status facts() {
    std::size_t next = 0;
    for (const alloy::Paragraph& paragraph : scope_.syntax->paragraphs) {
      const auto* syntax = std::get_if<alloy::Fact>(&paragraph);
      if (!syntax) continue;
      ++next;
      Fact fact;
      fact.name =
          scope_.prefix() + (syntax->name.text.empty() ? fmt::format("fact${}", next) : syntax->name.text);
      fact.module = module_;
      fact.span = syntax->span;
      // What is not a formula is reported at the word `fact`.
      const TermPtr body = Checker(build_.context, module_).check(syntax->body);
      const TermPtr whole = build_.typing.moved(body, merge(syntax->span, body->span));
      if (auto done = formula(whole, fact.formula); !done) return done;
      build_.model.facts.push_back(std::move(fact));
    }
    return Success{};
  }

  Status sig_facts() {
    for (std::size_t i = 0; i < scope_.sigs.size(); ++i) {
      const alloy::Sig* syntax = scope_.sigs[i].sig;
      if (!syntax || !syntax->fact || syntax->fact->children.empty()) continue;
      const Sig& sig = build_.model.sigs[scope_.first_sig + i];
      Checker checker(build_.context, module_, Place::SigFact, sig.id);
      const bool one = sig.mult == SigMult::One;
      if (one) {
        checker.bind("this", build_.typing.sig(sig.id, sig.span));
      } else {
        checker.bind(sig.this_variable);
      }
      Fact fact;
      fact.name = sig.name + "$fact";
      fact.sig = sig.id;
      fact.module = module_;
      fact.span = syntax->fact->span;
      if (auto done = formula(checker.check(syntax->fact), fact.formula); !done) return done;
      if (!one) fact.formula = for_all_this(sig, std::move(fact.formula));
      build_.model.facts.push_back(std::move(fact));
    }
    return Success{};
  }

  ExprPtr for_all_this(const Sig& sig, ExprPtr body) const {
    Expr all;
    all.op = Op::All;
    all.type = Type::of_formula();
    all.span = all.pos = body->span;
    all.decls.change().push_back(
        {{sig.this_variable}, Mult::One, finish(build_.typing.sig(sig.id, sig.span)), false, sig.span});
    all.children = {std::move(body)};
    return std::make_shared<const Expr>(std::move(all));
  }

  Build& build_;
  const ModuleScope& scope_;
  std::size_t module_;
};

}  // namespace

ExprPtr finish_body(Build& build, const TermPtr& term) {
  ExprPtr expr = finish(term);
  warn_of_unused(*expr, build.warnings);
  return expr;
}

Status build_signatures(Build& build) {
  for (std::size_t m = 0; m < build.names.modules.size(); ++m) {
    const ModuleScope& scope = build.names.modules[m];
    for (const alloy::Function* syntax : scope.functions) {
      Function function;
      function.id = static_cast<FunctionId>(build.model.functions.size());
      function.name = scope.prefix() + syntax->name.text;
      function.is_predicate = syntax->is_predicate;
      function.is_private = syntax->private_function.has_value();
      function.module = m;
      function.span = syntax->name.span;
      build.model.functions.push_back(std::move(function));
    }
  }
  for (std::size_t m = 0; m < build.names.modules.size(); ++m) {
    const ModuleScope& scope = build.names.modules[m];
    for (std::size_t f = 0; f < scope.functions.size(); ++f) {
      Function& function = build.model.functions[scope.first_function + f];
      if (auto filled = SignatureBuilder(build, m, *scope.functions[f]).fill(function); !filled)
        return filled;
    }
  }
  return Success{};
}

namespace {

// module m[exactly A], opened with a sig that changes.
Diagnostic exact_variable(const Build& build, std::size_t module, const Sig& sig) {
  Span where = sig.span;
  for (const ModuleScope& scope : build.names.modules) {
    for (const OpenedModule& open : scope.opens) {
      if (open.target == module && open.span.source != nullptr) where = open.span;
    }
  }
  return error_at(
      where, ErrorClass::Syntax,
      fmt::format("module '{}' requires the same atoms of its parameter in all states, but sig '{}' is 'var'",
                  build.model.modules[module].name, sig.name));
}

}  // namespace

Status build_bodies(Build& build) {
  for (std::size_t m = 0; m < build.names.modules.size(); ++m) {
    if (auto built = BodyBuilder(build, m).run(); !built) return built;
    for (const Parameter& parameter : build.names.modules[m].parameters) {
      if (!parameter.exactly) continue;
      const SigId sig = build.names.sig_id(*parameter.sig);
      if (build.model.sig(sig).is_variable) return exact_variable(build, m, build.model.sig(sig));
      auto& exact = build.model.exact_sigs;
      if (std::ranges::find(exact, sig) == exact.end()) exact.push_back(sig);
    }
  }
  return Success{};
}

}  // namespace fretsaw::model
