// SPDX-License-Identifier: MIT
//
// Terms evaluated on instances that are not known in advance: how many objects there are, and which integers
// occur, is different each time. Integers are exact; there is no bit width.
//
// Example: does a list's `size` count its nodes?
//
//     problem.integers.overflow = Overflow::Exact;
//     ExactEvaluator evaluator(problem, {formula.pointer()}, 0);
//     evaluator.begin();
//     const Atom list = *evaluator.object();
//     evaluator.insert(size, {list, *evaluator.integer(1'000'000'000'000)});
//     if (evaluator.truth(0) == Truth::False) …
//
// What makes this exact: the universe is thought of as holding all integers, of which only those that an
// instance mentions, or that arithmetic comes to, have atoms. That is the same as long as no value depends on
// the others, which depends_on_all_integers() decides beforehand, once for each term.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/relational/arithmetic.hpp"
#include "logic/relational/evaluator.hpp"

namespace fretsaw {

class ExactEvaluator {
 public:
  // Atoms below `constants` mean what the caller says; all others are given out by object() and integer().
  // Bounds whose lower bound is not empty are constants with this value, whatever the instance. Requires
  // well-formed terms.
  ExactEvaluator(const Problem& problem, const std::vector<NodePtr>& terms, Atom constants,
                 const EvaluatorLimits& limits = {});
  ~ExactEvaluator();
  ExactEvaluator(ExactEvaluator&&) noexcept;
  ExactEvaluator& operator=(ExactEvaluator&&) noexcept;

  // A new instance, in which every relation but the constants is empty.
  void begin();
  // Nothing if the universe has no more atoms: then it takes an evaluator with a larger one.
  std::optional<Atom> object();
  std::optional<Atom> integer(Whole value);
  // `bound` counts the problem's bounds.
  void insert(std::size_t bound, std::span<const Atom> row);
  void insert(std::size_t bound, std::initializer_list<Atom> row) {
    insert(bound, std::span(row.begin(), row.size()));
  }

  // The value of a term, by its position. Answers mean something only if failure() is None after them.
  Truth truth(std::size_t term);
  Whole number(std::size_t term);
  TupleSet tuples(std::size_t term);

  enum class EvaluationFailure : std::uint8_t { None, TooLarge, NoNumber, NoAtoms };
  EvaluationFailure failure() const;

  // Of an atom that integer() or arithmetic gave a number.
  Whole number_of(Atom atom) const;

 private:
  void settle();

  std::unique_ptr<Machine> machine_;
  std::vector<std::size_t> lists_;   // bounds that are kept as lists
  std::vector<std::size_t> filled_;  // bounds that are not empty, but for the constants
  std::vector<char> is_filled_;      // by bound
  bool settled_ = false;
};

// The first part of the term whose value depends on integers that do not occur, such as Int itself, #univ or
// the complement of a set of integers; null if there is none, and its value is exact.
const Node* depends_on_all_integers(const Node& term);

std::string to_string(Whole value);

}  // namespace fretsaw
