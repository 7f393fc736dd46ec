// SPDX-License-Identifier: MIT
// Symmetry breaking by lex-leader predicates, as in Kodkod.
#pragma once

#include "circuit/translate.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw {

// A literal, built from gates added to the circuit, that holds in at least one instance of each isomorphism
// class: for neighbors in a class of interchangeable atoms, swapping the two does not give a
// lexicographically larger instance. (So lower atoms are used first.) Classes of one atom are passed over.
Lit lex_leader(const Problem& problem, Circuit& circuit, const std::vector<std::vector<Atom>>& classes);

}  // namespace fretsaw
