// SPDX-License-Identifier: MIT
// Integers: how many values of a field satisfy a formula, computed by hand. The bit width is 4 (-8..7) unless
// said.
#include <gtest/gtest.h>

#include "alloy/lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

std::uint64_t values(const std::string& formula, Overflow overflow = Overflow::Prevent,
                     const std::string& scope = "") {
  return count("one sig S { v: Int } run { " + formula + " }" + scope, overflow);
}

TEST(Integers, AreShifted) {
  EXPECT_EQ(values("S.v << 1 = 4"), 1U);                  // 2
  EXPECT_EQ(values("S.v << 1 = 4", Overflow::Wrap), 2U);  // 2 and -6
  EXPECT_EQ(values("S.v >> 1 = 1"), 2U);                  // 2, 3
  EXPECT_EQ(values("S.v >> 1 = -1"), 2U);                 // -2, -1
  EXPECT_EQ(values("S.v >>> 1 = 7"), 2U);                 // -2, -1
}

TEST(Integers, AreDividedTowardsZero) {
  EXPECT_EQ(values("div[S.v, 3] = -2"), 3U);  // -8, -7, -6
  EXPECT_EQ(values("rem[S.v, 3] = -1"), 3U);  // -7, -4, -1
  EXPECT_EQ(values("S.v.rem[2] = 1"), 4U);    // 1, 3, 5, 7
}

TEST(Integers, WrapOrAreKeptFromOverflowing) {
  EXPECT_EQ(values("S.v.plus[1] > S.v"), 15U);
  EXPECT_EQ(values("S.v.plus[1] > S.v", Overflow::Wrap), 15U);
  EXPECT_EQ(values("S.v.plus[1] < S.v"), 0U);
  EXPECT_EQ(values("S.v.plus[1] < S.v", Overflow::Wrap), 1U);
  EXPECT_EQ(values("S.v.mul[2] = 6"), 1U);
  EXPECT_EQ(values("S.v.mul[2] = 6", Overflow::Wrap), 2U);
}

// Counted by the official Alloy 6.2.0.
TEST(Integers, ThatOverflowAreReadByTheNegationsAroundThem) {
  EXPECT_EQ(values("1 = plus[S.v, 1] => S.v != 7"), 16U);
  EXPECT_EQ(values("not (1 = plus[S.v, 1]) or S.v != 7"), 15U);
  EXPECT_EQ(values("(plus[3, 5] > 0 implies S.v = 1) iff S.v = 2"), 1U);
  EXPECT_EQ(values("plus[S.v, 7] > 3 => S.v = 1 else S.v = 2"), 1U);
  EXPECT_EQ(values("not (plus[S.v, 7] > 0 => S.v = 1)"), 13U);
  EXPECT_EQ(values("3 < (S.v > 0 => 3 else minus[S.v, 7])"), 0U);
  EXPECT_EQ(count("sig A {} run { (some A) iff (#(A-A) > 3) } for 3 but 2 int"), 1U);
}

TEST(Integers, ThatOverflowInFactsAndChecksAreReadWhereTheyStand) {
  EXPECT_EQ(count("one sig S { v: Int } fact { not plus[S.v, 1] < 0 } run {}"), 8U);
  EXPECT_EQ(count("one sig S { v: Int } { plus[v, 1] > 0 => v = 3 } run {}"), 10U);
  EXPECT_EQ(count("one sig S { v: Int } check { plus[S.v, 1] > S.v }"), 0U);
  EXPECT_EQ(count("one sig S { v: Int } check { not plus[S.v, 1] = 3 }"), 1U);
  EXPECT_EQ(count("one sig S { v: Int } check { S.v > 0 => plus[S.v, 1] > 0 }"), 0U);
  EXPECT_EQ(count("one sig S { v: Int } check { plus[S.v, 1] > 0 => S.v > 0 }"), 1U);
  EXPECT_EQ(count("one sig S { v: Int } check { all x: Int | plus[x, S.v] > 0 => x > 0 }"), 15U);
}

TEST(Integers, HaveASmallestAndALargestAndNeighbors) {
  EXPECT_EQ(values("S.v = min"), 1U);
  EXPECT_EQ(values("S.v = max"), 1U);
  EXPECT_EQ(values("S.v = integer/next[2]"), 1U);
  EXPECT_EQ(values("S.v in integer/prevs[-5]"), 3U);
  EXPECT_EQ(values("S.v = 0-8"), 1U);
}

TEST(Integers, AreSetsUnderPlusAndMinus) {
  EXPECT_EQ(values("S.v + 1 = 1 + 2"), 1U);
  EXPECT_EQ(values("S.v in 1 + 2 + 3 - 2"), 2U);
}

TEST(Integers, AreSummed) {
  const std::string pair = "sig A { v: Int } run { (sum a: A | a.v) = 3 } for exactly 2 A, 3 int";
  EXPECT_EQ(count(pair), 4U);                  // 0+3, 1+2, 2+1, 3+0
  EXPECT_EQ(count(pair, Overflow::Wrap), 8U);  // for each value of the one, one of the other
  // Of 2^8 sets of residues modulo 8, equally many have each sum.
  EXPECT_EQ(count("one sig S { v: set Int } run { int[S.v] = 3 } for 3 int", Overflow::Wrap), 32U);
  EXPECT_EQ(count("sig A {} run { (sum disj a, b: A | 1) = 2 } for exactly 2 A"), 1U);
}

TEST(Integers, CanBeCountedWithoutBeing) {
  EXPECT_EQ(count("sig A {} run { #A = 2 } for 3 but 0 int"), 3U);
  EXPECT_EQ(count("sig A {} run { no Int } for 3 but 0 int"), 8U);
}

TEST(Integers, OfLargeBitWidthsNeedNotBeAtoms) {
  EXPECT_EQ(count("sig A {} run { plus[#A, 100000] > 100001 } for 3 but 20 int"), 4U);
  EXPECT_EQ(count("sig A {} run { mul[#A, 1000000] = 2000000 } for 3 but 30 int"), 3U);
  EXPECT_EQ(values("S.v > 250", Overflow::Prevent, " for 1 but 9 int"), 5U);
}

TEST(Integers, ThatAreTooManyToBeAtomsAreRefusedAtTheCommand) {
  const model::Model model = model_of("one sig S { v: Int }\nrun {} for 1 but 20 int");
  const auto lowered = lower(model, model.commands.at(0));
  ASSERT_FALSE(lowered);
  EXPECT_EQ(lowered.error().error_class, ErrorClass::Scope);
  EXPECT_EQ(lowered.error().message,
            "the model uses integers as atoms, and 20-bit integers are too many: 1048576");
  EXPECT_EQ(lowered.error().location->line, 2U);
  EXPECT_EQ(lowered.error().location->column, 1U);
}

TEST(Integers, ThatDoNotFitGetAWarning) {
  const model::Model model = model_of("sig A {}\nrun { #A < 9 }");
  const auto lowered = lower(model, model.commands.at(0));
  ASSERT_TRUE(lowered);
  ASSERT_EQ(lowered->warnings.size(), 1U);
  EXPECT_EQ(lowered->warnings[0].message, "the number 9 does not fit into 4 bits: integers are -8..7");
  EXPECT_EQ(lowered->warnings[0].location->column, 12U);
}

}  // namespace
}  // namespace fretsaw::lowering
