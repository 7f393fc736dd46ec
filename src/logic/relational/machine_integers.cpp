// SPDX-License-Identifier: MIT
#include "logic/relational/machine_loops.hpp"

namespace fretsaw {

Number Machine::number(InstructionId id) {
  if (too_large_) return {};
  if (!valid(id)) {
    const Number value = compute_number(code_.instructions[id]);
    cells_[id].number = value.value;
    cells_[id].overflow = value.overflow;
    if (value.overflow && pool_) give_up(EvaluationFailure::NoNumber);
  }
  return {cells_[id].number, cells_[id].overflow};
}

Number Machine::compute_number(const Instruction& i) {
  const auto operands = code_.operands_of(i);
  switch (i.op) {
    case Op::Constant:
      return arithmetic_.represent(i.constant);
    case Op::Count: {
      evaluate(operands[0]);
      const Instruction& counted = code_.instructions[operands[0]];
      const std::size_t tuples = counted.dense ? dense::count(words_.data() + counted.value, counted.words)
                                               : lists_[counted.value].size();
      Number total = arithmetic_.represent(static_cast<std::int64_t>(tuples));
      total.overflow |= cells_[operands[0]].overflow;
      return total;
    }
    case Op::Sum:
      return sum_of_set(i);
    case Op::SumOver:
      return sum_over(i);
    case Op::IfInt:
      return number(truth(operands[0]) ? operands[1] : operands[2]);
    default:
      return arithmetic(i);
  }
}

Number Machine::arithmetic(const Instruction& i) {
  const auto operands = code_.operands_of(i);
  const Number a = number(operands[0]);
  const Number b = operands.size() > 1 ? number(operands[1]) : Number{};
  const auto apply = [&]() -> Number {
    switch (i.op) {
      case Op::Plus:
        return arithmetic_.add(a.value, b.value);
      case Op::Minus:
        return arithmetic_.subtract(a.value, b.value);
      case Op::Times:
        return arithmetic_.multiply(a.value, b.value);
      case Op::Divide:
        return arithmetic_.divide(a.value, b.value);
      case Op::Remainder:
        return arithmetic_.remainder(a.value, b.value);
      case Op::ShiftLeft:
        return arithmetic_.shift_left(a.value, b.value);
      case Op::ShiftRight:
        return arithmetic_.shift_right(a.value, b.value);
      case Op::ShiftRightZero:
        return arithmetic_.shift_right_zero(a.value, b.value);
      default:
        return arithmetic_.subtract(0, a.value);  // Negate
    }
  };
  Number result = apply();
  result.overflow |= a.overflow || b.overflow;
  return result;
}

// The negative numbers have a sum of their own, and so have the others: any of them may overflow, but not the
// set.
Number Machine::sum_of_set(const Instruction& i) {
  const InstructionId set = code_.operands_of(i)[0];
  Whole negative = 0, positive = 0, total = 0;
  bool beyond = false;
  const auto add = [&](TupleNumber atom) {
    Whole& part = number_of_atom_[atom] < 0 ? negative : positive;
    beyond |= __builtin_add_overflow(part, number_of_atom_[atom], &part);
    return true;
  };
  evaluate(set);
  const Instruction& summed = code_.instructions[set];
  if (summed.dense) {
    for_each_tuple(code_.shape, words_.data() + summed.value, 1, add);
  } else {
    for (const TupleNumber atom : lists_[summed.value]) add(atom);
  }
  beyond |= __builtin_add_overflow(negative, positive, &total);
  Number result = arithmetic_.represent(total);
  result.overflow |=
      beyond || arithmetic_.represent(negative).overflow || arithmetic_.represent(positive).overflow;
  return result;
}

Number Machine::sum_over(const Instruction& i) {
  const InstructionId body = code_.operands_of(i).back();
  Whole total = 0;
  bool overflow = false;
  const auto add = [&](TupleNumber) {
    const Number term = number(body);
    overflow |= __builtin_add_overflow(total, term.value, &total);
    overflow |= term.overflow;
    return true;
  };
  for_each_binding(code_.loops_of(i), 0, add);
  Number result = arithmetic_.represent(total);
  result.overflow |= overflow;
  return result;
}

}  // namespace fretsaw
