// SPDX-License-Identifier: MIT
// Resolved terms to typed expressions: casts are put where operands are of another kind than the operator
// asks for.
#pragma once

#include "alloy/model/expr.hpp"
#include "alloy/model/resolve.hpp"
#include "alloy/model/term.hpp"

namespace fretsaw::model {

// Requires a resolved term that is not bad.
ExprPtr finish(const TermPtr& term);

Decl finish(const TermDecl& decl);

// The expression as a relation or integer. Requires that it is no formula.
ExprPtr to_relation(ExprPtr expr);
ExprPtr to_integer(ExprPtr expr);

// Warns of variables of quantifiers and let that nothing mentions.
void warn_of_unused(const Expr& expr, Warnings& warnings);

}  // namespace fretsaw::model
