// SPDX-License-Identifier: MIT
#include <array>
#include <vector>

#include "logic/sat/propagator.hpp"
#include "logic/sat/simplify.hpp"

namespace fretsaw {

namespace {

constexpr std::uint64_t kMaxPropagations = 500'000;  // some hundredths of a second

// True if something was found and there is effort left to look for what follows from it.
bool try_all(const Cnf& cnf, Propagation& propagation, Budget& budget) {
  bool found = false;
  for (int variable = 1; variable <= cnf.primary; ++variable) {
    if (propagation.propagations() > kMaxPropagations) return false;
    budget.poll();
    if (!propagation.is_open(variable)) continue;
    const bool possible = propagation.assume(variable);
    propagation.retract();
    if (possible) continue;
    found = true;
    propagation.fix(-variable);
    if (!propagation.consistent()) return false;
  }
  return found;
}

// The formula without what is known to be true or false, which becomes units.
Cnf without_known(const Cnf& cnf, const Propagation& propagation) {
  Cnf result{cnf.variables, cnf.primary, cnf.secondary, {}, 0};
  for (int variable = 1; variable <= cnf.variables; ++variable) {
    if (!propagation.is_open(variable))
      result.add(std::array{propagation.is_true(variable) ? variable : -variable});
  }
  std::vector<int> open;
  cnf.each_clause([&](std::span<const int> clause) {
    open.clear();
    for (const int literal : clause) {
      if (propagation.is_true(literal)) return;
      if (!propagation.is_true(-literal)) open.push_back(literal);
    }
    result.add(open);
  });
  return result;
}

}  // namespace

Cnf probe(const Cnf& cnf, Budget& budget) {
  Propagation propagation(cnf);
  while (propagation.consistent() && try_all(cnf, propagation, budget)) {
  }
  return propagation.consistent() ? without_known(cnf, propagation) : cnf;
}

}  // namespace fretsaw
