// SPDX-License-Identifier: MIT
// From syntax to terms: looks up names where they are used, keeps all that they may mean, tells calls from
// joins, expands macros.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "alloy/model/resolve.hpp"
#include "alloy/model/typing.hpp"
#include "alloy/syntax/expr.hpp"
#include "base/budget.hpp"

namespace fretsaw::model {

// Where an expression stands decides what may be named in it.
enum class Place : std::uint8_t {
  Formula,       // facts, assertions, bodies: everything
  SigFact,       // everything; fields of the sig mean this.f, and `this` may be a first argument
  DefinedField,  // f = e: likewise
  FieldBound,    // f: e: sigs, and the fields declared so far of the sig and of those it extends
  Signature,     // parameters and results: no functions
};

struct CheckerContext {
  const Names& names;
  const Typing& typing;
  const Resolver& resolver;
  Warnings* warnings;
  const std::map<std::string, ExprPtr>* extra;  // names that come before all others; may be null
  Budget& budget;
  std::size_t macro_uses_left =
      50'000;  // so that macros which multiply end in an error and not in a long wait
  std::size_t meta_copies_left = 20'000;  // likewise of the bodies of quantifiers over meta sigs
};

class Checker {
 public:
  Checker(CheckerContext& context, std::size_t module, Place place = Place::Formula,
          std::optional<SigId> sig = std::nullopt)
      : context_(context), module_(module), place_(place), sig_(sig) {}

  // A name of the surroundings: a parameter, or `this`.
  void bind(const VariablePtr& variable) {
    bind(variable->name, context_.typing.variable(variable, variable->span));
  }
  void bind(const std::string& name, TermPtr meaning) { local_[name].push_back(std::move(meaning)); }
  void unbind(const std::string& name);

  TermPtr check(const alloy::ExprPtr& expr);

  // What is declared with a bound, resolved.
  struct Bound {
    Mult mult = Mult::One;
    TermPtr term;  // without the multiplicity; may be bad
    Type type;
    Span span;  // with the multiplicity
  };
  Bound check_bound(const alloy::ExprPtr& bound, Mult mult, const Span& mult_pos);

 private:
  // checker_meta.cpp
  bool is_over_meta_sigs(const alloy::Expr& expr, const Bound& bound) const;
  TermPtr for_each_meta_sig(const alloy::Expr& expr, const Bound& bound);
  TermPtr for_meta_sig(const alloy::Expr& expr, const Bound& bound, SigId meta);

  TermPtr check_node(const alloy::Expr& expr);
  TermPtr check_leaf(const alloy::Expr& expr);
  TermPtr combine(const alloy::Expr& expr, TermPtr left, TermPtr right);
  TermPtr box(const alloy::Expr& expr);
  TermPtr quantifier(const alloy::Expr& expr);
  TermPtr let(const alloy::Expr& expr, std::size_t first);

  TermPtr join(const Span& pos, TermPtr left, TermPtr right);
  TermPtr apply(const Span& pos, const TermPtr& choices, const TermPtr& argument);

  TermPtr name(const std::string& text, const Span& span, bool at_sign);
  TermPtr global_name(const std::string& text, const Span& span, bool at_sign);
  void add_function(FunctionId function, const std::string& reason, const Span& span,
                    std::vector<TermPtr>& choices, std::vector<std::string>& reasons);
  void add_fields(const std::string& text, const Span& span, bool at_sign, std::vector<TermPtr>& choices,
                  std::vector<std::string>& reasons);
  TermPtr unknown(const std::string& text, const Span& span);
  std::optional<Diagnostic> unknown_meta_name(const std::string& text, const Span& span) const;
  const TermPtr* local(const std::string& name) const;

  TermPtr macro(const MacroUse& use, const Span& span);
  TermPtr expand(const TermPtr& macro, const Span& span);

  CheckerContext& context_;
  std::size_t module_;
  Place place_;
  std::optional<SigId> sig_;
  int unrolls_ = 20;  // macros within macros, as deep as in Alloy
  std::unordered_map<std::string, std::vector<TermPtr>> local_;
};

// Is the sig the other one, or a sig that extends it or is a subset of it?
bool inherits(const Model& model, SigId sig, SigId from);

}  // namespace fretsaw::model
