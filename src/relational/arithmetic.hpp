// SPDX-License-Identifier: MIT
// Arithmetic of the evaluator on two's complement numbers of a given width: docs/integers.md, row by row.
#pragma once

#include <cstdint>

namespace fretsaw {

struct Number {
  std::int64_t value = 0;  // always representable: wrapped if it overflowed
  bool overflow = false;
};

class Arithmetic {
 public:
  explicit Arithmetic(int bitwidth) : width_(bitwidth) {}

  // The true value, modulo 2^width. Its operands below are representable numbers.
  Number represent(std::int64_t true_value) const;
  Number divide(std::int64_t a, std::int64_t b) const;
  Number remainder(std::int64_t a, std::int64_t b) const;
  Number shift_left(std::int64_t a, std::int64_t b) const;
  Number shift_right(std::int64_t a, std::int64_t b) const;
  Number shift_right_zero(std::int64_t a, std::int64_t b) const;

 private:
  std::uint64_t pattern(std::int64_t a) const { return static_cast<std::uint64_t>(a) & mask(); }
  std::uint64_t mask() const { return (std::uint64_t{1} << width_) - 1; }
  int places(std::int64_t b) const;

  int width_;
};

}  // namespace fretsaw
