// SPDX-License-Identifier: MIT
// Formulas: connectives, quantifiers, and the atomic ones with their judgment of overflows.
#include <algorithm>

#include "logic/relational/machine_loops.hpp"

namespace fretsaw {

bool Machine::truth(InstructionId id) {
  if (too_large_) return false;
  if (!valid(id)) {
    const bool value = compute_truth(code_.instructions[id]);
    cells_[id].truth = value;
  }
  return cells_[id].truth;
}

bool Machine::compute_truth(const Instruction& i) {
  const auto operands = code_.operands_of(i);
  const auto holds = [&](InstructionId id) { return truth(id); };
  switch (i.op) {
    case Op::True:
      return true;
    case Op::False:
      return false;
    case Op::And:
      return std::ranges::all_of(operands, holds);
    case Op::Or:
      return std::ranges::any_of(operands, holds);
    case Op::Not:
      return !truth(operands[0]);
    case Op::Iff:
      return truth(operands[0]) == truth(operands[1]);
    case Op::All: {
      const auto body = [&](TupleNumber) { return truth(operands.back()); };
      return for_each_binding(code_.loops_of(i), 0, body);
    }
    case Op::Exists: {
      const auto body = [&](TupleNumber) { return !truth(operands.back()); };
      return !for_each_binding(code_.loops_of(i), 0, body);
    }
    default:
      return atomic(i);
  }
}

bool Machine::atomic(const Instruction& i) {
  bool holds = false;
  const auto operands = code_.operands_of(i);
  switch (i.op) {
    case Op::In:
    case Op::Equal:
      holds = compare_sets(i);
      break;
    case Op::IntEqual:
      holds = number(operands[0]).value == number(operands[1]).value;
      break;
    case Op::IntLess:
      holds = number(operands[0]).value < number(operands[1]).value;
      break;
    case Op::IntLessEqual:
      holds = number(operands[0]).value <= number(operands[1]).value;
      break;
    default:
      holds = test_size(i);
  }
  if (!i.checks_overflow) return holds;

  bool universal = false;
  bool existential = false;
  for (std::size_t side = 0; side < operands.size(); ++side) {
    if (cells_[operands[side]].overflow) (i.universal[side] ? universal : existential) = true;
  }
  return i.positive ? (holds || universal) && !existential : (holds || existential) && !universal;
}

bool Machine::compare_sets(const Instruction& i) {
  const auto operands = code_.operands_of(i);
  if (i.shortcut) return has_atom(dense(operands[1]), static_cast<std::size_t>(cells_[operands[0]].number));
  evaluate(operands[0]);
  evaluate(operands[1]);
  return i.op == Op::In ? included(operands[0], operands[1]) : equal_sets(operands[0], operands[1]);
}

bool Machine::included(InstructionId a, InstructionId b) {
  const Instruction& left = code_.instructions[a];
  if (!left.dense) return std::ranges::includes(tuples(b), tuples(a));
  const Word* x = words_.data() + left.value;
  const Word* y = words_.data() + code_.instructions[b].value;
  for (std::size_t w = 0; w < left.words; ++w) {
    if ((x[w] & ~y[w]) != 0) return false;
  }
  return true;
}

bool Machine::equal_sets(InstructionId a, InstructionId b) {
  const Instruction& left = code_.instructions[a];
  if (!left.dense) return tuples(a) == tuples(b);
  const Word* x = words_.data() + left.value;
  return std::equal(x, x + left.words, words_.data() + code_.instructions[b].value);
}

bool Machine::test_size(const Instruction& i) {
  const InstructionId set = code_.operands_of(i)[0];
  evaluate(set);
  const Instruction& tested = code_.instructions[set];
  const std::size_t tuples = tested.dense ? dense::count_to_two(words_.data() + tested.value, tested.words)
                                          : lists_[tested.value].size();
  switch (i.op) {
    case Op::Some:
      return tuples > 0;
    case Op::One:
      return tuples == 1;
    case Op::Lone:
      return tuples <= 1;
    default:
      return tuples == 0;
  }
}

}  // namespace fretsaw
