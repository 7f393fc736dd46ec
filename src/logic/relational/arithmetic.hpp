// SPDX-License-Identifier: MIT
// Arithmetic of the evaluator: on two's complement numbers of a given width, as docs/integers.md says it row
// by row; or on whole numbers, of which 128 bits hold all that sums and products of 64-bit numbers come to.
#pragma once

#include <cstdint>

#include "fretsaw/relational.hpp"

namespace fretsaw {

__extension__ using Whole = __int128;

struct Number {
  Whole value = 0;  // always representable: wrapped if it overflowed
  bool overflow = false;
};

class Arithmetic {
 public:
  explicit Arithmetic(int bitwidth, bool exact = false) : width_(bitwidth), exact_(exact) {}

  // The true value, modulo 2^width. The operands below are representable numbers.
  Number represent(Whole true_value) const;
  Number add(Whole a, Whole b) const;
  Number subtract(Whole a, Whole b) const;
  Number multiply(Whole a, Whole b) const;
  Number divide(Whole a, Whole b) const;
  Number remainder(Whole a, Whole b) const;
  Number shift_left(Whole a, Whole b) const;
  Number shift_right(Whole a, Whole b) const;
  Number shift_right_zero(Whole a, Whole b) const;

 private:
  std::uint64_t pattern(Whole a) const { return static_cast<std::uint64_t>(a) & mask(); }
  std::uint64_t mask() const { return (std::uint64_t{1} << width_) - 1; }
  int places(Whole b) const;

  int width_;
  bool exact_;  // then `overflow` means that there is no such number
};

}  // namespace fretsaw
