// SPDX-License-Identifier: MIT
//
// Variables are eliminated by resolution, clauses by subsumption (Een and Biere, Effective preprocessing in
// SAT through variable and clause elimination, SAT 2005). All resolvents on a variable together are
// equivalent to its clauses, as far as the other variables are concerned; they replace these clauses if they
// are not more. Most gates are eliminated this way, and conflicts are then found in terms of their inputs.
//
// A clause subsumes those that contain it. A clause that contains it except for one literal, which it has
// with the opposite sign, can drop that literal (self-subsumption). Both are found by visiting all clauses
// with the clause's rarest variable; signatures with one bit for each variable exclude most of them.
//
// Elimination and subsumption alternate until nothing is left to eliminate: resolvents can be subsumed, and a
// variable that loses a clause or a literal may then have few enough resolvents.
//
// GATES. An enumeration that does not decide gates relies on propagation to derive them, and elimination
// preserves that: if a clause C, g implies g, all of C is false, and what remains of a clause -g, D is what
// remains of the resolvent C, D. So the same values of all other variables are derived, in fewer steps. Gates
// that have no uses left, because other literals are known to be true, are removed without replacement. As an
// enumeration propagates far more than it learns, a gate may be replaced by a few more clauses if they are
// short.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <queue>
#include <span>
#include <utility>

#include "logic/sat/literal.hpp"
#include "logic/sat/simplify.hpp"

namespace fretsaw {
namespace {

using sat::Literal;
using sat::Variable;

constexpr std::size_t kMaxResolventLiterals = 20;  // literals of a resolvent
constexpr std::size_t kMinEliminatedFraction =
    100;  // another round is, if one variable in so many was eliminated

// What may be done.
struct EliminationLimits {
  std::vector<bool> frozen;             // by variable: those that are not eliminated
  std::size_t max_added_clauses;        // clauses than before that a variable may leave, if...
  std::size_t max_literals_if_growing;  // ...none of them has more literals than that
  std::uint64_t max_literal_visits;     // at literals
};

class Eliminator {
 public:
  Eliminator(const Cnf& cnf, EliminationLimits limits)
      : cnf_(cnf),
        limits_(std::move(limits)),
        clauses_of_(static_cast<std::size_t>(cnf.variables)),
        values_(2 * clauses_of_.size()),
        is_grown_(clauses_of_.size()),
        marks_(2 * clauses_of_.size()),
        touched_(clauses_of_.size()),
        counts_(values_.size()),
        eliminated_(clauses_of_.size()) {}

  Elimination run(Budget& budget) {
    load();
    for (std::size_t eliminated = clauses_of_.size();
         eliminated > clauses_of_.size() / kMinEliminatedFraction;) {
      gather();
      settle(budget);
      eliminated = eliminate_touched(budget);
    }
    return result();
  }

 private:
  using ClauseId = std::uint32_t;

  struct Clause {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;       // 0 if it was removed
    std::uint64_t variables = 0;  // a bit for each, shared by some
  };

  struct Candidate {
    std::uint64_t resolvents;  // at most, when it was put there
    Variable variable;
    // The largest has the fewest resolvents; among equals it is the last gate, which others are made of.
    friend bool operator<(const Candidate& a, const Candidate& b) {
      return a.resolvents != b.resolvents ? a.resolvents > b.resolvents : a.variable < b.variable;
    }
  };

  std::span<Literal> literals(ClauseId id) {
    return {literals_.data() + clauses_[id].begin, clauses_[id].size};
  }

  bool is_removed(ClauseId id) const { return clauses_[id].size == 0; }

  bool is_true(Literal literal) const { return values_[literal.code] > 0; }
  bool is_false(Literal literal) const { return values_[literal.code] < 0; }

  static std::uint64_t bit(Literal literal) { return std::uint64_t{1} << (literal.variable() % 64); }

  void load() {
    std::vector<Literal> clause;
    cnf_.each_clause([&](std::span<const int> dimacs) {
      clause.clear();
      for (const int literal : dimacs) clause.push_back(sat::from_dimacs(literal));
      std::ranges::sort(clause, {}, &Literal::code);
      const auto repeated = std::ranges::unique(clause);
      clause.erase(repeated.begin(), repeated.end());
      const auto complementary = [](Literal a, Literal b) { return a == ~b; };
      if (std::ranges::adjacent_find(clause, complementary) == clause.end()) add(clause);
    });
  }

  void add(std::span<const Literal> clause) {
    if (clause.empty()) {
      contradiction_ = true;
    } else if (clause.size() == 1) {
      assign(clause.front());
    } else {
      const auto id = static_cast<ClauseId>(clauses_.size());
      Clause added{static_cast<std::uint32_t>(literals_.size()), static_cast<std::uint32_t>(clause.size())};
      for (const Literal literal : clause) {
        added.variables |= bit(literal);
        clauses_of_[literal.variable()].push_back(id);
        ++counts_[literal.code];
        touch(literal.variable());
      }
      literals_.insert(literals_.end(), clause.begin(), clause.end());
      clauses_.push_back(added);
      is_queued_.push_back(0);
    }
  }

  void enqueue(ClauseId id) {
    if (is_queued_[id] == 0) queue_.push_back(id);
    is_queued_[id] = 1;
  }

  void assign(Literal literal) {
    if (is_true(literal)) return;
    if (is_false(literal)) {
      contradiction_ = true;
      return;
    }
    values_[literal.code] = 1;
    values_[(~literal).code] = -1;
    units_.push_back(literal);
  }

  void remove(ClauseId id) {
    for (const Literal literal : literals(id)) {
      --counts_[literal.code];
      touch(literal.variable());
    }
    clauses_[id].size = 0;
  }

  void touch(Variable variable) {
    if (touched_[variable] || limits_.frozen[variable]) return;
    touched_[variable] = true;
    candidates_.push({resolvents(variable), variable});
  }

  std::uint64_t resolvents(Variable variable) const {
    const Literal positive = sat::make_literal(variable, true);
    return counts_[positive.code] * counts_[(~positive).code];
  }

  // Requires that the clause has this literal.
  void remove_literal(ClauseId id, Literal literal) {
    Clause& clause = clauses_[id];
    const auto all = literals(id);
    *std::ranges::find(all, literal) = all.back();
    --clause.size;
    --counts_[literal.code];
    touch(literal.variable());
    std::erase(clauses_of_[literal.variable()], id);
    clause.variables = 0;
    for (const Literal other : literals(id)) clause.variables |= bit(other);
    if (clause.size == 1) {
      assign(literals(id).front());
      remove(id);
    } else {
      enqueue(id);
    }
  }

  // The clauses of a variable that are still there.
  std::vector<ClauseId>& live_clauses(Variable variable) {
    auto& ids = clauses_of_[variable];
    const Literal literal = sat::make_literal(variable, true);
    const std::size_t live = counts_[literal.code] + counts_[(~literal).code];
    if (ids.size() != live) std::erase_if(ids, [&](ClauseId id) { return is_removed(id); });
    return ids;
  }

  void grow(Variable variable) {
    if (is_grown_[variable] == 0) grown_.push_back(variable);
    is_grown_[variable] = 1;
  }

  // What is new may be subsumed by what was there before, too. Of the original clauses hardly any is.
  void gather() {
    for (const Variable variable : grown_) {
      is_grown_[variable] = 0;
      for (const ClauseId id : live_clauses(variable)) enqueue(id);
    }
    grown_.clear();
  }

  // To the end of what units and subsumption give.
  void settle(Budget& budget) {
    for (;;) {
      propagate();
      if (contradiction_ || queue_.empty()) break;
      budget.poll();
      const ClauseId id = queue_.back();
      queue_.pop_back();
      is_queued_[id] = 0;
      if (!is_removed(id) && literal_visits_ < limits_.max_literal_visits) subsume_by(id);
    }
  }

  void propagate() {
    while (!contradiction_ && next_unit_ < units_.size()) {
      const Literal unit = units_[next_unit_++];
      const std::vector<ClauseId> ids = live_clauses(unit.variable());
      for (const ClauseId id : ids) {
        if (std::ranges::find(literals(id), unit) != literals(id).end()) {
          remove(id);
        } else {
          remove_literal(id, ~unit);
        }
      }
    }
  }

  void subsume_by(ClauseId id) {
    const auto rarest = std::ranges::min_element(
        literals(id), {}, [&](Literal literal) { return clauses_of_[literal.variable()].size(); });
    const Variable variable = rarest->variable();
    for (const Literal literal : literals(id)) marks_[literal.code] = 1;
    const std::size_t size = clauses_[id].size;
    const std::uint64_t variables = clauses_[id].variables;
    shortened_.clear();
    for (const ClauseId other : live_clauses(variable)) {
      ++literal_visits_;
      if (other == id || clauses_[other].size < size || (variables & ~clauses_[other].variables) != 0)
        continue;
      std::size_t same = 0;
      std::size_t opposite = 0;
      Literal flipped = sat::kNoLiteral;
      literal_visits_ += clauses_[other].size;
      for (const Literal literal : literals(other)) {
        same += marks_[literal.code];
        if (marks_[(~literal).code] != 0) {
          ++opposite;
          flipped = literal;
        }
      }
      if (same == size)
        remove(other);
      else if (same + 1 == size && opposite == 1)
        shortened_.emplace_back(other, flipped);
    }
    for (const Literal literal : literals(id)) marks_[literal.code] = 0;
    for (const auto& [other, literal] : shortened_) remove_literal(other, literal);
  }

  // One round; how many variables it has eliminated.
  std::size_t eliminate_touched(Budget& budget) {
    std::size_t found = 0;
    while (!candidates_.empty() && !contradiction_ && literal_visits_ < limits_.max_literal_visits) {
      budget.poll();
      const auto [expected, variable] = candidates_.top();
      candidates_.pop();
      if (eliminated_[variable] || values_[2 * variable] != 0) continue;
      if (resolvents(variable) > expected) {
        candidates_.push({resolvents(variable), variable});
        continue;
      }
      touched_[variable] = false;
      if (try_to_eliminate(variable)) ++found;
      propagate();
    }
    return found;
  }

  bool contains(ClauseId id, Literal literal) {
    literal_visits_ += clauses_[id].size;
    return std::ranges::find(literals(id), literal) != literals(id).end();
  }

  bool try_to_eliminate(Variable variable) {
    const Literal positive = sat::make_literal(variable, true);
    const std::vector<ClauseId> all = live_clauses(variable);
    if (all.empty()) return false;
    with_.clear();
    without_.clear();
    for (const ClauseId id : all) (contains(id, positive) ? with_ : without_).push_back(id);
    if (!resolve_all(positive, all.size())) return false;

    // Of the two sides, the smaller tells which value the variable must have; otherwise it has the other.
    const bool fewer_with = with_.size() <= without_.size();
    for (const ClauseId id : fewer_with ? with_ : without_)
      keep_for_later(fewer_with ? positive : ~positive, literals(id));
    keep_for_later(fewer_with ? ~positive : positive, {});
    eliminated_[variable] = true;
    for (const ClauseId id : all) remove(id);
    for (const Literal literal : resolvents_) grow(literal.variable());
    std::size_t begin = 0;
    for (const std::size_t end : resolvent_ends_) {
      add(std::span(resolvents_).subspan(begin, end - begin));
      begin = end;
    }
    return true;
  }

  // All resolvents into resolvents_. False if they are too many, or one is too long, for a variable that had
  // so many clauses.
  bool resolve_all(Literal positive, std::size_t clauses) {
    resolvents_.clear();
    resolvent_ends_.clear();
    std::size_t longest = 0;
    for (const ClauseId id : with_) {
      const auto first = literals(id);
      for (const Literal literal : first) marks_[literal.code] = 1;
      bool fits = true;
      for (const ClauseId other : without_) {
        if (!resolve(positive, first, literals(other))) continue;
        const std::size_t begin = resolvent_ends_.empty() ? 0 : resolvent_ends_.back();
        resolvent_ends_.push_back(resolvents_.size());
        longest = std::max(longest, resolvents_.size() - begin);
        const std::size_t max_added_clauses =
            longest <= limits_.max_literals_if_growing ? limits_.max_added_clauses : 0;
        fits = resolvent_ends_.size() <= clauses + max_added_clauses && longest <= kMaxResolventLiterals;
        if (!fits) break;
      }
      for (const Literal literal : first) marks_[literal.code] = 0;
      if (!fits) return false;
    }
    return true;
  }

  // Appends the resolvent of a marked clause and another. False if it is always true.
  bool resolve(Literal positive, std::span<const Literal> first, std::span<const Literal> second) {
    const std::size_t begin = resolvents_.size();
    literal_visits_ += second.size();
    for (const Literal literal : second) {
      if (literal == ~positive || marks_[literal.code] != 0) continue;
      if (marks_[(~literal).code] != 0) {
        resolvents_.resize(begin);
        return false;
      }
      resolvents_.push_back(literal);
    }
    for (const Literal literal : first) {
      if (literal != positive) resolvents_.push_back(literal);
    }
    return true;
  }

  void keep_for_later(Literal literal, std::span<const Literal> clause) {
    result_.removed.push_back(sat::to_dimacs(literal));
    for (const Literal other : clause) {
      if (other != literal) result_.removed.push_back(sat::to_dimacs(other));
    }
    result_.removed.push_back(0);
  }

  Elimination result() {
    Cnf& cnf = result_.cnf;
    cnf.variables = cnf_.variables;
    cnf.primary = cnf_.primary;
    cnf.secondary = cnf_.secondary;
    if (contradiction_) {
      cnf.add({});
      return std::move(result_);
    }
    std::vector<int> clause;
    for (const Literal unit : units_) cnf.add(std::array{sat::to_dimacs(unit)});
    for (ClauseId id = 0; id < clauses_.size(); ++id) {
      if (is_removed(id)) continue;
      clause.clear();
      for (const Literal literal : literals(id)) clause.push_back(sat::to_dimacs(literal));
      cnf.add(clause);
    }
    return std::move(result_);
  }

  const Cnf& cnf_;
  const EliminationLimits limits_;
  std::vector<Literal> literals_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<ClauseId>> clauses_of_;  // by variable; some may have been removed
  std::vector<std::int8_t> values_;                // by literal
  std::vector<Literal> units_;  // what is true, those before next_unit_ in no clause any more
  std::size_t next_unit_ = 0;
  std::vector<ClauseId> queue_;  // those that may subsume others
  std::vector<std::uint8_t> is_queued_;
  std::vector<Variable> grown_;  // have clauses that others have not been compared with
  std::vector<std::uint8_t> is_grown_;
  std::vector<std::uint8_t> marks_;  // by literal, all false in between
  std::priority_queue<Candidate> candidates_;
  std::vector<bool> touched_;          // by variable: among the candidates
  std::vector<std::uint64_t> counts_;  // by literal: the clauses that have it
  std::vector<bool> eliminated_;
  std::uint64_t literal_visits_ = 0;
  bool contradiction_ = false;

  std::vector<std::pair<ClauseId, Literal>> shortened_;
  std::vector<ClauseId> with_;     // the clauses that have the variable as it is
  std::vector<ClauseId> without_;  // and those that have its opposite
  std::vector<Literal> resolvents_;
  std::vector<std::size_t> resolvent_ends_;
  Elimination result_;
};

}  // namespace

void Elimination::extend(std::vector<bool>& values) const {
  const auto holds = [&](int literal) {
    return values[static_cast<std::size_t>(std::abs(literal)) - 1] == (literal > 0);
  };
  for (std::size_t end = removed.size(); end > 0;) {
    std::size_t begin = end - 1;  // at the clause's 0
    bool satisfied = false;
    while (begin > 0 && removed[begin - 1] != 0) satisfied = holds(removed[--begin]) || satisfied;
    const int first = removed[begin];
    if (!satisfied) values[static_cast<std::size_t>(std::abs(first)) - 1] = first > 0;
    end = begin;
  }
}

Elimination eliminate(const Cnf& cnf, Budget& budget) {
  constexpr std::uint64_t kMaxLiteralVisits = 30'000'000;  // some tenths of a second
  const auto variables = static_cast<std::size_t>(cnf.variables);
  return Eliminator(cnf, {std::vector<bool>(variables), 0, 0, kMaxLiteralVisits}).run(budget);
}

Cnf eliminate_gates(const Cnf& cnf, std::span<const int> named, Budget& budget) {
  constexpr std::size_t kMaxAddedClauses = 8;
  constexpr std::size_t kMaxLiteralsIfGrowing = 6;
  constexpr std::uint64_t kMaxLiteralVisits = 5'000'000;  // some hundredths of a second
  std::vector<bool> frozen(static_cast<std::size_t>(cnf.variables));
  std::fill_n(frozen.begin(), cnf.primary + cnf.secondary, true);
  for (const int literal : named) frozen[static_cast<std::size_t>(std::abs(literal)) - 1] = true;
  return Eliminator(cnf, {std::move(frozen), kMaxAddedClauses, kMaxLiteralsIfGrowing, kMaxLiteralVisits})
      .run(budget)
      .cnf;
}

}  // namespace fretsaw
