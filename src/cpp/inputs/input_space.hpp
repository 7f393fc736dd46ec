// SPDX-License-Identifier: MIT
//
// Inputs that satisfy relational clauses: the objects that the bounds allow for as a relational problem, of
// which each instance is a candidate.
//
// The root is the first object of the space: an object of the class itself, or one that holds the receiver
// and the arguments of a call, which nothing else refers to. Objects that the root does not reach do not exist:
// they are in no set, and their fields are empty. So instances that differ at all differ in what is
// reachable, and one instance for each isomorphism class is one input for each.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpp/contract/theory.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::inputs {

struct Question {
  std::vector<std::size_t> invariants;  // clauses of the theory: of every object of their receiver's class
  std::vector<std::vector<std::size_t>> preconditions;  // one of these lists must hold, if there are any
  std::vector<std::size_t> extra_preconditions;         // all of these as well
  // Something else chooses, and clauses only filter: fields that no formula can choose may be there, as long
  // as no clause is about them.
  bool only_filters = false;
};

class InputSpace {
 public:
  // Errors: fields whose values a formula cannot choose, clauses about fields that keep their default values, and
  // numbers that are too large for the solver. The theory's clauses must be exact (see
  // heap_check.hpp).
  static Result<InputSpace> build(const contract::Theory& theory, const space::Space& space,
                                  const Question& question);

  const Problem& problem() const { return problem_; }
  // There are fields that no relation stands for (if clauses only filter).
  bool leaves_fields_out() const { return leaves_fields_out_; }
  // The clause that a formula of the problem comes from; nothing for what holds of any heap.
  const contract::Clause* origin(std::size_t formula) const { return origins_[formula]; }
  std::vector<std::uint32_t> candidate(const Instance& instance) const;

  // A tuple of a field's relation means that a slot has the value at that position.
  struct Choice {
    std::uint32_t slot;
    std::uint32_t position;
  };
  struct Table {
    std::size_t bound;                                      // of the problem
    std::vector<std::pair<std::uint64_t, Choice>> choices;  // by the tuple's number, sorted
  };
  const std::vector<Table>& tables() const { return tables_; }

 private:
  friend class SpaceBuilder;

  Problem problem_;
  std::vector<const contract::Clause*> origins_;
  std::vector<std::uint32_t> initial_;  // what slots hold that no tuple speaks of
  std::vector<Table> tables_;
  bool leaves_fields_out_ = false;
};

}  // namespace fretsaw::inputs
