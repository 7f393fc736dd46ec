// SPDX-License-Identifier: MIT
#include "logic/finder/selective.hpp"

#include <algorithm>

#include "logic/finder/clauses.hpp"
#include "logic/symmetry/lex_leader.hpp"

namespace fretsaw {

namespace {

constexpr int kPlainConflicts = 10'000;

}  // namespace

Result<SelectiveFinder> SelectiveFinder::make(const Problem& problem, Budget& budget) {
  auto circuit = circuit_of(problem, {.skolem_depth = 0, .all_hold = false}, budget);
  if (!circuit) return circuit.error();
  return SelectiveFinder(problem, std::make_unique<Circuit>(*std::move(circuit)), budget);
}

SelectiveFinder::SelectiveFinder(const Problem& problem, std::unique_ptr<Circuit> circuit, Budget& budget)
    : problem_(problem),
      circuit_(std::move(circuit)),
      encoder_(circuit_->gates, secondary_inputs(problem, circuit_->inputs), Polarity::Needed),
      budget_(&budget),
      plain_(make_plain_solver()) {
  encoder_.hold(lex_leader(problem_, *circuit_, interchangeable_atoms(problem_)));
  decoding_.inputs = circuit_->inputs;
  decoding_.encoding.variable_of_input = encoder_.variable_of_input();
}

void SelectiveFinder::require(std::size_t formula) { encoder_.hold(circuit_->outputs[formula]); }

void SelectiveFinder::learn(const Cnf& clauses) {
  add(*plain_, clauses, *budget_);
  if (thorough_) {
    add(*thorough_, clauses, *budget_);
  } else {
    known_.variables = std::max(known_.variables, clauses.variables);
    clauses.each_clause([&](std::span<const int> clause) { known_.add(clause); });
  }
}

Answer SelectiveFinder::solve(std::span<const int> assumptions, std::optional<int> conflicts) {
  solved_by_ = plain_.get();
  plain_->limit_conflicts(std::min(conflicts.value_or(kPlainConflicts), kPlainConflicts));
  const Answer answer = plain_->solve(assumptions, *budget_);
  const bool is_hard = answer == Answer::Unknown && (!conflicts || *conflicts > kPlainConflicts);
  if (!is_hard) return answer;
  if (!thorough_) {
    auto solver = make_cadical_solver();
    add(*solver, known_, *budget_);
    thorough_ = std::move(solver);
    known_ = {};
  }
  solved_by_ = thorough_.get();
  if (conflicts) thorough_->limit_conflicts(*conflicts - kPlainConflicts);
  return thorough_->solve(assumptions, *budget_);
}

FindResult SelectiveFinder::find(std::span<const std::size_t> all, std::span<const std::size_t> any,
                                 std::optional<int> conflicts) {
  FindResult finding;
  const auto stopped = [&](StopReason reason) {
    finding.stop = reason;
    return Answer::Unknown;
  };
  const auto answer_of = [&] {
    std::vector<int> assumptions, one_of;
    for (const std::size_t formula : all) {
      const Lit output = circuit_->outputs[formula];
      if (output == kFalse) return Answer::Unsat;
      if (output != kTrue) assumptions.push_back(encoder_.literal(output));
    }
    bool met = any.empty();
    for (const std::size_t formula : any) {
      const Lit output = circuit_->outputs[formula];
      met = met || output == kTrue;
      if (output != kTrue && output != kFalse) one_of.push_back(encoder_.literal(output));
    }
    if (!met && one_of.empty()) return Answer::Unsat;
    // chosen -> one of them
    const int chosen = met ? 0 : encoder_.new_variable();
    encoder_.define_all(*budget_);
    learn(encoder_.take_clauses());
    if (!met) {
      one_of.push_back(-chosen);
      Cnf clause{.variables = chosen, .literals = {}};
      clause.add(one_of);
      learn(clause);
      assumptions.push_back(chosen);
    }
    return solve(assumptions, conflicts);
  };
  const Answer answer = within_limits(answer_of, stopped);
  if (answer == Answer::Unsat) finding.verdict = Verdict::Unsat;
  if (answer != Answer::Sat) return finding;
  finding.verdict = Verdict::Sat;
  finding.instance =
      decode_instance(problem_, decoding_, [&](int variable) { return solved_by_->value(variable); });
  return finding;
}

}  // namespace fretsaw
