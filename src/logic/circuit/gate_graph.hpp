// SPDX-License-Identifier: MIT
// Boolean gates with sharing: building the same gate twice gives the same literal. A literal is a gate or its
// negation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fretsaw {

using Lit = std::uint32_t;  // 2 * gate + (1 if negated)

constexpr Lit kTrue = 0;
constexpr Lit kFalse = 1;

constexpr Lit negation(Lit a) { return a ^ 1U; }
constexpr std::uint32_t gate_of(Lit a) { return a >> 1; }
constexpr bool is_negated(Lit a) { return (a & 1U) != 0; }
constexpr bool is_constant(Lit a) { return a <= kFalse; }

enum class GateKind : std::uint8_t { Constant, Input, And, Xor, Ite };

class GateGraph {
 public:
  GateGraph();

  Lit input();
  Lit both(Lit a, Lit b);
  Lit either(Lit a, Lit b) { return negation(both(negation(a), negation(b))); }
  // The span may be reordered and shortened.
  Lit conjunction(std::span<Lit> operands);
  Lit disjunction(std::span<Lit> operands);
  Lit different(Lit a, Lit b);
  Lit same(Lit a, Lit b) { return negation(different(a, b)); }
  Lit choose(Lit condition, Lit then, Lit otherwise);

  std::size_t size() const { return gates_.size(); }
  std::size_t inputs() const { return inputs_; }
  GateKind kind(std::uint32_t gate) const { return gates_[gate].kind; }
  // Of an And: two or more literals; of a Xor: two; of an Ite: condition, then, otherwise; otherwise none.
  std::span<const Lit> operands(std::uint32_t gate) const {
    return std::span(operands_).subspan(gates_[gate].begin, gates_[gate].count);
  }
  // Of an Input: which one, counted from 0 in the order they were made.
  std::uint32_t input_index(std::uint32_t gate) const { return gates_[gate].begin; }

 private:
  struct Gate {
    std::uint32_t begin;
    std::uint32_t count;
    GateKind kind;
  };

  Lit shared(GateKind kind, std::span<const Lit> operands);
  bool matches(std::uint32_t gate, GateKind kind, std::span<const Lit> operands) const;
  void grow_table();
  // x & y where x is an And or the negation of one and y decides it; kNoLit otherwise.
  Lit absorbed(Lit x, Lit y);

  std::vector<Gate> gates_;
  std::vector<Lit> operands_;
  std::vector<std::uint32_t> table_;  // open addressing; 0 is an empty place (gate 0 is never looked up)
  std::size_t stored_ = 0;
  std::uint32_t inputs_ = 0;
};

// The values of all gates for given values of the inputs.
std::vector<bool> gate_values(const GateGraph& gates, const std::vector<bool>& inputs);

}  // namespace fretsaw
