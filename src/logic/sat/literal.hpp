// SPDX-License-Identifier: MIT
// Literals inside our own solvers: small numbers from 0, so that they index arrays.
#pragma once

#include <cstdint>

namespace fretsaw::sat {

using Variable = std::uint32_t;  // DIMACS variable v is v - 1 here

struct Literal {
  std::uint32_t code = 0;  // 2 * variable + (1 if negated)

  Variable variable() const { return code >> 1; }
  bool negated() const { return (code & 1) != 0; }
  Literal operator~() const { return {code ^ 1}; }
  bool operator==(const Literal&) const = default;
};

inline constexpr Literal kNoLiteral{0xffffffff};

inline Literal make_literal(Variable variable, bool value) { return {2 * variable + (value ? 0U : 1U)}; }

inline Literal from_dimacs(int literal) {
  return literal > 0 ? make_literal(static_cast<Variable>(literal - 1), true)
                     : make_literal(static_cast<Variable>(-literal - 1), false);
}

inline int to_dimacs(Literal literal) {
  const int variable = static_cast<int>(literal.variable()) + 1;
  return literal.negated() ? -variable : variable;
}

}  // namespace fretsaw::sat
