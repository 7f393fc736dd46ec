// SPDX-License-Identifier: MIT
// Formulas as text in the DIMACS format, with comments that say which variables are primary and secondary:
//
//     c primary 1..2
//     c secondary 3..3
//     p cnf 4 2
//     1 -3 0
//     2 4 0
#pragma once

#include <string>

#include "base/source.hpp"
#include "fretsaw/diagnostic.hpp"
#include "logic/cnf/cnf.hpp"

namespace fretsaw {

std::string to_dimacs(const Cnf& cnf);

// Reads what to_dimacs writes, and DIMACS of other origin: without the comments, every variable is primary.
// Other comments are skipped anywhere between clauses; a line "%" ends the text, as in the SATLIB collection.
// An error names the place: a missing or second header, a literal beyond the variables, a clause without its
// 0, another number of clauses than announced, ranges that do not fit.
Result<Cnf> read_dimacs(const Source& source);

}  // namespace fretsaw
