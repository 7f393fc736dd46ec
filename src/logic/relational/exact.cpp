// SPDX-License-Identifier: MIT
#include "logic/relational/exact.hpp"

#include <algorithm>

#include "logic/relational/machine.hpp"

namespace fretsaw {

ExactEvaluator::ExactEvaluator(const Problem& problem, const std::vector<NodePtr>& terms, Atom constants,
                               const EvaluatorLimits& limits) {
  machine_ = std::make_unique<Machine>(compile(problem, terms, limits.dense_words),
                                       Machine::Limits{limits.bindings, limits.set_variable, limits.tuples},
                                       NumberPool(constants, problem.universe.size()));
  is_filled_.resize(problem.bounds.size());
  for (std::size_t b = 0; b < problem.bounds.size(); ++b) {
    if (!machine_->code().instructions[machine_->code().relations[b]].dense) lists_.push_back(b);
    const TupleSet& constant = problem.bounds[b].lower;
    for (std::size_t i = 0; i < constant.size(); ++i) insert(b, constant.row(i));
  }
  filled_.clear();  // constants stay as they are
}

ExactEvaluator::~ExactEvaluator() = default;
ExactEvaluator::ExactEvaluator(ExactEvaluator&&) noexcept = default;
ExactEvaluator& ExactEvaluator::operator=(ExactEvaluator&&) noexcept = default;

void ExactEvaluator::begin() {
  machine_->begin_load();
  settled_ = false;
  const EvaluatorCode& code = machine_->code();
  for (const std::size_t b : filled_) {
    is_filled_[b] = 0;
    const InstructionId id = code.relations[b];
    if (code.instructions[id].dense) {
      std::fill_n(machine_->dense_value(id), code.instructions[id].words, Word{0});
    } else {
      machine_->list_value(id).clear();
    }
  }
  filled_.clear();
}

std::optional<Atom> ExactEvaluator::object() { return machine_->fresh_atom(); }

std::optional<Atom> ExactEvaluator::integer(Whole value) { return machine_->atom_of(value); }

void ExactEvaluator::insert(std::size_t bound, std::span<const Atom> row) {
  if (is_filled_[bound] == 0) {
    is_filled_[bound] = 1;
    filled_.push_back(bound);
  }
  const EvaluatorCode& code = machine_->code();
  const InstructionId id = code.relations[bound];
  const std::size_t atoms = code.shape.atoms();
  if (code.instructions[id].dense) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) begin = begin * atoms + row[i];
    machine_->dense_value(id)[begin * code.shape.row() + row.back() / kWordBits] |=
        Word{1} << (row.back() % kWordBits);
    return;
  }
  TupleNumber tuple = 0;
  for (const Atom atom : row) tuple = tuple * atoms + atom;
  machine_->list_value(id).push_back(tuple);
}

// Lists are sets in order.
void ExactEvaluator::settle() {
  if (settled_) return;
  settled_ = true;
  for (const std::size_t b : lists_) {
    TupleNumbers& list = machine_->list_value(machine_->code().relations[b]);
    std::ranges::sort(list);
    const auto repeated = std::ranges::unique(list);
    list.erase(repeated.begin(), repeated.end());
  }
}

Truth ExactEvaluator::truth(std::size_t term) {
  settle();
  const bool value = machine_->truth(machine_->code().roots[term]);
  if (machine_->too_large()) return Truth::TooLarge;
  return value ? Truth::True : Truth::False;
}

Whole ExactEvaluator::number(std::size_t term) {
  settle();
  return machine_->number(machine_->code().roots[term]).value;
}

TupleSet ExactEvaluator::tuples(std::size_t term) {
  settle();
  const InstructionId root = machine_->code().roots[term];
  const auto arity = static_cast<std::size_t>(machine_->code().instructions[root].arity);
  const std::size_t atoms = machine_->code().shape.atoms();
  std::vector<Atom> rows;
  for (const TupleNumber tuple : machine_->tuples(root)) {
    std::vector<Atom> row(arity);
    TupleNumber rest = tuple;
    for (std::size_t column = arity; column-- > 0; rest /= atoms)
      row[column] = static_cast<Atom>(rest % atoms);
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return TupleSet::from_rows(static_cast<int>(arity), std::move(rows));
}

ExactEvaluator::EvaluationFailure ExactEvaluator::failure() const {
  switch (machine_->failure()) {
    case Machine::EvaluationFailure::None:
      return EvaluationFailure::None;
    case Machine::EvaluationFailure::NoNumber:
      return EvaluationFailure::NoNumber;
    case Machine::EvaluationFailure::NoAtoms:
      return EvaluationFailure::NoAtoms;
    default:
      return EvaluationFailure::TooLarge;
  }
}

Whole ExactEvaluator::number_of(Atom atom) const { return machine_->number_of(atom); }

std::string to_string(Whole value) {
  if (value == 0) return "0";
  std::string digits;
  const bool negative = value < 0;
  for (; value != 0; value /= 10) {
    const int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  if (negative) digits += '-';
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace fretsaw
