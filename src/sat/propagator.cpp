// SPDX-License-Identifier: MIT
// Why watching works although literals are found out late (see trail.hpp).
//
// When a watched literal w of a clause is false and no longer pending, some literal t of the clause is true,
// such that (a) t stands in no later block than w's opposite, or (b) t's level is not above w's. Blocks and
// levels only shrink together, so suppose that backtracking removes t but leaves w false. Then (b) is
// impossible, and by (a) w's opposite stood in a removed block: it has been moved and is pending again, and
// the clause will be visited. So at a fixpoint no clause is false and none has a single open literal with all
// others false, unless such a clause came in by attach() under its condition, where (b) holds.
#include "sat/propagator.hpp"

#include <algorithm>
#include <utility>

namespace fretsaw::sat {

void Propagator::attach(ClauseRef clause) {
  const auto literals = arena_[clause];
  const bool binary = literals.size() == 2;
  watches_[literals[0].code].emplace_back(clause, binary, literals[1]);
  watches_[literals[1].code].emplace_back(clause, binary, literals[0]);
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
ClauseRef Propagator::visit(Literal falsified) {
  std::vector<Watch>& watches = watches_[falsified.code];
  ClauseRef conflict = kNoClause;
  auto kept = watches.begin();
  auto watch = watches.begin();
  const auto end = watches.end();
  while (watch != end && conflict == kNoClause) {
    const Watch current = *watch++;
    if (trail_.is_true(current.blocker)) {
      *kept++ = current;
      continue;
    }
    if (current.binary()) {
      *kept++ = current;
      if (trail_.is_false(current.blocker)) {
        conflict = current.clause();
      } else {
        imply(current.blocker, falsified, current.clause());
      }
      continue;
    }
    const auto literals = arena_[current.clause()];
    const Literal other{literals[0].code ^ literals[1].code ^ falsified.code};
    if (other != current.blocker && trail_.is_true(other)) {
      *kept++ = {current.clause(), false, other};
      continue;
    }
    const auto replacement = std::find_if(literals.begin() + 2, literals.end(),
                                          [&](Literal literal) { return !trail_.is_false(literal); });
    if (replacement != literals.end()) {
      literals[0] = other;
      literals[1] = *replacement;
      *replacement = falsified;
      watches_[literals[1].code].emplace_back(current.clause(), false, other);
      continue;
    }
    *kept++ = {current.clause(), false, other};
    if (trail_.is_false(other)) {
      conflict = current.clause();
    } else {
      imply(other, falsified, current.clause());
    }
  }
  kept = std::copy(watch, end, kept);
  watches.erase(kept, end);
  return conflict;
}

// The level of an implied literal is the highest among the others of the clause. As no level is above the top
// one, that is found without looking when the cause has it, as it nearly always does.
inline void Propagator::imply(Literal literal, Literal cause, ClauseRef clause) {
  const Level top = trail_.top();
  const Level level = trail_.level(cause.variable()) == top ? top : highest_other_level(literal, clause);
  trail_.assign(literal, level, clause);
}

Level Propagator::highest_other_level(Literal literal, ClauseRef clause) const {
  Level highest = 0;
  for (const Literal other : std::as_const(arena_)[clause]) {
    if (other != literal) highest = std::max(highest, trail_.level(other.variable()));
  }
  return highest;
}

}  // namespace fretsaw::sat
