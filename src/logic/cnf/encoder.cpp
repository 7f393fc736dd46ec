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
#include "logic/cnf/encoder.hpp"

#include <algorithm>
#include <array>

namespace fretsaw {

namespace {

constexpr std::uint8_t kTruth = 1;      // gate -> definition is needed
constexpr std::uint8_t kFalsehood = 2;  // definition -> gate is needed
constexpr std::size_t kMaxExpandedLiterals =
    6;  // literals of a clause in which one is replaced by its definition

std::vector<Lit> negated(std::span<const Lit> literals) {
  std::vector<Lit> out;
  out.reserve(literals.size());
  for (const Lit literal : literals) out.push_back(negation(literal));
  return out;
}

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
void Encoder::flatten() {
  for (std::size_t i = 0; i < literals_.size();) {
    const Lit lit = literals_[i];
    const bool opens = is_negated(lit) && graph_.kind(gate_of(lit)) == GateKind::And && is_inlined(lit);
    if (!opens) {
      ++i;
      continue;
    }
    const auto operands = graph_.operands(gate_of(lit));
    literals_[i] = negation(operands[0]);
    for (const Lit operand : operands.subspan(1)) literals_.push_back(negation(operand));
  }
}

// The position of the literal that stands for the most clauses; as many as there are if none should be
// replaced by them.
std::size_t Encoder::best_literal_to_distribute() const {
  std::size_t best = literals_.size();
  std::size_t most = 1;
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    if (!is_inlined(literals_[i])) continue;
    const std::uint32_t gate = gate_of(literals_[i]);
    const std::size_t clauses = graph_.kind(gate) == GateKind::And ? graph_.operands(gate).size() : 2;
    if (clauses <= most) continue;
    most = clauses;
    best = i;
  }
  return best;
}

void Encoder::clause(std::span<const Lit> literals, std::span<const int> fixed) {
  fixed_.assign(fixed.begin(), fixed.end());
  extend(literals);
}

void Encoder::extend(std::span<const Lit> literals) {
  literals_.assign(literals.begin(), literals.end());
  flatten();
  const std::size_t before = fixed_.size();
  const std::size_t distributed = best_literal_to_distribute();
  const bool too_long = literals_.size() + before > kMaxExpandedLiterals;
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    if (i != distributed || too_long) fixed_.push_back(literal(literals_[i]));
  }
  if (distributed == literals_.size() || too_long)
    cnf_.add(fixed_);
  else
    distribute(literals_[distributed]);
  fixed_.resize(before);
}

void Encoder::distribute(Lit lit) {
  const auto operands = graph_.operands(gate_of(lit));
  const auto flip = [&](Lit operand) { return is_negated(lit) ? negation(operand) : operand; };
  switch (graph_.kind(gate_of(lit))) {
    case GateKind::And:
      for (const Lit operand : operands) extend(std::array{operand});
      break;
    case GateKind::Xor:
      extend(std::array{negation(operands[0]), flip(negation(operands[1]))});
      extend(std::array{operands[0], flip(operands[1])});
      break;
    default:
      extend(std::array{negation(operands[0]), flip(operands[1])});
      extend(std::array{operands[0], flip(operands[2])});
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
  const int opposite = -selector;
  const std::span<const int> guard(&opposite, selector == 0 ? 0 : 1);
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
      clause(negated(operands), guard);
    } else if (graph_.kind(gate) == GateKind::Xor) {
      const Lit second = is_negated(lit) ? operands[1] : negation(operands[1]);
      clause(std::array{negation(operands[0]), second}, guard);
      clause(std::array{operands[0], negation(second)}, guard);
    } else if (graph_.kind(gate) == GateKind::Ite) {
      const Lit then = is_negated(lit) ? negation(operands[1]) : operands[1];
      const Lit otherwise = is_negated(lit) ? negation(operands[2]) : operands[2];
      clause(std::array{negation(operands[0]), then}, guard);
      clause(std::array{operands[0], otherwise}, guard);
    } else {
      clause(std::array{lit}, guard);
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
        for (const Lit operand : operands) clause(std::array{operand}, std::array{-self});
      }
      if (falsehood) clause(negated(operands), std::array{self});
      break;
    case GateKind::Xor:
      if (truth) {
        clause(std::array{a, b}, std::array{-self});
        clause(std::array{negation(a), negation(b)}, std::array{-self});
      }
      if (falsehood) {
        clause(std::array{a, negation(b)}, std::array{self});
        clause(std::array{negation(a), b}, std::array{self});
      }
      break;
    default: {  // Ite; the third clause of each way is implied, but lets propagation see more
      const Lit c = operands[2];
      if (truth) {
        clause(std::array{negation(a), b}, std::array{-self});
        clause(std::array{a, c}, std::array{-self});
        clause(std::array{b, c}, std::array{-self});
      }
      if (falsehood) {
        clause(std::array{negation(a), negation(b)}, std::array{self});
        clause(std::array{a, negation(c)}, std::array{self});
        clause(std::array{negation(b), negation(c)}, std::array{self});
      }
    }
  }
}

Encoding encode(const GateGraph& graph, std::span<const Lit> outputs, const std::vector<bool>& secondary,
                const EncodeOptions& options, Budget& budget, std::span<const Lit> exported) {
  Encoder encoder(graph, secondary, options.polarity);
  Encoding encoding;
  if (options.selectors) {
    for (std::size_t i = 0; i < outputs.size(); ++i) encoding.selectors.push_back(encoder.new_variable());
  }
  if (!options.goal.empty()) encoding.goal_selector = encoder.new_variable();
  const auto selector = [&](std::size_t i) {
    if (std::ranges::find(options.goal, i) != options.goal.end()) return encoding.goal_selector;
    return options.selectors ? encoding.selectors[i] : 0;
  };
  encoder.expect(outputs);
  encoder.expect(exported, 2);
  for (std::size_t i = 0; i < outputs.size(); ++i) encoder.hold(outputs[i], selector(i));
  for (const Lit lit : exported) {
    encoder.literal(negation(lit));
    encoding.exported.push_back(encoder.literal(lit));
  }
  encoder.define_all(budget);
  encoding.cnf = encoder.take_clauses();
  encoding.variable_of_input = encoder.variable_of_input();
  encoding.input_of = encoder.input_of();
  return encoding;
}

}  // namespace fretsaw
