// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <optional>

#include "base/stopwatch.hpp"
#include "fretsaw/finder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/finder/internals.hpp"
#include "logic/finder/smaller.hpp"
#include "logic/finder/verify.hpp"
#include "logic/sat/dimacs.hpp"
#include "logic/sat/proof.hpp"
#include "logic/sat/simplify.hpp"
#include "logic/sat/solver.hpp"

namespace fretsaw {

const char* to_string(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::None:
      return "none";
    case Symmetry::Lex:
      return "lex";
    case Symmetry::Exact:
      return "exact";
  }
  return "none";
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Sat:
      return "sat";
    case Verdict::Unsat:
      return "unsat";
    case Verdict::Limit:
      return "limit";
  }
  return "limit";
}

namespace {

// A plain search answers most questions, before anything has been simplified. What it has not answered soon
// is tried for a while in another translation (see solve_goal).
constexpr int kFirstAttemptConflicts = 2'000;  // conflicts
constexpr int kSecondAttemptConflicts = 1'000;
constexpr int kPlainConflicts = 40'000;
constexpr std::uint64_t kMaxPlainClauses = 1'000'000;

// Eliminating variables takes about as long as a conflict for every 30 clauses. It makes most searches no
// shorter, and those much shorter that it leaves little of.
constexpr std::size_t kClausesPerConflict = 3;
constexpr double kMaxRemainingClauseRatio = 0.6;

// What is harder is CaDiCaL's, in turns.
constexpr int kFirstTurnConflicts = 20'000;
constexpr int kMaxTurnConflicts = 1 << 29;
constexpr int kTurnGrowthFactor = 4;
constexpr int kUnbrokenSymmetryDivisor =
    4;  // without breaking symmetries, it gets a quarter of the conflicts

// With symmetries broken there is less to search, and a contradiction is shown sooner; but an instance can be
// much harder to find, because only few remain. This cannot be predicted, so both are tried in turn, longer
// each time, by one solver: what it learns without breaking symmetries helps it with. The turns are measured
// in conflicts, so that the answer is the same on every machine. See decision 9, and decision 21 for what else was tried.
Answer solve_alternating(Solver& solver, int symmetry_selector, std::vector<int> assumptions,
                         Budget& budget) {
  if (symmetry_selector == 0) return solver.solve(assumptions, budget);
  assumptions.push_back(0);
  for (int conflicts = kFirstTurnConflicts;;
       conflicts = std::min(conflicts, kMaxTurnConflicts / kTurnGrowthFactor) * kTurnGrowthFactor) {
    for (const bool broken : {true, false}) {
      solver.limit_conflicts(broken ? conflicts : conflicts / kUnbrokenSymmetryDivisor);
      assumptions.back() = broken ? symmetry_selector : -symmetry_selector;
      const Answer answer = solver.solve(assumptions, budget);
      if (answer != Answer::Unknown) return answer;
    }
  }
}

// The search for one answer to one translation, which can be left and gone on with.
class Attempt {
 public:
  Attempt(Clauses clauses, Budget& budget) : clauses_(std::move(clauses)) {
    const Cnf& cnf = clauses_.encoding.cnf;
    if (clauses_.encoding.goal_selector != 0) goal_assumptions_ = {clauses_.encoding.goal_selector};
    if (cnf.clauses > kMaxPlainClauses) return;
    solver_ = make_plain_solver(cnf.primary + cnf.secondary);
    add(*solver_, cnf, budget);
    before_simplifying_ = static_cast<int>(cnf.clauses / kClausesPerConflict);
  }

  bool is_plain() const { return solver_ != nullptr; }

  // Requires a plain one.
  Answer within(int conflicts, Budget& budget) {
    const int as_it_is = simpler_ ? 0 : std::min(conflicts, before_simplifying_);
    if (as_it_is > 0) {
      const Answer answer = ask_as_it_is(as_it_is, budget);
      if (answer != Answer::Unknown || as_it_is == conflicts) return answer;
      simplify(budget);
    }
    conflicts -= as_it_is;
    return simpler_ ? ask_simpler(conflicts, budget) : ask_as_it_is(conflicts, budget);
  }

  Answer solve_completely(int conflicts_before, Budget& budget) {
    if (is_plain()) {
      const Answer answer = within(kPlainConflicts - conflicts_before, budget);
      if (answer != Answer::Unknown) return answer;
    }
    solver_ = make_cadical_solver();
    add(*solver_, clauses_.encoding.cnf, budget);
    return noted(solve_alternating(*solver_, clauses_.symmetry_selector, goal_assumptions_, budget),
                 *solver_);
  }

  // Goes on without the goal, which there must be.
  Answer without_goal(Budget& budget) {
    goal_assumptions_ = {-clauses_.encoding.goal_selector};
    simpler_.reset();
    before_simplifying_ = 0;
    return solve_completely(0, budget);
  }

  const Clauses& clauses() const { return clauses_; }
  const std::vector<bool>& solution() const { return solution_; }  // after an answer Sat; by variable - 1
  Solver& solver() { return *solver_; }                            // has all clauses as they are

 private:
  Answer ask_as_it_is(int conflicts, Budget& budget) {
    std::vector<int> assumptions = goal_assumptions_;
    if (clauses_.symmetry_selector != 0) assumptions.push_back(clauses_.symmetry_selector);
    before_simplifying_ -= conflicts;
    solver_->limit_conflicts(conflicts);
    return noted(solver_->solve(assumptions, budget), *solver_);
  }

  Answer ask_simpler(int conflicts, Budget& budget) {
    simpler_->limit_conflicts(conflicts);
    const Answer answer = noted(simpler_->solve({}, budget), *simpler_);
    if (answer == Answer::Sat) elimination_.extend(solution_);
    return answer;
  }

  void simplify(Budget& budget) {
    Cnf cnf = clauses_.encoding.cnf;
    if (clauses_.symmetry_selector != 0) cnf.add(std::array{clauses_.symmetry_selector});
    if (!goal_assumptions_.empty()) cnf.add(goal_assumptions_);
    elimination_ = eliminate(cnf, budget);
    if (static_cast<double>(elimination_.cnf.clauses) <=
        kMaxRemainingClauseRatio * static_cast<double>(cnf.clauses)) {
      simpler_ = make_plain_solver();
      add(*simpler_, elimination_.cnf, budget);
    }
    elimination_.cnf = {};
  }

  Answer noted(Answer answer, const Solver& solver) {
    if (answer != Answer::Sat) return answer;
    for (int v = 1; v <= clauses_.encoding.cnf.variables; ++v) solution_.push_back(solver.value(v));
    return answer;
  }

  Clauses clauses_;
  std::vector<int> goal_assumptions_;  // that it is, or is not, part of the question
  std::unique_ptr<Solver> solver_;
  int before_simplifying_ = 0;  // conflicts; negative when that has been tried
  Elimination elimination_;
  std::unique_ptr<Solver> simpler_;  // has what it left
  std::vector<bool> solution_;
};

PrepareOptions preparation(const FindOptions& options, const std::vector<std::size_t>& goal) {
  return {.symmetry = options.symmetry,
          .skolem_depth = options.skolem_depth,
          .symmetry_selector = true,
          .goal = goal};
}

// With constants for what depends on one universally quantified variable more, or nothing if there is none.
Result<std::optional<Clauses>> prepare_deeper(const Problem& problem, const std::vector<std::size_t>& goal,
                                              const FindOptions& options, Budget& budget) {
  PrepareOptions deeper = preparation(options, goal);
  if (deeper.skolem_depth < 0) return std::optional<Clauses>();
  ++deeper.skolem_depth;
  auto clauses = prepare(problem, deeper, budget);
  if (!clauses) return clauses.error();
  const bool differs = std::ranges::any_of(
      clauses->skolems, [&](const Skolem& skolem) { return skolem.depth > options.skolem_depth; });
  return differs ? std::optional(*std::move(clauses)) : std::nullopt;
}

Status take_instance(const Problem& problem, const FindOptions& options, Attempt& attempt, Budget& budget,
                     FindResult& finding) {
  const Clauses& clauses = attempt.clauses();
  const std::vector<bool> values =
      smaller_solution(problem, clauses, attempt.solution(), attempt.solver(), budget);
  const Assignment value = [&](int variable) { return values[static_cast<std::size_t>(variable) - 1]; };
  Instance instance = decode_instance(problem, clauses, value);
  const std::vector<Witness> witnesses = decode_witnesses(problem, clauses, value);
  Verifier verifier(problem, clauses.skolems);
  // A limit that was reached while the instance was made smaller does not take it away again.
  Budget no_limit;
  Budget& rest = budget.reason() == StopReason::None ? budget : no_limit;
  if (auto status = verifier.verify(instance, witnesses, rest); !status) return status.error();
  finding.verdict = Verdict::Sat;
  finding.instance = std::move(instance);
  finding.witnesses = witnesses_of_depth(clauses, witnesses, options.skolem_depth);
  return Success{};
}

// Fills in the finding as far as it comes.
//
// Constants that stand for functions are more to decide, and most contradictions are shown sooner without
// them. But symmetries are broken in their terms then, too, and some that take tens of thousands of conflicts
// without take hundreds with them. So what has not been answered soon is tried that way, for a while, and
// then gone on with as before.
Status solve_goal(const Problem& problem, const std::vector<std::size_t>& goal, const FindOptions& options,
                  Budget& budget, GoalFindResult& found) {
  FindResult& finding = found.finding;
  auto clauses = prepare(problem, preparation(options, goal), budget);
  if (!clauses) return clauses.error();
  finding.statistics = clauses->statistics;

  const auto timed = [&](const auto& action) {
    const ScopedTimer time(finding.statistics.solve_ms);
    return action();
  };
  Attempt first(*std::move(clauses), budget);
  std::optional<Attempt> second;
  Answer answer = Answer::Unknown;
  if (first.is_plain()) answer = timed([&] { return first.within(kFirstAttemptConflicts, budget); });
  if (answer == Answer::Unknown && first.is_plain()) {
    const Stopwatch watch;
    auto deeper = prepare_deeper(problem, goal, options, budget);
    finding.statistics.translate_ms += watch.milliseconds();
    // What cannot be translated so is gone on with as it is.
    if (deeper && deeper->has_value()) second.emplace(*std::move(*deeper), budget);
    if (second && second->is_plain())
      answer = timed([&] { return second->within(kSecondAttemptConflicts, budget); });
  }
  const bool by_second = answer != Answer::Unknown && second;
  if (!by_second) second.reset();
  if (answer == Answer::Unknown)
    answer = timed([&] { return first.solve_completely(kFirstAttemptConflicts, budget); });
  if (answer == Answer::Sat)
    return take_instance(problem, options, by_second ? *second : first, budget, finding);
  finding.verdict = Verdict::Unsat;
  if (goal.empty()) return Success{};
  Attempt& attempt = by_second ? *second : first;
  answer = timed([&] { return attempt.without_goal(budget); });
  found.without_goal = answer == Answer::Sat ? Verdict::Sat : Verdict::Unsat;
  return Success{};
}

}  // namespace

Result<GoalFindResult> find(const Problem& problem, const std::vector<std::size_t>& goal,
                            const FindOptions& options, Budget& budget) {
  GoalFindResult found;
  const Status status = within_limits([&] { return solve_goal(problem, goal, options, budget, found); },
                                      [&](StopReason reason) {
                                        if (found.finding.verdict == Verdict::Limit)
                                          found.finding.stop = reason;
                                        return Status(Success{});
                                      });
  if (!status) return status.error();
  return found;
}

Result<FindResult> find(const Problem& problem, const FindOptions& options, Budget& budget) {
  auto found = find(problem, {}, options, budget);
  if (!found) return found.error();
  return std::move(found->finding);
}

Result<FindResult> find(const Problem& problem, const FindOptions& options) {
  Budget budget(options.limits);
  return find(problem, options, budget);
}

Result<Verdict> satisfiable(const Problem& problem, const FindOptions& options, Budget& budget) {
  return within_limits(
      [&]() -> Result<Verdict> {
        auto clauses = prepare(problem, preparation(options, {}), budget);
        if (!clauses) return clauses.error();
        return Attempt(*std::move(clauses), budget).solve_completely(0, budget) == Answer::Sat
                   ? Verdict::Sat
                   : Verdict::Unsat;
      },
      [](StopReason) { return Verdict::Limit; });
}

Result<std::optional<std::string>> to_dimacs(const Problem& problem, const FindOptions& options) {
  using Text = std::optional<std::string>;
  Budget budget(options.limits);
  return within_limits(
      [&]() -> Result<Text> {
        auto clauses =
            prepare(problem, {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth}, budget);
        if (!clauses) return clauses.error();
        return Text(to_dimacs(clauses->encoding.cnf));
      },
      [](StopReason) { return Text(); });
}

Result<Verdict> prove_unsatisfiable(const Problem& problem, const std::string& path,
                                    const FindOptions& options) {
  Budget budget(options.limits);
  return within_limits(
      [&]() -> Result<Verdict> {
        auto clauses =
            prepare(problem, {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth}, budget);
        if (!clauses) return clauses.error();
        const auto answer = prove_unsat(clauses->encoding.cnf, path, budget);
        if (!answer) return answer.error();
        return *answer == Answer::Unsat ? Verdict::Unsat : Verdict::Sat;
      },
      [](StopReason) { return Verdict::Limit; });
}

}  // namespace fretsaw
