// SPDX-License-Identifier: MIT
// Clauses in C++ as text for a compiler: \result and \old(e) replaced by names, and lines and columns as in
// the header, so that the compiler's messages point there.
#pragma once

#include <string>
#include <vector>

#include "base/source.hpp"
#include "cpp/contract/clause.hpp"

namespace fretsaw::contract {

// The subexpressions of a C++ clause: the operands of && and both sides of each comparison. None if the text is
// ambiguous.
struct CxxSubexpression {
  Span span;
  bool is_conjunct = false;  // else a side of a comparison in the conjunct before it
};

// Of an expression, in the order of the text, conjuncts before their sides. Literals are not included.
std::vector<CxxSubexpression> parts_of(const Span& expression);

inline constexpr const char* kResultName = "fretsaw_result";

struct CxxClause {
  // What follows stands in parentheses and begins with a line directive.
  std::string expression;
  std::vector<std::string>
      old;  // the e of each \old(e), which the expression calls fretsaw_old_0, …, likewise
  bool uses_result = false;
  std::vector<CxxSubexpression> parts{};  // each goes through fretsaw_part(number, …) in the expression
};

// Requires a clause in C++. `has_result`: the function returns something. `notes_parts`: when the clause is
// evaluated, it reports the values of its subexpressions. Errors: \old and
// \result without two states or a result, nested \old, and unknown words with a backslash.
Result<CxxClause> read_cxx_clause(const Clause& clause, bool has_result, bool notes_parts = false);

// Requires a `signals` clause. Begins with a line directive.
std::string exception_type(const Clause& clause);

}  // namespace fretsaw::contract
