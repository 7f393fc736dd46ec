// SPDX-License-Identifier: MIT
// Expressions over the input, each once and simplified, whichever run they come from. A condition is a term
// of width 1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "cpp/path/child/wire.hpp"
#include "cpp/path/input_model.hpp"

namespace fretsaw::path {

using TermId = std::uint32_t;

struct Term {
  Op op = Op::Constant;
  std::uint8_t width = 0;
  TermId a = 0;
  std::uint32_t b = 0;  // a term; of Extract and IsCell a number
  std::uint64_t constant = 0;
};

class Terms {
 public:
  Terms();

  const Term& operator[](TermId id) const { return terms_[id]; }
  std::size_t size() const { return terms_.size(); }

  TermId constant(std::uint64_t value, unsigned width);
  TermId make(Op op, unsigned width, TermId a, std::uint32_t b = 0);
  TermId negation(TermId condition) { return make(Op::Not, 1, condition); }
  TermId conjunction(TermId a, TermId b) { return make(Op::And, 1, a, b); }
  TermId yes() { return constant(1, 1); }

  // The terms that the nodes of a run are.
  std::vector<TermId> import(std::span<const Node> nodes);

  std::optional<std::uint64_t> value(TermId id) const;  // of a constant

 private:
  TermId add(const Term& term);
  std::optional<std::uint64_t> folded(const Term& term) const;
  std::optional<TermId> simplified(const Term& term);

  std::vector<Term> terms_;
  std::unordered_map<std::uint64_t, std::vector<TermId>> known_;
};

bool has_two_operands(Op op);

// What an operation gives; no divisor is zero, no shift too wide.
std::uint64_t apply(Op op, unsigned width, std::uint64_t a, std::uint64_t b);

// Terms on one input, by what the input has in memory. Shares no code with the solver, whose solutions it
// checks.
class TermEvaluator {
 public:
  TermEvaluator(const Terms& terms, const InputModel& model, const InputWords& input)
      : terms_(terms), model_(model), input_(input) {}
  // Nothing if it has no value: the place read is not a variable, or there is a division by zero.
  std::optional<std::uint64_t> value(TermId id);

 private:
  std::optional<std::uint64_t> compute(const Term& term);

  const Terms& terms_;
  const InputModel& model_;
  const InputWords& input_;
  std::unordered_map<TermId, std::optional<std::uint64_t>> known_;
};

}  // namespace fretsaw::path
