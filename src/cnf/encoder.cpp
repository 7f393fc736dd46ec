// SPDX-License-Identifier: MIT
//
// A gate becomes a variable with clauses that tie it to its operands. Plaisted and Greenbaum (1986): where
// only the truth of a gate is used, "gate implies definition" is enough, and the other way round; this halves
// the clauses. After all inputs are assigned, unit propagation makes every such gate false whose definition
// is false, so a propagation that ends without conflict still means a solution: set the gates left open to
// the values of their definitions.
//
// A gate that is used only once needs no variable, where putting its definition into the clauses that use it
// makes fewer clauses: a disjunction in a clause is more literals of it; a clause with a conjunction is a
// clause for each part, instead of one with the gate and one for each part. This is what eliminating
// variables would find (Een and Biere, Effective preprocessing in SAT, 2005), for the gates where it costs
// nothing. One conjunction a clause, and not in long ones, whose literals would be written too often.
//
// Outputs are taken apart first: a conjunction that must hold is its conjuncts, a disjunction is one clause.
// Where such a gate is used elsewhere too, its value is known, and a unit clause is all its definition.
#include "cnf/encoder.hpp"

#include <algorithm>
#include <array>

namespace fretsaw {

namespace {

constexpr std::uint8_t kTruth = 1;      // gate -> definition is needed
constexpr std::uint8_t kFalsehood = 2;  // definition -> gate is needed
constexpr std::size_t kLongest = 6;     // literals of a clause in which one is replaced by its definition

}  // namespace

Encoder::Encoder(const GateGraph& graph, const std::vector<bool>& secondary, Polarity polarity)
    : graph_(graph), polarity_(polarity) {
  grow();
  number_inputs(secondary);
}

void Encoder::grow() {
  variable_.resize(graph_.size(), 0);
  needed_.resize(graph_.size(), 0);
  held_.resize(graph_.size(), 0);
  uses_.resize(graph_.size(), 0);
}

void Encoder::number_inputs(const std::vector<bool>& secondary) {
  variable_of_input_.resize(graph_.inputs());
  for (const bool second : {false, true}) {
    for (std::uint32_t i = 0; i < graph_.inputs(); ++i) {
      if (secondary[i] != second) continue;
      input_of_.push_back(i);
      variable_of_input_[i] = new_variable();
    }
    (second ? cnf_.secondary : cnf_.primary) = cnf_.variables;
  }
  cnf_.secondary -= cnf_.primary;
  for (std::uint32_t gate = 0; gate < graph_.size(); ++gate) {
    if (graph_.kind(gate) == GateKind::Input) variable_[gate] = variable_of_input_[graph_.input_index(gate)];
  }
}

void Encoder::define_all(Budget& budget) {
  while (!pending_.empty()) {
    budget.poll();
    const auto [gate, way] = pending_.back();
    pending_.pop_back();
    define(gate, way);
  }
}

Cnf Encoder::take_clauses() {
  Cnf taken = cnf_;
  cnf_.literals.clear();
  cnf_.clauses = 0;
  return taken;
}

void Encoder::expect(std::span<const Lit> asked, std::uint8_t times) {
  grow();
  std::vector<std::uint32_t> todo;
  const auto use = [&](Lit lit, std::uint8_t more) {
    std::uint8_t& uses = uses_[gate_of(lit)];
    if (uses == 0) todo.push_back(gate_of(lit));
    uses = static_cast<std::uint8_t>(std::min(uses + more, 2));
  };
  for (const Lit lit : asked) use(lit, times);
  while (!todo.empty()) {
    const std::uint32_t gate = todo.back();
    todo.pop_back();
    // The clauses of the other kinds contain each operand several times.
    const std::uint8_t occurrences = graph_.kind(gate) == GateKind::And ? 1 : 2;
    for (const Lit operand : graph_.operands(gate)) use(operand, occurrences);
  }
}

bool Encoder::is_inlined(Lit lit) const {
  const std::uint32_t gate = gate_of(lit);
  return uses_[gate] == 1 && variable_[gate] == 0 && held_[gate] == 0 && !graph_.operands(gate).empty();
}

// Disjunctions among the literals become their parts.
void Encoder::flatten(std::vector<Lit>& literals) const {
  for (std::size_t i = 0; i < literals.size();) {
    const Lit lit = literals[i];
    const bool opens = is_negated(lit) && graph_.kind(gate_of(lit)) == GateKind::And && is_inlined(lit);
    if (!opens) {
      ++i;
      continue;
    }
    const auto operands = graph_.operands(gate_of(lit));
    literals[i] = negation(operands[0]);
    for (const Lit operand : operands.subspan(1)) literals.push_back(negation(operand));
  }
}

// The position of the literal that stands for the most clauses; as many as there are if none should be
// replaced by them.
std::size_t Encoder::most_worth_distributing(const std::vector<Lit>& literals) const {
  std::size_t best = literals.size();
  std::size_t most = 1;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (!is_inlined(literals[i])) continue;
    const std::uint32_t gate = gate_of(literals[i]);
    const std::size_t clauses = graph_.kind(gate) == GateKind::And ? graph_.operands(gate).size() : 2;
    if (clauses <= most) continue;
    most = clauses;
    best = i;
  }
  return best;
}

void Encoder::clause(std::vector<Lit> literals, std::vector<int> fixed) {
  flatten(literals);
  const std::size_t distributed = most_worth_distributing(literals);
  const bool too_long = literals.size() + fixed.size() > kLongest;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (i != distributed || too_long) fixed.push_back(literal(literals[i]));
  }
  if (distributed == literals.size() || too_long) {
    cnf_.add(fixed);
    return;
  }
  const Lit lit = literals[distributed];
  const auto operands = graph_.operands(gate_of(lit));
  const auto flip = [&](Lit operand) { return is_negated(lit) ? negation(operand) : operand; };
  switch (graph_.kind(gate_of(lit))) {
    case GateKind::And:
      for (const Lit operand : operands) clause({operand}, fixed);
      break;
    case GateKind::Xor:
      clause({negation(operands[0]), flip(negation(operands[1]))}, fixed);
      clause({operands[0], flip(operands[1])}, fixed);
      break;
    default:
      clause({negation(operands[0]), flip(operands[1])}, fixed);
      clause({operands[0], flip(operands[2])}, fixed);
  }
}

// The literal as a clause sees it when it occurs there as `lit`; asks for the definition in the direction
// that needs.
int Encoder::literal(Lit lit) {
  grow();
  const std::uint32_t gate = gate_of(lit);
  require(gate, is_negated(lit) ? kFalsehood : kTruth);
  return is_negated(lit) ? -variable_[gate] : variable_[gate];
}

void Encoder::require(std::uint32_t gate, std::uint8_t way) {
  if (graph_.kind(gate) == GateKind::Input) return;
  if (polarity_ == Polarity::Both) way = kTruth | kFalsehood;
  const std::uint8_t missing = way & static_cast<std::uint8_t>(~needed_[gate]);
  if (missing == 0) return;
  const bool is_new = variable_[gate] == 0;
  if (is_new) variable_[gate] = new_variable();
  needed_[gate] |= missing;
  if (held_[gate] == 0) {
    pending_.emplace_back(gate, missing);
  } else if (is_new) {
    cnf_.add(std::array{held_[gate] == kTruth ? variable_[gate] : -variable_[gate]});
  }
}

// The literal holds in all solutions; what says so is in the clauses.
void Encoder::note(Lit held) {
  const std::uint32_t gate = gate_of(held);
  if (graph_.kind(gate) == GateKind::Input || held_[gate] != 0) return;
  held_[gate] = is_negated(held) ? kFalsehood : kTruth;
  if (variable_[gate] != 0) cnf_.add(std::array{is_negated(held) ? -variable_[gate] : variable_[gate]});
}

void Encoder::hold(Lit output, int selector) {
  grow();
  const std::vector<int> guard = selector == 0 ? std::vector<int>() : std::vector{-selector};
  std::vector<Lit> todo{output};
  while (!todo.empty()) {
    const Lit lit = todo.back();
    todo.pop_back();
    const std::uint32_t gate = gate_of(lit);
    const auto operands = graph_.operands(gate);
    if (lit == kTrue) continue;
    if (selector == 0) note(lit);
    if (lit == kFalse) {
      clause({}, guard);
    } else if (graph_.kind(gate) == GateKind::And && !is_negated(lit)) {
      todo.insert(todo.end(), operands.rbegin(), operands.rend());
    } else if (graph_.kind(gate) == GateKind::And) {
      std::vector<Lit> parts;
      for (const Lit operand : operands) parts.push_back(negation(operand));
      clause(std::move(parts), guard);
    } else if (graph_.kind(gate) == GateKind::Xor) {
      const Lit second = is_negated(lit) ? operands[1] : negation(operands[1]);
      clause({negation(operands[0]), second}, guard);
      clause({operands[0], negation(second)}, guard);
    } else if (graph_.kind(gate) == GateKind::Ite) {
      const Lit then = is_negated(lit) ? negation(operands[1]) : operands[1];
      const Lit otherwise = is_negated(lit) ? negation(operands[2]) : operands[2];
      clause({negation(operands[0]), then}, guard);
      clause({operands[0], otherwise}, guard);
    } else {
      clause({lit}, guard);
    }
  }
}

void Encoder::define(std::uint32_t gate, std::uint8_t way) {
  if (held_[gate] != 0) return;
  const int self = variable_[gate];
  const auto operands = graph_.operands(gate);
  const Lit a = operands[0];
  const Lit b = operands[1];
  const bool truth = (way & kTruth) != 0, falsehood = (way & kFalsehood) != 0;
  switch (graph_.kind(gate)) {
    case GateKind::And:
      if (truth) {
        for (const Lit operand : operands) clause({operand}, {-self});
      }
      if (falsehood) {
        std::vector<Lit> negated;
        for (const Lit operand : operands) negated.push_back(negation(operand));
        clause(std::move(negated), {self});
      }
      break;
    case GateKind::Xor:
      if (truth) {
        clause({a, b}, {-self});
        clause({negation(a), negation(b)}, {-self});
      }
      if (falsehood) {
        clause({a, negation(b)}, {self});
        clause({negation(a), b}, {self});
      }
      break;
    default: {  // Ite; the third clause of each way is implied, but lets propagation see more
      const Lit c = operands[2];
      if (truth) {
        clause({negation(a), b}, {-self});
        clause({a, c}, {-self});
        clause({b, c}, {-self});
      }
      if (falsehood) {
        clause({negation(a), negation(b)}, {self});
        clause({a, negation(c)}, {self});
        clause({negation(b), negation(c)}, {self});
      }
    }
  }
}

}  // namespace fretsaw
