// SPDX-License-Identifier: MIT
// The conflict is resolved with the reasons of its top-level literals, latest first, until one of them is
// left: the first unique implication point (Marques-Silva and Sakallah, GRASP, 1999). Literals of the top
// level need not be consecutive on the trail; but a reason always precedes the literal it implies, which is
// sufficient for a backward traversal.
//
// A literal of the result is redundant if the others imply it: if all other literals of its reason are in the
// clause, of level 0, or redundant themselves (Soerensson and Biere, Minimizing Learned Clauses, 2009). This
// is only possible for literals whose level occurs in the clause, which ends most attempts at once.
#include "logic/sat/analyzer.hpp"

#include <algorithm>

namespace fretsaw::sat {

ConflictLevels conflict_levels(std::span<const Literal> clause, const Trail& trail) {
  ConflictLevels levels;
  for (const Literal literal : clause) {
    const Level level = trail.level(literal.variable());
    if (level >= levels.highest) {
      levels.second = levels.highest;
      levels.highest = level;
    } else if (level > levels.second) {
      levels.second = level;
    }
  }
  return levels;
}

void Analyzer::analyze(ClauseRef conflict) {
  resolve_to_implication_point(conflict);
  minimize();
  order_and_rate();
  clear_marks();
}

Level Analyzer::assertion_level() const {
  return clause_.size() > 1 ? trail_.level(clause_[1].variable()) : 0;
}

void Analyzer::resolve_to_implication_point(ClauseRef conflict) {
  clause_.assign(1, kNoLiteral);
  variables_.clear();
  clauses_.clear();
  open_paths_ = 0;
  mark_literals(conflict, kNoLiteral);
  for (std::uint32_t position = trail_.size();;) {
    const Literal literal = trail_[--position];
    const Variable variable = literal.variable();
    if (marks_[variable] != Mark::Resolved) continue;
    if (--open_paths_ == 0) {
      clause_[0] = ~literal;
      return;
    }
    mark_literals(trail_.reason(variable), literal);
  }
}

// Literals of the top level are to be resolved; the others belong to the learnt clause, except those of level
// 0.
void Analyzer::mark_literals(ClauseRef clause, Literal implied) {
  if (arena_.learnt(clause)) clauses_.push_back(clause);
  for (const Literal literal : arena_[clause]) {
    const Variable variable = literal.variable();
    const Level level = trail_.level(variable);
    if (literal == implied || level == 0 || marks_[variable] != Mark::None) continue;
    variables_.push_back(variable);
    if (level == trail_.top()) {
      set_mark(variable, Mark::Resolved);
      ++open_paths_;
    } else {
      set_mark(variable, Mark::InClause);
      level_marks_[level] = 1;
      clause_.push_back(literal);
    }
  }
}

void Analyzer::minimize() {
  const auto superfluous = std::partition(clause_.begin() + 1, clause_.end(),
                                          [&](Literal literal) { return !redundant(literal, 0); });
  minimized_ = static_cast<std::size_t>(clause_.end() - superfluous);
  for (const Literal literal : std::span(clause_).subspan(1)) {
    level_marks_[trail_.level(literal.variable())] = 0;
  }
  clause_.erase(superfluous, clause_.end());
}

bool Analyzer::redundant(Literal literal, unsigned depth) {
  constexpr unsigned kMaxRecursionDepth = 500;
  const Variable variable = literal.variable();
  const Level level = trail_.level(variable);
  const Mark mark = marks_[variable];
  if (level == 0 || mark == Mark::Redundant || (mark == Mark::InClause && depth > 0)) return true;
  const ClauseRef reason = trail_.reason(variable);
  if (reason == kNoClause || mark == Mark::Needed || level_marks_[level] == 0 || depth == kMaxRecursionDepth)
    return false;
  const bool rests_on_clause = std::ranges::all_of(
      arena_[reason], [&](Literal other) { return other == ~literal || redundant(other, depth + 1); });
  // A literal of the clause that is needed keeps its mark: others may still rest on it.
  if (rests_on_clause || mark == Mark::None)
    set_mark(variable, rests_on_clause ? Mark::Redundant : Mark::Needed);
  return rests_on_clause;
}

void Analyzer::order_and_rate() {
  const auto by_level = [&](Literal a, Literal b) {
    return trail_.level(a.variable()) < trail_.level(b.variable());
  };
  if (clause_.size() > 2)
    std::iter_swap(clause_.begin() + 1, std::max_element(clause_.begin() + 1, clause_.end(), by_level));
  glue_ = 0;
  for (const Literal literal : clause_) {
    std::uint8_t& counted = level_marks_[trail_.level(literal.variable())];
    glue_ += counted == 0 ? 1 : 0;
    counted = 1;
  }
  for (const Literal literal : clause_) level_marks_[trail_.level(literal.variable())] = 0;
}

void Analyzer::clear_marks() {
  for (const Variable variable : marked_) marks_[variable] = Mark::None;
  marked_.clear();
}

void Analyzer::set_mark(Variable variable, Mark mark) {
  if (marks_[variable] == Mark::None) marked_.push_back(variable);
  marks_[variable] = mark;
}

}  // namespace fretsaw::sat
