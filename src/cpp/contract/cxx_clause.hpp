// SPDX-License-Identifier: MIT
// Clauses in C++ as text for a compiler: \result and \old(e) replaced by names, and lines and columns as in
// the header, so that the compiler's messages point there.
#pragma once

#include <string>
#include <vector>

#include "cpp/contract/clause.hpp"
#include "cpp/contract/cxx_parts.hpp"

namespace fretsaw::contract {

inline constexpr const char* kResultName = "fretsaw_result";

struct CxxClause {
  // What follows stands in parentheses and begins with a line directive.
  std::string expression;
  std::vector<std::string>
      old;  // the e of each \old(e), which the expression calls fretsaw_old_0, …, likewise
  bool uses_result = false;
  std::vector<CxxPart> parts{};  // each goes through fretsaw_part(number, …) in the expression
};

// Requires a clause in C++. `has_result`: the function returns something. `notes_parts`: when the clause is
// evaluated, it tells the values of its parts. Refused: \old and \result where
// there is only one state or no result, \old inside of \old, and other words with a backslash.
Result<CxxClause> read_cxx_clause(const Clause& clause, bool has_result, bool notes_parts = false);

// Requires a `signals` clause. Begins with a line directive.
std::string exception_type(const Clause& clause);

}  // namespace fretsaw::contract
