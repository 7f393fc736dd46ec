// SPDX-License-Identifier: MIT
// Questions about all instances of a problem, put to one solver that keeps what it learns.
#pragma once

#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/relational.hpp"
#include "logic/circuit/translate.hpp"
#include "logic/cnf/encoder.hpp"
#include "logic/sat/solver.hpp"
#include "logic/symmetry/slots.hpp"

namespace fretsaw {

enum class Occurrence { Never, Sometimes, Unknown };

enum class Effort {
  Quick,     // what propagation and a few conflicts show: most of what holds by the statements of a problem
  Thorough,  // about a second, with symmetries broken, which shortens proofs
};

// Only for properties that renaming interchangeable atoms does not change. The circuit may grow between
// questions.
class InstanceQueries {
 public:
  InstanceQueries(const Problem& problem, const std::vector<std::vector<Atom>>& classes, Circuit& circuit,
                  Budget& budget);

  // For each literal: is there an instance in which it holds?
  std::vector<Occurrence> ask(const std::vector<Lit>& literals, Effort effort);

 private:
  Occurrence solve(Lit literal, Effort effort);
  void add_pending_clauses();

  const Problem& problem_;
  const std::vector<std::vector<Atom>>& classes_;
  Circuit& circuit_;
  Budget& budget_;
  Encoder encoder_;
  std::unique_ptr<Solver> solver_;
  bool symmetries_broken_ = false;
  std::vector<std::vector<bool>> instances_;  // known ones, by their inputs: tried before the solver is
};

// Which interchangeable atoms of a problem can be numbered by a walk along pointers (symmetry/slots.hpp).

// The order of the slots that number as many classes as possible, by as few pointers as possible.
//
// Whether a field is a pointer (holds at most one atom) and whether all used atoms of a class are reached is
// not read off the text: the solver is asked for an instance in which it is not so.
SlotOrder find_numbering(const Problem& problem, const std::vector<std::vector<Atom>>& classes,
                         Circuit& circuit, Budget& budget);

}  // namespace fretsaw
