// SPDX-License-Identifier: MIT
//
// Expressions. An instruction whose value and operands are all bits works on bits; if one of them is too
// large for that, all are turned into sorted lists for the occasion.
#include <algorithm>
#include <iterator>

#include "logic/relational/machine_loops.hpp"

namespace fretsaw {

namespace {

// Expressions without operands that are expressions.
bool is_leaf(Op op) {
  return op == Op::None || op == Op::Univ || op == Op::Iden || op == Op::Ints || op == Op::IntToExpr;
}

}  // namespace

TupleNumbers Machine::tuples(InstructionId id) {
  evaluate(id);
  const Instruction& i = code_.instructions[id];
  if (!i.dense) return lists_[i.value];
  TupleNumbers list;
  for_each_tuple(code_.shape, words_.data() + i.value, i.arity, [&](TupleNumber tuple) {
    list.push_back(tuple);
    return true;
  });
  return list;
}

void Machine::compute_set(InstructionId id, const Instruction& i) {
  if (i.op == Op::IfExpr) return choose_branch(id, i);
  if (i.op == Op::Comprehension) return store(i, comprehension(i));
  if (i.all_dense) {
    compute_dense(i);
  } else {
    compute_sparse(i);
  }
  bool overflow = false;
  for (const InstructionId operand : code_.operands_of(i)) overflow |= cells_[operand].overflow;
  cells_[id].overflow = overflow;
}

void Machine::choose_branch(InstructionId id, const Instruction& i) {
  const auto operands = code_.operands_of(i);
  const InstructionId chosen = truth(operands[0]) ? operands[1] : operands[2];
  evaluate(chosen);
  const Instruction& from = code_.instructions[chosen];
  if (i.dense) {
    std::copy_n(words_.data() + from.value, i.words, words_.data() + i.value);
  } else {
    lists_[i.value] = lists_[from.value];
  }
  cells_[id].overflow = cells_[chosen].overflow;
}

void Machine::compute_dense(const Instruction& i) {
  if (is_leaf(i.op)) return store(i, leaf_tuples(i));
  const auto operands = code_.operands_of(i);
  const Word* a = dense(operands[0]);
  const Word* b = operands.size() > 1 ? dense(operands[1]) : nullptr;
  Word* result = words_.data() + i.value;
  switch (i.op) {
    case Op::Union:
      for (std::size_t w = 0; w < i.words; ++w) result[w] = a[w] | b[w];
      return;
    case Op::Intersection:
      for (std::size_t w = 0; w < i.words; ++w) result[w] = a[w] & b[w];
      return;
    case Op::Difference:
      for (std::size_t w = 0; w < i.words; ++w) result[w] = a[w] & ~b[w];
      return;
    case Op::Join:
      if (i.shortcut) {
        b += static_cast<std::size_t>(cells_[operands[0]].number) * i.words;
        for (std::size_t w = 0; w < i.words; ++w) result[w] = b[w];
        return;
      }
      [[fallthrough]];
    default:
      compute_bits(i, a, b, result);
  }
}

void Machine::compute_bits(const Instruction& i, const Word* a, const Word* b, Word* result) {
  const auto operands = code_.operands_of(i);
  const DenseShape& shape = code_.shape;
  const int arity_of_a = code_.instructions[operands[0]].arity;
  const int arity_of_b = operands.size() > 1 ? code_.instructions[operands[1]].arity : 0;
  switch (i.op) {
    case Op::Join:
      return dense::join(shape, a, arity_of_a, b, arity_of_b, result);
    case Op::Override:
      return dense::override_with(shape, a, b, i.arity, result);
    case Op::Product:
      return dense::product(shape, a, arity_of_a, b, arity_of_b, result);
    case Op::DomainRestriction:
      return dense::domain_restriction(shape, a, b, i.arity, result);
    case Op::RangeRestriction:
      return dense::range_restriction(shape, a, i.arity, b, result);
    case Op::Transpose:
      return dense::transpose(shape, a, result);
    default:
      return dense::closure(shape, a, result);
  }
}

void Machine::compute_sparse(const Instruction& i) {
  TupleNumbers result = sparse_result(i);
  if (sparse_.exceeded()) give_up();
  store(i, result);
}

TupleNumbers Machine::sparse_result(const Instruction& i) {
  const auto operands = code_.operands_of(i);
  if (is_leaf(i.op)) return leaf_tuples(i);
  const TupleNumbers a = tuples(operands[0]);
  const TupleNumbers b = operands.size() > 1 ? tuples(operands[1]) : TupleNumbers{};
  const int arity_of_b = operands.size() > 1 ? code_.instructions[operands[1]].arity : 0;
  TupleNumbers result;
  const auto out = std::back_inserter(result);
  switch (i.op) {
    case Op::Union:
      std::ranges::set_union(a, b, out);
      break;
    case Op::Intersection:
      std::ranges::set_intersection(a, b, out);
      break;
    case Op::Difference:
      std::ranges::set_difference(a, b, out);
      break;
    case Op::Override:
      return sparse_.override_with(a, b, i.arity);
    case Op::Product:
      return sparse_.product(a, b, arity_of_b);
    case Op::Join:
      return sparse_.join(a, b, arity_of_b);
    case Op::DomainRestriction:
      return sparse_.domain_restriction(a, b, i.arity);
    case Op::RangeRestriction:
      return sparse_.range_restriction(a, b);
    case Op::Transpose:
      return sparse_.transpose(a);
    default:
      return sparse_.closure(a);
  }
  return result;
}

TupleNumbers Machine::leaf_tuples(const Instruction& i) {
  TupleNumbers result;
  switch (i.op) {
    case Op::Univ:
      for (TupleNumber atom = 0; atom < code_.shape.atoms(); ++atom) result.push_back(atom);
      break;
    case Op::Iden:
      return sparse_.identity();
    case Op::Ints:
      // All that stand for a number, or may yet.
      for (Atom atom = pool_ ? pool_->first() : code_.shape.atoms(); atom < code_.shape.atoms(); ++atom) {
        if (!is_object_[atom]) result.push_back(atom);
      }
      for (const auto& [value, atom] : code_.integers.atoms) result.push_back(atom);
      std::ranges::sort(result);
      break;
    case Op::IntToExpr: {
      const auto [value, overflow] = number(code_.operands_of(i)[0]);
      if (pool_) {
        const auto atom = too_large_ ? std::nullopt : atom_of(value);
        if (atom) result.push_back(*atom);
        if (!atom && !too_large_) give_up(EvaluationFailure::NoAtoms);
        break;
      }
      if (overflow && code_.integers.overflow == Overflow::Prevent) break;  // it is not an atom
      const auto& atoms = code_.integers.atoms;
      const auto at = std::ranges::lower_bound(atoms, static_cast<std::int64_t>(value), {},
                                               &std::pair<std::int64_t, Atom>::first);
      if (at != atoms.end() && at->first == value) result.push_back(at->second);
      break;
    }
    default:
      break;  // None
  }
  return result;
}

TupleNumbers Machine::comprehension(const Instruction& i) {
  TupleNumbers result;
  const InstructionId body = code_.operands_of(i).back();
  const auto collect = [&](TupleNumber tuple) {
    if (truth(body)) result.push_back(tuple);
    if (result.size() > limits_.tuples) give_up();
    return !too_large_;
  };
  for_each_binding(code_.loops_of(i), 0, collect);
  return result;
}

void Machine::store(const Instruction& i, const TupleNumbers& tuples) {
  if (!i.dense) {
    lists_[i.value] = tuples;
    return;
  }
  Word* value = words_.data() + i.value;
  std::fill_n(value, i.words, Word{0});
  for (const TupleNumber tuple : tuples) add_tuple(code_.shape, value, tuple);
}

}  // namespace fretsaw
