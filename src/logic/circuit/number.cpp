// SPDX-License-Identifier: MIT
// Every operation computes the true value in as many bits as it needs, then fits it into the problem's width;
// whether that loses anything is the overflow. This keeps the rules of docs/integers.md in one place (fit),
// at the price of a few gates that the constant folding of GateGraph mostly removes again.
#include "logic/circuit/number.hpp"

#include <algorithm>
#include <bit>

namespace fretsaw {

Number Arithmetic::exact_constant(std::int64_t value) {
  Number number;
  for (std::int64_t rest = value;; rest >>= 1) {
    number.bits.push_back((rest & 1) != 0 ? kTrue : kFalse);
    if (rest == 0 || rest == -1) {
      if ((rest == 0) != (number.bits.back() == kFalse)) number.bits.push_back(rest == 0 ? kFalse : kTrue);
      return number;
    }
  }
}

Number Arithmetic::constant(std::int64_t value) { return fit(exact_constant(value), kFalse); }

Number Arithmetic::fit(Number exact, Lit before) {
  auto& bits = exact.bits;
  const auto width = static_cast<std::size_t>(width_);
  std::vector<Lit> lost{before};
  if (width == 0) {
    lost.insert(lost.end(), bits.begin(), bits.end());
    bits = {kFalse};
  } else if (bits.size() > width) {
    for (std::size_t i = width; i < bits.size(); ++i)
      lost.push_back(gates_.different(bits[i], bits[width - 1]));
    bits.resize(width);
  }
  while (bits.size() > 1 && bits[bits.size() - 1] == bits[bits.size() - 2]) bits.pop_back();
  exact.overflow = follow_overflow_ ? gates_.disjunction(lost) : kFalse;
  return exact;
}

Number Arithmetic::exact_sum(const Number& a, const Number& b, bool subtract) {
  Number result;
  Lit carry = subtract ? kTrue : kFalse;
  const std::size_t width = std::max(a.bits.size(), b.bits.size()) + 1;
  for (std::size_t i = 0; i < width; ++i) {
    const Lit x = a.bit(i);
    const Lit y = subtract ? negation(b.bit(i)) : b.bit(i);
    const Lit half = gates_.different(x, y);
    result.bits.push_back(gates_.different(half, carry));
    carry = gates_.choose(half, carry, x);
  }
  while (result.bits.size() > 1 && result.bits.back() == result.bits[result.bits.size() - 2])
    result.bits.pop_back();
  return result;
}

// A balanced tree of adders.
Number Arithmetic::exact_total(std::vector<Number> numbers) {
  if (numbers.empty()) return exact_constant(0);
  while (numbers.size() > 1) {
    std::vector<Number> sums;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
      sums.push_back(exact_sum(numbers[i], numbers[i + 1], false));
    if (numbers.size() % 2 != 0) sums.push_back(std::move(numbers.back()));
    numbers = std::move(sums);
  }
  return std::move(numbers.front());
}

Number Arithmetic::sum(const std::vector<Term>& terms) {
  std::vector<Number> numbers;
  for (const Term& term : terms) {
    Number number = exact_constant(term.weight);
    for (Lit& bit : number.bits) bit = bit == kTrue ? term.present : kFalse;
    numbers.push_back(std::move(number));
  }
  return fit(exact_total(std::move(numbers)), kFalse);
}

Number Arithmetic::pick(const std::vector<Term>& terms) {
  Number result = exact_constant(0);
  std::size_t width = 1;
  std::vector<Number> weights;
  for (const Term& term : terms) {
    weights.push_back(exact_constant(term.weight));
    width = std::max(width, weights.back().bits.size());
  }
  result.bits.clear();
  for (std::size_t i = 0; i < width; ++i) {
    std::vector<Lit> present;
    for (std::size_t j = 0; j < terms.size(); ++j) {
      if (weights[j].bit(i) == kTrue) present.push_back(terms[j].present);
    }
    result.bits.push_back(gates_.disjunction(present));
  }
  return fit(std::move(result), kFalse);
}

Number Arithmetic::sum(std::vector<Number> numbers, const std::vector<Lit>& present) {
  std::vector<Lit> overflows;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (Lit& bit : numbers[i].bits) bit = gates_.both(bit, present[i]);
    overflows.push_back(gates_.both(numbers[i].overflow, present[i]));
  }
  const Lit before = gates_.disjunction(overflows);
  return fit(exact_total(std::move(numbers)), before);
}

Number Arithmetic::plus(const Number& a, const Number& b) {
  return fit(exact_sum(a, b, false), any_overflow(a, b));
}
Number Arithmetic::minus(const Number& a, const Number& b) {
  return fit(exact_sum(a, b, true), any_overflow(a, b));
}

Number Arithmetic::times(const Number& a, const Number& b) {
  // Schoolbook: one shifted copy of a per bit of b; the sign bit of b weighs negative.
  Number total = exact_constant(0);
  for (std::size_t i = 0; i < b.bits.size(); ++i) {
    Number part;
    part.bits.assign(i, kFalse);
    for (const Lit bit : a.bits) part.bits.push_back(gates_.both(bit, b.bits[i]));
    total = exact_sum(total, part, i + 1 == b.bits.size());
  }
  return fit(std::move(total), any_overflow(a, b));
}

Lit Arithmetic::is_zero(const Number& a) {
  std::vector<Lit> bits = a.bits;
  return negation(gates_.disjunction(bits));
}

// |a| as a number whose sign bit is false.
Number Arithmetic::magnitude(const Number& a) {
  Number flipped = exact_sum(exact_constant(0), a, true);
  Number result;
  const std::size_t width = std::max(a.bits.size(), flipped.bits.size());
  for (std::size_t i = 0; i < width; ++i)
    result.bits.push_back(gates_.choose(a.sign(), flipped.bit(i), a.bit(i)));
  result.bits.push_back(kFalse);
  return result;
}

// Restoring division of |a| by |b|, one bit of the quotient at a time from the highest; both results are
// non-negative.
Arithmetic::Division Arithmetic::divide_magnitudes(const Number& a, const Number& b) {
  const Number dividend = magnitude(a);
  const Number divisor = magnitude(b);
  Number quotient;
  quotient.bits.assign(dividend.bits.size(), kFalse);
  Number rest = exact_constant(0);
  for (std::size_t i = dividend.bits.size() - 1; i-- > 0;) {
    rest.bits.insert(rest.bits.begin(), dividend.bits[i]);
    const Number difference = exact_sum(rest, divisor, true);
    const Lit fits = negation(difference.sign());
    quotient.bits[i] = fits;
    Number next;
    for (std::size_t j = 0; j < rest.bits.size(); ++j) {
      next.bits.push_back(gates_.choose(fits, difference.bit(j), rest.bits[j]));
    }
    // The rest is less than the divisor (or than the dividend, if that is 0): its sign is false.
    next.bits.resize(std::min(next.bits.size(), std::max(dividend.bits.size(), divisor.bits.size())));
    next.bits.back() = kFalse;
    rest = std::move(next);
  }
  return {std::move(quotient), std::move(rest)};
}

Number Arithmetic::divide(const Number& a, const Number& b) {
  const Number unsigned_quotient = divide_magnitudes(a, b).quotient;
  const Number negative = exact_sum(exact_constant(0), unsigned_quotient, true);
  Number quotient = choose(gates_.different(a.sign(), b.sign()), negative, unsigned_quotient);
  // By zero: 1 for negative, 0 for zero, -1 for positive dividends.
  const Lit by_zero = is_zero(b);
  Number convention;
  convention.bits = {negation(is_zero(a)), gates_.both(negation(a.sign()), negation(is_zero(a)))};
  quotient = choose(by_zero, convention, quotient);
  return fit(std::move(quotient), gates_.either(by_zero, any_overflow(a, b)));
}

Number Arithmetic::remainder(const Number& a, const Number& b) {
  const Number rest = divide_magnitudes(a, b).remainder;
  const Lit by_zero = is_zero(b);
  Number result = choose(a.sign(), exact_sum(exact_constant(0), rest, true), rest);
  result = choose(by_zero, a, result);
  return fit(std::move(result), gates_.either(by_zero, any_overflow(a, b)));
}

int Arithmetic::shift_bits() const {
  return width_ <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<unsigned>(width_ - 1)));
}

Number Arithmetic::shift_left(const Number& a, const Number& b) {
  Number result;
  result.bits = a.bits;
  for (int i = 0; i < shift_bits(); ++i) {
    const Lit shifted = b.bit(static_cast<std::size_t>(i));
    const std::size_t places = std::size_t{1} << i;
    Number next;
    const std::size_t width = result.bits.size() + (shifted == kFalse ? 0 : places);
    for (std::size_t j = 0; j < width; ++j) {
      next.bits.push_back(
          gates_.choose(shifted, j < places ? kFalse : result.bit(j - places), result.bit(j)));
    }
    result = std::move(next);
  }
  // The bits of b that the shifter does not look at ask for a shift that leaves nothing of a number but 0.
  std::vector<Lit> beyond;
  for (int i = shift_bits(); i < width_; ++i) beyond.push_back(b.bit(static_cast<std::size_t>(i)));
  const Lit too_far = gates_.both(gates_.disjunction(beyond), negation(is_zero(a)));
  return fit(std::move(result), gates_.either(too_far, any_overflow(a, b)));
}

Number Arithmetic::shift_right(const Number& a, const Number& b, bool keep_sign) {
  Number result;
  for (int i = 0; i < std::max(width_, 1); ++i) result.bits.push_back(a.bit(static_cast<std::size_t>(i)));
  const Lit fill = keep_sign ? a.sign() : kFalse;
  const std::size_t width = result.bits.size();
  for (int i = 0; i < shift_bits(); ++i) {
    const std::size_t places = std::size_t{1} << i;
    const Lit shifted = b.bit(static_cast<std::size_t>(i));
    Number next;
    for (std::size_t j = 0; j < width; ++j) {
      next.bits.push_back(
          gates_.choose(shifted, j + places < width ? result.bits[j + places] : fill, result.bits[j]));
    }
    result = std::move(next);
  }
  return fit(std::move(result), any_overflow(a, b));
}

Number Arithmetic::choose(Lit condition, const Number& then, const Number& otherwise) {
  Number result;
  for (std::size_t i = 0; i < std::max(then.bits.size(), otherwise.bits.size()); ++i) {
    result.bits.push_back(gates_.choose(condition, then.bit(i), otherwise.bit(i)));
  }
  result.overflow = gates_.choose(condition, then.overflow, otherwise.overflow);
  return result;
}

Lit Arithmetic::equal(const Number& a, const Number& b) {
  std::vector<Lit> parts;
  for (std::size_t i = 0; i < std::max(a.bits.size(), b.bits.size()); ++i) {
    parts.push_back(gates_.same(a.bit(i), b.bit(i)));
  }
  return gates_.conjunction(parts);
}

// From the lowest bit up: a higher bit that differs overrules what the lower ones said. The sign weighs the
// other way.
Lit Arithmetic::less(const Number& a, const Number& b) {
  const std::size_t width = std::max(a.bits.size(), b.bits.size());
  Lit result = kFalse;
  for (std::size_t i = 0; i < width; ++i) {
    const bool is_sign = i + 1 == width;
    result = gates_.choose(gates_.different(a.bit(i), b.bit(i)), is_sign ? a.bit(i) : b.bit(i), result);
  }
  return result;
}

}  // namespace fretsaw
