// SPDX-License-Identifier: MIT
//
// Enumerates all solutions, each once, in memory that does not grow with their number.
//
// The usual method excludes each solution by a blocking clause and solves again: the clauses accumulate.
// Instead, this is a CDCL solver that continues after a solution as DPLL would: it flips its last decision.
// This is the idea of Grumberg, Schuster and Yadgar (Memory efficient all-solutions SAT solver, FMCAD
// 2004); out-of-order trails are treated as by Nadel and Ryvchin (Chronological backtracking, SAT 2018) and
// Moehle and Biere (Combining CDCL and chronological backtracking for propositional model counting, GCAI
// 2019).
//
// INVARIANTS. Decisions d1..dn are at the levels 1..n. A level is flipped if its decision is the second one
// tried there. Flipped literals count as decisions, not as consequences of the solutions reported so far.
// Hence every implied or learnt literal follows from the clauses alone and is never retracted. Primary
// variables are decided first, so levels above the last primary decision only complete a solution. "The space
// of" literals means the projected solutions that contain them; F is the formula. Before each decision:
//
//   (1) For a flipped level k, all of the space of d1..d(k-1), -dk has been reported, and it was not empty.
//   (2) No other solution has been reported.
//
// The barrier is the highest flipped level b, or 0. By (2), no solution in the space of d1..db has been
// reported, and so the levels above b are a plain SAT search in it, which may backjump and restart freely,
// down to b.
//
// A SOLUTION. No variable is open and propagation found no conflict. (Or only gates are open, and the caller
// guarantees that they follow.) Let k be the level of the last primary decision. Every primary variable
// follows from d1..dk, so their space is this one solution; it is reported. Levels above k are dropped, and
// the space of d1..dk is now finished.
//
// A CONFLICT of level c, the highest in the false clause: F and d1..dc have no solution. If c = 0, F has none
// (or none is left). By (1) the space of d1..d(b-1), -db has a solution, so c < b is impossible.
//   - c > b: learn a clause, backjump, but not below b, and continue. The section on late literals treats
//     clauses that ask for a longer backjump.
//   - c = b: the space of d1..db is empty, hence finished.
//
// THE NEXT BRANCH, when the space of d1..dk is finished. If k is not flipped, it is flipped. Then (1) holds
// for k, because its space was not empty: a solution has just been found in it, or (by induction) in the
// first half of a flipped level above it. If k is flipped then by (1) the space of d1..d(k-1) is finished,
// too, and the same is done for k-1. At 0 all solutions have been reported. So each solution is reported
// once: the reported spaces are disjoint, and the skipped ones are empty. The search terminates: between two
// flips it is a SAT search with unbounded restart intervals, and the flips form a binary tree.
//
// LATE LITERALS. A learnt clause is often unit at a level a below the barrier, where backjumping is not
// allowed. Its literal u is then put on the trail at the current block b, but with its true level a
// (trail.hpp). If level b is left, u stays as long as a does; the causes of a conflict are determined by
// levels, not by positions on the trail. This has three consequences:
//   - A false clause may have a single literal of its highest level c: it was unit before it was visited.
//     No clause is learnt; after a backjump to where it is unit, propagation derives the literal. (Its watches
//     became false in the last block, which has been left, so it is visited again: propagator.cpp.)
//   - Between leaving a finished branch and flipping, propagation has to run, because late literals may have
//     consequences. They do not conflict, because the space of d1..d(k-1) has a solution; nor do they imply
//     -dk, because a solution contains dk. But they may imply dk. Then the other half is empty, and the
//     search continues with k-1.
//   - Learnt units are literals of level 0 that move down to block 0 as blocks are left.
//
// Before each decision the budget is polled. The invariants hold then, so the search can be resumed.
//
// THE POSITION OF THE SEARCH. With a static order, the decisions d1..db up to the barrier determine it: what
// is left is the space of d1..db, and then, from the highest level to the lowest, the other half of each
// level that is not flipped. A level is flipped if and only if its decision does not have the preferred
// value. So another search of the same formula can resume from d1..db: it makes the same decisions, except
// for those that it can derive. By (1), d1..d(b-1) has a solution, so only the space of db may turn out to be
// empty. A search can also resume after a solution, with its values as decisions: some of them have an empty
// other half, contrary to (1), but all of them have this solution above them, and the barrier depends only on
// levels that were flipped after it.
//
// A level whose other half belongs to another worker counts as flipped (close). If that half is empty, (1)
// still holds for the barrier itself, which is sufficient.
//
// A SOLUTION FILTER adds clauses during the search. F is then the formula with all clauses that it may add.
// Each primary assignment is checked before a later variable is decided, and the last one before a solution
// is reported; therefore solutions are those of F, and (1) and (2) hold for it.
//
// Two simpler treatments of late literals were rejected. Asserting u at level b instead of a is correct, too,
// but each flip loses u, which a further conflict then derives again. Keeping a list of late units and
// asserting them again after backtracking is equivalent, but every function has to maintain the list.
#include "logic/sat/search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "logic/sat/trail.hpp"

namespace fretsaw {

using sat::ClauseRef;
using sat::kNoClause;
using sat::kNoLiteral;
using sat::Literal;

Enumerator::Search::Search(const Cnf& cnf, const EnumeratorOptions& options, Budget& budget)
    : trail_(static_cast<std::uint32_t>(cnf.variables)),
      propagator_(static_cast<std::uint32_t>(cnf.variables), arena_, trail_),
      learnt_(arena_, trail_, propagator_,
              {options.learnt_limit, options.learnt_growth, options.learnt_ceiling}),
      analyzer_(static_cast<std::uint32_t>(cnf.variables), arena_, trail_),
      decider_(cnf, options),
      restarts_(options.restart_interval),
      filter_(options.filter),
      value_([this](int variable) { return value(variable); }) {
  for (const int literal : options.cube) add_unit(sat::from_dimacs(literal));
  cnf.each_clause([&](std::span<const int> clause) {
    budget.poll();
    add_original(clause);
  });
  if (!done_ && (!options.begin.empty() || options.begins_after_solution)) begin_at(options);
}

// What is assigned so far is of level 0.
void Enumerator::Search::add_original(std::span<const int> clause) {
  std::vector<Literal> literals;
  if (!sat::open_part(clause, trail_, literals)) return;
  if (literals.empty()) {
    done_ = true;
  } else if (literals.size() == 1) {
    add_unit(literals.front());
  } else {
    propagator_.attach(arena_.add_original(literals));
  }
}

void Enumerator::Search::add_unit(Literal literal) {
  if (trail_.is_false(literal)) {
    done_ = true;
  } else if (trail_.is_open(literal)) {
    trail_.assign(literal, 0, kNoClause);
  }
}

// Makes the decisions that the search is to begin with.
void Enumerator::Search::begin_at(const EnumeratorOptions& options) {
  for (const int dimacs : options.begin) {
    if (const ClauseRef conflict = propagator_.propagate(); conflict != kNoClause) {
      if (!learn_from(conflict)) finish();
      return;
    }
    const Literal literal = sat::from_dimacs(dimacs);
    if (trail_.is_true(literal)) continue;
    const bool flipped = literal.negated() == options.preferred_phase;
    if (trail_.is_false(literal)) {
      if (flipped && !enter_next_branch(trail_.top())) finish();
      return;
    }
    trail_.decide(literal, flipped);
    if (flipped) barrier_ = trail_.top();
  }
  at_solution_ = options.begins_after_solution;
  if (!at_solution_) return;
  [[maybe_unused]] const ClauseRef conflict = propagator_.propagate();
  assert(conflict == kNoClause);
}

std::optional<std::vector<int>> Enumerator::Search::position() {
  if (at_solution_ && !enter_next_branch(last_primary_level())) finish();
  at_solution_ = false;
  if (done_) return std::nullopt;
  std::vector<int> decisions;
  for (Level level = 1; level <= barrier_; ++level)
    decisions.push_back(sat::to_dimacs(trail_.decision(level)));
  return decisions;
}

double Enumerator::Search::progress_fraction() const {
  double explored = done_ ? 1 : 0;
  for (Level level = 1; !done_ && level <= barrier_; ++level) {
    if (trail_.flipped(level)) explored += std::ldexp(1.0, -static_cast<int>(level));
  }
  return explored;
}

int Enumerator::Search::divider() {
  if (done_ || at_solution_ || trail_.top() == barrier_) return 0;
  // What is above the barrier was decided in the static order, so no primary variable before this one is
  // open.
  const Literal literal = trail_.decision(barrier_ + 1);
  return decider_.primary(literal.variable()) ? sat::to_dimacs(literal) : 0;
}

void Enumerator::Search::close(std::size_t decisions) {
  for (Level level = 1; level <= decisions; ++level) trail_.set_flipped(level);
}

bool Enumerator::Search::next(Budget& budget) {
  if (at_solution_ && !enter_next_branch(last_primary_level())) return finish();
  at_solution_ = false;
  while (!done_) {
    const ClauseRef conflict = propagator_.propagate();
    if (conflict != kNoClause) {
      if (!learn_from(conflict)) return finish();
      continue;
    }
    budget.poll();
    if (restarts_.due()) {
      restart();
      continue;
    }
    if (learnt_.too_many()) learnt_.reduce();
    if (filter_ != nullptr) {
      if (const ClauseRef rejection_clause = apply_filter(); rejection_clause != kNoClause) {
        if (!learn_from(rejection_clause)) return finish();
        continue;
      }
    }
    const Literal decision = decider_.choose(trail_);
    if (decision == kNoLiteral) {
      ++statistics_.solutions;
      at_solution_ = true;
      return true;
    }
    ++statistics_.decisions;
    trail_.decide(decision, false);
  }
  return false;
}

bool Enumerator::Search::finish() {
  at_solution_ = false;
  done_ = true;
  return false;
}

// Leaves the part of the search that the conflict refutes. False when nothing is left to search.
bool Enumerator::Search::learn_from(ClauseRef conflict) {
  ++statistics_.conflicts;
  restarts_.count_conflict();
  const sat::ConflictLevels levels = conflict_levels(arena_[conflict], trail_);
  if (levels.highest == 0) return false;
  const bool branch_is_finished = levels.highest == barrier_;
  const Level lowest_allowed = branch_is_finished ? barrier_ - 1 : barrier_;
  if (levels.unit()) {
    ++statistics_.late_conflicts;
    backtrack(std::max(levels.second, lowest_allowed));
    // Propagation comes upon it again, unless it was the judge's.
    const Literal first = arena_[conflict].front();
    if (filter_ != nullptr && trail_.is_open(first)) trail_.assign(first, levels.second, conflict);
  } else {
    backtrack(levels.highest);
    analyzer_.analyze(conflict);
    decider_.bump(analyzer_.variables());
    learnt_.bump(analyzer_.clauses());
    backtrack(std::max(analyzer_.assertion_level(), lowest_allowed));
    install_learnt_clause();
  }
  return !branch_is_finished || enter_next_branch(barrier_ - 1);
}

// What was all right stays so while its variables keep their values.
ClauseRef Enumerator::Search::apply_filter() {
  const auto& places = filter_->places();
  while (filtered_ > 0 && places[filtered_ - 1] > decider_.kept_in_order()) --filtered_;
  const std::uint32_t assigned = decider_.assigned_in_order(trail_);
  std::size_t place = filtered_;
  while (place < places.size() && places[place] <= assigned) ++place;
  if (place == filtered_) return kNoClause;
  const auto clause = filter_->rejection_clause(place - 1, value_);
  if (clause) return add_rejection(*clause);
  filtered_ = place;
  return kNoClause;
}

// The two literals that will be open first stand in front, where they are watched.
ClauseRef Enumerator::Search::add_rejection(std::span<const int> clause) {
  ++statistics_.rejections;
  std::vector<Literal> literals;
  for (const int literal : clause) literals.push_back(sat::from_dimacs(literal));
  const auto level = [&](Literal literal) { return trail_.level(literal.variable()); };
  std::ranges::partial_sort(literals, literals.begin() + 2, std::ranges::greater(), level);
  return learnt_.add(literals, static_cast<std::uint32_t>(literals.size()));
}

// Adds what the analyzer has learnt and assigns its first literal, which is open while all others are false.
void Enumerator::Search::install_learnt_clause() {
  const auto literals = analyzer_.clause();
  statistics_.learnt_literals += literals.size();
  statistics_.minimized_literals += analyzer_.minimized_literals();
  ClauseRef clause = kNoClause;
  if (literals.size() > 1) {
    clause = learnt_.add(literals, analyzer_.glue());
    statistics_.peak_storage_words = std::max<std::uint64_t>(statistics_.peak_storage_words, arena_.words());
  }
  if (analyzer_.assertion_level() < trail_.top()) ++statistics_.late_literals;
  trail_.assign(literals.front(), analyzer_.assertion_level(), clause);
}

// Given that the space of the decisions up to this level is finished, flips the last decision that can be.
// False when there is none.
bool Enumerator::Search::enter_next_branch(Level finished) {
  for (Level level = finished; level > 0; --level) {
    if (trail_.flipped(level)) continue;
    const Literal decision = trail_.decision(level);
    backtrack(level - 1);
    [[maybe_unused]] const ClauseRef conflict = propagator_.propagate();
    assert(conflict == kNoClause);
    if (!trail_.is_open(decision)) continue;
    ++statistics_.flips;
    trail_.decide(~decision, true);
    barrier_ = level;
    return true;
  }
  return false;
}

Enumerator::Search::Level Enumerator::Search::last_primary_level() const {
  Level level = trail_.top();
  while (level > 0 && !decider_.primary(trail_.decision(level).variable())) --level;
  return level;
}

void Enumerator::Search::backtrack(Level level) {
  trail_.backtrack(level, [&](Literal literal) { decider_.removed(literal); });
}

void Enumerator::Search::restart() {
  restarts_.restarted();
  if (trail_.top() == barrier_) return;
  ++statistics_.restarts;
  backtrack(barrier_);
}

void Enumerator::Search::pack_values(int variables, std::span<std::uint64_t> words) const {
  constexpr std::uint32_t kBits = 64, kAtOnce = 16;
  const sat::Values values = trail_.values();
  const auto count = static_cast<std::uint32_t>(variables);
  std::ranges::fill(words, 0);
  std::uint32_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) words[i / kBits] |= values.true_of_sixteen(i) << i % kBits;
  for (; i < count; ++i)
    words[i / kBits] |= std::uint64_t{values.is_true(sat::make_literal(i, true))} << i % kBits;
}

const EnumeratorStatistics& Enumerator::Search::statistics() {
  statistics_.propagations = propagator_.propagations();
  statistics_.storage_words = arena_.words();
  statistics_.learnt_clauses = learnt_.count();
  statistics_.peak_learnt_clauses = learnt_.peak();
  statistics_.deleted_clauses = learnt_.deleted();
  statistics_.reductions = learnt_.reductions();
  statistics_.peak_storage_words = std::max(statistics_.peak_storage_words, statistics_.storage_words);
  return statistics_;
}

}  // namespace fretsaw
