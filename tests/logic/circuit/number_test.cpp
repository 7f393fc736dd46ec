// SPDX-License-Identifier: MIT
// Bit vectors against 64-bit arithmetic, for all operands of small widths. The operands are inputs, so that
// nothing is folded away.
#include "logic/circuit/number.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "support/random_circuit.hpp"

namespace fretsaw {
namespace {

struct Expected {
  std::int64_t value;
  bool overflow;
};

class Widths : public testing::TestWithParam<int> {
 protected:
  int width() const { return GetParam(); }
  std::int64_t min() const { return width() == 0 ? 0 : -(std::int64_t{1} << (width() - 1)); }
  std::int64_t max() const { return width() == 0 ? 0 : (std::int64_t{1} << (width() - 1)) - 1; }

  Expected fit(std::int64_t true_value) const {
    std::int64_t wrapped = true_value;
    const std::int64_t modulus = std::int64_t{1} << width();
    wrapped = ((wrapped % modulus) + modulus) % modulus;
    if (wrapped > max()) wrapped -= modulus;
    return {wrapped, true_value < min() || true_value > max()};
  }

  using Operation = std::function<Number(Arithmetic&, const Number&, const Number&)>;
  using Reference = std::function<Expected(std::int64_t, std::int64_t)>;

  void compare(const Operation& operation, const Reference& reference) {
    GateGraph graph;
    Arithmetic arithmetic(graph, width(), true);
    Number a, b;
    for (int i = 0; i < std::max(width(), 1); ++i) {
      a.bits.push_back(width() == 0 ? kFalse : graph.input());
      b.bits.push_back(width() == 0 ? kFalse : graph.input());
    }
    const Number result = operation(arithmetic, a, b);
    for (std::int64_t x = min(); x <= max(); ++x) {
      for (std::int64_t y = min(); y <= max(); ++y) {
        std::uint64_t inputs = 0;
        for (int i = 0; i < width(); ++i) {
          inputs |= static_cast<std::uint64_t>(x >> i & 1) << (2 * i) | static_cast<std::uint64_t>(y >> i & 1)
                                                                            << (2 * i + 1);
        }
        const support::ValuesUnder value_of(graph, inputs);
        std::int64_t value = 0;
        for (int i = 0; i < 62; ++i)
          value |= static_cast<std::int64_t>(value_of(result.bit(static_cast<std::size_t>(i)))) << i;
        if (value_of(result.sign())) value -= std::int64_t{1} << 62;
        const Expected expected = reference(x, y);
        ASSERT_EQ(value, expected.value) << x << " and " << y << " at width " << width();
        ASSERT_EQ(value_of(result.overflow), expected.overflow) << x << " and " << y;
      }
    }
  }
};

TEST_P(Widths, AddSubtractAndMultiply) {
  compare([](auto& m, auto& a, auto& b) { return m.plus(a, b); }, [&](auto x, auto y) { return fit(x + y); });
  compare([](auto& m, auto& a, auto& b) { return m.minus(a, b); },
          [&](auto x, auto y) { return fit(x - y); });
  compare([](auto& m, auto& a, auto& b) { return m.times(a, b); },
          [&](auto x, auto y) { return fit(x * y); });
  compare([](auto& m, auto& a, auto&) { return m.negate(a); }, [&](auto x, auto) { return fit(-x); });
}

TEST_P(Widths, Divide) {
  compare([](auto& m, auto& a, auto& b) { return m.divide(a, b); },
          [&](auto x, auto y) {
            return y == 0 ? Expected{fit(x < 0 ? 1 : x == 0 ? 0 : -1).value, true} : fit(x / y);
          });
  compare([](auto& m, auto& a, auto& b) { return m.remainder(a, b); },
          [&](auto x, auto y) { return y == 0 ? Expected{x, true} : Expected{x % y, false}; });
}

TEST_P(Widths, Shift) {
  const auto places = [&](std::int64_t y) {
    int bits = 0;
    while (width() > 1 && (1 << bits) < width()) ++bits;
    return y & ((std::int64_t{1} << bits) - 1);
  };
  const auto as_unsigned = [&](std::int64_t x) { return x & ((std::int64_t{1} << width()) - 1); };
  compare([](auto& m, auto& a, auto& b) { return m.shift_left(a, b); },
          [&](auto x, auto y) {
            const std::int64_t asked = as_unsigned(y);
            const bool lost = x != 0 && (asked > 40 || fit(x * (std::int64_t{1} << asked)).overflow);
            return Expected{fit(x * (std::int64_t{1} << places(y))).value, lost};
          });
  compare([](auto& m, auto& a, auto& b) { return m.shift_right(a, b, true); },
          [&](auto x, auto y) { return Expected{x >> places(y), false}; });
  compare([](auto& m, auto& a, auto& b) { return m.shift_right(a, b, false); },
          [&](auto x, auto y) { return Expected{fit(as_unsigned(x) >> places(y)).value, false}; });
}

TEST_P(Widths, Compare) {
  const auto truth = [&](Lit literal) { return Number{{literal, kFalse}, kFalse}; };
  compare([&](auto& m, auto& a, auto& b) { return truth(m.less(a, b)); },
          [](auto x, auto y) { return Expected{x < y, false}; });
  compare([&](auto& m, auto& a, auto& b) { return truth(m.less_equal(a, b)); },
          [](auto x, auto y) { return Expected{x <= y, false}; });
  compare([&](auto& m, auto& a, auto& b) { return truth(m.equal(a, b)); },
          [](auto x, auto y) { return Expected{x == y, false}; });
}

INSTANTIATE_TEST_SUITE_P(UpToFive, Widths, testing::Range(0, 6));

TEST(Arithmetic, SumsByTheTrueTotal) {
  GateGraph graph;
  Arithmetic arithmetic(graph, 3, true);
  // 3 + 3 - 4 = 2 fits three bits although 3 + 3 does not.
  const Number total = arithmetic.sum({{3, kTrue}, {3, kTrue}, {-4, kTrue}});
  EXPECT_EQ(arithmetic.equal(total, 2), kTrue);
  EXPECT_EQ(total.overflow, kFalse);
  EXPECT_EQ(arithmetic.sum({{3, kTrue}, {3, kTrue}}).overflow, kTrue);
}

}  // namespace
}  // namespace fretsaw
