// SPDX-License-Identifier: MIT
// CaDiCaL behind the Solver interface. It aborts the process when its contracts are broken (a solution asked
// for that is not there), so the last answer is remembered here and such questions are answered "false"
// without asking it.
#include "logic/sat/cadical_solver.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cstdlib>

#include "logic/sat/solver.hpp"

namespace fretsaw {

namespace {

class CadicalSolver final : public Solver {
 public:
  CadicalSolver() { cadical_.set("quiet", 1); }

  int variables() const override { return variables_; }

  void reserve(int count) override {
    if (count <= variables_) return;
    cadical_.reserve(count);
    variables_ = count;
    last_ = Answer::Unknown;
  }

  void add(std::span<const int> clause) override {
    for (const int literal : clause) {
      variables_ = std::max(variables_, std::abs(literal));
      cadical_.add(literal);
    }
    cadical_.add(0);
    last_ = Answer::Unknown;
  }

  Answer solve(std::span<const int> assumptions, Budget& budget) override {
    last_ = Answer::Unknown;
    budget.check_now();
    for (const int literal : assumptions) {
      variables_ = std::max(variables_, std::abs(literal));
      cadical_.assume(literal);
    }
    last_ = solve_within(cadical_, budget);
    return last_;
  }

  void limit_conflicts(int conflicts) override { cadical_.limit("conflicts", conflicts); }

  void prefer(int literal) override {
    reserve(std::abs(literal));
    cadical_.phase(literal);
  }

  bool value(int variable) const override {
    return last_ == Answer::Sat && variable <= variables_ && cadical_.val(variable) > 0;
  }

  bool failed(int assumption) const override {
    return last_ == Answer::Unsat && std::abs(assumption) <= variables_ && cadical_.failed(assumption);
  }

  bool always(int literal) const override {
    return std::abs(literal) <= variables_ && cadical_.fixed(literal) > 0;
  }

 private:
  mutable CaDiCaL::Solver cadical_;  // reading a solution is not const there
  int variables_ = 0;
  Answer last_ = Answer::Unknown;
};

}  // namespace

std::unique_ptr<Solver> make_cadical_solver() { return std::make_unique<CadicalSolver>(); }

namespace {

// CaDiCaL asks every few steps of its search, but seldom within preprocessing: look at the clock more often
// than Budget would by itself.
class BudgetTerminator final : public CaDiCaL::Terminator {
 public:
  explicit BudgetTerminator(Budget& budget) : budget_(budget) {}

  bool terminate() override {
    return ++queries_left_ % kQueriesPerCheck == 0 ? budget_.check_limits() : budget_.exhausted();
  }

 private:
  static constexpr unsigned kQueriesPerCheck = 8;

  Budget& budget_;
  unsigned queries_left_ = 0;
};

}  // namespace

Answer solve_within(CaDiCaL::Solver& cadical, Budget& budget) {
  constexpr int kSatisfiable = 10;
  constexpr int kUnsatisfiable = 20;
  BudgetTerminator terminator(budget);
  cadical.connect_terminator(&terminator);
  const int status = cadical.solve();
  cadical.disconnect_terminator();
  if (status == kSatisfiable) return Answer::Sat;
  if (status == kUnsatisfiable) return Answer::Unsat;
  if (budget.reason() != StopReason::None) throw LimitReached{budget.reason()};
  return Answer::Unknown;
}

}  // namespace fretsaw
