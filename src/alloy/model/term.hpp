// SPDX-License-Identifier: MIT
// Expressions on their way from syntax to type: names may still mean several things, calls may lack
// arguments, and what is wrong is kept, so that an overloaded name can try all its meanings and only the
// failure of all of them counts.
//
// A term is bad if its type is ill; then it has an error, which its parents inherit.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "alloy/model/expr.hpp"
#include "alloy/model/names.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

struct Term;
using TermPtr = std::shared_ptr<const Term>;

enum class Form : std::uint8_t {
  Plain,    // an operator, as in Expr
  Choice,   // one of the children, each explained in `reasons`
  BadCall,  // Term::function with too few or unsuitable arguments: bad, until more are given
  BadJoin,  // a join that cannot be: bad
  Macro,    // a macro that lacks arguments: bad, until they are given
  Bad,      // nothing that could be named
};

struct TermDecl {
  std::vector<VariablePtr> variables;
  Mult mult = Mult::One;
  TermPtr bound;
  bool disjoint = false;
  Span span;
  Span bound_span;  // with the multiplicity
};

struct Term {
  Form form = Form::Plain;
  Op op = Op::Block;
  Mult left_mult = Mult::Set;  // of Arrow; SetOf with Exactly is the `=` of a defined field
  Mult right_mult = Mult::Set;
  std::uint8_t mult = 0;  // 1: a multiplicity like `one A`; 2: an arrow with multiplicities in it
  SigId sig{};
  FieldId field{};
  FunctionId function{};
  MacroUse macro;
  std::int64_t number = 0;
  std::int64_t weight = 0;  // of several possible meanings the one with the least weight wins
  std::int64_t extra_weight = 0;
  std::string text;
  VariablePtr variable;
  Type type;
  std::shared_ptr<const Diagnostic>
      error;  // of bad terms; BadCall, BadJoin and Choice compute theirs on demand
  std::vector<TermPtr> children;
  std::vector<TermDecl> decls;
  std::vector<std::string> reasons;
  Span pos;   // where errors about the operator are reported
  Span span;  // where errors about the whole are reported

  Term() = default;
  Term(const Term&) = default;
  Term(Term&&) = default;
  Term& operator=(const Term&) = default;
  Term& operator=(Term&&) = default;
  ~Term();  // frees chains of any length without recursion

  bool bad() const { return type.is_error(); }
  bool is(Op o) const { return form == Form::Plain && op == o; }
};

// The smallest span that covers both, as far as they are in the same source.
Span merge(const Span& a, const Span& b);

// Do the two certainly have the same value?
bool same_value(const Term& a, const Term& b);

}  // namespace fretsaw::model
