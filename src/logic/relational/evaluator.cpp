// SPDX-License-Identifier: MIT
#include "logic/relational/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "logic/relational/check.hpp"
#include "logic/relational/machine.hpp"

namespace fretsaw {

namespace {

TupleNumber number_of(std::span<const Atom> row, std::uint64_t atoms) {
  TupleNumber number = 0;
  for (const Atom atom : row) number = number * atoms + atom;
  return number;
}

TupleNumbers numbers_of(const TupleSet& tuples, std::uint64_t atoms) {
  TupleNumbers numbers;
  numbers.reserve(tuples.size());
  for (std::size_t i = 0; i < tuples.size(); ++i) numbers.push_back(number_of(tuples.row(i), atoms));
  return numbers;
}

Machine::Limits machine_limits(const EvaluatorLimits& limits) {
  return {limits.bindings, limits.set_variable, limits.tuples};
}

void write_value(Machine& machine, InstructionId relation, const TupleSet& tuples) {
  const Instruction& i = machine.code().instructions[relation];
  const DenseShape& shape = machine.code().shape;
  if (!i.dense) {
    machine.list_value(relation) = numbers_of(tuples, shape.atoms());
    return;
  }
  Word* value = machine.dense_value(relation);
  std::fill_n(value, i.words, Word{0});
  const std::size_t size = tuples.size();
  for (std::size_t t = 0; t < size; ++t) {
    const auto row = tuples.row(t);
    const Atom last = row.back();
    const std::size_t begin = number_of(row.first(row.size() - 1), shape.atoms()) * shape.row();
    value[begin + last / kWordBits] |= Word{1} << (last % kWordBits);
  }
}

}  // namespace

struct Evaluator::FreeTuples {
  struct Bit {
    std::uint32_t word;
    Word mask;
  };
  Relation relation;
  InstructionId id;
  std::size_t first_bit;  // among all free tuples
  TupleSet lower;
  TupleNumbers free;
  std::vector<Word> words;  // the lower bound, if the relation is dense
  std::vector<Bit> bits;    // of the free tuples, likewise
  TupleNumbers list;        // the lower bound as a list
};

Evaluator::Evaluator(const Problem& problem, const EvaluatorLimits& limits, const Choices& choices) {
  std::vector<NodePtr> terms;
  for (const Formula& formula : problem.formulas) terms.push_back(formula.pointer());
  machine_ =
      std::make_unique<Machine>(compile(problem, terms, limits.dense_words, choices), machine_limits(limits));
  const EvaluatorCode& code = machine_->code();
  for (std::size_t b = 0; b < problem.bounds.size(); ++b) {
    const Bound& bound = problem.bounds[b];
    FreeTuples open{bound.relation, code.relations[b], free_tuples_, bound.lower, {}, {}, {}, {}};
    open.list = numbers_of(bound.lower, problem.universe.size());
    const TupleNumbers upper = numbers_of(bound.upper, problem.universe.size());
    std::ranges::set_difference(upper, open.list, std::back_inserter(open.free));
    free_tuples_ += open.free.size();
    const Instruction& i = code.instructions[open.id];
    if (i.dense) {
      open.words.resize(i.words);
      for (const TupleNumber tuple : open.list) add_tuple(code.shape, open.words.data(), tuple);
      for (const TupleNumber tuple : open.free) {
        open.bits.push_back(
            {static_cast<std::uint32_t>(code.shape.word_of(tuple)), code.shape.bit_of(tuple)});
      }
    }
    free_.push_back(std::move(open));
  }
}

Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

std::size_t Evaluator::free_tuples() const { return free_tuples_; }

Truth Evaluator::holds(const Instance& instance, Budget& budget) {
  machine_->set_budget(&budget);
  load(instance);
  return answer();
}

Truth Evaluator::holds(std::span<const std::uint64_t> free_tuple_bits) {
  machine_->set_budget(nullptr);
  load(free_tuple_bits);
  return answer();
}

void Evaluator::load(const Instance& instance) {
  machine_->begin_load();
  const auto& values = instance.values();
  for (std::size_t s = 0; s < free_.size(); ++s) {
    const FreeTuples& open = free_[s];
    // Instances list the relations in the order of the bounds, as a rule.
    const bool in_order = s < values.size() && values[s].first == open.relation;
    const TupleSet* tuples = in_order ? &values[s].second : instance.find(open.relation);
    write_value(*machine_, open.id, tuples != nullptr ? *tuples : open.lower);
  }
}

void Evaluator::load(std::span<const std::uint64_t> bits) {
  machine_->begin_load();
  for (const FreeTuples& open : free_) {
    if (!machine_->code().instructions[open.id].dense) {
      load_list(open, bits);
      continue;
    }
    Word* value = machine_->dense_value(open.id);
    std::copy(open.words.begin(), open.words.end(), value);
    for (std::size_t i = 0; i < open.bits.size();) {
      // Sixty-four tuples at a time, skipping those that are not in the relation.
      const std::size_t at = open.first_bit + i;
      const std::size_t left = std::min(open.bits.size() - i, kWordBits - at % kWordBits);
      const Word mask = left == kWordBits ? ~Word{0} : (Word{1} << left) - 1;
      for (Word rest = bits[at / kWordBits] >> (at % kWordBits) & mask; rest != 0; rest &= rest - 1) {
        const FreeTuples::Bit& bit = open.bits[i + static_cast<std::size_t>(std::countr_zero(rest))];
        value[bit.word] |= bit.mask;
      }
      i += left;
    }
  }
}

void Evaluator::load_list(const FreeTuples& open, std::span<const std::uint64_t> bits) {
  TupleNumbers chosen;
  for (std::size_t i = 0; i < open.free.size(); ++i) {
    const std::size_t at = open.first_bit + i;
    if ((bits[at / kWordBits] >> (at % kWordBits) & 1) != 0) chosen.push_back(open.free[i]);
  }
  TupleNumbers& value = machine_->list_value(open.id);
  value.clear();
  std::ranges::merge(open.list, chosen, std::back_inserter(value));
}

Truth Evaluator::answer() {
  const auto& roots = machine_->code().roots;
  for (std::size_t f = 0; f < roots.size(); ++f) {
    const bool holds = machine_->truth(roots[f]);
    if (machine_->too_large()) return Truth::TooLarge;
    if (holds) continue;
    first_failure_ = f;
    return Truth::False;
  }
  return Truth::True;
}

namespace {

// A machine with the instance loaded, whose first root is the term.
Result<Machine> machine_for(const Problem& problem, const Instance& instance, const NodePtr& term,
                            Budget& budget) {
  const std::span terms(&term, 1);
  if (auto status = check_terms(problem, terms); !status) return status.error();
  const EvaluatorLimits limits;
  Machine machine(compile(problem, terms, limits.dense_words), machine_limits(limits));
  machine.set_budget(&budget);
  machine.begin_load();
  for (std::size_t b = 0; b < problem.bounds.size(); ++b) {
    const TupleSet* tuples = instance.find(problem.bounds[b].relation);
    write_value(machine, machine.code().relations[b], tuples != nullptr ? *tuples : problem.bounds[b].lower);
  }
  return machine;
}

Diagnostic too_large(const NodePtr& term) {
  return input_error(fmt::format("'{}' is too large to evaluate", to_string(*term, 80)));
}

}  // namespace

Result<bool> evaluate(const Problem& problem, const Instance& instance, const Formula& formula,
                      Budget& budget) {
  auto machine = machine_for(problem, instance, formula.pointer(), budget);
  if (!machine) return machine.error();
  const bool value = machine->truth(machine->code().roots.front());
  if (machine->too_large()) return too_large(formula.pointer());
  return value;
}

Result<TupleSet> evaluate(const Problem& problem, const Instance& instance, const Expr& expression,
                          Budget& budget) {
  auto machine = machine_for(problem, instance, expression.pointer(), budget);
  if (!machine) return machine.error();
  const TupleNumbers numbers = machine->tuples(machine->code().roots.front());
  if (machine->too_large()) return too_large(expression.pointer());
  const Atom universe = problem.universe.size();
  const auto arity = static_cast<std::size_t>(expression.arity());
  std::vector<Atom> atoms(numbers.size() * arity);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    TupleNumber rest = numbers[i];
    for (std::size_t column = arity; column-- > 0; rest /= universe) {
      atoms[i * arity + column] = static_cast<Atom>(rest % universe);
    }
  }
  return TupleSet::from_rows(expression.arity(), std::move(atoms));
}

Result<IntValue> evaluate(const Problem& problem, const Instance& instance, const IntExpr& integer,
                          Budget& budget) {
  auto machine = machine_for(problem, instance, integer.pointer(), budget);
  if (!machine) return machine.error();
  const Number number = machine->number(machine->code().roots.front());
  if (machine->too_large()) return too_large(integer.pointer());
  return IntValue{static_cast<std::int64_t>(number.value), number.overflow};
}

}  // namespace fretsaw
