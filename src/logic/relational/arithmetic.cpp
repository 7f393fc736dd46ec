// SPDX-License-Identifier: MIT
#include "logic/relational/arithmetic.hpp"

#include <algorithm>
#include <bit>

namespace fretsaw {

namespace {

constexpr Number kNoNumber{0, true};
constexpr int kWholeBits = 127;  // without the sign

}  // namespace

Number Arithmetic::represent(Whole true_value) const {
  if (exact_) return {true_value, false};
  if (width_ == 0) return {0, true_value != 0};
  const std::int64_t half = std::int64_t{1} << (width_ - 1);
  if (true_value >= -half && true_value < half) return {true_value, false};
  const auto bits = static_cast<std::int64_t>(pattern(true_value));
  return {bits < half ? bits : bits - 2 * half, true};
}

Number Arithmetic::add(Whole a, Whole b) const {
  Whole sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kNoNumber : represent(sum);
}

Number Arithmetic::subtract(Whole a, Whole b) const {
  Whole difference = 0;
  return __builtin_sub_overflow(a, b, &difference) ? kNoNumber : represent(difference);
}

Number Arithmetic::multiply(Whole a, Whole b) const {
  Whole product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kNoNumber : represent(product);
}

Number Arithmetic::divide(Whole a, Whole b) const {
  if (exact_ && b == -1) return subtract(0, a);
  if (b != 0) return represent(a / b);
  if (exact_) return kNoNumber;
  return {represent(a < 0 ? 1 : a == 0 ? 0 : -1).value, true};
}

Number Arithmetic::remainder(Whole a, Whole b) const {
  if (b == 0) return exact_ ? kNoNumber : Number{a, true};
  return {b == -1 ? 0 : a % b, false};
}

Number Arithmetic::shift_left(Whole a, Whole b) const {
  if (exact_) return b < 0 || b >= kWholeBits ? kNoNumber : multiply(a, Whole{1} << static_cast<int>(b));
  // No number is wider than 30 bits: 31 places move all of it out, and 61 bits still hold the true value.
  const auto amount = static_cast<int>(std::min<std::uint64_t>(pattern(b), 31));
  const bool overflow = represent(a * (std::int64_t{1} << amount)).overflow;
  return {represent(a * (std::int64_t{1} << places(b))).value, overflow};
}

Number Arithmetic::shift_right(Whole a, Whole b) const {
  if (exact_) return b < 0 ? kNoNumber : Number{a >> static_cast<int>(std::min<Whole>(b, kWholeBits)), false};
  return {a >> places(b), false};
}

Number Arithmetic::shift_right_zero(Whole a, Whole b) const {
  // How many zeros come in front of a negative number depends on a width, and there is none.
  if (exact_) return a < 0 ? kNoNumber : shift_right(a, b);
  const auto shifted = static_cast<std::int64_t>(pattern(a) >> places(b));
  return {represent(shifted).value, false};
}

// How far a shift by b moves: the number in the lowest ceil(log2 width) bits of b.
int Arithmetic::places(Whole b) const {
  if (width_ <= 1) return 0;
  const int bits = std::bit_width(static_cast<unsigned>(width_ - 1));
  return static_cast<int>(pattern(b) & ((std::uint64_t{1} << bits) - 1));
}

}  // namespace fretsaw
