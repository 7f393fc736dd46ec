// SPDX-License-Identifier: MIT
// Relational clauses as conditions of the solver that path conditions go to. Objects are atoms as ever; an
// integer is the bits of the variable that it comes from, at its full width: a set of integers is as many of
// them as there are objects (or elements) that have one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "cpp/inputs/input_space.hpp"
#include "cpp/path/guarded_rows.hpp"
#include "cpp/path/path_solver.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::path {

// Requires all formulas of the space. Variables of the solver are its slots. `is_signed`: whether the bits
// of a free variable are a signed number. Errors, at the clause: what would have to range over all integers, and
// operators that are not supported here.
Status require_clauses(const inputs::InputSpace& space, const InputModel& model, PathSolver& solver,
                       const std::function<bool(std::size_t variable)>& is_signed);

// What the relations of clauses are in an input: the sets that are given, and the fields, whose rows are
// guarded by what the variables are.

// As many bits as the number takes, the last one its sign.
Bits signed_bits(const Gates& gates, std::int64_t value);

class GroundLeaves {
 public:
  // All outlive it. `is_signed`: whether the bits of a free variable are a signed number.
  GroundLeaves(const inputs::InputSpace& space, const InputModel& model, PathSolver& solver,
               const std::function<bool(std::size_t variable)>& is_signed);

  const Rows& rows(const Leaf* relation) const { return relations_.at(relation); }

 private:
  Column column(Atom atom) const;
  void bind_sets(const std::map<std::size_t, const inputs::InputSpace::Table*>& table_of);
  void bind_field(const Bound& bound, const inputs::InputSpace::Table& table);

  const Problem& problem_;
  const InputModel& model_;
  PathSolver& solver_;
  Gates& gates_;
  const std::function<bool(std::size_t)>& is_signed_;
  std::map<Atom, std::int64_t> number_of_;
  std::map<Atom, Literal> live_;
  std::map<const Leaf*, Rows> relations_;
};

}  // namespace fretsaw::path
