// SPDX-License-Identifier: MIT
// Random circuits over a few inputs, and their value for given inputs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "logic/circuit/gate_graph.hpp"
#include "support/random.hpp"

namespace fretsaw::support {

// What a literal is under an assignment: bit i is the value of input i.
inline bool value_of(const GateGraph& graph, Lit literal, std::uint64_t inputs) {
  const std::uint32_t gate = gate_of(literal);
  const auto operands = graph.operands(gate);
  const auto operand = [&](std::size_t i) { return value_of(graph, operands[i], inputs); };
  bool value = true;
  switch (graph.kind(gate)) {
    case GateKind::Constant:
      break;
    case GateKind::Input:
      value = (inputs >> graph.input_index(gate) & 1) != 0;
      break;
    case GateKind::And:
      for (std::size_t i = 0; i < operands.size() && value; ++i) value = operand(i);
      break;
    case GateKind::Xor:
      value = operand(0) != operand(1);
      break;
    case GateKind::Ite:
      value = operand(0) ? operand(1) : operand(2);
      break;
  }
  return value != is_negated(literal);
}

// The same for all literals of a graph in which much is shared: value_of() would look at it again and again.
class ValuesUnder {
 public:
  ValuesUnder(const GateGraph& graph, std::uint64_t inputs) {
    for (std::uint32_t gate = 0; gate < graph.size(); ++gate) values_.push_back(value(graph, gate, inputs));
  }

  bool operator()(Lit literal) const { return values_[gate_of(literal)] != is_negated(literal); }

 private:
  // Requires that the values of the gates before it are known.
  bool value(const GateGraph& graph, std::uint32_t gate, std::uint64_t inputs) const {
    const auto operands = graph.operands(gate);
    switch (graph.kind(gate)) {
      case GateKind::Constant:
        return true;
      case GateKind::Input:
        return (inputs >> graph.input_index(gate) & 1) != 0;
      case GateKind::And:
        return std::all_of(operands.begin(), operands.end(), [&](Lit operand) { return (*this)(operand); });
      case GateKind::Xor:
        return (*this)(operands[0]) != (*this)(operands[1]);
      case GateKind::Ite:
        return (*this)(operands[0]) ? (*this)(operands[1]) : (*this)(operands[2]);
    }
    return false;
  }

  std::vector<bool> values_;
};

// A literal together with its truth table over the inputs of the graph (at most six).
struct Tabulated {
  Lit literal;
  std::uint64_t table;
};

// Builds `gates` random gates over `inputs` new inputs, the last of them last.
inline std::vector<Tabulated> random_circuit(GateGraph& graph, Random& random, int inputs, int gates) {
  std::vector<Tabulated> pool{{kTrue, ~std::uint64_t{0}}};
  for (int i = 0; i < inputs; ++i) {
    std::uint64_t table = 0;
    for (std::uint64_t row = 0; row < 64; ++row) table |= (row >> i & 1) << row;
    pool.push_back({graph.input(), table});
  }
  const auto pick = [&] {
    Tabulated t = pool[random.below(pool.size())];
    if (random.percent(50)) t = {negation(t.literal), ~t.table};
    return t;
  };
  for (int i = 0; i < gates; ++i) {
    const Tabulated a = pick(), b = pick(), c = pick();
    switch (random.between(0, 4)) {
      case 0:
        pool.push_back({graph.both(a.literal, b.literal), a.table & b.table});
        break;
      case 1:
        pool.push_back({graph.either(a.literal, b.literal), a.table | b.table});
        break;
      case 2:
        pool.push_back({graph.different(a.literal, b.literal), a.table ^ b.table});
        break;
      case 3:
        pool.push_back(
            {graph.choose(a.literal, b.literal, c.literal), (a.table & b.table) | (~a.table & c.table)});
        break;
      default: {
        const Tabulated d = pick();
        std::vector<Lit> operands{a.literal, b.literal, c.literal, d.literal};
        pool.push_back({graph.conjunction(operands), a.table & b.table & c.table & d.table});
      }
    }
  }
  return pool;
}

}  // namespace fretsaw::support
