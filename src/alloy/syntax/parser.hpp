// SPDX-License-Identifier: MIT
// Text to syntax tree: the whole language of Alloy 6, static and temporal. Nothing is resolved here.
//
// The first error ends the parse. It is of class Syntax, at the token Alloy would complain about, and says
// what was expected; recursion is bounded (kMaxExprDepth), and time and memory are linear in the length of
// the text.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

// Literate models: Alloy in Markdown. As Alloy reads them: a head between two lines `---`, which comes first,
// then text of which only the blocks count that begin with a line "```alloy" and end with one that begins
// with "```".
struct Markdown {
  // The text of the source in which all is blank that is not Alloy: what is left is where the source has it.
  // None if the source is not Markdown.
  std::optional<std::string> alloy;
  std::optional<Diagnostic> error;       // it is Markdown, but nothing in it can be read
  std::vector<Span> malformed_fences{};  // lines that almost begin a block of Alloy
};

// A source is Markdown if its name ends in `.md`; or if it has a head and at least one block of Alloy, since
// `---` alone is a comment.
Markdown read_markdown(const Source& source);

// A module and a fragment that is read as its continuation, as published suites of unit tests are.

// One module: the opens of both, each once; the paragraphs of the model without its commands; those of the
// fragment. A name that both declare means, in each part, its own: in the result the model's has another
// name. The spans of both keep their sources.
Module append_fragment(const Module& model, const Module& fragment);

}  // namespace fretsaw::alloy
