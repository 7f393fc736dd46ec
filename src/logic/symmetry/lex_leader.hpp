// SPDX-License-Identifier: MIT
// Symmetry breaking by lex-leader predicates, as in Kodkod.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"

namespace fretsaw {

// In which order the tuples of two instances are compared.
enum class CompareBy {
  Relations,  // all tuples of one relation, then those of the next: cuts the most duplicates in most problems
  Atoms,      // first the tuples of the first atoms of each class, whatever their relation: see leader.hpp
  Witnesses,  // by arity, and among equals the skolem constants before the relations: for one answer, where
              // instances that differ in them need not be distinguished; most searches end sooner if these
              // are settled first, but not if functions are before sets
};

// The inputs that count, by index, in that order: auxiliary relations do not, and skolem constants only by
// Witnesses (where lex_leader() still puts them in order of arity).
std::vector<std::uint32_t> comparison_order(const Problem& problem, const std::vector<InputTuple>& inputs,
                                            const std::vector<std::vector<Atom>>& classes, CompareBy by);

// A literal, built from gates added to the circuit, that holds in at least one instance of each isomorphism
// class: for two neighbors (by atoms: any two) in a class of interchangeable atoms, swapping them does not
// give a lexicographically larger instance. (So lower atoms are used first.) Classes of one atom are passed
// over.
Lit lex_leader(const Problem& problem, Circuit& circuit, const std::vector<std::vector<Atom>>& classes,
               CompareBy by = CompareBy::Relations);

// Which atoms the bounds of a problem cannot tell apart.

// The atoms of the universe in classes, each ascending, ordered by their first atom: permuting atoms within a
// class maps every bound to itself, and therefore instances to instances. Atoms that stand for integers are
// alone in theirs.
std::vector<std::vector<Atom>> interchangeable_atoms(const Problem& problem);

}  // namespace fretsaw
