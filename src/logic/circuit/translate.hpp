// SPDX-License-Identifier: MIT
// Problem -> circuit.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/relational.hpp"
#include "logic/circuit/gate_graph.hpp"

namespace fretsaw {

// A variable bound around a quantifier, grounded or a constant itself.
struct SkolemStep {
  const Decl* decl;
  bool grounded;

  friend auto operator<=>(const SkolemStep&, const SkolemStep&) = default;
};

// A relation whose tuples are the witnesses of an existential quantifier: for each choice of the variables
// around it that were grounded (its first columns), the value chosen for the variable (the other columns).
struct Skolem {
  const Decl* decl = nullptr;    // in a formula of the problem
  std::vector<SkolemStep> path;  // from the formula to the quantifier, outermost first
  int arity = 0;                 // the grounded variables' columns included
  int depth = 0;                 // the least skolem_depth with which it is made; -1 for any
};

// What an input of the circuit stands for: a tuple of the relation of bounds[owner], or, if owner is not less
// than the number of bounds, of skolems[owner - bounds].
struct InputTuple {
  std::uint32_t owner;
  std::uint64_t tuple;  // numbered in base |universe|
};

struct Circuit {
  GateGraph gates;
  std::vector<Lit> outputs;         // one a formula of the problem
  std::vector<InputTuple> inputs;   // by input index
  std::vector<Lit> input_literals;  // likewise
  std::vector<Skolem> skolems;
};

struct TranslateOptions {
  // An existential quantifier over single tuples is replaced by a skolem constant if at most this many
  // universally quantified variables surround it; -1: never. One over sets always is, wherever that is
  // possible.
  int skolem_depth = 0;
  // All formulas of the problem will be required to hold, so that the translation of one may rely on the
  // others.
  bool all_hold = true;
  // All but these, by position: the others must not rely on them.
  std::vector<std::size_t> goal{};
};

// Requires check(problem).ok(). The error is a quantifier over sets that no constant can replace, or for
// which it would have too many columns.
Result<Circuit> translate(const Problem& problem, const TranslateOptions& options, Budget& budget);

}  // namespace fretsaw
