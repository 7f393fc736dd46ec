// SPDX-License-Identifier: MIT
#include "logic/finder/inquiry.hpp"

#include <algorithm>
#include <array>

#include "logic/finder/prepare.hpp"
#include "logic/symmetry/lex_leader.hpp"

namespace fretsaw {

namespace {

constexpr int kFewConflicts = 10;
constexpr int kManyConflicts = 20'000;

}  // namespace

Inquiry::Inquiry(const Problem& problem, const std::vector<std::vector<Atom>>& classes, Circuit& circuit,
                 Budget& budget)
    : problem_(problem),
      classes_(classes),
      circuit_(circuit),
      budget_(budget),
      encoder_(circuit.gates, secondary_inputs(problem, circuit.inputs), Polarity::Needed),
      solver_(make_cadical_solver()) {
  for (const Lit output : circuit.outputs) encoder_.hold(output);
}

std::vector<Occurs> Inquiry::ask(const std::vector<Lit>& literals, Effort effort) {
  std::vector<Occurs> result(literals.size(), Occurs::Unknown);
  for (const auto& inputs : instances_) {
    const std::vector<bool> values = gate_values(circuit_.gates, inputs);
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (values[gate_of(literals[i])] != is_negated(literals[i])) result[i] = Occurs::Sometimes;
    }
  }
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (result[i] == Occurs::Unknown) result[i] = solve(literals[i], effort);
  }
  return result;
}

Occurs Inquiry::solve(Lit literal, Effort effort) {
  if (literal == kFalse) return Occurs::Never;
  if (literal == kTrue)
    return Occurs::Sometimes;  // if there are instances at all; if not, it does not matter
  if (effort == Effort::Serious && !symmetries_broken_) {
    encoder_.hold(lex_leader(problem_, circuit_, classes_));
    symmetries_broken_ = true;
  }
  const int assumption = encoder_.literal(literal);
  pass_on();
  solver_->limit_conflicts(effort == Effort::Little ? kFewConflicts : kManyConflicts);
  switch (solver_->solve(std::array{assumption}, budget_)) {
    case Answer::Unsat:
      encoder_.hold(negation(literal));  // a lemma for the questions to come
      return Occurs::Never;
    case Answer::Unknown:
      return Occurs::Unknown;
    case Answer::Sat:
      break;
  }
  auto& inputs = instances_.emplace_back();
  for (const int variable : encoder_.variable_of_input()) inputs.push_back(solver_->value(variable));
  return Occurs::Sometimes;
}

// Gives the solver the clauses that it does not have yet.
void Inquiry::pass_on() {
  encoder_.define_all(budget_);
  add(*solver_, encoder_.take_clauses(), budget_);
}

}  // namespace fretsaw
