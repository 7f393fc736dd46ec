// SPDX-License-Identifier: MIT
//
// A gate becomes a variable with clauses that tie it to its operands. Plaisted and Greenbaum (1986): where
// only the truth of a gate is used, "gate implies definition" is enough, and the other way round; this halves
// the clauses. After all inputs are assigned, unit propagation makes every such gate false whose definition
// is false, so a propagation that ends without conflict still means a solution: set the gates left open to
// the values of their definitions.
//
// Outputs are taken apart first: a conjunction that must hold is its conjuncts, a disjunction is one clause.
// Where such a gate is used elsewhere too, its value is known, and a unit clause is all its definition.
#include "cnf/encoder.hpp"

#include <array>

namespace fretsaw {

namespace {

constexpr std::uint8_t kTruth = 1;      // gate -> definition is needed
constexpr std::uint8_t kFalsehood = 2;  // definition -> gate is needed

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

void Encoder::clause(std::initializer_list<int> literals) {
  clause_.assign(literals);
  emit();
}

void Encoder::emit() {
  if (guard_ != 0) clause_.push_back(guard_);
  cnf_.add(clause_);
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
  guard_ = -selector;
  std::vector<Lit> todo{output};
  while (!todo.empty()) {
    const Lit lit = todo.back();
    todo.pop_back();
    const std::uint32_t gate = gate_of(lit);
    const auto operands = graph_.operands(gate);
    if (lit == kTrue) continue;
    if (guard_ == 0) note(lit);
    if (lit == kFalse) {
      clause({});
    } else if (graph_.kind(gate) == GateKind::And && !is_negated(lit)) {
      todo.insert(todo.end(), operands.rbegin(), operands.rend());
    } else if (graph_.kind(gate) == GateKind::And) {
      clause_.clear();
      for (const Lit operand : operands) clause_.push_back(literal(negation(operand)));
      emit();
    } else if (graph_.kind(gate) == GateKind::Xor) {
      const Lit second = is_negated(lit) ? operands[1] : negation(operands[1]);
      clause({literal(negation(operands[0])), literal(second)});
      clause({literal(operands[0]), literal(negation(second))});
    } else if (graph_.kind(gate) == GateKind::Ite) {
      const Lit then = is_negated(lit) ? negation(operands[1]) : operands[1];
      const Lit otherwise = is_negated(lit) ? negation(operands[2]) : operands[2];
      clause({literal(negation(operands[0])), literal(then)});
      clause({literal(operands[0]), literal(otherwise)});
    } else {
      clause({literal(lit)});
    }
  }
  guard_ = 0;
}

void Encoder::define(std::uint32_t gate, std::uint8_t way) {
  if (held_[gate] != 0) return;
  const int self = variable_[gate];
  const auto operands = graph_.operands(gate);
  const Lit a = operands[0];
  const Lit b = operands[1];
  switch (graph_.kind(gate)) {
    case GateKind::And:
      if ((way & kTruth) != 0) {
        for (const Lit operand : operands) clause({-self, literal(operand)});
      }
      if ((way & kFalsehood) != 0) {
        clause_.assign({self});
        for (const Lit operand : operands) clause_.push_back(literal(negation(operand)));
        emit();
      }
      break;
    case GateKind::Xor:
      if ((way & kTruth) != 0) {
        clause({-self, literal(a), literal(b)});
        clause({-self, literal(negation(a)), literal(negation(b))});
      }
      if ((way & kFalsehood) != 0) {
        clause({self, literal(a), literal(negation(b))});
        clause({self, literal(negation(a)), literal(b)});
      }
      break;
    default: {  // Ite; the third clause of each way is implied, but lets propagation see more
      const Lit c = operands[2];
      if ((way & kTruth) != 0) {
        clause({-self, literal(negation(a)), literal(b)});
        clause({-self, literal(a), literal(c)});
        clause({-self, literal(b), literal(c)});
      }
      if ((way & kFalsehood) != 0) {
        clause({self, literal(negation(a)), literal(negation(b))});
        clause({self, literal(a), literal(negation(c))});
        clause({self, literal(negation(b)), literal(negation(c))});
      }
    }
  }
}

}  // namespace fretsaw
