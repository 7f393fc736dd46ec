// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "fretsaw/relational.hpp"

namespace fretsaw::print_test {
namespace {

const Relation r("r", 2), s("s", 2), a("a", 1), b("b", 1);
const Variable x("x"), y("y");

TEST(Print, WritesLeavesAsAlloyDoes) {
  EXPECT_EQ(to_string(r), "r");
  EXPECT_EQ(to_string(x), "x");
  EXPECT_EQ(to_string(none()), "none");
  EXPECT_EQ(to_string(none(3)), "none -> none -> none");
  EXPECT_EQ(to_string(univ()), "univ");
  EXPECT_EQ(to_string(iden()), "iden");
  EXPECT_EQ(to_string(ints()), "Int");
  EXPECT_EQ(to_string(constant(true)), "true");
  EXPECT_EQ(to_string(constant(false)), "false");
  EXPECT_EQ(to_string(IntExpr(-3)), "-3");
}

TEST(Print, WritesParenthesesOnlyWhereTheyChangeTheMeaning) {
  EXPECT_EQ(to_string(join(join(a, r), s)), "a.r.s");
  EXPECT_EQ(to_string(join(a, join(r, s))), "a.(r.s)");
  EXPECT_EQ(to_string(a + b - a), "a + b - a");
  EXPECT_EQ(to_string(a - (b - a)), "a - (b - a)");
  EXPECT_EQ(to_string((a + b) & a), "(a + b) & a");
  EXPECT_EQ(to_string(a + (b & a)), "a + b & a");
  EXPECT_EQ(to_string(join(a, closure(r + s))), "a.^(r + s)");
  EXPECT_EQ(to_string(transpose(closure(r))), "~^r");
  EXPECT_EQ(to_string(reflexive_closure(join(r, s))), "*(r.s)");
  EXPECT_EQ(to_string(override_with(r, product(a, b))), "r ++ a -> b");
  EXPECT_EQ(to_string(range_restriction(domain_restriction(a, r), b)), "(a <: r) :> b");
  EXPECT_EQ(to_string(domain_restriction(a, range_restriction(r, b))), "a <: r :> b");
}

TEST(Print, WritesFormulas) {
  const Formula f = some(a), g = no(b);
  EXPECT_EQ(to_string(f && g && f), "some a && no b && some a");
  EXPECT_EQ(to_string((f || g) && one(a)), "(some a || no b) && one a");
  EXPECT_EQ(to_string(implies(f, implies(g, f))), "some a => no b => some a");
  EXPECT_EQ(to_string(implies(implies(f, g), f)), "(some a => no b) => some a");
  EXPECT_EQ(to_string(iff(f, implies(g, f))), "some a <=> no b => some a");
  EXPECT_EQ(to_string(if_else(f, g, lone(a))), "some a => no b else lone a");
  EXPECT_EQ(to_string(!f), "!some a");
  EXPECT_EQ(to_string(!(f && g)), "!(some a && no b)");
  EXPECT_EQ(to_string(!in(a, b)), "a !in b");
  EXPECT_EQ(to_string(!equal(a, b) && !!f), "a != b && !!some a");
  EXPECT_EQ(to_string(!less(1, 2)), "1 !< 2");
}

TEST(Print, WritesBinders) {
  EXPECT_EQ(to_string(all({{x, a}, {y, join(x, r), Multiplicity::Set}}, in(y, x))),
            "all x: a, y: set x.r | y in x");
  EXPECT_EQ(to_string(all({{x, a}}, some(x)) && some(a)), "(all x: a | some x) && some a");
  EXPECT_EQ(to_string(all({{x, a}}, exists({{y, b, Multiplicity::Lone}}, equal(x, y) || some(a)))),
            "all x: a | some y: lone b | x = y || some a");
  EXPECT_EQ(to_string(comprehension({{x, a + b}}, in(x, b)) - a), "{x: a + b | x in b} - a");
  EXPECT_EQ(to_string(exists({{x, a, Multiplicity::Some}}, some(x))), "some x: some a | some x");
}

TEST(Print, WritesIntegers) {
  EXPECT_EQ(to_string(count(a + b) + 1), "plus[#(a + b), 1]");
  EXPECT_EQ(to_string(-(sum(a) - 2) * 3), "mul[negate[minus[sum[a], 2]], 3]");
  EXPECT_EQ(to_string(sum(a) / 2 % 3), "rem[div[sum[a], 2], 3]");
  EXPECT_EQ(to_string(shift_left(1, shift_right(2, 3))), "1 << (2 >> 3)");
  EXPECT_EQ(to_string(shift_right_zero(1, 2)), "1 >>> 2");
  EXPECT_EQ(to_string(less_equal(sum({{x, a}}, count(join(x, r))), 3)), "(sum x: a | #x.r) =< 3");
  EXPECT_EQ(to_string(equal(if_else(some(a), 1, 2), 3)), "(some a => 1 else 2) = 3");
  EXPECT_EQ(to_string(to_expr(count(a)) + a), "Int[#a] + a");
}

TEST(Print, CutsLongTerms) {
  Formula f = some(a);
  for (int i = 0; i < 40; ++i) f = iff(f, f);  // 2^40 leaves
  const std::string text = to_string(f);
  EXPECT_LT(text.size(), 210U);
  EXPECT_TRUE(text.ends_with("…"));
  EXPECT_EQ(to_string((a + b).node(), 3), "a +…");
}

TEST(Print, DoesNotCutInsideACharacter) {
  const Relation accented("éé", 1);
  EXPECT_EQ(to_string(accented.node(), 3), "é…");
}

TEST(Print, ShowsOnlyTheTopOfDeepTerms) {
  Expr deep = a;
  for (int i = 0; i < 100'000; ++i) deep = deep + b;
  const std::string text = to_string(deep.node(), 1'000'000);
  EXPECT_TRUE(text.starts_with("… + b + b")) << text.substr(0, 100);
  EXPECT_LT(text.size(), 1000U);
}

TEST(Print, WritesInstancesOneLineARelation) {
  const Instance instance({{r, TupleSet(2, {{0, 1}, {1, 2}})}, {a, TupleSet(1)}, {b, TupleSet(1, {{2}})}});
  EXPECT_EQ(to_string(instance, Universe({"N0", "N1", "N2"})), "r = {N0->N1, N1->N2}\na = {}\nb = {N2}\n");
}

TEST(Instances, FindTheValuesOfRelations) {
  const Instance instance({{r, TupleSet(2, {{0, 1}})}, {a, TupleSet(1)}});
  EXPECT_EQ(instance[r], TupleSet(2, {{0, 1}}));
  EXPECT_NE(instance.find(a), nullptr);
  EXPECT_EQ(instance.find(b), nullptr);
  EXPECT_EQ(instance.find(Relation("r", 2)), nullptr);  // another relation of that name
}

}  // namespace
}  // namespace fretsaw::print_test
