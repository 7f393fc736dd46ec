// SPDX-License-Identifier: MIT
// The last gate before an instance leaves the finder: it must lie within the bounds and satisfy the formulas,
// and its witnesses must be witnesses, by the word of the evaluator.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/finder.hpp"
#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"
#include "logic/relational/choices.hpp"

namespace fretsaw {

class Verifier {
 public:
  // Beyond this many tuples in the domain of a variable that stands for sets, not all sets are tried: its
  // witness alone shows that the quantifier holds.
  static constexpr std::size_t kMaxTriedSets = 8;

  // Requires check(problem).ok(). The skolem constants are those that the problem's translation introduced.
  Verifier(const Problem& problem, const std::vector<Skolem>& skolems,
           std::size_t tried_sets = kMaxTriedSets);
  ~Verifier();
  Verifier(Verifier&&) noexcept;
  Verifier& operator=(Verifier&&) noexcept;

  // An error, which is a defect of Fretsaw, if it is not an instance or a witness is none. The witnesses are
  // in the order of the skolems.
  Status verify(const Instance& instance, const std::vector<Witness>& witnesses,
                Budget& budget = no_limits());

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A problem in which existential quantifiers look at the constants that the translation introduced for them,
// and at nothing else.
struct WitnessedProblem {
  Problem problem;                  // the original bounds, and one auxiliary relation a skolem
  std::vector<Relation> constants;  // in the order of the skolems
  Choices choices;                  // for declarations in the problem's formulas
};

// An instance with values for the constants satisfies the result only if it satisfies the original:
// evaluating a quantifier over sets would take time exponential in its domain, checking its witness does not.
WitnessedProblem with_witnesses(const Problem& problem, const std::vector<Skolem>& skolems);

}  // namespace fretsaw
