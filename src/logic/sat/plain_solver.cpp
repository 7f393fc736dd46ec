// SPDX-License-Identifier: MIT
//
// A CDCL solver in the manner of MiniSat (Een and Soerensson, An extensible SAT-solver, SAT 2003), from the
// parts of our enumerating search: first unique implication points, activities, saved phases, assumptions as
// the first decisions. It restarts when learnt clauses become worse, and then keeps the decisions that it
// would make again (van der Tak, Ramos and Heule, Reusing the assignment trail in CDCL solvers, 2011). There
// is no simplification, neither before nor during the search. This suits small problems: most queries about a
// relational model are answered after a few hundred conflicts, before simplification pays for itself. After
// some ten thousand conflicts another solver is better (limit_conflicts()).
//
// While there are few conflicts, the primary variables are decided before the gates, which follow from them:
// this finds solutions of weakly constrained problems at once. Later, all variables are decided by activity:
// contradictions often involve gates.
#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "logic/sat/activity_queue.hpp"
#include "logic/sat/analyzer.hpp"
#include "logic/sat/learnt_clauses.hpp"
#include "logic/sat/restarts.hpp"
#include "logic/sat/solver.hpp"
#include "logic/sat/trail.hpp"

namespace fretsaw {
namespace {

using sat::ClauseRef;
using sat::kNoClause;
using sat::Level;
using sat::Literal;
using sat::Variable;

class PlainSolver final : public Solver {
 public:
  explicit PlainSolver(int choices) : choices_(static_cast<Variable>(choices)), choice_queue_(0, 0) {}

  int variables() const override { return static_cast<int>(variables_); }

  void reserve(int count) override {
    const auto wanted = static_cast<std::uint32_t>(count);
    if (wanted <= variables_) return;
    variables_ = wanted;
    trail_.grow(variables_);
    propagator_.grow(variables_);
    analyzer_.grow(variables_);
    queue_.grow(variables_);
    choice_queue_.grow(std::min(variables_, choices_));
    phases_.resize(variables_);
    last_ = Answer::Unknown;
  }

  void add(std::span<const int> clause) override {
    last_ = Answer::Unknown;
    for (const int literal : clause) reserve(std::abs(literal));
    backtrack(0);
    if (!sat::open_part(clause, trail_, literals_)) return;
    if (literals_.empty()) {
      contradiction_ = true;
    } else if (literals_.size() == 1) {
      trail_.assign(literals_.front(), 0, kNoClause);
    } else if (conflicts_ == 0) {
      propagator_.attach(arena_.add_original(literals_));
    } else {
      learnt_.add_irredundant(literals_);
    }
  }

  Answer solve(std::span<const int> assumptions, Budget& budget) override {
    last_ = Answer::Unknown;
    budget.check_now();
    for (const int literal : assumptions) reserve(std::abs(literal));
    backtrack(0);
    assumptions_.clear();
    for (const int literal : assumptions) assumptions_.push_back(sat::from_dimacs(literal));
    failed_.clear();
    const std::uint64_t last_conflict = conflicts_ + std::exchange(conflicts_left_, kNoLimit);
    last_ = search(last_conflict, budget);
    return last_;
  }

  void limit_conflicts(int conflicts) override { conflicts_left_ = static_cast<std::uint64_t>(conflicts); }

  void prefer(int literal) override {
    reserve(std::abs(literal));
    const Literal wanted = sat::from_dimacs(literal);
    phases_[wanted.variable()] = wanted.negated() ? Phase::PreferFalse : Phase::PreferTrue;
  }

  bool value(int variable) const override {
    return last_ == Answer::Sat && variable <= variables() && trail_.is_true(sat::from_dimacs(variable));
  }

  bool failed(int assumption) const override {
    return last_ == Answer::Unsat &&
           std::ranges::find(failed_, sat::from_dimacs(assumption)) != failed_.end();
  }

  bool always(int literal) const override {
    if (std::abs(literal) > variables()) return false;
    const Literal asked = sat::from_dimacs(literal);
    return trail_.is_true(asked) && trail_.level(asked.variable()) == 0;
  }

 private:
  // What a variable is decided to be: the value that it had last, or the preferred one, which it keeps.
  enum class Phase : std::uint8_t { False, True, PreferFalse, PreferTrue };

  static constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 60;
  static constexpr std::uint64_t kConflictsWithChoicesFirst = 200;  // conflicts

  Answer search(std::uint64_t last_conflict, Budget& budget) {
    while (!contradiction_) {
      const ClauseRef conflict = propagator_.propagate();
      if (conflict != kNoClause) {
        learn_from(conflict);
        continue;
      }
      budget.poll();
      if (conflicts_ >= last_conflict) return Answer::Unknown;
      if (restarts_.due()) {
        restarts_.restarted();
        backtrack(decided_again());
        continue;
      }
      if (learnt_.too_many()) learnt_.reduce();
      if (!assume_next()) {
        explain(~assumptions_[next_assumption_]);
        return Answer::Unsat;
      }
      if (next_assumption_ < assumptions_.size()) continue;
      if (trail_.complete()) return Answer::Sat;
      trail_.decide(choose(), false);
    }
    return Answer::Unsat;
  }

  void learn_from(ClauseRef conflict) {
    ++conflicts_;
    if (trail_.top() == 0) {
      contradiction_ = true;
      return;
    }
    analyzer_.analyze(conflict);
    restarts_.count_conflict(analyzer_.glue());
    for (const Variable variable : analyzer_.variables()) {
      queue_.bump(variable);
      if (is_queued_choice(variable)) choice_queue_.bump(variable);
    }
    queue_.decay();
    choice_queue_.decay();
    learnt_.bump(analyzer_.clauses());
    backtrack(analyzer_.assertion_level());
    const auto literals = analyzer_.clause();
    const ClauseRef clause = literals.size() > 1 ? learnt_.add(literals, analyzer_.glue()) : kNoClause;
    trail_.assign(literals.front(), analyzer_.assertion_level(), clause);
  }

  // Decides for the next assumption that does not hold yet, if there is one. False if its opposite holds.
  bool assume_next() {
    for (; next_assumption_ < assumptions_.size(); ++next_assumption_) {
      const Literal literal = assumptions_[next_assumption_];
      if (trail_.is_true(literal)) continue;
      if (trail_.is_false(literal)) return false;
      assumed_at_.push_back(next_assumption_);
      trail_.decide(literal, false);
      return true;
    }
    return true;
  }

  // The levels that assumptions have opened.
  Level assumed() const { return static_cast<Level>(assumed_at_.size()); }

  // The assumptions that a literal rests on, and itself, which is the opposite of one.
  void explain(Literal implied) {
    failed_.assign(1, ~implied);
    std::vector<bool> rests(variables_);
    rests[implied.variable()] = true;
    for (std::uint32_t position = trail_.size(); position-- > 0;) {
      const Literal literal = trail_[position];
      const Variable variable = literal.variable();
      if (!rests[variable] || trail_.level(variable) == 0) continue;
      const ClauseRef reason = trail_.reason(variable);
      if (reason == kNoClause) {
        failed_.push_back(literal);
      } else {
        for (const Literal other : arena_[reason]) rests[other.variable()] = true;
      }
    }
  }

  bool choices_come_first() const { return conflicts_ < kConflictsWithChoicesFirst; }
  bool is_queued_choice(Variable variable) const { return variable < choices_ && choices_come_first(); }

  Literal choose() {
    if (choices_come_first()) {
      while (!choice_queue_.empty()) {
        const Variable variable = choice_queue_.pop();
        if (trail_.is_open(variable)) return in_phase(variable);
      }
    }
    for (;;) {
      const Variable variable = queue_.pop();
      if (trail_.is_open(variable)) return in_phase(variable);
    }
  }

  Literal in_phase(Variable variable) const {
    const Phase phase = phases_[variable];
    return sat::make_literal(variable, phase == Phase::True || phase == Phase::PreferTrue);
  }

  // The levels of assumptions, and of decisions that come before whatever is open: they would be made again.
  Level decided_again() {
    Level level = std::min(trail_.top(), assumed());
    while (!queue_.empty() && !trail_.is_open(queue_.first())) queue_.pop();
    if (choices_come_first() || queue_.empty()) return level;
    while (level < trail_.top() && queue_.before(trail_.decision(level + 1).variable(), queue_.first()))
      ++level;
    return level;
  }

  void backtrack(Level level) {
    if (level < assumed()) {
      next_assumption_ = assumed_at_[level];
      assumed_at_.resize(level);
    }
    if (level == 0) next_assumption_ = 0;
    const Variable queued_choices = choices_come_first() ? choices_ : 0;
    trail_.backtrack(level, [&](Literal literal) {
      const Variable variable = literal.variable();
      queue_.insert(variable);
      if (variable < queued_choices) choice_queue_.insert(variable);
      if (phases_[variable] < Phase::PreferFalse)
        phases_[variable] = literal.negated() ? Phase::False : Phase::True;
    });
  }

  const Variable choices_;  // the variables below are choices
  std::uint32_t variables_ = 0;
  sat::ClauseArena arena_;
  sat::Trail trail_{0};
  sat::Propagator propagator_{0, arena_, trail_};
  sat::LearntClauses learnt_{arena_, trail_, propagator_, {}};
  sat::Analyzer analyzer_{0, arena_, trail_};
  sat::ActivityQueue queue_{0, 0};
  sat::ActivityQueue choice_queue_;
  sat::GlueRestarts restarts_;
  std::vector<Phase> phases_;

  std::vector<Literal> assumptions_;
  std::size_t next_assumption_ = 0;
  std::vector<std::size_t> assumed_at_;  // of each level that an assumption has opened, its position
  std::vector<Literal> failed_;
  std::vector<Literal> literals_;  // of the clause that is being added

  std::uint64_t conflicts_ = 0;
  std::uint64_t conflicts_left_ = kNoLimit;
  bool contradiction_ = false;
  Answer last_ = Answer::Unknown;
};

}  // namespace

std::unique_ptr<Solver> make_plain_solver(int choices) { return std::make_unique<PlainSolver>(choices); }

}  // namespace fretsaw
