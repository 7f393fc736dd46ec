// SPDX-License-Identifier: MIT
#include "logic/sat/propagation.hpp"

#include <algorithm>
#include <vector>

namespace fretsaw {

using sat::kNoClause;
using sat::Literal;

Propagation::Propagation(const Cnf& cnf)
    : trail_(static_cast<std::uint32_t>(cnf.variables)),
      propagator_(static_cast<std::uint32_t>(cnf.variables), arena_, trail_) {
  cnf.each_clause([&](std::span<const int> clause) { load(clause); });
  if (consistent_) consistent_ = propagator_.propagate() == kNoClause;
}

void Propagation::load(std::span<const int> clause) {
  std::vector<Literal> literals;
  for (const int literal : clause) literals.push_back(sat::from_dimacs(literal));
  std::ranges::sort(literals, {}, &Literal::code);
  literals.erase(std::ranges::unique(literals).begin(), literals.end());
  if (literals.empty()) {
    consistent_ = false;
  } else if (literals.size() == 1) {
    assign(literals.front());
  } else {
    propagator_.attach(arena_.add_original(literals));
  }
}

void Propagation::assign(Literal literal) {
  if (trail_.is_false(literal)) consistent_ = false;
  if (trail_.is_open(literal)) trail_.assign(literal, 0, kNoClause);
}

bool Propagation::assume(int literal) {
  const Literal assumed = sat::from_dimacs(literal);
  if (!trail_.is_open(assumed)) return trail_.is_true(assumed);
  trail_.decide(assumed, false);
  return propagator_.propagate() == kNoClause;
}

void Propagation::retract() {
  trail_.backtrack(0, [](Literal) {});
}

void Propagation::fix(int literal) {
  assign(sat::from_dimacs(literal));
  if (consistent_) consistent_ = propagator_.propagate() == kNoClause;
}

}  // namespace fretsaw
