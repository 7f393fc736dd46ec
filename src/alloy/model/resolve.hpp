// SPDX-License-Identifier: MIT
// The way down: given the type that matters to the parent (the relevance type: tuples outside of it cannot
// change the parent's value), what is the one meaning of every name in the term? Warnings are found on the
// way, since an expression whose relevance type is empty is most likely a mistake.
#pragma once

#include <unordered_map>
#include <vector>

#include "alloy/model/expr.hpp"
#include "alloy/model/term.hpp"
#include "alloy/model/typing.hpp"

namespace fretsaw::model {

using Warnings = std::vector<Diagnostic>;

class Resolver {
 public:
  explicit Resolver(const Typing& typing) : typing_(typing) {}

  // The term without choices, or a bad one. Warnings may be null.
  TermPtr resolve(const TermPtr& term, const Type& relevant, Warnings* warnings) const;

  TermPtr as_formula(const TermPtr& term, Warnings* warnings) const;
  TermPtr as_integer(const TermPtr& term, Warnings* warnings) const;
  TermPtr as_relation(const TermPtr& term, Warnings* warnings) const;
  // By its own type.
  TermPtr as_it_is(const TermPtr& term, Warnings* warnings) const {
    return resolve(term, term->type, warnings);
  }

 private:
  TermPtr resolve_choice(const TermPtr& term, const Type& relevant, Warnings* warnings) const;
  Diagnostic with_candidates(Diagnostic error, const std::vector<TermPtr>& choices,
                             const std::vector<std::string>& reasons) const;
  void drop_implicit(std::vector<TermPtr>& choices, std::vector<std::string>& reasons) const;
  TermPtr choice(const TermPtr& term, const Type& relevant, const std::vector<TermPtr>& choices,
                 const std::vector<std::string>& reasons, bool first_pass, Warnings* warnings) const;
  TermPtr unary(const TermPtr& term, const Type& relevant, Warnings* warnings) const;
  TermPtr binary(const TermPtr& term, const Type& relevant, Warnings* warnings) const;
  TermPtr list(const TermPtr& term, Warnings* warnings) const;
  TermPtr block(const TermPtr& term, const Type& relevant, Warnings* warnings) const;
  TermPtr if_else(const TermPtr& term, const Type& relevant, Warnings* warnings) const;
  TermPtr let(const TermPtr& term, const Type& relevant, Warnings* warnings) const;
  TermPtr call(const TermPtr& term, Warnings* warnings) const;

  struct ResolvedTerm {
    TermPtr term;
    Type relevant;
    TermPtr result;
  };

  const Typing& typing_;
  // What trial resolutions of ambiguous terms gave: without it, names that stay ambiguous at each of n levels
  // would be tried 2^n times.
  mutable std::unordered_map<const Term*, std::vector<ResolvedTerm>> tried_;
};

// What matters of the operands of a binary operator, and what is suspicious about them.
struct Relevance {
  Type left;
  Type right;
  std::string warning;  // at the operator; may be empty
};
Relevance relevance_of_operands(const Term& term, const Type& relevant, const Typing& typing);

// The edges of the child's type that can lie on a path from p to q, for a tuple p->q of the parent's.
Type relevance_in_closure(const Type& parent, const Type& child, const TypeAlgebra& algebra);

// Resolved terms to typed expressions: casts are put where operands are of another kind than the operator
// asks for.

// Requires a resolved term that is not bad.
ExprPtr finish(const TermPtr& term);

Decl finish(const TermDecl& decl);

// The expression as a relation or integer. Requires that it is not a formula.
ExprPtr to_relation(ExprPtr expr);
ExprPtr to_integer(ExprPtr expr);

// Warns of variables of quantifiers and let that nothing mentions.
void warn_of_unused(const Expr& expr, Warnings& warnings);

}  // namespace fretsaw::model
