// SPDX-License-Identifier: MIT
// Learns from a conflict: first unique implication point, with minimization of the learnt clause.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/sat/clause_arena.hpp"
#include "logic/sat/trail.hpp"

namespace fretsaw::sat {

// The levels in a clause all of whose literals are false.
struct ConflictLevels {
  Level highest = 0;
  Level second = 0;  // the highest of the others: equal to it when several literals have it
  bool unit() const { return second < highest; }  // below the highest level, one literal is open
};

ConflictLevels conflict_levels(std::span<const Literal> clause, const Trail& trail);

class Analyzer {
 public:
  Analyzer(std::uint32_t variables, const ClauseArena& arena, const Trail& trail)
      : arena_(arena),
        trail_(trail),
        marks_(variables, Mark::None),
        level_marks_(std::size_t{variables} + 1) {}

  void grow(std::uint32_t variables) {
    marks_.resize(variables, Mark::None);
    level_marks_.resize(std::size_t{variables} + 1);
  }

  // Requires a conflict with several literals of the top level, which is above 0.
  void analyze(ClauseRef conflict);

  // The learnt clause, a consequence of the clauses alone. Its first literal is the only one of the top
  // level; the second, if any, has the highest level among the others.
  std::span<const Literal> clause() const { return clause_; }
  Level assertion_level() const;  // the level of the second; 0 without
  std::uint32_t glue() const { return glue_; }

  // What took part: variables to prefer in decisions, clauses to keep.
  std::span<const Variable> variables() const { return variables_; }
  std::span<const ClauseRef> clauses() const { return clauses_; }
  std::size_t minimized_literals() const { return minimized_; }

 private:
  enum class Mark : std::uint8_t { None, Resolved, InClause, Redundant, Needed };

  void resolve_to_implication_point(ClauseRef conflict);
  void mark_literals(ClauseRef clause, Literal implied);
  void minimize();
  bool redundant(Literal literal, unsigned depth);
  void order_and_rate();
  void clear_marks();
  void set_mark(Variable variable, Mark mark);

  const ClauseArena& arena_;
  const Trail& trail_;
  std::vector<Mark> marks_;
  std::vector<Variable> marked_;
  std::vector<std::uint8_t> level_marks_;  // levels in the clause
  std::uint32_t open_paths_ = 0;           // marked literals of the top level not resolved yet

  std::vector<Literal> clause_;
  std::vector<Variable> variables_;
  std::vector<ClauseRef> clauses_;
  std::uint32_t glue_ = 0;
  std::size_t minimized_ = 0;
};

}  // namespace fretsaw::sat
