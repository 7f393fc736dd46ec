// SPDX-License-Identifier: MIT
// GateGraph are kept in normal form so that equal functions are often equal literals: an And has sorted,
// distinct operands without constants or complementary pairs; a Xor has two positive operands in order; an
// Ite has a positive condition and a positive `then`. Disjunction is the negation of an And. On top of that,
// an And of two looks one level into its operands (absorption and contradiction), which is where quantifiers
// over overlapping guards repeat themselves.
#include "logic/circuit/gate_graph.hpp"

#include <algorithm>
#include <array>

namespace fretsaw {

namespace {

constexpr Lit kNoLit = ~Lit{0};
constexpr std::size_t kMaxInspectedOperands = 8;  // how long an operand may be for the one-level rules

std::size_t hash(GateKind kind, std::span<const Lit> operands) {
  std::uint64_t h = static_cast<std::uint64_t>(kind) + 0x9E3779B97F4A7C15U;
  for (const Lit lit : operands) {
    h = (h ^ lit) * 0xBF58476D1CE4E5B9U;
    h ^= h >> 29;
  }
  return static_cast<std::size_t>(h ^ (h >> 32));
}

}  // namespace

GateGraph::GateGraph() : table_(std::size_t{1} << 12, 0) { gates_.push_back({0, 0, GateKind::Constant}); }

Lit GateGraph::input() {
  gates_.push_back({inputs_++, 0, GateKind::Input});
  return static_cast<Lit>(2 * (gates_.size() - 1));
}

bool GateGraph::matches(std::uint32_t gate, GateKind kind, std::span<const Lit> operands) const {
  return gates_[gate].kind == kind && std::ranges::equal(this->operands(gate), operands);
}

Lit GateGraph::shared(GateKind kind, std::span<const Lit> operands) {
  if (stored_ * 2 >= table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash(kind, operands) & mask;
  for (; table_[place] != 0; place = (place + 1) & mask) {
    if (matches(table_[place], kind, operands)) return 2 * table_[place];
  }
  const auto gate = static_cast<std::uint32_t>(gates_.size());
  gates_.push_back(
      {static_cast<std::uint32_t>(operands_.size()), static_cast<std::uint32_t>(operands.size()), kind});
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  table_[place] = gate;
  ++stored_;
  return 2 * gate;
}

void GateGraph::grow_table() {
  std::vector<std::uint32_t> bigger(table_.size() * 2, 0);
  const std::size_t mask = bigger.size() - 1;
  for (const std::uint32_t gate : table_) {
    if (gate == 0) continue;
    std::size_t place = hash(gates_[gate].kind, operands(gate)) & mask;
    while (bigger[place] != 0) place = (place + 1) & mask;
    bigger[place] = gate;
  }
  table_ = std::move(bigger);
}

Lit GateGraph::absorbed(Lit x, Lit y) {
  const std::uint32_t gate = gate_of(x);
  if (gates_[gate].kind != GateKind::And || gates_[gate].count > kMaxInspectedOperands) return kNoLit;
  const auto inside = operands(gate);
  const bool has_same = std::ranges::find(inside, y) != inside.end();
  const bool has_negation = !has_same && std::ranges::find(inside, negation(y)) != inside.end();
  if (!is_negated(x)) return has_same ? x : has_negation ? kFalse : kNoLit;
  if (has_negation) return y;  // !(!y & …) & y
  if (has_same && inside.size() == 2) return both(y, negation(inside[0] == y ? inside[1] : inside[0]));
  return kNoLit;
}

Lit GateGraph::both(Lit a, Lit b) {
  if (a > b) std::swap(a, b);
  if (a == kTrue || a == b) return b;
  if (a == kFalse || a == negation(b)) return kFalse;
  if (const Lit found = absorbed(a, b); found != kNoLit) return found;
  if (const Lit found = absorbed(b, a); found != kNoLit) return found;
  return shared(GateKind::And, std::array{a, b});
}

Lit GateGraph::conjunction(std::span<Lit> operands) {
  std::ranges::sort(operands);
  std::size_t kept = 0;
  for (const Lit lit : operands) {
    if (lit == kTrue || (kept > 0 && operands[kept - 1] == lit)) continue;
    if (lit == kFalse || (kept > 0 && operands[kept - 1] == negation(lit))) return kFalse;
    operands[kept++] = lit;
  }
  if (kept == 0) return kTrue;
  if (kept == 1) return operands[0];
  if (kept == 2) return both(operands[0], operands[1]);
  return shared(GateKind::And, operands.first(kept));
}

Lit GateGraph::disjunction(std::span<Lit> operands) {
  for (Lit& lit : operands) lit = negation(lit);
  return negation(conjunction(operands));
}

Lit GateGraph::different(Lit a, Lit b) {
  const bool flip = is_negated(a) != is_negated(b);
  a &= ~1U;
  b &= ~1U;
  if (a > b) std::swap(a, b);
  const Lit value = a == b ? kFalse : a == kTrue ? negation(b) : shared(GateKind::Xor, std::array{a, b});
  return flip ? negation(value) : value;
}

Lit GateGraph::choose(Lit condition, Lit then, Lit otherwise) {
  if (is_negated(condition)) {
    condition = negation(condition);
    std::swap(then, otherwise);
  }
  if (condition == kTrue || then == otherwise) return then;
  if (then == negation(otherwise)) return same(condition, then);
  if (then == condition) then = kTrue;
  if (then == negation(condition)) then = kFalse;
  if (otherwise == condition) otherwise = kFalse;
  if (otherwise == negation(condition)) otherwise = kTrue;
  if (then == kTrue) return either(condition, otherwise);
  if (then == kFalse) return both(negation(condition), otherwise);
  if (otherwise == kTrue) return either(negation(condition), then);
  if (otherwise == kFalse) return both(condition, then);
  const bool flip = is_negated(then);
  if (flip) {
    then = negation(then);
    otherwise = negation(otherwise);
  }
  const Lit gate = shared(GateKind::Ite, std::array{condition, then, otherwise});
  return flip ? negation(gate) : gate;
}

std::vector<bool> gate_values(const GateGraph& gates, const std::vector<bool>& inputs) {
  std::vector<bool> values(gates.size());  // operands are made before the gates that use them
  const auto value = [&](Lit lit) { return values[gate_of(lit)] != is_negated(lit); };
  for (std::uint32_t gate = 0; gate < gates.size(); ++gate) {
    const auto operands = gates.operands(gate);
    switch (gates.kind(gate)) {
      case GateKind::Constant:
        values[gate] = true;
        break;
      case GateKind::Input:
        values[gate] = inputs[gates.input_index(gate)];
        break;
      case GateKind::And:
        values[gate] = std::ranges::all_of(operands, value);
        break;
      case GateKind::Xor:
        values[gate] = value(operands[0]) != value(operands[1]);
        break;
      case GateKind::Ite:
        values[gate] = value(operands[0]) ? value(operands[1]) : value(operands[2]);
        break;
    }
  }
  return values;
}

}  // namespace fretsaw
