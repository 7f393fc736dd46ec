// SPDX-License-Identifier: MIT
// Why watched literals are correct although literals may be derived late (see trail.hpp).
//
// When a watched literal w of a clause is false and no longer pending, some literal t of the clause is true,
// such that (a) t stands in no later block than w's opposite, or (b) t's level is not above w's. Blocks and
// levels only shrink together, so suppose that backtracking removes t but leaves w false. Then (b) is
// impossible, and by (a) w's opposite stood in a removed block: it has been moved and is pending again, and
// the clause will be visited. So at a fixpoint no clause is false and none has a single open literal with all
// others false, unless such a clause came in by attach() under its condition, where (b) holds.
#include "logic/sat/propagator.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fretsaw::sat {

void Propagator::attach(ClauseRef clause) {
  constexpr std::size_t kFirstWatchCapacity = 4;
  const auto literals = arena_[clause];
  const bool binary = literals.size() == 2;
  for (std::size_t i = 0; i < 2; ++i) {
    auto& watches = watches_[literals[i].code];
    if (watches.capacity() == 0) watches.reserve(kFirstWatchCapacity);  // not one, then two: most have some
    watches.emplace_back(clause, binary, literals[1 - i]);
  }
}

void Propagator::detach_learnt() {
  for (auto& watches : watches_) {
    std::erase_if(watches, [&](const Watch& watch) { return arena_.learnt(watch.clause()); });
  }
}

ClauseRef Propagator::propagate() {
  while (trail_.pending()) {
    ++propagations_;
    const ClauseRef conflict = visit(~trail_.next_pending());
    if (conflict != kNoClause) return conflict;
  }
  return kNoClause;
}

// Visits the clauses that watch a literal which has become false: each finds another literal to watch, is
// satisfied, implies its last literal, or is the conflict.
//
// The level of an implied literal is the highest among the others of the clause. As no level is above the top
// one, that is found without looking when the falsified literal has it, as it nearly always does.
inline ClauseRef Propagator::visit(Literal falsified) {
  const Values values = trail_.values();
  const bool caused_by_top = trail_.level(falsified.variable()) == trail_.top();
  const auto imply = [&](Literal literal, ClauseRef clause) {
    trail_.assign(literal, caused_by_top ? trail_.top() : highest_other_level(literal, clause), clause);
  };

  std::vector<Watch>& watches = watches_[falsified.code];
  ClauseRef conflict = kNoClause;
  Watch* kept = watches.data();
  const Watch* watch = kept;
  const Watch* const end = kept + watches.size();
  while (watch != end) {
    const Watch current = *kept++ = *watch++;
    if (values.is_true(current.blocker)) continue;
    if (current.binary()) {
      if (values.is_false(current.blocker)) {
        conflict = current.clause();
        break;
      }
      imply(current.blocker, current.clause());
      continue;
    }
    const auto literals = arena_[current.clause()];
    const Literal other{literals[0].code ^ literals[1].code ^ falsified.code};
    kept[-1].blocker = other;
    if (values.is_true(other)) continue;
    const auto replacement = std::find_if(literals.begin() + 2, literals.end(),
                                          [&](Literal literal) { return !values.is_false(literal); });
    if (replacement != literals.end()) {
      literals[0] = other;
      literals[1] = *replacement;
      *replacement = falsified;
      watches_[literals[1].code].push_back(kept[-1]);
      --kept;
    } else if (values.is_false(other)) {
      conflict = current.clause();
      break;
    } else {
      imply(other, current.clause());
    }
  }
  if (kept != watch) {
    kept = std::copy(watch, end, kept);
    watches.erase(watches.begin() + (kept - watches.data()), watches.end());
  }
  return conflict;
}

Level Propagator::highest_other_level(Literal literal, ClauseRef clause) const {
  Level highest = 0;
  for (const Literal other : std::as_const(arena_)[clause]) {
    if (other != literal) highest = std::max(highest, trail_.level(other.variable()));
  }
  return highest;
}

}  // namespace fretsaw::sat

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
