// SPDX-License-Identifier: MIT
// Integers: bit vectors by the operations of arithmetic.
#include "logic/circuit/translator.hpp"

namespace fretsaw {

Number Translator::number(const Node& node) {
  return compute_once(numbers_, node, [&] { return compute_number(node); });
}

Number Translator::compute_number(const Node& node) {
  const auto child = [&](std::size_t i) { return number(*node.children[i]); };
  switch (node.op) {
    case Op::Constant:
      return arithmetic_.constant(node.constant);
    case Op::Count:
    case Op::Sum:
      return total(node);
    case Op::SumOver:
      return sum_over(node);
    case Op::Plus:
      return arithmetic_.plus(child(0), child(1));
    case Op::Minus:
      return arithmetic_.minus(child(0), child(1));
    case Op::Times:
      return arithmetic_.times(child(0), child(1));
    case Op::Divide:
      return arithmetic_.divide(child(0), child(1));
    case Op::Remainder:
      return arithmetic_.remainder(child(0), child(1));
    case Op::ShiftLeft:
      return arithmetic_.shift_left(child(0), child(1));
    case Op::ShiftRight:
      return arithmetic_.shift_right(child(0), child(1), true);
    case Op::ShiftRightZero:
      return arithmetic_.shift_right(child(0), child(1), false);
    case Op::Negate:
      return arithmetic_.negate(child(0));
    default: {
      const Lit condition = condition_value(*node.children[0]);
      return arithmetic_.choose(condition, child(1), child(2));
    }
  }
}

// Has the expression at most one tuple, given that the problem's formulas hold?
bool Translator::is_single(const Node& node) const {
  switch (node.op) {
    case Op::Relation:
      return options_.all_hold && functions_.is_single(node);
    case Op::Variable:
      return scope_.lookup(node.leaf.get()).grounded();
    case Op::IntToExpr:
      return true;
    case Op::Intersection:
      return is_single(*node.children[0]) || is_single(*node.children[1]);
    case Op::Difference:
      return is_single(*node.children[0]);
    case Op::Join: {
      const Node& relation = *node.children[1];
      return options_.all_hold && relation.op == Op::Relation && functions_.is_function(relation) &&
             is_single(*node.children[0]);
    }
    default:
      return false;
  }
}

// A sum of a set knows nothing of overflows inside the set, a count does. Negative and other numbers are summed
// separately, and each of the sums may overflow.
Number Translator::total(const Node& node) {
  const MatrixPtr set = matrix(*node.children[0]);
  const bool single = is_single(*node.children[0]);
  std::vector<Arithmetic::Term> terms, negative;
  if (node.op == Op::Count) {
    for (const Entry& entry : set->entries) terms.push_back({1, entry.value});
    Number result = single ? arithmetic_.pick(terms) : arithmetic_.sum(terms);
    result.overflow = circuit_.gates.either(result.overflow, set->overflow);
    return result;
  }
  for (const auto& [value, atom] : problem_.integers.atoms) {
    if (const Lit present = set->at(atom); present != kFalse && value != 0)
      (value < 0 && prevent_ && !single ? negative : terms).push_back({value, present});
  }
  if (single) return arithmetic_.pick(terms);
  const Number total = arithmetic_.sum(terms);
  return negative.empty() ? total : arithmetic_.plus(arithmetic_.sum(negative), total);
}

Number Translator::sum_over(const Node& node) {
  std::vector<Number> numbers;
  std::vector<Lit> guards;
  const ScopedFlag skolem(may_skolemize_, false);
  each_binding(node.decls, Quantifier{}, [&](Lit guard, std::uint64_t) {
    numbers.push_back(number(*node.children[0]));
    guards.push_back(guard);
    return true;
  });
  return arithmetic_.sum(std::move(numbers), guards);
}

}  // namespace fretsaw
