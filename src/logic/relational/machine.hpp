// SPDX-License-Identifier: MIT
// Runs a program on the values of relations.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "logic/relational/arithmetic.hpp"
#include "logic/relational/evaluator_code.hpp"
#include "logic/relational/sparse.hpp"

namespace fretsaw {

// Which atom stands for which number, where that is not settled before there is an instance. Atoms below
// `first` are not for numbers; the others are given out as values ask for them.
class NumberPool {
 public:
  NumberPool(Atom first, Atom end) : first_(first), end_(end), next_(first) {}

  void clear();
  Atom first() const { return first_; }
  // Nothing if there are none left.
  std::optional<Atom> fresh() { return next_ < end_ ? std::optional(next_++) : std::nullopt; }
  // The atom of the number, and whether it is new.
  std::optional<std::pair<Atom, bool>> atom_of(Whole value) {
    const bool is_small = value >= 0 && value < kSmall;
    if (is_small && small_[static_cast<std::size_t>(value)].round == round_)
      return std::pair(small_[static_cast<std::size_t>(value)].atom, false);
    auto found = look_up(value);
    if (is_small && found) small_[static_cast<std::size_t>(value)] = {found->first, round_};
    return found;
  }

 private:
  static constexpr Whole kSmall = 64;
  struct Small {
    Atom atom = 0;
    std::uint32_t round = 0;
  };
  struct Entry {
    Whole value;
    Atom atom;
    std::uint32_t round;
  };
  std::optional<std::pair<Atom, bool>> look_up(Whole value);

  Atom first_, end_, next_;
  std::uint32_t round_ = 1;
  std::vector<Entry> table_ = std::vector<Entry>(64);  // open addressing; its size is a power of two
  std::size_t used_ = 0;
  std::vector<Small> small_ = std::vector<Small>(static_cast<std::size_t>(kSmall));  // found already
};

class Machine {
 public:
  // Why there is no answer.
  enum class EvaluationFailure : std::uint8_t {
    None,
    TooLarge,
    NoNumber,  // in exact arithmetic: beyond 128 bits, or divided by zero
    NoAtoms,   // the pool of atoms for numbers is empty
  };

  struct Limits {
    std::uint64_t bindings;    // of variables, in one run
    std::size_t set_variable;  // tuples in the domain of a variable that stands for sets
    std::size_t tuples;        // in the value of an expression
  };

  // With a pool, arithmetic is exact and atoms get their numbers from the pool, anew for every instance.
  Machine(EvaluatorCode code, const Limits& limits, std::optional<NumberPool> pool = std::nullopt);

  const EvaluatorCode& code() const { return code_; }

  // From here on polled for every binding; null: nothing is.
  void set_budget(Budget* budget) { budget_ = budget; }

  // Writing the values of relations: between begin_load() and the first question.
  void begin_load();
  Word* dense_value(InstructionId id) { return words_.data() + code_.instructions[id].value; }
  TupleNumbers& list_value(InstructionId id) { return lists_[code_.instructions[id].value]; }

  // Answers mean something only if too_large() is false after them.
  bool truth(InstructionId id);
  Number number(InstructionId id);
  TupleNumbers tuples(InstructionId id);
  bool too_large() const { return too_large_; }
  EvaluationFailure failure() const { return failure_; }

  // Of machines with a pool: the atom that stands for the number in the instance that is being loaded.
  std::optional<Atom> atom_of(Whole value);
  std::optional<Atom> fresh_atom();  // one that stands for no number
  Whole number_of(Atom atom) const { return number_of_atom_[atom]; }

 private:
  struct Cell {
    std::uint64_t stamp = 0;  // the version of its level when it was computed
    Whole number = 0;         // of integers; of a variable that holds one tuple: that tuple
    bool truth = false;       // of formulas
    bool overflow = false;    // of expressions and integers: does a number in it overflow?
  };

  // True if the cell's value is still valid; otherwise it must be computed, and counts as valid from now on.
  bool valid(InstructionId id) {
    Cell& cell = cells_[id];
    const std::uint64_t version = versions_[code_.instructions[id].level];
    if (cell.stamp == version) return true;
    cell.stamp = version;
    return false;
  }

  void give_up(EvaluationFailure failure = EvaluationFailure::TooLarge);

  // Formulas (machine_formulas.cpp).
  bool compute_truth(const Instruction& i);
  bool atomic(const Instruction& i);
  bool compare_sets(const Instruction& i);
  bool test_size(const Instruction& i);
  bool equal_sets(InstructionId a, InstructionId b);
  bool included(InstructionId a, InstructionId b);

  // Integers (machine_integers.cpp).
  Number compute_number(const Instruction& i);
  Number arithmetic(const Instruction& i);
  Number sum_of_set(const Instruction& i);
  Number sum_over(const Instruction& i);

  // Expressions (machine_sets.cpp).
  void evaluate(InstructionId id) {
    const Instruction& i = code_.instructions[id];
    if (i.op == Op::Relation || i.op == Op::Variable || valid(id) || too_large_) return;
    compute_set(id, i);
  }
  const Word* dense(InstructionId id) {
    evaluate(id);
    return words_.data() + code_.instructions[id].value;
  }
  void compute_set(InstructionId id, const Instruction& i);
  void choose_branch(InstructionId id, const Instruction& i);
  void compute_dense(const Instruction& i);
  void compute_bits(const Instruction& i, const Word* a, const Word* b, Word* result);
  void compute_sparse(const Instruction& i);
  TupleNumbers sparse_result(const Instruction& i);
  TupleNumbers leaf_tuples(const Instruction& i);
  TupleNumbers comprehension(const Instruction& i);
  void store(const Instruction& i, const TupleNumbers& tuples);

  // Loops (machine_loops.hpp).
  template <class Body>
  bool for_each_binding(std::span<const Loop> loops, TupleNumber tuple, Body& body);
  template <class Body>
  bool for_each_subset(std::span<const Loop> loops, TupleNumber tuple, Body& body);
  template <class Body>
  bool for_the_choice(std::span<const Loop> loops, TupleNumber tuple, Body& body);
  bool may_hold(const Loop& loop, const TupleNumbers& value);
  void bind_tuple(InstructionId variable, TupleNumber tuple);
  void bind_set(InstructionId variable, const TupleNumbers& tuples);
  bool count_binding();

  EvaluatorCode code_;
  Limits limits_;
  Budget* budget_ = nullptr;
  Arithmetic arithmetic_;
  Sparse sparse_;
  std::vector<Cell> cells_;
  std::vector<std::uint64_t> versions_;
  std::vector<Word> words_;
  std::vector<TupleNumbers> lists_;
  std::vector<Whole> number_of_atom_;  // 0 for atoms that stand for no number
  std::optional<NumberPool> pool_;
  std::vector<bool> is_object_;  // with a pool: atoms that no number can have
  std::uint64_t clock_ = 0;      // the last version given out
  std::uint64_t bindings_ = 0;
  bool too_large_ = false;
  EvaluationFailure failure_ = EvaluationFailure::None;
};

}  // namespace fretsaw
