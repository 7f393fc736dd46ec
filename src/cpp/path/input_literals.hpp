// SPDX-License-Identifier: MIT
// The input, to a SAT solver: variables with a domain are a literal for each value, integers are bits; and
// what is true of every input.
#pragma once

#include <map>
#include <vector>

#include "cpp/path/gates.hpp"
#include "cpp/path/input_model.hpp"

namespace fretsaw::path {

class InputLiterals {
 public:
  // All outlive it.
  InputLiterals(const InputModel& model, Solver& solver, Gates& gates);

  // The variable has the value at that position of its domain.
  Literal is(std::size_t variable, std::size_t position) const { return choices_[variable][position]; }
  const Bits& bits(std::size_t variable) const { return numbers_[variable]; }  // of a free one
  // The variable exists: lengths that it depends on are large enough.
  Literal exists(std::size_t variable);
  // To be assumed: integers are small.
  Literal are_small() const { return small_; }

  Bits cell_bits(const InputCell& cell);
  Literal cell_equals(const InputCell& cell, std::uint64_t value);

  // All of these: it is that input.
  Bits is(const InputWords& input);
  // Those of them about variables that are not followed.
  Bits unfollowed(const InputWords& input);
  // After the solver has found one.
  InputWords solution() const;

 private:
  Literal has(std::size_t variable, std::uint64_t word);
  void add_variable(std::size_t variable);
  void add_value_conditions();
  void add_ownership();
  void add_small_numbers();
  Literal has_rank(std::size_t variable, std::int64_t above, std::int64_t last);
  Literal variable_bit(std::size_t variable, unsigned bit);
  Literal part_equals(const CellSlice& part, std::uint64_t value);

  const InputModel& model_;
  Solver& solver_;
  Gates& gates_;
  Literal small_;
  std::vector<std::vector<Literal>> choices_;
  std::vector<Bits> numbers_;
  std::map<std::size_t, Literal> exists_;
};

}  // namespace fretsaw::path
