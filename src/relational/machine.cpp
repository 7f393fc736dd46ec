// SPDX-License-Identifier: MIT
//
// The machine computes on demand and remembers. Every instruction has a cell with a stamp: the version of its
// level when it was computed. Loading an instance or binding a variable gives the level a new version, taken
// from a clock that never repeats, which makes all values of that level stale at once and costs nothing per
// value. Inner loops start anew whenever an outer variable changes, so the highest level that a value depends
// on is all that has to be compared.
#include "relational/machine.hpp"

#include <algorithm>

namespace fretsaw {

Machine::Machine(Program program, const Limits& limits)
    : program_(std::move(program)),
      limits_(limits),
      arithmetic_(program_.integers.bitwidth),
      sparse_(program_.shape.atoms(), limits.tuples),
      cells_(program_.instructions.size()),
      versions_(program_.levels),
      words_(program_.words),
      lists_(program_.lists),
      number_of_atom_(program_.shape.atoms()) {
  for (const auto& [number, atom] : program_.integers.atoms) number_of_atom_[atom] = number;
  versions_[kConstantLevel] = ++clock_;
  begin_load();
}

void Machine::begin_load() {
  versions_[kInstanceLevel] = ++clock_;
  bindings_ = 0;
  if (too_large_) versions_[kConstantLevel] = ++clock_;  // what was being computed is wrong
  too_large_ = program_.too_large;
  sparse_.forgive();
}

void Machine::give_up() { too_large_ = true; }

bool Machine::count_binding() {
  if (budget_ != nullptr) budget_->poll();
  if (++bindings_ > limits_.bindings) give_up();
  return !too_large_;
}

// Is the value in the loop's domain, and of its multiplicity?
bool Machine::may_hold(const Loop& loop, const TupleNumbers& value) {
  switch (loop.multiplicity) {
    case Multiplicity::One:
      if (value.size() != 1) return false;
      break;
    case Multiplicity::Lone:
      if (value.size() > 1) return false;
      break;
    case Multiplicity::Some:
      if (value.empty()) return false;
      break;
    case Multiplicity::Set:
      break;
  }
  return std::ranges::includes(tuples(loop.domain), value);
}

void Machine::bind_tuple(InstructionId variable, TupleNumber tuple) {
  const Instruction& i = program_.instructions[variable];
  Cell& cell = cells_[variable];
  if (i.dense && i.arity == 1) {
    Word* value = words_.data() + i.value;
    value[static_cast<std::size_t>(cell.number) / kWordBits] = 0;
    value[tuple / kWordBits] = Word{1} << (tuple % kWordBits);
  } else if (i.dense) {
    Word* value = words_.data() + i.value;
    value[program_.shape.word_of(static_cast<TupleNumber>(cell.number))] = 0;
    add_tuple(program_.shape, value, tuple);
  } else {
    lists_[i.value] = {tuple};
  }
  cell.number = static_cast<std::int64_t>(tuple);
  versions_[i.level] = ++clock_;
}

void Machine::bind_set(InstructionId variable, const TupleNumbers& tuples) {
  const Instruction& i = program_.instructions[variable];
  store(i, tuples);
  versions_[i.level] = ++clock_;
}

}  // namespace fretsaw
