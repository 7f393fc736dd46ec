// SPDX-License-Identifier: MIT
// The learnt clauses of a search: kept while they are useful, forgotten before they are too many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/sat/clause_arena.hpp"
#include "logic/sat/propagator.hpp"
#include "logic/sat/trail.hpp"

namespace fretsaw::sat {

class LearntClauses {
 public:
  struct Limits {
    std::uint32_t limit = 4000;       // at which half of them are forgotten for the first time
    std::uint32_t growth = 200;       // by which each time raises it...
    std::uint32_t ceiling = 100'000;  // ...up to this
  };

  LearntClauses(ClauseArena& arena, Trail& trail, Propagator& propagator, const Limits& limits);

  // Require at least two literals, such as Propagator::attach() wants them.
  ClauseRef add(std::span<const Literal> literals, std::uint32_t glue);
  ClauseRef add_irredundant(std::span<const Literal> literals);  // never forgotten, and not counted

  // These took part in a conflict.
  void bump(std::span<const ClauseRef> clauses);

  bool too_many() const { return count_ >= reduce_at_; }
  void reduce();

  std::uint64_t count() const { return count_; }
  std::uint64_t peak() const { return peak_; }
  std::uint64_t deleted() const { return deleted_; }
  std::uint64_t reductions() const { return reductions_; }

 private:
  std::vector<ClauseRef> clauses_to_keep() const;
  bool is_reason(ClauseRef clause) const;

  ClauseArena& arena_;
  Trail& trail_;
  Propagator& propagator_;
  Limits limits_;
  std::uint64_t reduce_at_;  // the limit, or more when most of them were reasons last time
  float increment_ = 1;
  std::uint64_t count_ = 0;
  std::uint64_t irredundant_ = 0;
  std::uint64_t peak_ = 0;
  std::uint64_t deleted_ = 0;
  std::uint64_t reductions_ = 0;
};

}  // namespace fretsaw::sat
