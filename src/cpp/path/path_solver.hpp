// SPDX-License-Identifier: MIT
// Inputs that satisfy conditions: one solver for all questions, which keeps what it has learnt.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "cpp/path/gates.hpp"
#include "cpp/path/input_literals.hpp"
#include "cpp/path/input_model.hpp"
#include "cpp/path/terms.hpp"

namespace fretsaw::path {

// The solver reached its limit without an answer.
struct SolverLimitReached {};

class PathSolver {
 public:
  // All outlive it.
  PathSolver(const InputModel& model, const Terms& terms);

  // For conditions of other kinds.
  Gates& gates() { return gates_; }
  InputLiterals& input() { return input_; }

  // Of a condition.
  Literal literal(TermId condition);
  // Can it have few values only, as pointers do?
  bool has_few_values(TermId id) { return values(id).has_value(); }
  // All values that it can have, sorted; nothing if they are not few.
  const std::optional<std::vector<std::uint64_t>>& values(TermId id);

  // Finds out which values variables with a domain have in no input, as far as that is quick: what is made of
  // literals from then on is smaller. Throws LimitReached.
  void rule_out_values(Budget& budget);

  // From now on, the limit of conflicts for each query.
  void limit_conflicts(int conflicts) { max_conflicts_ = conflicts; }

  // An input on which all of these are true, and everything that was required; nothing if there is none.
  // Throws LimitReached, and SolverLimitReached.
  std::optional<InputWords> solve(std::span<const Literal> conditions, Budget& budget);

  // From now on, not all of these conditions are true.
  void forbid(std::span<const Literal> conditions);
  // From now on, not that input.
  void forbid(const InputWords& input);
  // That what is not followed is as in that input.
  std::vector<Literal> unfollowed(const InputWords& input) { return input_.unfollowed(input); }

 private:
  Bits compute(TermId id);
  const Bits& number(TermId id);
  Bits read(const Term& term);
  // The term has that value.
  Literal equals(TermId id, std::uint64_t value);
  Literal compute_equals(TermId id, std::uint64_t value);
  Literal tabulated(const Term& term, std::uint64_t value);
  std::optional<std::vector<std::uint64_t>> compute_values(const Term& term);
  Literal same(TermId a, TermId b);
  bool is_choice(TermId id);
  std::optional<Literal> compared_by_cases(const Term& term);
  Literal comparison(Op op, const Bits& a, const Bits& b);

  bool is_satisfiable(std::span<const Literal> conditions, Budget& budget);
  // What was unsatisfiable, and which of the conditions that was due to.
  void note_refutation(std::span<const Literal> conditions);
  bool is_refuted(std::span<const Literal> conditions) const;

  const InputModel& model_;
  const Terms& terms_;
  std::unique_ptr<Solver> solver_;
  std::optional<int> max_conflicts_;
  Gates gates_;
  InputLiterals input_;
  std::unordered_map<Literal, std::vector<Bits>> refuted_;  // by the last condition
  std::unordered_map<TermId, Bits> known_;
  std::map<std::pair<TermId, std::uint64_t>, Literal> equals_;
  std::unordered_map<TermId, std::optional<std::vector<std::uint64_t>>> values_;
};

}  // namespace fretsaw::path
