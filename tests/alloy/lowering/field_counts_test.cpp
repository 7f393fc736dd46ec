// SPDX-License-Identifier: MIT
// Fields and what their declarations mean: how many instances there are, computed by hand.
#include <gtest/gtest.h>

#include "alloy/lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

TEST(Fields, HaveTheMultiplicityOfTheirDeclaration) {
  EXPECT_EQ(count("sig A { f: A } run {} for exactly 2 A"), 4U);
  EXPECT_EQ(count("sig A { f: lone A } run {} for exactly 2 A"), 9U);
  EXPECT_EQ(count("sig A { f: some A } run {} for exactly 2 A"), 9U);
  EXPECT_EQ(count("sig A { f: set A } run {} for exactly 2 A"), 16U);
  // Over the sizes of A: 1 + 2 * 2 + 16.
  EXPECT_EQ(count("sig A { f: set A } run {} for 2"), 21U);
  EXPECT_EQ(count("one sig S { f: set A } sig A {} run {} for exactly 2 A"), 4U);
}

TEST(Fields, MayHaveArrowMultiplicities) {
  const std::string sigs = "sig A, B {} one sig S ";
  EXPECT_EQ(count(sigs + "{ r: A -> one B } run {} for exactly 2 A, exactly 3 B"), 9U);
  EXPECT_EQ(count(sigs + "{ r: A lone -> one B } run {} for exactly 2 A, exactly 3 B"), 6U);
  EXPECT_EQ(count(sigs + "{ r: A one -> one B } run {} for exactly 2 A, exactly 2 B"), 2U);
  EXPECT_EQ(count(sigs + "{ r: A some -> lone B } run {} for exactly 2 A, exactly 1 B"), 3U);
  EXPECT_EQ(count(sigs + "{ r: A some -> some B } run {} for exactly 2 A, exactly 2 B"), 7U);
}

TEST(Fields, MayHaveArrowMultiplicitiesInside) {
  const std::string sigs = "sig A, B, C {} one sig S ";
  const std::string scope = " run {} for exactly 1 A, exactly 2 B, exactly 2 C";
  EXPECT_EQ(count(sigs + "{ r: A -> (B -> one C) }" + scope), 4U);
  EXPECT_EQ(count(sigs + "{ r: A -> B -> one C }" + scope), 4U);
  EXPECT_EQ(count(sigs + "{ r: (A -> B) -> one C }" + scope), 4U);
  // Partial injections from two to two: 1 + 4 + 2.
  EXPECT_EQ(count(sigs + "{ r: A -> (B lone -> lone C) }" + scope), 7U);
  // Each C has a bijection of A and B.
  EXPECT_EQ(count(sigs + "{ r: (A one -> one B) -> C } run {} for exactly 2 A, exactly 2 B, exactly 1 C"),
            2U);
  EXPECT_EQ(count("sig A, B {} sig O { r: A -> one B } run {} for exactly 2 O, exactly 1 A, exactly 3 B"),
            9U);
}

TEST(Fields, MayDependOnThoseBefore) {
  // For each owner and each atom: not in f, in f only, in both.
  EXPECT_EQ(count("sig A { f: set A, g: set f } run {} for exactly 2 A"), 81U);
  // For each owner, g is one of f: 1 + 1 + 2.
  EXPECT_EQ(count("sig A { f: set A, g: f } run {} for exactly 2 A"), 16U);
  EXPECT_EQ(count("sig A { f: set A - this } run {} for exactly 2 A"), 4U);
  EXPECT_EQ(count("sig A { f: set A, g: set this.@f } run {} for exactly 2 A"), 81U);
  EXPECT_EQ(count("sig A { f: set B, g: f -> one B } sig B {} run {} for exactly 1 A, exactly 2 B"),
            1U + 2 * 2 + 4);
}

TEST(Fields, MayBeDefined) {
  EXPECT_EQ(count("sig A { f: set A, g = f } run {} for exactly 2 A"), 16U);
  EXPECT_EQ(count("one sig S { g = A + A } sig A {} run { some S.g } for 2"), 3U);
  EXPECT_EQ(count("sig A { g = this } run { g in iden } for exactly 2 A"), 1U);
}

TEST(Fields, MayBeDisjoint) {
  EXPECT_EQ(count("sig A { disj f, g: set B } sig B {} run {} for exactly 1 A, exactly 2 B"), 9U);
  EXPECT_EQ(count("sig A { f, g: set B } sig B {} run {} for exactly 1 A, exactly 2 B"), 16U);
  EXPECT_EQ(count("sig A { f: disj set B } sig B {} run {} for exactly 2 A, exactly 2 B"), 9U);
  EXPECT_EQ(count("sig A { f: disj B } sig B {} run {} for exactly 2 A, exactly 3 B"), 6U);
}

TEST(Fields, OfTheSameNameAreDistinguishedByType) {
  const std::string sigs = "sig A { f: set B } sig B { f: set A } ";
  EXPECT_EQ(count(sigs + "run { some A.f and no B.f } for exactly 1 A, exactly 1 B"), 1U);
  EXPECT_EQ(count(sigs + "run { A <: f = ~(B <: f) } for exactly 1 A, exactly 1 B"), 2U);
}

TEST(Fields, OfSubsetSigsHaveOwnersInThem) {
  // S is any subset; each of its atoms has one of two values: (1 + 2)^2.
  EXPECT_EQ(count("sig A {} sig S in A { f: A } run {} for exactly 2 A"), 9U);
  EXPECT_EQ(count("sig A {} one sig S in A { f: set A } run {} for exactly 2 A"), 2U * 4);
  EXPECT_EQ(
      count("sig A, B {} sig S in A + B { f: Int } run { S.f = 0 } for exactly 1 A, exactly 1 B, 1 int"),
      4U - 1);
}

TEST(Fields, MayBeSequences) {
  EXPECT_EQ(count("sig A {} one sig S { s: seq A } run {} for exactly 2 A, 2 seq"), 1U + 2 + 4);
  EXPECT_EQ(count("sig A {} sig S { s: seq A } run {} for exactly 1 A, exactly 2 S, 3 seq"), 16U);
}

TEST(SigFacts, AreMeantForEachAtomOfTheSig) {
  EXPECT_EQ(count("sig A { f: set A } { this not in f } run {} for exactly 2 A"), 4U);
  EXPECT_EQ(count("sig A { f: set A } { no @f.this } run {} for exactly 2 A"), 1U);
  EXPECT_EQ(count("one sig S { f: set A } { some f } sig A {} run {} for exactly 2 A"), 3U);
  EXPECT_EQ(count("sig A { f: set A } { all x: A | x in f } run {} for exactly 2 A"), 1U);
}

TEST(Membership, MayHaveMultiplicitiesOnTheRight) {
  const std::string f = "sig A { f: set A } ";
  EXPECT_EQ(count(f + "run { f in A lone -> lone A } for exactly 2 A"), 7U);
  EXPECT_EQ(count(f + "run { not (f in A -> one A) } for exactly 2 A"), 12U);
  EXPECT_EQ(count(f + "run { f in A one -> A } for exactly 2 A"), 4U);
}

}  // namespace
}  // namespace fretsaw::lowering
