// SPDX-License-Identifier: MIT
// The meaning of each operator, by examples small enough to check by eye.
#include "logic/relational/evaluator.hpp"

#include <gtest/gtest.h>

namespace fretsaw {
namespace {

class Evaluation : public testing::Test {
 protected:
  // Atoms 0..3; atom 3 stands for the number 2, atom 2 for -1.
  Evaluation() {
    problem.universe = Universe({"A", "B", "-1", "2"});
    problem.integers = {3, Overflow::Wrap, {{2, 3}, {-1, 2}}};
    for (const Relation& relation : {empty, a, b}) {
      problem.bounds.push_back({relation, TupleSet(1), TupleSet::all(1, 4)});
    }
    for (const Relation& relation : {r, s})
      problem.bounds.push_back({relation, TupleSet(2), TupleSet::all(2, 4)});
    problem.bounds.push_back({t, TupleSet(3), TupleSet::all(3, 4)});
    instance = Instance({{empty, TupleSet(1)},
                         {a, TupleSet(1, {{0}, {1}})},
                         {b, TupleSet(1, {{1}, {2}})},
                         {r, TupleSet(2, {{0, 1}, {1, 2}})},
                         {s, TupleSet(2, {{1, 1}, {1, 3}, {3, 0}})},
                         {t, TupleSet(3, {{0, 1, 2}, {1, 2, 3}, {1, 3, 3}})}});
  }

  TupleSet value(const Expr& e) const {
    const auto result = evaluate(problem, instance, e);
    EXPECT_TRUE(result.ok()) << result.error().message;
    return result.ok() ? *result : TupleSet(e.arity());
  }
  bool value(const Formula& f) const {
    const auto result = evaluate(problem, instance, f);
    EXPECT_TRUE(result.ok()) << result.error().message;
    return result.ok() && *result;
  }
  std::int64_t value(const IntExpr& i) const {
    const auto result = evaluate(problem, instance, i);
    EXPECT_TRUE(result.ok()) << result.error().message;
    return result.ok() ? result->value : 99;
  }

  Relation empty{"empty", 1}, a{"a", 1}, b{"b", 1}, r{"r", 2}, s{"s", 2}, t{"t", 3};
  Variable x{"x"}, y{"y"};
  Problem problem;
  Instance instance;
};

TEST_F(Evaluation, OfLeaves) {
  EXPECT_EQ(value(r), TupleSet(2, {{0, 1}, {1, 2}}));
  EXPECT_EQ(value(none(2)), TupleSet(2));
  EXPECT_EQ(value(univ()), TupleSet::all(1, 4));
  EXPECT_EQ(value(iden()), TupleSet(2, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(value(ints()), TupleSet(1, {{2}, {3}}));
}

TEST_F(Evaluation, OfSetOperators) {
  EXPECT_EQ(value(a + b), TupleSet(1, {{0}, {1}, {2}}));
  EXPECT_EQ(value(a & b), TupleSet(1, {{1}}));
  EXPECT_EQ(value(a - b), TupleSet(1, {{0}}));
  EXPECT_EQ(value(r + s), TupleSet(2, {{0, 1}, {1, 1}, {1, 2}, {1, 3}, {3, 0}}));
}

TEST_F(Evaluation, OfOverride) {
  EXPECT_EQ(value(override_with(r, s)), TupleSet(2, {{0, 1}, {1, 1}, {1, 3}, {3, 0}}));
  EXPECT_EQ(value(override_with(r, none(2))), value(r));
  EXPECT_EQ(value(override_with(a, b)), value(a + b));
  EXPECT_EQ(value(override_with(t, product(a & b, iden()))).size(), 5U);
}

TEST_F(Evaluation, OfProduct) {
  EXPECT_EQ(value(product(a, b)), TupleSet(2, {{0, 1}, {0, 2}, {1, 1}, {1, 2}}));
  EXPECT_EQ(value(product(r, a & b)), TupleSet(3, {{0, 1, 1}, {1, 2, 1}}));
  EXPECT_EQ(value(product(empty, t)), TupleSet(4));
}

TEST_F(Evaluation, OfJoin) {
  EXPECT_EQ(value(join(a, r)), TupleSet(1, {{1}, {2}}));
  EXPECT_EQ(value(join(r, b)), TupleSet(1, {{0}, {1}}));
  EXPECT_EQ(value(join(r, s)), TupleSet(2, {{0, 1}, {0, 3}}));
  EXPECT_EQ(value(join(a, t)), TupleSet(2, {{1, 2}, {2, 3}, {3, 3}}));
  EXPECT_EQ(value(join(t, s)), TupleSet(3, {{1, 2, 0}, {1, 3, 0}}));
  EXPECT_EQ(value(join(t, ints())), TupleSet(2, {{0, 1}, {1, 2}, {1, 3}}));
  EXPECT_EQ(value(join(r, t)), TupleSet(3, {{0, 2, 3}, {0, 3, 3}}));
  EXPECT_EQ(value(join(empty, r)), TupleSet(1));
}

TEST_F(Evaluation, OfRestrictions) {
  EXPECT_EQ(value(domain_restriction(b, s)), TupleSet(2, {{1, 1}, {1, 3}}));
  EXPECT_EQ(value(domain_restriction(b, t)), TupleSet(3, {{1, 2, 3}, {1, 3, 3}}));
  EXPECT_EQ(value(domain_restriction(b, a)), TupleSet(1, {{1}}));
  EXPECT_EQ(value(range_restriction(s, a)), TupleSet(2, {{1, 1}, {3, 0}}));
  EXPECT_EQ(value(range_restriction(t, b)), TupleSet(3, {{0, 1, 2}}));
  EXPECT_EQ(value(range_restriction(a, b)), TupleSet(1, {{1}}));
}

TEST_F(Evaluation, OfTransposeAndClosures) {
  EXPECT_EQ(value(transpose(r)), TupleSet(2, {{1, 0}, {2, 1}}));
  EXPECT_EQ(value(closure(r)), TupleSet(2, {{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(value(closure(s)), TupleSet(2, {{1, 0}, {1, 1}, {1, 3}, {3, 0}}));
  EXPECT_EQ(value(closure(none(2))), TupleSet(2));
  EXPECT_EQ(value(reflexive_closure(r)),
            TupleSet(2, {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}, {3, 3}}));
}

TEST_F(Evaluation, OfComprehensions) {
  EXPECT_EQ(value(comprehension({{x, univ()}}, some(join(x, s)))), TupleSet(1, {{1}, {3}}));
  EXPECT_EQ(value(comprehension({{x, a}, {y, join(x, r)}}, constant(true))), TupleSet(2, {{0, 1}, {1, 2}}));
  const Variable pair("p", 2);
  EXPECT_EQ(value(comprehension({{pair, s}, {x, a - b}}, in(pair, iden()))), TupleSet(3, {{1, 1, 0}}));
}

TEST_F(Evaluation, OfIfElseExpressions) {
  EXPECT_EQ(value(if_else(some(a), r, s)), value(r));
  EXPECT_EQ(value(if_else(no(a), r, s)), value(s));
}

TEST_F(Evaluation, OfCasts) {
  EXPECT_EQ(value(to_expr(2)), TupleSet(1, {{3}}));
  EXPECT_EQ(value(to_expr(1)), TupleSet(1));         // no atom stands for it
  EXPECT_EQ(value(to_expr(7)), TupleSet(1, {{2}}));  // -1 modulo 2^3
  EXPECT_EQ(value(sum(univ())), 1);
  EXPECT_EQ(value(sum(a)), 0);  // no integers in it
  EXPECT_EQ(value(sum(b)), -1);
}

TEST_F(Evaluation, OfComparisonsOfSets) {
  EXPECT_TRUE(value(in(a & b, b)));
  EXPECT_FALSE(value(in(a, b)));
  EXPECT_TRUE(value(in(empty, b)));
  EXPECT_TRUE(value(equal(join(a, r), b)));
  EXPECT_FALSE(value(equal(a, b)));
}

TEST_F(Evaluation, OfTestsOfSize) {
  const std::vector<Expr> sizes = {empty, a & b, a, t};
  const std::vector<std::vector<bool>> expected = {// some, one, lone, no
                                                   {false, false, true, true},
                                                   {true, true, true, false},
                                                   {true, false, false, false},
                                                   {true, false, false, false}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(value(some(sizes[i])), expected[i][0]);
    EXPECT_EQ(value(one(sizes[i])), expected[i][1]);
    EXPECT_EQ(value(lone(sizes[i])), expected[i][2]);
    EXPECT_EQ(value(no(sizes[i])), expected[i][3]);
  }
}

TEST_F(Evaluation, OfConnectives) {
  const Formula yes = some(a), no_ = some(empty);
  for (const bool p : {false, true}) {
    for (const bool q : {false, true}) {
      const Formula f = p ? yes : no_, g = q ? yes : no_;
      EXPECT_EQ(value(f && g), p && q);
      EXPECT_EQ(value(f || g), p || q);
      EXPECT_EQ(value(implies(f, g)), !p || q);
      EXPECT_EQ(value(iff(f, g)), p == q);
      EXPECT_EQ(value(!f), !p);
      EXPECT_EQ(value(if_else(f, g, !g)), p ? q : !q);
    }
  }
  EXPECT_TRUE(value(conjunction({})));
  EXPECT_FALSE(value(disjunction({})));
}

TEST_F(Evaluation, OfQuantifiers) {
  EXPECT_TRUE(value(all({{x, a}}, some(join(x, r)))));
  EXPECT_FALSE(value(all({{x, univ()}}, some(join(x, r)))));
  EXPECT_TRUE(value(exists({{x, a}, {y, b}}, in(product(x, y), s))));
  EXPECT_FALSE(value(exists({{x, a}, {y, x}}, !equal(x, y))));
  EXPECT_TRUE(value(all({{x, empty}}, constant(false))));
  EXPECT_FALSE(value(exists({{x, empty}}, constant(true))));
  EXPECT_TRUE(value(all({{x, a}}, exists({{x, b}}, !in(x, a)))));  // the inner x hides the outer
}

TEST_F(Evaluation, OfVariablesThatStandForSets) {
  const auto sets = [&](Multiplicity m, const Formula& body) { return exists({{x, a, m}}, body); };
  EXPECT_TRUE(value(sets(Multiplicity::Set, equal(x, a))));
  EXPECT_TRUE(value(sets(Multiplicity::Set, no(x))));
  EXPECT_TRUE(value(sets(Multiplicity::Some, equal(x, a))));
  EXPECT_FALSE(value(sets(Multiplicity::Some, no(x))));
  EXPECT_TRUE(value(sets(Multiplicity::Lone, no(x))));
  EXPECT_TRUE(value(sets(Multiplicity::Lone, one(x))));
  EXPECT_FALSE(value(sets(Multiplicity::Lone, equal(x, a))));
  EXPECT_FALSE(value(sets(Multiplicity::Set, some(x - a))));
  EXPECT_TRUE(value(all({{x, univ(), Multiplicity::Set}, {y, x, Multiplicity::Set}}, in(y, x))));
}

TEST_F(Evaluation, OfSumsAndCounts) {
  EXPECT_EQ(value(count(r)), 2);
  EXPECT_EQ(value(count(univ())), -4);  // 4 modulo 2^3
  EXPECT_EQ(value(sum({{x, a}}, count(join(x, s)))), 2);
  EXPECT_EQ(value(sum({{x, empty}}, 1)), 0);
  EXPECT_EQ(value(if_else(some(a), IntExpr(1), IntExpr(2))), 1);
}

TEST_F(Evaluation, ReportsTermsThatAreNotWellFormed) {
  const auto result = evaluate(problem, instance, some(Relation("lost", 1)));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "relation 'lost' is used, but has no bounds");
}

TEST_F(Evaluation, TakesTheLowerBoundOfRelationsWithoutAValue) {
  problem.bounds[1].lower = TupleSet(1, {{3}});
  instance = Instance();
  EXPECT_EQ(value(a), TupleSet(1, {{3}}));
}

// Problems with a single set over n atoms.
Problem over(Atom atoms, const Relation& set, const Formula& formula) {
  std::vector<std::string> names;
  for (Atom i = 0; i < atoms; ++i) names.push_back(std::to_string(i));
  Problem problem;
  problem.universe = Universe(names);
  problem.bounds = {{set, TupleSet(set.arity()), TupleSet(set.arity())}};
  problem.formulas = {formula};
  return problem;
}

TEST(EvaluatorLimitsTest, ReportsASetVariableWithTooManyValues) {
  const Relation set("set", 1);
  const Variable x("x");
  const Formula everything = exists({{x, univ(), Multiplicity::Set}}, equal(x, univ()));
  EXPECT_EQ(Evaluator(over(20, set, everything)).holds(Instance()), Truth::True);
  EXPECT_EQ(Evaluator(over(21, set, everything)).holds(Instance()), Truth::TooLarge);
  const auto result = evaluate(over(21, set, everything), Instance(), everything);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "'some x: set univ | x = univ' is too large to evaluate");
  // A lone variable has no more values than the domain has tuples.
  const Formula lone_variable = exists({{x, univ(), Multiplicity::Lone}}, equal(x, univ()));
  EXPECT_EQ(Evaluator(over(500, set, lone_variable)).holds(Instance()), Truth::False);
}

TEST(EvaluatorLimitsTest, ReportsTooManyBindingsAndAnswersTheNextQuery) {
  const Relation set("set", 1);
  const Variable x("x"), y("y"), z("z");
  const Formula many = implies(no(set), all({{x, univ()}, {y, univ()}, {z, univ()}}, some(x + y + z)));
  Evaluator evaluator(over(30, set, many), {.bindings = 1000});
  EXPECT_EQ(evaluator.holds(Instance()), Truth::TooLarge);
  EXPECT_EQ(evaluator.holds(Instance({{set, TupleSet(1, {{4}})}})), Truth::True);
  EXPECT_EQ(evaluator.holds(Instance()), Truth::TooLarge);
}

TEST(EvaluatorLimitsTest, ReportsAnExpressionWithTooManyTuples) {
  const Relation set("set", 1);
  const Expr cube = product(univ(), product(univ(), univ()));
  EXPECT_EQ(Evaluator(over(400, set, some(cube))).holds(Instance()), Truth::TooLarge);
  EXPECT_EQ(Evaluator(over(100, set, some(cube))).holds(Instance()), Truth::True);
}

TEST(EvaluatorLimitsTest, ReportsAFormulaThatIsTooLargeToCompile) {
  const Relation set("set", 1);
  const Variable x("x"), y("y");
  Formula f = in(x, y);
  // Each step binds a variable twice, so that what looks like one shared term has twice as many meanings.
  for (int i = 0; i < 60; ++i) {
    const Variable& v = i % 2 == 0 ? x : y;
    f = in(x, y) && all({{v, univ()}}, f) && exists({{v, set}}, f);
  }
  const Problem problem = over(2, set, all({{x, univ()}, {y, univ()}}, f));
  ASSERT_TRUE(check(problem).ok());
  EXPECT_EQ(Evaluator(problem).holds(Instance()), Truth::TooLarge);
}

TEST(EvaluatorTest, HandlesTermsAsDeepAsCheckAllows) {
  const Relation set("set", 1);
  Expr e = set;
  for (int i = 0; i < kMaxTermDepth - 2; ++i) e = i % 2 == 0 ? e + set : e - none();
  const Problem problem = over(3, set, some(e));
  ASSERT_TRUE(check(problem).ok());
  Evaluator evaluator(problem);
  EXPECT_EQ(evaluator.holds(Instance()), Truth::False);
  EXPECT_EQ(evaluator.holds(Instance({{set, TupleSet(1, {{1}})}})), Truth::True);
}

TEST(EvaluatorTest, HandlesRelationsOverManyAtoms) {
  const Relation next("next", 2);
  const Variable x("x");
  std::vector<Atom> rows;
  constexpr Atom kAtoms = 1000;
  for (Atom i = 0; i + 1 < kAtoms; ++i) rows.insert(rows.end(), {i, i + 1});
  const Formula linear = all({{x, univ()}}, lone(join(x, next)) && !in(x, join(x, closure(next))));
  Evaluator evaluator(over(kAtoms, next, linear));
  EXPECT_EQ(evaluator.holds(Instance({{next, TupleSet::from_rows(2, rows)}})), Truth::True);
  rows.insert(rows.end(), {kAtoms - 1, 0});
  EXPECT_EQ(evaluator.holds(Instance({{next, TupleSet::from_rows(2, rows)}})), Truth::False);
}

TEST(EvaluatorTest, TakesFreeTuplesAsBitsInTheOrderOfTheBounds) {
  const Relation a("a", 1), r("r", 2);
  Problem problem;
  problem.universe = Universe({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
  problem.bounds = {{a, TupleSet(1, {{1}}), TupleSet(1, {{0}, {1}, {2}})},
                    {r, TupleSet(2), TupleSet::all(2, 10)}};
  const Variable x("x");
  // Bit 0: atom 0 in a; bit 1: atom 2 in a; bit 2 + 10 i + j: i -> j in r.
  problem.formulas = {equal(r, product(a, a))};
  Evaluator evaluator(problem);
  ASSERT_EQ(evaluator.free_tuples(), 102U);
  const auto holds = [&](std::initializer_list<std::size_t> set_bits) {
    std::vector<std::uint64_t> words(2);
    for (const std::size_t bit : set_bits) words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    return evaluator.holds(words);
  };
  EXPECT_EQ(holds({2 + 11}), Truth::True);
  EXPECT_EQ(holds({0, 2, 3, 12, 13}), Truth::True);
  EXPECT_EQ(holds({1, 2 + 11, 2 + 12, 2 + 21, 2 + 22}), Truth::True);
  EXPECT_EQ(holds({2 + 11, 2 + 99}), Truth::False);
  EXPECT_EQ(holds({}), Truth::False);
}

TEST(EvaluatorTest, ReportsWhichFormulaFailedFirst) {
  const Relation set("set", 1);
  Problem problem = over(2, set, constant(true));
  problem.formulas = {no(set - univ()), some(set), one(set)};
  Evaluator evaluator(problem);
  EXPECT_EQ(evaluator.holds(Instance()), Truth::False);
  EXPECT_EQ(evaluator.first_failure(), 1U);
  EXPECT_EQ(evaluator.holds(Instance({{set, TupleSet::all(1, 2)}})), Truth::False);
  EXPECT_EQ(evaluator.first_failure(), 2U);
}

}  // namespace
}  // namespace fretsaw
