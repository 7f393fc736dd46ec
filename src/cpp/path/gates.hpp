// SPDX-License-Identifier: MIT
// Gates and numbers as clauses of a solver. A literal is as in DIMACS; a number is its bits, the lowest
// first.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/sat/solver.hpp"

namespace fretsaw::path {

using Literal = int;
using Bits = std::vector<Literal>;

class Gates {
 public:
  explicit Gates(Solver& solver);

  Literal yes() const { return yes_; }
  Literal no() const { return -yes_; }
  Literal fresh();
  void require(std::span<const Literal> clause) { solver_.add(clause); }
  void require(Literal literal) { solver_.add({&literal, 1}); }

  // The same, or yes() or no() if the solver has found that out.
  Literal known(Literal literal) const;

  Literal conjunction(Literal a, Literal b);
  Literal disjunction(Literal a, Literal b) { return -conjunction(-a, -b); }
  Literal exclusive(Literal a, Literal b);
  Literal choose(Literal condition, Literal then, Literal otherwise);
  Literal conjunction(std::span<const Literal> all);
  Literal disjunction(std::span<const Literal> any);

  // Numbers of the same width, unless documented otherwise.
  Bits constant(std::uint64_t value, unsigned width) const;
  Bits fresh_number(unsigned width);
  Bits sum(const Bits& a, const Bits& b, Literal carry);
  Bits sum(const Bits& a, const Bits& b) { return sum(a, b, no()); }
  Bits difference(const Bits& a, const Bits& b) { return sum(a, inverted(b), yes()); }
  Bits negated(const Bits& a) { return difference(constant(0, static_cast<unsigned>(a.size())), a); }
  Bits product(const Bits& a, const Bits& b);
  // Without a sign; the divisor is not zero, or the result is anything.
  std::pair<Bits, Bits> quotient(const Bits& a, const Bits& b);
  // Rounded towards zero.
  std::pair<Bits, Bits> signed_quotient(const Bits& a, const Bits& b);
  enum class Shift : std::uint8_t { Left, Right, RightSigned };
  Bits shifted(const Bits& a, const Bits& by, Shift direction);  // `by` is less than the width
  Bits inverted(const Bits& a) const;
  Bits choose(Literal condition, const Bits& then, const Bits& otherwise);
  Bits bitwise(const Bits& a, const Bits& b, Literal (Gates::*gate)(Literal, Literal));

  Literal equal(const Bits& a, const Bits& b);
  Literal equal(const Bits& a, std::uint64_t value);
  Literal less(const Bits& a, const Bits& b, bool is_signed);
  Literal less_equal(const Bits& a, const Bits& b, bool is_signed) { return -less(b, a, is_signed); }

  // Of any width, the sign kept or not.
  Bits extended(const Bits& a, std::size_t width, bool is_signed) const;

 private:
  Solver& solver_;
  int last_ = 0;  // the last variable that is in use
  Literal yes_;
  struct BitsHash {
    std::size_t operator()(const Bits& bits) const {
      std::size_t hash = bits.size();
      for (const Literal each : bits)
        hash = (hash ^ static_cast<std::uint32_t>(each)) * 0x9e3779b97f4a7c15U + (hash >> 29);
      return hash;
    }
  };

  std::unordered_map<std::uint64_t, Literal> ands_;
  std::unordered_map<Bits, Literal, BitsHash> wide_ands_;
  std::unordered_map<std::uint64_t, Literal> xors_;
  std::map<std::array<Literal, 3>, Literal> choices_;
};

}  // namespace fretsaw::path
