// SPDX-License-Identifier: MIT
// Every reason to refuse a problem, with its message.
#include <gtest/gtest.h>

#include "fretsaw/relational.hpp"

namespace fretsaw {
namespace {

class Check : public testing::Test {
 protected:
  Check() {
    problem.universe = Universe({"A", "B", "C"});
    problem.bounds = {{set, TupleSet(1), TupleSet::all(1, 3)}, {edge, TupleSet(2), TupleSet::all(2, 3)}};
  }

  std::string message() const {
    const Status status = check(problem);
    return status.ok() ? "ok" : status.error().message;
  }
  std::string message_of(const Formula& formula) {
    problem.formulas = {formula};
    return message();
  }

  Relation set{"set", 1}, edge{"edge", 2};
  Variable x{"x"}, y{"y"};
  Problem problem;
};

TEST_F(Check, AcceptsAWellFormedProblem) {
  EXPECT_EQ(message_of(all({{x, set}, {y, join(x, edge)}}, in(product(x, y), edge) && some(set))), "ok");
}

TEST_F(Check, RequiresAtoms) {
  problem.universe = Universe();
  EXPECT_EQ(message(), "the universe has no atoms");
}

TEST_F(Check, RequiresAtomsWithDifferentNames) {
  problem.universe = Universe({"A", "B", "A"});
  EXPECT_EQ(message(), "duplicate atom 'A'");
}

TEST_F(Check, RequiresABitWidthBetween0And30) {
  for (const int width : {0, 30}) {
    problem.integers.bitwidth = width;
    EXPECT_EQ(message(), "ok");
  }
  problem.integers.bitwidth = -1;
  EXPECT_EQ(message(), "the bit width is -1, outside 0..30");
  problem.integers.bitwidth = 31;
  EXPECT_EQ(message(), "the bit width is 31, outside 0..30");
}

TEST_F(Check, RequiresNumbersThatTheBitWidthCanRepresent) {
  problem.integers = {3, Overflow::Wrap, {{-4, 0}, {3, 1}}};
  EXPECT_EQ(message(), "ok");
  problem.integers.atoms = {{4, 0}};
  EXPECT_EQ(message(), "an atom stands for 4, which is outside -4..3, the numbers of bit width 3");
}

TEST_F(Check, RequiresIntegerAtomsInTheUniverse) {
  problem.integers.atoms = {{1, 3}};
  EXPECT_EQ(message(), "the number 1 has atom 3, but the universe has only 3 atoms");
}

TEST_F(Check, RequiresOneAtomANumberAndOneNumberAnAtom) {
  problem.integers.atoms = {{1, 0}, {1, 2}};
  EXPECT_EQ(message(), "two atoms stand for the number 1");
  problem.integers.atoms = {{1, 0}, {2, 0}};
  EXPECT_EQ(message(), "atom 'A' stands for two numbers, 1 and 2");
}

TEST_F(Check, RequiresTheLowerBoundInTheUpperOne) {
  problem.bounds[1] = {edge, TupleSet(2, {{0, 1}, {1, 2}}), TupleSet(2, {{0, 1}, {2, 2}})};
  EXPECT_EQ(message(), "tuple B->C is in the lower bound of relation 'edge', but not in its upper bound");
}

TEST_F(Check, RequiresBoundsOfTheRelationsArity) {
  problem.bounds[1].lower = TupleSet(1);
  EXPECT_EQ(message(), "the lower bound of relation 'edge' has arity 1, but the relation has arity 2");
  problem.bounds[1] = {edge, TupleSet(2), TupleSet(3)};
  EXPECT_EQ(message(), "the upper bound of relation 'edge' has arity 3, but the relation has arity 2");
}

TEST_F(Check, RequiresWholeTuples) {
  problem.bounds[1].upper = TupleSet::from_rows(2, {0, 1, 2});
  EXPECT_EQ(message(), "the upper bound of relation 'edge' ends with an incomplete tuple");
}

TEST_F(Check, RequiresAtomsOfBoundsInTheUniverse) {
  problem.bounds[0].upper = TupleSet(1, {{0}, {7}});
  EXPECT_EQ(message(), "the upper bound of relation 'set' has atom 7, but the universe has only 3 atoms");
}

TEST_F(Check, RequiresRelationsOfArityOneOrMore) {
  for (const int arity : {0, -1}) {
    problem.bounds[0] = {Relation("r", arity), TupleSet(arity), TupleSet(arity)};
    EXPECT_EQ(message(), "relation 'r' has arity " + std::to_string(arity) + "; an arity is at least 1");
  }
}

TEST_F(Check, RefusesRelationsWithTooManyPossibleTuples) {
  problem.bounds[0] = {Relation("r", 39), TupleSet(39), TupleSet(39)};
  EXPECT_EQ(message(), "ok");  // 3^39 < 2^62 < 3^40
  problem.bounds[0] = {Relation("r", 40), TupleSet(40), TupleSet(40)};
  EXPECT_EQ(message(), "relation 'r' has arity 40: over 3 atoms it may have more than 2^62 tuples");
  problem.bounds[0] = {Relation("r", 1'000'000'000), TupleSet(1'000'000'000), TupleSet(1'000'000'000)};
  EXPECT_EQ(message(), "relation 'r' has arity 1000000000: over 3 atoms it may have more than 2^62 tuples");
}

TEST_F(Check, RefusesARelationThatIsBoundedTwice) {
  problem.bounds.push_back({set, TupleSet(1), TupleSet(1)});
  EXPECT_EQ(message(), "relation 'set' is bounded twice");
}

TEST_F(Check, AcceptsTwoRelationsOfTheSameName) {
  problem.bounds.push_back({Relation("set", 1), TupleSet(1), TupleSet(1)});
  EXPECT_EQ(message(), "ok");
}

TEST_F(Check, RefusesARelationWithoutBounds) {
  EXPECT_EQ(message_of(some(Relation("lost", 1))), "relation 'lost' is used, but has no bounds");
}

TEST_F(Check, RefusesVariablesThatNothingDeclares) {
  EXPECT_EQ(message_of(all({{x, univ()}}, in(x, y))),
            "variable 'y' is not declared around its use in 'all x: univ | x in y'");
  // A domain sees the variables before its own, not those after it.
  EXPECT_EQ(message_of(all({{x, join(y, edge)}, {y, univ()}}, in(x, y))),
            "variable 'y' is not declared around its use in 'all x: y.edge, y: univ | x in y'");
  EXPECT_EQ(message_of(some(x) && all({{x, univ()}}, some(x))),
            "variable 'x' is not declared around its use in 'some x && (all x: univ | some x)'");
}

TEST_F(Check, AcceptsAVariableThatHidesAnother) {
  EXPECT_EQ(message_of(all({{x, univ()}}, exists({{x, set}}, some(x)))), "ok");
}

TEST_F(Check, RefusesAVariableThatIsDeclaredTwiceInOneList) {
  EXPECT_EQ(message_of(all({{x, univ()}, {x, set}}, some(x))),
            "variable 'x' is declared twice in 'all x: univ, x: set | some x'");
}

TEST_F(Check, NamesBothSidesOfAnArityMismatch) {
  EXPECT_EQ(message_of(in(set, edge)),
            "the arities in 'set in edge' do not match: 'set' has arity 1, 'edge' has arity 2");
  EXPECT_EQ(message_of(some(edge + set)),
            "the arities in 'edge + set' do not match: 'edge' has arity 2, 'set' has arity 1");
  EXPECT_EQ(message_of(some(if_else(constant(true), set, edge))),
            "the arities in 'true => set else edge' do not match: 'set' has arity 1, 'edge' has arity 2");
}

TEST_F(Check, ReportsTheInnermostMismatch) {
  EXPECT_EQ(message_of(no(closure(join(set & edge, edge)))),
            "the arities in 'set & edge' do not match: 'set' has arity 1, 'edge' has arity 2");
}

TEST_F(Check, RequiresBinaryRelationsWhereOnlyTheyMakeSense) {
  EXPECT_EQ(message_of(some(transpose(set))), "'~set' requires a binary relation, but 'set' has arity 1");
  EXPECT_EQ(message_of(some(closure(set))), "'^set' requires a binary relation, but 'set' has arity 1");
  EXPECT_EQ(message_of(some(reflexive_closure(product(edge, set)))),
            "'*(edge -> set)' requires a binary relation, but 'edge -> set' has arity 3");
}

TEST_F(Check, RequiresSetsWhereOnlyTheyMakeSense) {
  EXPECT_EQ(message_of(some(domain_restriction(edge, edge))),
            "'edge <: edge' requires a set on the left, but 'edge' has arity 2");
  EXPECT_EQ(message_of(some(range_restriction(edge, edge))),
            "'edge :> edge' requires a set on the right, but 'edge' has arity 2");
  EXPECT_EQ(message_of(equal(sum(edge), 1)),
            "'sum[edge]' requires a set of integers, but 'edge' has arity 2");
}

TEST_F(Check, RefusesAJoinThatLeavesNothing) {
  EXPECT_EQ(message_of(some(join(set, set))),
            "the join 'set.set' has arity 0: 'set' and 'set' both have arity 1");
}

TEST_F(Check, RefusesExpressionsOfTooGreatArity) {
  Expr wide = set;
  for (int i = 0; i < 40; ++i) wide = product(wide, wide);  // 2^40 columns
  EXPECT_TRUE(message_of(some(wide)).ends_with("…' has an arity of more than 62"));
  problem.universe = Universe({"A", "B", "C", "D", "E", "F", "G", "H"});
  Expr wider = set;
  for (int i = 0; i < 20; ++i) wider = product(wider, set);
  EXPECT_TRUE(
      message_of(some(wider)).ends_with("…' has arity 21: over 8 atoms it may have more than 2^62 tuples"));
}

TEST_F(Check, RefusesNoneOfArityZero) {
  EXPECT_EQ(message_of(some(none(0))), "'none' has arity 0, outside 1..62");
}

TEST_F(Check, RequiresVariablesOfTheirDomainsArity) {
  EXPECT_EQ(message_of(all({{x, edge}}, some(x))),
            "variable 'x' has arity 1, but its domain 'edge' has arity 2");
  EXPECT_EQ(message_of(all({{Variable("p", 2), edge}}, constant(true))), "ok");
}

TEST_F(Check, RequiresOneTupleAtATimeInComprehensionsAndSums) {
  EXPECT_EQ(message_of(some(comprehension({{x, set, Multiplicity::Set}}, some(x)))),
            "variable 'x' of '{x: set set | some x}' must be a single tuple, not a set");
  EXPECT_EQ(message_of(equal(sum({{x, set, Multiplicity::Lone}}, count(x)), 0)),
            "variable 'x' of 'sum x: lone set | #x' must be a single tuple, not a set");
  EXPECT_EQ(message_of(exists({{x, set, Multiplicity::Set}}, some(x))), "ok");
}

TEST_F(Check, RefusesAComprehensionWithoutVariables) {
  EXPECT_EQ(message_of(some(comprehension({}, constant(true)))), "a comprehension requires a variable");
}

TEST_F(Check, RefusesTermsOfTheWrongSort) {
  EXPECT_EQ(message_of(Formula(set.pointer())), "'set' is not a formula");
  EXPECT_EQ(message_of(some(Expr(constant(true).pointer()))), "'true' is a formula, expected an expression");
  EXPECT_EQ(message_of(all({{x, Expr(IntExpr(3).pointer())}}, some(x))),
            "the domain of variable 'x' is not an expression");
}

TEST_F(Check, RefusesTermsThatWereMovedFrom) {
  Expr gone = set + set;
  const Expr taken = std::move(gone);
  problem.formulas = {Formula(make_node({.op = Op::Some, .children = {nullptr}}))};
  EXPECT_EQ(message(), "a term is missing in 'some …'");
  problem.formulas = {Formula(nullptr)};
  EXPECT_EQ(message(), "a term was moved from");
}

TEST_F(Check, RefusesTermsThatAreNestedTooDeep) {
  const auto chain = [&](int length) {
    Expr e = set;
    for (int i = 0; i < length; ++i) e = e + set;
    return e;
  };
  EXPECT_EQ(message_of(some(chain(kMaxTermDepth - 2))), "ok");
  EXPECT_TRUE(message_of(some(chain(100'000)))
                  .starts_with("a term is nested more than " + std::to_string(kMaxTermDepth) +
                               " deep: '… + set + set"));
}

TEST_F(Check, RefusesMoreVariablesInOneDeclarationThanTheLimit) {
  Formula many = constant(true);
  std::vector<Formula> used;
  std::vector<Variable> variables;
  for (int i = 0; i < 1100; ++i) variables.emplace_back(std::string("v").append(std::to_string(i)));
  for (const Variable& v : variables) used.push_back(some(v));
  many = conjunction(used);
  for (const Variable& v : variables) many = all({{v, univ()}}, many);
  EXPECT_EQ(message_of(many), "more than 1000 free variables in one term");
}

// With each node visited once this is instant; visiting every path would take 2^60 steps.
TEST_F(Check, VisitsSharedTermsOnce) {
  Expr e = set;
  Formula f = some(set);
  for (int i = 0; i < 60; ++i) {
    e = e + e;
    f = all({{x, e}}, iff(f, f)) && in(e, set);
  }
  EXPECT_EQ(message_of(f), "ok");
}

}  // namespace
}  // namespace fretsaw
