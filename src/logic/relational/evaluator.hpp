// SPDX-License-Identifier: MIT
//
// What formulas, expressions and integers mean on an instance. This is the yardstick that the translation to
// SAT is held against: it shares no code with it.
//
// Example: count the instances of a problem by trying all of them.
//
//     Evaluator evaluator(problem);                       // check(problem) was ok
//     for (std::uint64_t bits = 0; bits >> evaluator.free_tuples() == 0; ++bits)
//       if (evaluator.holds(std::span(&bits, 1)) == Truth::True) ++count;
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/budget.hpp"
#include "fretsaw/relational.hpp"
#include "logic/relational/choices.hpp"

namespace fretsaw {

class Machine;

enum class Truth : std::uint8_t { False, True, TooLarge };

// When to give up. Variables that stand for sets take 2^n bindings for a domain of n tuples.
struct EvaluatorLimits {
  std::uint64_t bindings = std::uint64_t{1} << 28;  // of variables, in the evaluation of one instance
  std::size_t set_variable = 20;                    // tuples in the domain of a variable that stands for sets
  std::size_t tuples = std::size_t{1} << 24;        // in the value of an expression
  // Expressions that could have a value of more than 64 times as many tuples are kept as lists, not as bits.
  std::size_t dense_words = 4096;
};

// Evaluates the formulas of one problem on many instances. Not for use by several threads at once.
class Evaluator {
 public:
  // Requires check(problem).ok(). Keeps no reference to the problem, nor to the choices.
  explicit Evaluator(const Problem& problem, const EvaluatorLimits& limits = {}, const Choices& choices = {});
  ~Evaluator();
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;

  // Do all formulas hold? A relation that the instance has no value for takes its lower bound. The values
  // need not lie between the bounds. Requires arities as in the problem and atoms of its universe.
  Truth holds(const Instance& instance, Budget& budget = no_limits());

  // The tuples that the bounds leave open (in the upper bound and not in the lower), for all bounds in order,
  // those of one bound in the order of its upper bound: how many there are, and the same question with a bit
  // for each of them, the first being the lowest bit of the first word. Requires that there are enough words.
  std::size_t free_tuples() const;
  Truth holds(std::span<const std::uint64_t> free_tuple_bits);

  // The first of the problem's formulas that did not hold when holds() last answered False.
  std::size_t first_failure() const { return first_failure_; }

 private:
  // Where the free tuples of a bound are in the relation's value.
  struct FreeTuples;

  void load(const Instance& instance);
  void load(std::span<const std::uint64_t> bits);
  void load_list(const FreeTuples& open, std::span<const std::uint64_t> bits);
  Truth answer();

  std::unique_ptr<Machine> machine_;
  std::vector<FreeTuples> free_;
  std::size_t free_tuples_ = 0;
  std::size_t first_failure_ = 0;
};

// The value of one term that stands for itself, not part of the problem: an error if it is not well formed in
// the problem or if it is too large to evaluate. Requires that all but the formulas of the problem passes
// check().
Result<bool> evaluate(const Problem& problem, const Instance& instance, const Formula& formula,
                      Budget& budget = no_limits());
Result<TupleSet> evaluate(const Problem& problem, const Instance& instance, const Expr& expression,
                          Budget& budget = no_limits());

// In both overflow modes the number wraps; `overflow` says whether some number in the term did.
struct IntValue {
  std::int64_t value;
  bool overflow;
};
Result<IntValue> evaluate(const Problem& problem, const Instance& instance, const IntExpr& integer,
                          Budget& budget = no_limits());

}  // namespace fretsaw
