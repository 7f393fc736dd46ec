// SPDX-License-Identifier: MIT
// Unit propagation with two watched literals per clause (Moskewicz and others, Chaff, 2001), blocking
// literals beside them, and binary clauses settled without a look at the arena.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/cnf/cnf.hpp"
#include "logic/sat/clause_arena.hpp"
#include "logic/sat/trail.hpp"

namespace fretsaw::sat {

class Propagator {
 public:
  Propagator(std::uint32_t variables, ClauseArena& arena, Trail& trail)
      : arena_(arena), trail_(trail), watches_(2 * std::size_t{variables}) {}

  void grow(std::uint32_t variables) { watches_.resize(2 * std::size_t{variables}); }

  // Watches the first two literals of the clause. Requires of them, unless they are open or true: that their
  // opposites are pending, or that the first is true with a level not above that of the second.
  void attach(ClauseRef clause);

  // Forgets the watches of learnt clauses: for when they have moved. The caller attaches them again.
  void detach_learnt();

  // Takes what is pending on the trail to a fixpoint, or stops at a clause that is false, which is returned.
  ClauseRef propagate();

  std::uint64_t propagations() const { return propagations_; }

 private:
  // A clause, and one of its literals: when that is true, the clause need not be examined.
  struct Watch {
    Watch(ClauseRef clause, bool is_binary, Literal blocking)
        : tagged_clause(clause << 1 | (is_binary ? 1U : 0U)), blocker(blocking) {}

    ClauseRef clause() const { return tagged_clause >> 1; }
    bool binary() const { return (tagged_clause & 1) != 0; }

    std::uint32_t tagged_clause;
    Literal blocker;
  };

  ClauseRef visit(Literal falsified);
  Level highest_other_level(Literal literal, ClauseRef clause) const;

  ClauseArena& arena_;
  Trail& trail_;
  std::vector<std::vector<Watch>> watches_;  // by watched literal, visited when it becomes false
  std::uint64_t propagations_ = 0;
};

}  // namespace fretsaw::sat

namespace fretsaw {

// What follows from a formula and a few assumptions by unit propagation alone.
class Propagation {
 public:
  explicit Propagation(const Cnf& cnf);

  // False once the clauses themselves, and what was fixed, are contradictory.
  bool consistent() const { return consistent_; }

  bool is_open(int variable) const { return trail_.is_open(sat::from_dimacs(variable)); }
  bool is_true(int literal) const { return trail_.is_true(sat::from_dimacs(literal)); }

  // Adds an assumption to those made already. False if that leads to a conflict; retract() before anything
  // else then.
  bool assume(int literal);
  void retract();  // all of them

  // Adds a fact. Requires that nothing is assumed.
  void fix(int literal);

  std::uint64_t propagations() const { return propagator_.propagations(); }

 private:
  void load(std::span<const int> clause);
  void assign(sat::Literal literal);

  sat::ClauseArena arena_;
  sat::Trail trail_;
  sat::Propagator propagator_;
  bool consistent_ = true;
};

}  // namespace fretsaw
