// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/stopwatch.hpp"
#include "finder/decode.hpp"
#include "finder/prepare.hpp"
#include "finder/smaller.hpp"
#include "finder/verify.hpp"
#include "finder/within.hpp"
#include "fretsaw/finder.hpp"
#include "sat/dimacs.hpp"
#include "sat/proof.hpp"
#include "sat/solver.hpp"

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

// A plain search answers most questions, before anything has been simplified.
constexpr int kPlainConflicts = 20'000;
constexpr std::uint64_t kPlainClauses = 1'000'000;

// What is harder is CaDiCaL's, in turns.
constexpr int kFirstConflicts = 20'000;
constexpr int kMostConflicts = 1 << 29;
constexpr int kGrowth = 4;
constexpr int kShareWithout = 4;  // without breaking symmetries, it gets a quarter of the conflicts

// With symmetries broken there is less to search, and a contradiction is shown sooner; but an instance can be
// much harder to find, because only few remain. Which it is nobody knows beforehand, so both are tried in
// turn, longer each time, by one solver: what it learns without breaking symmetries helps it with. The turns
// are measured in conflicts, so that the answer is the same on every machine; docs/performance.md has the
// numbers behind the shares.
Answer solve_in_turns(Solver& solver, int symmetry_selector, Budget& budget) {
  if (symmetry_selector == 0) return solver.solve({}, budget);
  for (int conflicts = kFirstConflicts;;
       conflicts = std::min(conflicts, kMostConflicts / kGrowth) * kGrowth) {
    for (const bool broken : {true, false}) {
      solver.limit_conflicts(broken ? conflicts : conflicts / kShareWithout);
      const int assumption = broken ? symmetry_selector : -symmetry_selector;
      const Answer answer = solver.solve(std::array{assumption}, budget);
      if (answer != Answer::Unknown) return answer;
    }
  }
}

struct Decided {
  Answer answer = Answer::Unknown;
  std::unique_ptr<Solver> solver;  // that has the solution, if there is one
};

Decided decide(const Clauses& clauses, Budget& budget) {
  const Cnf& cnf = clauses.encoding.cnf;
  if (cnf.clauses <= kPlainClauses) {
    auto plain = make_plain_solver(cnf.primary + cnf.secondary);
    add(*plain, cnf, budget);
    plain->limit_conflicts(kPlainConflicts);
    std::vector<int> assumptions;
    if (clauses.symmetry_selector != 0) assumptions.push_back(clauses.symmetry_selector);
    const Answer answer = plain->solve(assumptions, budget);
    if (answer != Answer::Unknown) return {answer, std::move(plain)};
  }
  auto solver = make_cadical_solver();
  add(*solver, cnf, budget);
  const Answer answer = solve_in_turns(*solver, clauses.symmetry_selector, budget);
  return {answer, std::move(solver)};
}

PrepareOptions preparation(const FindOptions& options) {
  return {.symmetry = options.symmetry, .skolem_depth = options.skolem_depth, .symmetry_selector = true};
}

// Fills in the finding as far as it comes.
Status find_out(const Problem& problem, const FindOptions& options, Budget& budget, Finding& finding) {
  const auto clauses = prepare(problem, preparation(options), budget);
  if (!clauses) return clauses.error();
  finding.statistics = clauses->statistics;

  const auto [answer, solver] = [&] {
    const TimeAdded time(finding.statistics.solve_ms);
    return decide(*clauses, budget);
  }();
  if (answer != Answer::Sat) {
    finding.verdict = Verdict::Unsat;
    return Done{};
  }
  const std::vector<bool> values = smaller_solution(problem, *clauses, *solver, budget);
  const Assignment value = [&](int variable) { return values[static_cast<std::size_t>(variable) - 1]; };
  Instance instance = decode_instance(problem, *clauses, value);
  std::vector<Witness> witnesses = decode_witnesses(problem, *clauses, value);
  Verifier verifier(problem, clauses->skolems);
  // A limit that was reached while the instance was made smaller does not take it away again.
  Budget no_limit;
  Budget& rest = budget.reason() == Stop::None ? budget : no_limit;
  if (auto status = verifier.verify(instance, witnesses, rest); !status) return status.error();
  finding.verdict = Verdict::Sat;
  finding.instance = std::move(instance);
  finding.witnesses = std::move(witnesses);
  return Done{};
}

}  // namespace

Result<Finding> find(const Problem& problem, const FindOptions& options, Budget& budget) {
  Finding finding;
  const Status status = within_limits([&] { return find_out(problem, options, budget, finding); },
                                      [&](Stop reason) {
                                        finding.stop = reason;
                                        return Status(Done{});
                                      });
  if (!status) return status.error();
  return finding;
}

Result<Finding> find(const Problem& problem, const FindOptions& options) {
  Budget budget(options.limits);
  return find(problem, options, budget);
}

Result<Verdict> satisfiable(const Problem& problem, const FindOptions& options, Budget& budget) {
  return within_limits(
      [&]() -> Result<Verdict> {
        const auto clauses = prepare(problem, preparation(options), budget);
        if (!clauses) return clauses.error();
        return decide(*clauses, budget).answer == Answer::Sat ? Verdict::Sat : Verdict::Unsat;
      },
      [](Stop) { return Verdict::Limit; });
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
      [](Stop) { return Text(); });
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
      [](Stop) { return Verdict::Limit; });
}

}  // namespace fretsaw
