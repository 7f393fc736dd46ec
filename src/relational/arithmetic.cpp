// SPDX-License-Identifier: MIT
#include "relational/arithmetic.hpp"

#include <algorithm>
#include <bit>

namespace fretsaw {

Number Arithmetic::represent(std::int64_t true_value) const {
  if (width_ == 0) return {0, true_value != 0};
  const std::int64_t half = std::int64_t{1} << (width_ - 1);
  if (true_value >= -half && true_value < half) return {true_value, false};
  const auto bits = static_cast<std::int64_t>(pattern(true_value));
  return {bits < half ? bits : bits - 2 * half, true};
}

Number Arithmetic::divide(std::int64_t a, std::int64_t b) const {
  if (b != 0) return represent(a / b);
  return {represent(a < 0 ? 1 : a == 0 ? 0 : -1).value, true};
}

Number Arithmetic::remainder(std::int64_t a, std::int64_t b) const {
  return b == 0 ? Number{a, true} : Number{a % b, false};
}

Number Arithmetic::shift_left(std::int64_t a, std::int64_t b) const {
  // No number is wider than 30 bits: 31 places move all of it out, and 61 bits still hold the true value.
  const auto amount = static_cast<int>(std::min<std::uint64_t>(pattern(b), 31));
  const bool overflow = represent(a * (std::int64_t{1} << amount)).overflow;
  return {represent(a * (std::int64_t{1} << places(b))).value, overflow};
}

Number Arithmetic::shift_right(std::int64_t a, std::int64_t b) const { return {a >> places(b), false}; }

Number Arithmetic::shift_right_zero(std::int64_t a, std::int64_t b) const {
  const auto shifted = static_cast<std::int64_t>(pattern(a) >> places(b));
  return {represent(shifted).value, false};
}

// How far a shift by b moves: the number in the lowest ceil(log2 width) bits of b.
int Arithmetic::places(std::int64_t b) const {
  if (width_ <= 1) return 0;
  const int bits = std::bit_width(static_cast<unsigned>(width_ - 1));
  return static_cast<int>(pattern(b) & ((std::uint64_t{1} << bits) - 1));
}

}  // namespace fretsaw
