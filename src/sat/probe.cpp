// SPDX-License-Identifier: MIT
#include "sat/probe.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "sat/propagator.hpp"

namespace fretsaw {

namespace {

using sat::kNoClause;
using sat::Literal;

constexpr std::uint64_t kMostPropagations = 500'000;  // some hundredths of a second

class Prober {
 public:
  Prober(const Cnf& cnf, Budget& budget)
      : cnf_(cnf),
        budget_(budget),
        trail_(static_cast<std::uint32_t>(cnf.variables)),
        propagator_(static_cast<std::uint32_t>(cnf.variables), arena_, trail_) {}

  Cnf run() {
    cnf_.each_clause([&](std::span<const int> clause) { load(clause); });
    if (contradictory_ || !settles()) return cnf_;
    while (try_all()) {
    }
    return contradictory_ ? cnf_ : rest();
  }

 private:
  void load(std::span<const int> clause) {
    std::vector<Literal> literals;
    for (const int literal : clause) literals.push_back(sat::from_dimacs(literal));
    std::ranges::sort(literals, {}, &Literal::code);
    literals.erase(std::ranges::unique(literals).begin(), literals.end());
    if (literals.size() > 1) {
      propagator_.attach(arena_.add_original(literals));
    } else if (literals.empty() || trail_.is_false(literals.front())) {
      contradictory_ = true;
    } else if (trail_.is_open(literals.front())) {
      trail_.assign(literals.front(), 0, kNoClause);
    }
  }

  bool settles() { return propagator_.propagate() == kNoClause; }

  // True if something was found and there is effort left to look for what follows from it.
  bool try_all() {
    bool found = false;
    for (int variable = 1; variable <= cnf_.primary; ++variable) {
      if (propagator_.propagations() > kMostPropagations || budget_.exhausted()) return false;
      const Literal literal = sat::from_dimacs(variable);
      if (!trail_.is_open(literal)) continue;
      trail_.decide(literal, false);
      const bool possible = settles();
      trail_.backtrack(0, [](Literal) {});
      if (possible) continue;
      found = true;
      trail_.assign(~literal, 0, kNoClause);
      contradictory_ = !settles();
      if (contradictory_) return false;
    }
    return found;
  }

  Cnf rest() const {
    Cnf result{cnf_.variables, cnf_.primary, cnf_.secondary, {}, 0};
    for (int variable = 1; variable <= cnf_.variables; ++variable) {
      const Literal literal = sat::from_dimacs(variable);
      if (!trail_.is_open(literal)) result.add(std::array{trail_.is_true(literal) ? variable : -variable});
    }
    std::vector<int> open;
    cnf_.each_clause([&](std::span<const int> clause) {
      open.clear();
      for (const int literal : clause) {
        if (trail_.is_true(sat::from_dimacs(literal))) return;
        if (trail_.is_open(sat::from_dimacs(literal))) open.push_back(literal);
      }
      result.add(open);
    });
    return result;
  }

  const Cnf& cnf_;
  Budget& budget_;
  sat::ClauseArena arena_;
  sat::Trail trail_;
  sat::Propagator propagator_;
  bool contradictory_ = false;
};

}  // namespace

Cnf probe(const Cnf& cnf, Budget& budget) { return Prober(cnf, budget).run(); }

}  // namespace fretsaw
