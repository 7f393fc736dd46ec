// SPDX-License-Identifier: MIT
// Integers as bit vectors of literals: two's complement, lowest bit first, as many bits as the value needs
// and never more than the problem's width. docs/integers.md says what each operation means.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/circuit/gate_graph.hpp"

namespace fretsaw {

struct Number {
  std::vector<Lit> bits;  // at least one; the last is the sign and stands for all higher bits
  Lit overflow = kFalse;  // this or a number inside it is not representable

  Lit bit(std::size_t i) const { return bits[i < bits.size() ? i : bits.size() - 1]; }
  Lit sign() const { return bits.back(); }
};

class Arithmetic {
 public:
  // Overflows are computed only if they are followed.
  Arithmetic(GateGraph& gates, int width, bool follow_overflow)
      : gates_(gates), width_(width), follow_overflow_(follow_overflow) {}

  Number constant(std::int64_t value);
  // The sum of weight * literal, judged by the true total.
  struct Term {
    std::int64_t weight;
    Lit present;
  };
  Number sum(const std::vector<Term>& terms);
  // The same if at most one of the literals holds: no adders, and known bits propagate both ways.
  Number pick(const std::vector<Term>& terms);
  // The true total of the numbers that are present; a number that is absent counts as 0 and does not
  // overflow.
  Number sum(std::vector<Number> numbers, const std::vector<Lit>& present);

  Number plus(const Number& a, const Number& b);
  Number minus(const Number& a, const Number& b);
  Number negate(const Number& a) { return minus(constant(0), a); }
  Number times(const Number& a, const Number& b);
  Number divide(const Number& a, const Number& b);
  Number remainder(const Number& a, const Number& b);
  Number shift_left(const Number& a, const Number& b);
  Number shift_right(const Number& a, const Number& b, bool keep_sign);
  Number choose(Lit condition, const Number& then, const Number& otherwise);

  // Comparisons of the values; the caller deals with overflows.
  Lit equal(const Number& a, const Number& b);
  Lit equal(const Number& a, std::int64_t value) { return equal(a, exact_constant(value)); }
  Lit less(const Number& a, const Number& b);
  Lit less_equal(const Number& a, const Number& b) { return negation(less(b, a)); }

 private:
  struct Division {
    Number quotient;
    Number remainder;
  };

  Number exact_constant(std::int64_t value);
  Number exact_sum(const Number& a, const Number& b, bool subtract);
  Number exact_total(std::vector<Number> numbers);
  // The number modulo 2^width, with an overflow where that changes the value or a literal of `before` holds.
  Number fit(Number exact, Lit before);
  Division divide_magnitudes(const Number& a, const Number& b);
  Number magnitude(const Number& a);
  Lit is_zero(const Number& a);
  Lit any_overflow(const Number& a, const Number& b) { return gates_.either(a.overflow, b.overflow); }
  int shift_bits() const;  // how many bits of the right operand a shift examines

  GateGraph& gates_;
  int width_;
  bool follow_overflow_;
};

}  // namespace fretsaw
