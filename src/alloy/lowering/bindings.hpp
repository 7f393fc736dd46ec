// SPDX-License-Identifier: MIT
// Truth values of a formula with free variables, kept in a relation: one tuple for each binding of the
// variables that makes it true.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "alloy/lowering/terms.hpp"
#include "logic/relational/timed.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw::lowering {

// A relation that changes from state to state and holds bindings of some variables.
struct Memory {
  Relation relation;
  Decls decls;      // of the variables, with all values that they may have
  TupleSet values;  // all bindings
  Formula value;    // the binding is in the relation
};

class Bindings {
 public:
  // Relations are added to the problem. `spare` is an atom that no symmetry moves: a relation without
  // variables holds it or nothing.
  Bindings(TimedProblem& timed, Atom spare, TermTable& terms) : timed_(timed), spare_(spare), t_(terms) {}

  // To be notified of every declaration before what it binds is asked about.
  void declare(const Decl& decl);

  // For the free variables of the term. Nothing if one of them stands for more than an atom, or there are too
  // many bindings.
  std::optional<Memory> memory(const std::string& name, const Node& term);

  // Another one for the same variables.
  Memory like(const Memory& memory, const std::string& name);

  // The formula for all bindings.
  Formula for_all(const Memory& memory, const Formula& formula) {
    return memory.decls.empty() ? formula : all(memory.decls, formula);
  }

  // Does the term calculate, so that what an overflow means depends on where it stands (docs/integers.md)?
  bool may_overflow(const Node& term) const;
  // Is one of its free variables an integer?
  bool depends_on_integers(const Node& term);

 private:
  struct KnownVariable {
    Variable variable;
    bool single;                     // it is one atom
    TupleSet values;                 // it is among them
    std::optional<Relation> domain;  // which holds them
  };
  TupleSet upper(const Node& term) const;
  Memory add(const std::string& name, const TupleSet& values, const Decls& decls);

  TimedProblem& timed_;
  Atom spare_;
  TermTable& t_;
  FreeVariables free_;
  std::unordered_map<const Leaf*, KnownVariable> known_variables_;
};

}  // namespace fretsaw::lowering
