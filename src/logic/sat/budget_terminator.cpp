// SPDX-License-Identifier: MIT
#include "logic/sat/budget_terminator.hpp"

#include <cadical.hpp>

namespace fretsaw {
namespace {

// CaDiCaL asks every few steps of its search, but seldom within preprocessing: look at the clock more often
// than Budget would by itself.
class BudgetTerminator final : public CaDiCaL::Terminator {
 public:
  explicit BudgetTerminator(Budget& budget) : budget_(budget) {}

  bool terminate() override {
    return ++questions_ % kQuestionsPerLook == 0 ? budget_.look_closer() : budget_.exhausted();
  }

 private:
  static constexpr unsigned kQuestionsPerLook = 8;

  Budget& budget_;
  unsigned questions_ = 0;
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
  if (budget.reason() != Stop::None) throw LimitReached{budget.reason()};
  return Answer::Unknown;
}

}  // namespace fretsaw
