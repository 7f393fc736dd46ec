// SPDX-License-Identifier: MIT
// Problem -> clauses: the one way through circuit, symmetry breaking and encoding, in steps that finding and
// enumerating share.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/finder.hpp"
#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"
#include "logic/cnf/encoder.hpp"

namespace fretsaw {

// With what is needed to turn solutions of the clauses back into instances (decode_instance).
struct Clauses {
  Encoding encoding;
  std::vector<InputTuple> inputs;  // by input index
  std::vector<Skolem> skolems;
  int symmetry_selector = 0;  // symmetries are broken if this variable is true; 0: there is none
  Statistics statistics;
};

struct PrepareOptions {
  Symmetry symmetry = Symmetry::Lex;
  int skolem_depth = 0;
  bool selectors =
      false;  // one a formula of the problem, in order; symmetry breaking has none and always holds
  bool symmetry_selector = false;   // it has one instead (see Clauses)
  std::vector<std::size_t> goal{};  // the formulas at these positions have one together (see Encoding)
};

// All of it, with lex-leader predicates unless the symmetry is None.
Result<Clauses> prepare(const Problem& problem, const PrepareOptions& options, Budget& budget);

// The first step. Errors: check() or translate() fails.
Result<Circuit> circuit_of(const Problem& problem, const TranslateOptions& options, Budget& budget);

// The last step: the clauses that say that these literals hold. Takes the circuit's inputs and skolems with
// it.
Clauses clauses_of(const Problem& problem, Circuit& circuit, std::span<const Lit> outputs,
                   const EncodeOptions& options, Budget& budget, std::span<const Lit> exported = {});

// Which inputs of a problem's circuit are choices that do not belong to an instance.
std::vector<bool> secondary_inputs(const Problem& problem, const std::vector<InputTuple>& inputs);

// Solutions of a problem's clauses back into instances of the problem.

// The truth of a variable in a solution.
using Assignment = std::function<bool(int variable)>;

Instance decode_instance(const Problem& problem, const Clauses& clauses, const Assignment& value);
std::vector<Witness> decode_witnesses(const Problem& problem, const Clauses& clauses,
                                      const Assignment& value);

// Those of quantifiers that become constants by this skolem_depth, with their numbers given anew.
std::vector<Witness> witnesses_of_depth(const Clauses& clauses, const std::vector<Witness>& witnesses,
                                        int depth);

}  // namespace fretsaw
