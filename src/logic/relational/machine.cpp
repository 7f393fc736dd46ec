// SPDX-License-Identifier: MIT
//
// The machine computes on demand and remembers. Every instruction has a cell with a stamp: the version of its
// level when it was computed. Loading an instance or binding a variable gives the level a new version, taken
// from a clock that never repeats, which makes all values of that level stale at once and costs nothing per
// value. Inner loops start anew whenever an outer variable changes, so the highest level that a value depends
// on is all that has to be compared.
#include "logic/relational/machine.hpp"

#include <algorithm>

namespace fretsaw {

// Most instances have a handful of numbers: one probe finds them.
std::optional<std::pair<Atom, bool>> NumberPool::look_up(Whole value) {
  if (2 * used_ >= table_.size()) {
    std::vector<Entry> larger(2 * table_.size());
    std::swap(table_, larger);
    used_ = 0;
    const std::uint32_t round = round_;
    round_ = 1;
    std::fill(small_.begin(), small_.end(), Small{});
    for (const Entry& entry : larger) {
      if (entry.round != round) continue;
      std::size_t at = static_cast<std::uint64_t>(entry.value) * 0x9E3779B97F4A7C15U >> 32;
      for (at &= table_.size() - 1; table_[at].round == round_;) at = (at + 1) & (table_.size() - 1);
      table_[at] = {entry.value, entry.atom, round_};
      ++used_;
    }
  }
  std::size_t at = static_cast<std::uint64_t>(value) * 0x9E3779B97F4A7C15U >> 32;
  for (at &= table_.size() - 1; table_[at].round == round_; at = (at + 1) & (table_.size() - 1)) {
    if (table_[at].value == value) return std::pair(table_[at].atom, false);
  }
  const auto atom = fresh();
  if (!atom) return std::nullopt;
  table_[at] = {value, *atom, round_};
  ++used_;
  return std::pair(*atom, true);
}

void NumberPool::clear() {
  next_ = first_;
  used_ = 0;
  if (++round_ == 0) {
    std::fill(table_.begin(), table_.end(), Entry{});
    std::fill(small_.begin(), small_.end(), Small{});
    round_ = 1;
  }
}

Machine::Machine(EvaluatorCode code, const Limits& limits, std::optional<NumberPool> pool)
    : code_(std::move(code)),
      limits_(limits),
      arithmetic_(code_.integers.bitwidth, pool.has_value()),
      sparse_(code_.shape.atoms(), limits.tuples),
      cells_(code_.instructions.size()),
      versions_(code_.levels),
      words_(code_.words),
      lists_(code_.lists),
      number_of_atom_(code_.shape.atoms()),
      pool_(std::move(pool)) {
  for (const auto& [number, atom] : code_.integers.atoms) number_of_atom_[atom] = number;
  versions_[kConstantLevel] = ++clock_;
  begin_load();
}

void Machine::begin_load() {
  versions_[kInstanceLevel] = ++clock_;
  bindings_ = 0;
  if (too_large_) versions_[kConstantLevel] = ++clock_;  // what was being computed is wrong
  too_large_ = code_.too_large;
  failure_ = too_large_ ? EvaluationFailure::TooLarge : EvaluationFailure::None;
  if (pool_) {
    pool_->clear();
    is_object_.assign(code_.shape.atoms(), false);
  }
  sparse_.clear_exceeded();
}

void Machine::give_up(EvaluationFailure failure) {
  if (!too_large_) failure_ = failure;
  too_large_ = true;
}

std::optional<Atom> Machine::fresh_atom() {
  const auto atom = pool_->fresh();
  if (atom) {
    number_of_atom_[*atom] = 0;
    is_object_[*atom] = true;
  }
  return atom;
}

std::optional<Atom> Machine::atom_of(Whole value) {
  const auto found = pool_->atom_of(value);
  if (!found) return std::nullopt;
  if (found->second) number_of_atom_[found->first] = value;
  return found->first;
}

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
  const Instruction& i = code_.instructions[variable];
  Cell& cell = cells_[variable];
  if (i.dense && i.arity == 1) {
    Word* value = words_.data() + i.value;
    value[static_cast<std::size_t>(cell.number) / kWordBits] = 0;
    value[tuple / kWordBits] = Word{1} << (tuple % kWordBits);
  } else if (i.dense) {
    Word* value = words_.data() + i.value;
    value[code_.shape.word_of(static_cast<TupleNumber>(cell.number))] = 0;
    add_tuple(code_.shape, value, tuple);
  } else {
    lists_[i.value] = {tuple};
  }
  cell.number = static_cast<Whole>(tuple);
  versions_[i.level] = ++clock_;
}

void Machine::bind_set(InstructionId variable, const TupleNumbers& tuples) {
  const Instruction& i = code_.instructions[variable];
  store(i, tuples);
  versions_[i.level] = ++clock_;
}

}  // namespace fretsaw
