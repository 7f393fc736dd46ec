// SPDX-License-Identifier: MIT
// Integers: every operation on every pair of numbers at small widths against 64-bit arithmetic, and the
// examples of docs/integers.md for the two ways to treat overflow.
#include <gtest/gtest.h>

#include <functional>

#include "logic/relational/arithmetic.hpp"
#include "logic/relational/evaluator.hpp"
#include "support/brute_force.hpp"

namespace fretsaw {
namespace {

// A universe of just the numbers of a width, or of one atom that is none.
Problem numbers(int bitwidth, Overflow overflow = Overflow::Wrap, bool with_atoms = true) {
  Problem problem;
  problem.integers = {bitwidth, overflow, {}};
  std::vector<std::string> names;
  if (!with_atoms) names.push_back("A");
  for (std::int64_t n = problem.integers.min(); with_atoms && n <= problem.integers.max(); ++n) {
    problem.integers.atoms.emplace_back(n, static_cast<Atom>(names.size()));
    names.push_back(std::to_string(n));
  }
  problem.universe = Universe(names);
  return problem;
}

struct Expected {
  std::int64_t value;
  bool overflow;
};

// The representable number that is congruent to v, found by search.
std::int64_t congruent(const Integers& integers, std::int64_t v) {
  const std::int64_t modulus = integers.max() - integers.min() + 1;
  for (std::int64_t n = integers.min(); n <= integers.max(); ++n) {
    if ((v - n) % modulus == 0) return n;
  }
  ADD_FAILURE() << "no number is congruent to " << v;
  return 0;
}

Expected exact(const Integers& integers, std::int64_t v) {
  return {congruent(integers, v), v < integers.min() || v > integers.max()};
}

using Build = std::function<IntExpr(const IntExpr&, const IntExpr&)>;
using Define = std::function<Expected(const Integers&, std::int64_t, std::int64_t)>;

void compare_everywhere(const char* name, const Build& build, const Define& define) {
  for (int width = 0; width <= 6; ++width) {
    const Problem problem = numbers(width, Overflow::Wrap, false);
    const Integers& integers = problem.integers;
    for (std::int64_t a = integers.min(); a <= integers.max(); ++a) {
      for (std::int64_t b = integers.min(); b <= integers.max(); ++b) {
        const auto found = evaluate(problem, Instance(), build(a, b));
        const Expected expected = define(integers, a, b);
        ASSERT_TRUE(found.ok());
        ASSERT_EQ(found->value, expected.value)
            << name << " of " << a << " and " << b << " at width " << width;
        ASSERT_EQ(found->overflow, expected.overflow)
            << name << " of " << a << " and " << b << " at width " << width;
      }
    }
  }
}

TEST(Integers, AddSubtractMultiplyAndNegateModuloTheWidth) {
  using I = const IntExpr&;
  compare_everywhere(
      "plus", [](I a, I b) { return a + b; }, [](auto& w, auto a, auto b) { return exact(w, a + b); });
  compare_everywhere(
      "minus", [](I a, I b) { return a - b; }, [](auto& w, auto a, auto b) { return exact(w, a - b); });
  compare_everywhere(
      "times", [](I a, I b) { return a * b; }, [](auto& w, auto a, auto b) { return exact(w, a * b); });
  compare_everywhere("negate", [](I a, I) { return -a; }, [](auto& w, auto a, auto) { return exact(w, -a); });
}

TEST(Integers, DivideTowardsZero) {
  compare_everywhere(
      "divide", [](const IntExpr& a, const IntExpr& b) { return a / b; },
      [](const Integers& w, std::int64_t a, std::int64_t b) {
        if (b == 0) return Expected{congruent(w, a < 0 ? 1 : a == 0 ? 0 : -1), true};
        return exact(w, a / b);
      });
  compare_everywhere(
      "remainder", [](const IntExpr& a, const IntExpr& b) { return a % b; },
      [](const Integers&, std::int64_t a, std::int64_t b) {
        return b == 0 ? Expected{a, true} : Expected{a - a / b * b, false};
      });
}

// The lowest ceil(log2 width) bits of b.
std::int64_t places(const Integers& integers, std::int64_t b) {
  int bits = 0;
  while ((1 << bits) < integers.bitwidth) ++bits;
  return b & ((1 << bits) - 1);
}

TEST(Integers, ShiftByTheLowBitsOfTheRight) {
  compare_everywhere(
      "shift left", [](const IntExpr& a, const IntExpr& b) { return shift_left(a, b); },
      [](const Integers& w, std::int64_t a, std::int64_t b) {
        const std::int64_t unsigned_b = b & ((std::int64_t{1} << w.bitwidth) - 1);
        const bool overflow = a != 0 && exact(w, a << std::min<std::int64_t>(unsigned_b, 40)).overflow;
        return Expected{congruent(w, a * (std::int64_t{1} << places(w, b))), overflow};
      });
  compare_everywhere(
      "shift right", [](const IntExpr& a, const IntExpr& b) { return shift_right(a, b); },
      [](const Integers& w, std::int64_t a, std::int64_t b) { return Expected{a >> places(w, b), false}; });
  compare_everywhere(
      "shift right with zeros", [](const IntExpr& a, const IntExpr& b) { return shift_right_zero(a, b); },
      [](const Integers& w, std::int64_t a, std::int64_t b) {
        const std::int64_t pattern = a & ((std::int64_t{1} << w.bitwidth) - 1);
        return Expected{congruent(w, pattern >> places(w, b)), false};
      });
}

TEST(Integers, CompareAsNumbers) {
  const Problem problem = numbers(4);
  for (std::int64_t a = -8; a <= 7; ++a) {
    for (std::int64_t b = -8; b <= 7; ++b) {
      EXPECT_EQ(*evaluate(problem, Instance(), less(a, b)), a < b);
      EXPECT_EQ(*evaluate(problem, Instance(), less_equal(a, b)), a <= b);
      EXPECT_EQ(*evaluate(problem, Instance(), equal(IntExpr(a), IntExpr(b))), a == b);
    }
  }
}

TEST(Integers, TakeConstantsModuloTheWidth) {
  const Problem problem = numbers(3);
  for (const std::int64_t c : {-100, -5, -4, 0, 3, 4, 1000}) {
    const auto value = evaluate(problem, Instance(), IntExpr(c));
    EXPECT_EQ(value->value, congruent(problem.integers, c));
    EXPECT_EQ(value->overflow, c < -4 || c > 3);
  }
  EXPECT_EQ(evaluate(problem, Instance(), IntExpr(std::numeric_limits<std::int64_t>::min()))->value, 0);
  EXPECT_EQ(evaluate(problem, Instance(), IntExpr(std::numeric_limits<std::int64_t>::max()))->value, -1);
}

TEST(Integers, WorkAtTheGreatestWidth) {
  const Problem problem = numbers(30, Overflow::Wrap, false);
  const std::int64_t most = (1 << 29) - 1;
  EXPECT_EQ(evaluate(problem, Instance(), IntExpr(most) + 1)->value, -most - 1);
  EXPECT_EQ(evaluate(problem, Instance(), IntExpr(most) * most)->value, 1);
  EXPECT_TRUE(evaluate(problem, Instance(), IntExpr(most) * most)->overflow);
  EXPECT_EQ(evaluate(problem, Instance(), shift_left(1, 28))->value, 1 << 28);
  EXPECT_FALSE(evaluate(problem, Instance(), shift_left(1, 28))->overflow);
  EXPECT_TRUE(evaluate(problem, Instance(), shift_left(1, 29))->overflow);
  EXPECT_TRUE(evaluate(problem, Instance(), shift_left(1, -1))->overflow);  // by 2^30 - 1
  EXPECT_FALSE(evaluate(problem, Instance(), shift_left(0, -1))->overflow);
}

// The examples of prevent mode. `a` ranges over sets of numbers, in a universe of the numbers of width 3
// (-4..3).
class PreventedOverflow : public testing::Test {
 protected:
  bool holds(const Formula& formula, Overflow overflow = Overflow::Prevent) const {
    const auto result = evaluate(numbers(3, overflow), Instance(), formula);
    EXPECT_TRUE(result.ok()) << result.error().message;
    return result.ok() && *result;
  }

  Variable i{"i"}, j{"j"};
};

TEST_F(PreventedOverflow, IsNoWitness) {
  EXPECT_FALSE(holds(equal(IntExpr(3) + 1, -4)));
  EXPECT_TRUE(holds(equal(IntExpr(3) + 1, -4), Overflow::Wrap));
  EXPECT_FALSE(holds(exists({{i, ints()}}, less(sum(i) + 1, sum(i)))));
  EXPECT_TRUE(holds(exists({{i, ints()}}, less(sum(i) + 1, sum(i))), Overflow::Wrap));
}

TEST_F(PreventedOverflow, IsNoViolationOfAUniversalQuantifierOverInt) {
  EXPECT_TRUE(holds(all({{i, ints()}}, less(sum(i), sum(i) + 1))));
  EXPECT_FALSE(holds(all({{i, ints()}}, less(sum(i), sum(i) + 1)), Overflow::Wrap));
}

TEST_F(PreventedOverflow, IsFalseInTheEndWhateverThePolarity) {
  EXPECT_FALSE(holds(!equal(IntExpr(3) + 1, -4)));
  EXPECT_FALSE(holds(!equal(IntExpr(3) + 1, 0)));
  EXPECT_FALSE(holds(less(3, IntExpr(3) + 1)));
  EXPECT_FALSE(holds(equal(IntExpr(7), IntExpr(7))));  // a literal out of range
  EXPECT_FALSE(holds(less_equal(0, count(univ()))));   // a cardinality out of range
  EXPECT_FALSE(holds(equal(IntExpr(1) / 0, -1)));
  EXPECT_FALSE(holds(equal(IntExpr(1) % 0, 1)));
}

TEST_F(PreventedOverflow, OfAVariableOverASubsetOfIntCountsAsAViolation) {
  // The domain is not exactly Int, so the reading is existential.
  const Expr all_numbers = ints() + none();
  EXPECT_FALSE(holds(all({{i, all_numbers}}, less(sum(i), sum(i) + 1))));
  EXPECT_TRUE(holds(all({{i, ints() - to_expr(3)}}, less(sum(i), sum(i) + 1))));
}

TEST_F(PreventedOverflow, IsReadByTheInnermostVariableOverInt) {
  // Some j makes i + j = 0 without overflow for every i but -4, for which every j >= 0 but none that gives 0
  // is left.
  const Formula sum_is_zero = equal(sum(i) + sum(j), 0);
  EXPECT_FALSE(holds(all({{i, ints()}}, exists({{j, ints()}}, sum_is_zero))));
  EXPECT_TRUE(holds(all({{i, ints() - to_expr(-4)}}, exists({{j, ints()}}, sum_is_zero))));
  // The innermost is universal: overflowing bindings of j are skipped.
  EXPECT_TRUE(holds(
      exists({{i, ints()}}, all({{j, ints()}}, less_equal(sum(j), sum(i) + sum(j)) && less(0, sum(i))))));
}

TEST_F(PreventedOverflow, TurnsWithNegation) {
  EXPECT_TRUE(holds(!exists({{i, ints()}}, less(sum(i) + 1, sum(i)))));
  EXPECT_FALSE(holds(!all({{i, ints()}}, less(sum(i), sum(i) + 1))));
  EXPECT_TRUE(holds(implies(equal(IntExpr(3) + 1, -4), constant(true))));
  // The left of an implication is not under a negation.
  EXPECT_TRUE(holds(implies(equal(IntExpr(3) + 1, -4), constant(false))));
  EXPECT_FALSE(holds(!implies(equal(IntExpr(3) + 1, 0), constant(true))));
  EXPECT_TRUE(holds(!implies(equal(IntExpr(3) + 1, 0), constant(false))));
  // Nor is a quantifier there: i = 3 is excused.
  EXPECT_FALSE(holds(implies(all({{i, ints()}}, less(sum(i), sum(i) + 1)), constant(false))));
}

TEST_F(PreventedOverflow, CountsOnlyInTheChosenBranch) {
  EXPECT_TRUE(holds(equal(if_else(constant(true), IntExpr(1), IntExpr(3) + 1), 1)));
  EXPECT_FALSE(holds(equal(if_else(constant(false), IntExpr(1), IntExpr(3) + 1), -4)));
}

TEST_F(PreventedOverflow, BelongsToTheFormulasInsideAComprehension) {
  // Inside, 3 + 1 = -4 is false, so the set is empty; the enclosing formula overflows nowhere.
  EXPECT_TRUE(holds(no(comprehension({{i, ints()}}, equal(IntExpr(3) + 1, -4)))));
  EXPECT_TRUE(holds(equal(count(comprehension({{i, ints()}}, less(sum(i) + 1, sum(i)))), 0)));
}

TEST_F(PreventedOverflow, OfASumIsThatOfItsTotalAndOfItsTerms) {
  EXPECT_TRUE(holds(equal(sum({{i, ints()}}, sum(i)), -4)));
  EXPECT_FALSE(holds(equal(sum({{i, ints()}}, 1), 0)));           // the total, 8
  EXPECT_FALSE(holds(equal(sum({{i, ints()}}, sum(i) + 1), 4)));  // a term, 3 + 1
  EXPECT_TRUE(holds(equal(sum({{i, to_expr(0)}}, sum(i) + 1), 1)));
}

TEST_F(PreventedOverflow, IsNoAtom) {
  const Expr none_of_them = to_expr(IntExpr(3) + 1);
  EXPECT_TRUE(holds(all({{i, none_of_them}}, constant(false))));
  EXPECT_TRUE(
      holds(all({{i, none_of_them}}, equal(sum(i), -4)) && exists({{i, none_of_them}}, constant(true)),
            Overflow::Wrap));
  EXPECT_TRUE(holds(equal(sum({{i, none_of_them}}, 1), 0)));
  EXPECT_FALSE(holds(in(none_of_them, ints())));
}

TEST_F(PreventedOverflow, OfASetReachesItsCountButNotItsSum) {
  const Expr set = to_expr(IntExpr(3) + 1) + to_expr(2);
  EXPECT_FALSE(holds(equal(count(set), 1)));
  EXPECT_TRUE(holds(equal(sum(set), 2)));
}

TEST_F(PreventedOverflow, OfTheSumOfASetIsThatOfItsNegativeOrOfItsOtherNumbers) {
  const auto set = [](std::initializer_list<int> numbers) {
    Expr all = none();
    for (const int number : numbers) all = all + to_expr(number);
    return all;
  };
  EXPECT_TRUE(holds(equal(sum(set({1, 2})), 3)));
  EXPECT_FALSE(holds(equal(sum(set({-4, 2, 3})), 1)));  // 2 + 3
  EXPECT_FALSE(holds(equal(sum(set({-4, -1, 3})), -2)));
  EXPECT_TRUE(holds(equal(sum(set({-4, 3})), -1)));
  EXPECT_TRUE(holds(equal(sum(set({-4, 2, 3})), 1), Overflow::Wrap));
}

TEST_F(PreventedOverflow, IsReadByVariablesOutsideOfWhatIsCountedInside) {
  // At least four numbers are counted, which does not fit.
  const auto more = [&](const Formula& body) { return less(0, count(comprehension({{j, ints()}}, body))); };
  EXPECT_FALSE(holds(all({{i, ints() - to_expr(3)}}, more(less(sum(i), sum(j))))));
  // `sum(j) > i` mentions i in a sum of its own, `j in i + …` does not.
  EXPECT_FALSE(holds(all({{i, ints()}}, more(less(sum(i), sum(j)) || equal(sum(j), 3)))));
  EXPECT_TRUE(holds(all({{i, ints()}}, more(in(i, i)))));
}

TEST_F(PreventedOverflow, OfEitherSideIsReadOnItsOwn) {
  // The left overflows and is read existentially, whatever the right is.
  EXPECT_FALSE(holds(all({{i, ints()}}, less_equal(IntExpr(3) + 1, sum(i) + 1))));
}

TEST_F(PreventedOverflow, InIffAndIfElse) {
  const Formula overflowing = equal(IntExpr(3) + 1, -4);
  // As a whole they stand in one place: there the comparison is false, and true under a negation.
  EXPECT_FALSE(holds(iff(overflowing, constant(true))));
  EXPECT_TRUE(holds(iff(overflowing, constant(false))));
  EXPECT_FALSE(holds(!iff(overflowing, constant(true))));
  EXPECT_TRUE(holds(!iff(overflowing, constant(false))));
  EXPECT_FALSE(holds(if_else(overflowing, constant(true), constant(false))));
  EXPECT_TRUE(holds(if_else(overflowing, constant(false), constant(true))));
  EXPECT_TRUE(holds(!if_else(overflowing, constant(false), constant(true))));
}

}  // namespace
}  // namespace fretsaw
