// SPDX-License-Identifier: MIT
// One translation of a problem, asked one question after the other: which formulas must hold, and a list of
// which at least one must. What is not asked for may hold or not. One solver answers them all, keeps what it
// learns, and is given the clauses of a formula when it is first requested. It is our own: instances
// then do not depend on the version of CaDiCaL, to which only what is hard is passed on.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "base/budget.hpp"
#include "fretsaw/finder.hpp"
#include "logic/circuit/translate.hpp"
#include "logic/cnf/encoder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/sat/solver.hpp"

namespace fretsaw {

class SelectiveFinder {
 public:
  // Errors: those of find(). The budget must outlive it. Throws LimitReached.
  static Result<SelectiveFinder> make(const Problem& problem, Budget& budget);

  // The formula must hold in all answers from now on.
  void require(std::size_t formula);

  // The instance is that of the problem with those formulas; whether it is one is for the caller to evaluate.
  // No `any` at all: nothing more is asked for. Beyond so many conflicts, if there is such a number, the
  // verdict is Limit without a reason.
  FindResult find(std::span<const std::size_t> all, std::span<const std::size_t> any,
                  std::optional<int> conflicts = std::nullopt);

 private:
  SelectiveFinder(const Problem& problem, std::unique_ptr<Circuit> circuit, Budget& budget);

  // For both solvers.
  void learn(const Cnf& clauses);
  Answer solve(std::span<const int> assumptions, std::optional<int> conflicts);

  Problem problem_;
  std::unique_ptr<Circuit> circuit_;  // stays where it is: the encoder refers to it
  Encoder encoder_;
  Clauses decoding_;  // what decode_instance needs of them
  Budget* budget_;
  std::unique_ptr<Solver> plain_;
  Cnf known_;                         // what the other one is given once there is one
  std::unique_ptr<Solver> thorough_;  // CaDiCaL, made when it is first needed
  Solver* solved_by_ = nullptr;       // whose values those of the last answer are
};

}  // namespace fretsaw
