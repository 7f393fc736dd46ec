// SPDX-License-Identifier: MIT
// Sigs and their sizes: how many instances there are, computed by hand.
#include <gtest/gtest.h>

#include "alloy/lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

TEST(Sigs, MayHaveAnyAtomsUpToTheirScope) {
  EXPECT_EQ(count("sig A {} run {} for 2"), 4U);
  EXPECT_EQ(count("private sig A {} run {} for 2"), 4U);
  EXPECT_EQ(count("sig A {} run {} for exactly 2 A"), 1U);
  EXPECT_EQ(count("some sig A {} run {} for 2"), 3U);
  EXPECT_EQ(count("lone sig A {} run {} for 2"), 2U);
}

TEST(Sigs, ShareTheAtomsOfTheirParent) {
  // Each of two atoms is in A only, in B or in C; if A is not exact, it may also be absent.
  EXPECT_EQ(count("sig A {} sig B, C extends A {} run {} for exactly 2 A"), 9U);
  EXPECT_EQ(count("sig A {} sig B, C extends A {} run {} for 2 A"), 16U);
}

TEST(Sigs, ThatAreAbstractAreMadeOfTheirChildren) {
  EXPECT_EQ(count("abstract sig A {} sig B, C extends A {} run {} for exactly 2 A"), 4U);
  EXPECT_EQ(count("abstract sig A {} sig B, C extends A {} run {} for 2 A"), 9U);
  EXPECT_EQ(count("abstract sig A {} one sig B, C extends A {} run {}"), 1U);
  // Without children, abstract means nothing.
  EXPECT_EQ(count("abstract sig A {} run {} for 2"), 4U);
}

TEST(Sigs, ThatAreExactOwnTheirAtoms) {
  // The atom of B is fixed; the other one is free to be in A or not.
  EXPECT_EQ(count("sig A {} one sig B extends A {} run {} for 2 A"), 2U);
  EXPECT_EQ(count("sig A {} sig B extends A {} run {} for exactly 3 A, exactly 1 B"), 1U);
}

TEST(Sigs, ThatAreSmallerThanTheirParentAreSubsetsOfThatSize) {
  // The sum over k atoms of A of C(3,k) * (1 + k): B is empty or one of them.
  EXPECT_EQ(count("sig A {} sig B extends A {} run {} for 3 A, 1 B"), 1U + 3 * 2 + 3 * 3 + 4);
  // Subsets of five with at most three: 1 + 5 + 10 + 10; with two bits one cannot count to five.
  EXPECT_EQ(count("sig A {} sig B extends A {} run {} for exactly 5 A, 3 B"), 26U);
  EXPECT_EQ(count("sig A {} sig B extends A {} run {} for exactly 5 A, 3 B, 2 int"), 26U);
  EXPECT_EQ(count("sig A {} sig B extends A {} run {} for exactly 2 A, 0 B"), 1U);
}

TEST(SubsetSigs, AreAnySubsetsOfTheirParents) {
  EXPECT_EQ(count("sig A, B {} sig S in A + B {} run {} for exactly 2 A, exactly 1 B"), 8U);
  // No atom: 1; one of the two: 2 each; both: 4.
  EXPECT_EQ(count("sig A, B {} sig S in A + B {} run {} for 1 A, 1 B"), 9U);
  EXPECT_EQ(count("sig A {} sig S in A {} sig T in S {} run {} for exactly 2 A"), 9U);
  EXPECT_EQ(count("sig S in Int {} run {} for 2 int"), 16U);
}

TEST(SubsetSigs, MayHaveMultiplicities) {
  EXPECT_EQ(count("sig A {} one sig S in A {} run {} for exactly 3 A"), 3U);
  EXPECT_EQ(count("sig A {} some sig S in A {} run {} for exactly 3 A"), 7U);
  EXPECT_EQ(count("sig A {} lone sig S in A {} run {} for exactly 3 A"), 4U);
}

TEST(SubsetSigs, MayBeEqualToTheirParents) {
  EXPECT_EQ(count("sig A, B {} sig S = A + B {} run {} for 1 A, 1 B"), 4U);
  EXPECT_EQ(count("sig A, B {} sig S = A + B {} run { #S = 1 } for 1 A, 1 B"), 2U);
}

TEST(Universe, HoldsTheIntegersAndOnlyAtomsThatExist) {
  // Four integers and one of two atoms.
  EXPECT_EQ(count("sig A {} run { #(univ - Int) = 1 } for 2 but 2 int"), 2U);
  EXPECT_EQ(count("sig A {} run { some x: univ - Int | x in A } for 2"), 3U);
  // f is within the identity: no atom 1, one atom 2 * 2, two atoms 4.
  EXPECT_EQ(count("sig A { f: set A } run { *f = iden } for 2"), 9U);
  EXPECT_EQ(count("sig A { f: set A } run { iden & A->A in f } for exactly 2 A"), 4U);
}

TEST(Enums, AreOrderedAsTheyAreWritten) {
  const std::string colors = "enum C { Red, Green, Blue } one sig S { c: C } ";
  EXPECT_EQ(count(colors + "run {}"), 3U);
  EXPECT_EQ(count(colors + "run { S.c = next[Red] }"), 1U);
  EXPECT_EQ(count(colors + "run { S.c in prevs[Blue] }"), 2U);
  EXPECT_EQ(count(colors + "run { lt[S.c, Blue] and S.c != Red }"), 1U);
}

TEST(Orderings, OfFixedAtomsAreOne) {
  EXPECT_EQ(count("open util/ordering[A] sig A {} run {} for 3"), 1U);
  // Who is after the first, second and third atom: 3 * 2 * 1 choices.
  EXPECT_EQ(
      count("open util/ordering[A] sig A { v: lone A } fact { all a: A | a.v in nexts[a] } run {} for 3"),
      6U);
  EXPECT_EQ(count("open util/ordering[B] sig A {} sig B extends A {} run {} for exactly 3 A, 2 B"), 1U);
}

TEST(Orderings, OfDistinguishedAtomsAreAll) {
  EXPECT_EQ(
      count("open util/ordering[A] sig A {} one sig O { f: set A, n: A -> A } { pred/totalOrder[A, f, n] } "
            "run {} for 3"),
      6U);
  EXPECT_EQ(count("open util/ordering[A] sig A {} one sig B extends A {} run {} for 3"), 6U);
  EXPECT_EQ(count("open util/ordering[A] sig A {} one sig B extends A {} run { first = B } for 3"), 2U);
}

// As in Alloy, where it depends on what it makes of the sig.
TEST(Orderings, OfNoAtomsAreOfSigsWithSubsigsOnly) {
  const std::string a = "open util/ordering[A] ", x = " sig X extends A {} ", y = " sig Y extends A {} ";
  EXPECT_EQ(count(a + "sig A {} run {} for 0"), 0U);
  EXPECT_EQ(count(a + "abstract sig A {}" + x + "run {} for 1 but 0 X"), 0U);
  EXPECT_EQ(
      count(a + "abstract sig A {} abstract sig B extends A {} sig C extends B {} run {} for 1 but 0 C"), 0U);
  EXPECT_EQ(count(a + "abstract sig A {}" + x + y + "run {} for 1 but 0 X, 0 Y"), 1U);
  EXPECT_EQ(count(a + "sig A {}" + x + "run {} for 0"), 1U);
}

TEST(Strings, AreTheLiteralsAndAsManyMoreAsTheScopeHas) {
  EXPECT_EQ(count(R"(one sig S { n: String } run { S.n = "a" or S.n = "b" })"), 2U);
  EXPECT_EQ(count("one sig S { n: String } run {} for 1 but exactly 3 String"), 3U);
  EXPECT_EQ(count(R"(one sig S { n: String } fact { S.n != "x" } run {} for 1 but exactly 3 String)"), 2U);
  EXPECT_EQ(count(R"(run { "a" != "b" })"), 1U);
  EXPECT_EQ(count(R"(run { "a" = "b" })"), 0U);
}

}  // namespace
}  // namespace fretsaw::lowering
