// SPDX-License-Identifier: MIT
// What the evaluator runs: the terms of a problem as a flat list of instructions, operands before operators.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/relational/choices.hpp"
#include "logic/relational/dense.hpp"

namespace fretsaw {

using InstructionId = std::uint32_t;

// How often a value changes. Level 0 never does, level 1 with every instance that is loaded; every binding of
// a variable by a loop has a level of its own, above those of the loops around it. An instruction has the
// highest level of what it depends on: its value stays valid as long as nothing is bound at that level again.
using Level = std::uint32_t;
inline constexpr Level kConstantLevel = 0;
inline constexpr Level kInstanceLevel = 1;

struct Instruction {
  Op op = Op::True;
  int arity = 0;          // of expressions
  bool dense = true;      // expressions: value as bits, or as a sorted list of tuple numbers
  bool all_dense = true;  // so are the values of all operands
  bool shortcut = false;  // Join: the left is a variable that holds one atom. In: likewise
  // Atomic formulas in prevent mode; see docs/integers.md.
  bool checks_overflow = false;
  bool positive = true;                // the place it stands in
  bool universal[2] = {false, false};  // how each side is read
  Level level = kConstantLevel;
  std::uint32_t value = 0;  // where an expression's value is: in the words or among the lists
  std::uint32_t words = 0;  // how many it takes, if it is dense
  std::uint32_t first_operand = 0, operands = 0;
  std::uint32_t first_loop = 0, loops = 0;  // of binders; the body is the last operand
  std::int64_t constant = 0;                // of Constant; of Relation: its position among the bounds
};

inline constexpr InstructionId kNoInstruction = ~InstructionId{0};

// variable: multiplicity domain
struct Loop {
  InstructionId variable;
  InstructionId domain;
  Multiplicity multiplicity;
  InstructionId choice = kNoInstruction;  // if there is one, no other value is tried
};

struct EvaluatorCode {
  DenseShape shape{1};
  Integers integers;  // with the atoms in the order of their numbers
  std::vector<Instruction> instructions;
  std::vector<InstructionId> operands;
  std::vector<Loop> loops;
  std::vector<InstructionId> relations;  // the instruction of each bound, in order
  std::vector<InstructionId> roots;      // of each term that was compiled, in order
  std::size_t words = 0;                 // of all dense values together
  std::size_t lists = 0;                 // how many sparse values there are
  Level levels = kInstanceLevel + 1;
  bool too_large = false;  // the terms need more instructions than is reasonable; roots are incomplete

  std::span<const InstructionId> operands_of(const Instruction& i) const {
    return std::span(operands).subspan(i.first_operand, i.operands);
  }
  std::span<const Loop> loops_of(const Instruction& i) const {
    return std::span(loops).subspan(i.first_loop, i.loops);
  }
};

// Expressions whose values could take more than `max_dense_words` are kept as lists. Requires that the terms
// pass check_terms() for the problem.
EvaluatorCode compile(const Problem& problem, std::span<const NodePtr> terms, std::size_t max_dense_words,
                      const Choices& choices = {});

}  // namespace fretsaw
