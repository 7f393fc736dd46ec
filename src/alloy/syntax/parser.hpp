// SPDX-License-Identifier: MIT
// Text to syntax tree: the whole language of Alloy 6, static and temporal. Nothing is resolved here.
//
// The first error ends the parse. It is of class Syntax, at the token Alloy would complain about, and says
// what was expected; recursion is bounded (kMaxExprDepth), and time and memory are linear in the length of
// the text.
#pragma once

#include "alloy/syntax/ast.hpp"
#include "alloy/syntax/lexer.hpp"
#include "base/budget.hpp"
#include "base/source.hpp"

namespace fretsaw::alloy {

// A text that declares a name with a prime, like s', was written for Alloy 4 or 5, and is read as such:
// Module::primed says so. Throws LimitReached.
Result<Module> parse_module(SourcePtr source, Budget& budget = no_limits());

// A text that belongs to another, such as tests of a model: if that one was read as Alloy 4 or 5, so is this, whether
// or not it declares such a name itself.
Result<Module> parse_module_like(const Module& other, SourcePtr source, Budget& budget = no_limits());

// One expression or formula and nothing after it; spans point into the source, which the caller keeps.
Result<ExprPtr> parse_expression(const SourcePtr& source, Primes primes = Primes::Operators,
                                 Budget& budget = no_limits());

// What stands after `for` in a command: "3 but 1 List, 4 int". Gives a Command of which only `overall` and
// `scopes` are set.
Result<Command> parse_scopes(const SourcePtr& source, Primes primes = Primes::Operators);

// Clauses of contracts (see ClauseText): { formulas }, and a whole `pred` or `fun`. The caller keeps the
// source.
Result<ExprPtr> parse_clause(const ClauseText& clause, Budget& budget = no_limits());
Result<Function> parse_helper(const ClauseText& clause, Budget& budget = no_limits());

}  // namespace fretsaw::alloy
