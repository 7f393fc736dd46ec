// SPDX-License-Identifier: MIT
// Formulas of every kind: how many instances there are, computed by hand. With two atoms, `f: set A` has 16
// values.
#include <gtest/gtest.h>

#include "alloy/lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

const std::string kRelation = "sig A { f: set A } ";
const std::string kTwo = " for exactly 2 A";

TEST(Quantifiers, CountWhatSatisfiesThem) {
  EXPECT_EQ(count(kRelation + "run { one a: A | a in a.f }" + kTwo), 8U);
  EXPECT_EQ(count(kRelation + "run { lone a: A | a in a.f }" + kTwo), 12U);
  EXPECT_EQ(count(kRelation + "run { no a: A | a in a.f }" + kTwo), 4U);
  EXPECT_EQ(count(kRelation + "run { one a, b: A | a->b in f }" + kTwo), 4U);
  EXPECT_EQ(count(kRelation + "run { one a: A, b: a.f | a = b }" + kTwo), 8U);
}

TEST(Quantifiers, MayHaveDisjointVariables) {
  EXPECT_EQ(count(kRelation + "run { no disj a, b: A | a->b in f }" + kTwo), 4U);
  EXPECT_EQ(count(kRelation + "run { lone disj a, b: A | a->b in f }" + kTwo), 12U);
  EXPECT_EQ(count(kRelation + "run { all disj a, b: A | a->b in f }" + kTwo), 4U);
  EXPECT_EQ(count(kRelation + "run { some disj a, b: A | a->b in f }" + kTwo), 12U);
  EXPECT_EQ(count("sig A {} run { some disj a, b, c: A | a != c } for 3"), 1U);
}

TEST(Quantifiers, OverSetsAreWitnessedOnce) {
  EXPECT_EQ(count("sig A {} run { some s: set A | #s = 2 } for exactly 3 A"), 1U);
  EXPECT_EQ(count(kRelation + "run { some r: A one -> one A | r = f }" + kTwo), 2U);
  EXPECT_EQ(count(kRelation + "run { some disj s, t: some A | s->t in f }" + kTwo), 12U);
  EXPECT_EQ(count("sig A {} run { some x: lone A | no x and some A } for 2"), 3U);
  EXPECT_EQ(count("sig A {} check { all s: set A | some s } for exactly 1 A"), 1U);
  EXPECT_EQ(count("sig A {} run { some s: seq A | #s = 2 and not s.hasDups } for exactly 2 A, 2 seq"), 1U);
}

TEST(Comprehensions, MayHaveDependentDeclarations) {
  EXPECT_EQ(count(kRelation + "run { #{a: A, b: a.f | b != a} = 1 }" + kTwo), 8U);
  EXPECT_EQ(count(kRelation + "run { {a, b: A | b in a.f} = ~f }" + kTwo), 8U);
  EXPECT_EQ(count(kRelation + "run { one {disj a, b: A | a->b in f} }" + kTwo), 8U);
}

TEST(Conditionals, AreOfAnyKind) {
  const std::string sigs = "sig A, B {} ";
  const std::string scope = " for 2 A, 1 B";
  EXPECT_EQ(count(sigs + "run { #A = (some B => 1 else 2) }" + scope), 3U);
  EXPECT_EQ(count(sigs + "run { A = (some B => A else none) }" + scope), 5U);
  EXPECT_EQ(count(sigs + "run { some B => some A else no A }" + scope), 4U);
}

TEST(Lets, AreOfAnyKind) {
  EXPECT_EQ(count("sig A {} run { let n = #A | n > 1 } for 2"), 1U);
  EXPECT_EQ(count("sig A {} run { let x = A, y = x | some y } for 2"), 3U);
  EXPECT_EQ(count(kRelation + "run { all a: A | let b = a.f | a in b }" + kTwo), 4U);
}

TEST(Functions, TakeReceivers) {
  EXPECT_EQ(count(kRelation + "pred A.loop[] { this in this.f } run { some a: A | a.loop[] }" + kTwo), 12U);
  EXPECT_EQ(count(kRelation + "fun A.image[]: set A { this.f } run { all a: A | some a.image }" + kTwo), 9U);
  EXPECT_EQ(count(kRelation + "pred A.to[b: A] { b in this.f } run { all a, b: A | a.to[b] }" + kTwo), 1U);
}

TEST(Functions, AreExpandedWithoutCapture) {
  // Inside, `some b: A` must not catch the argument `b`.
  EXPECT_EQ(count(kRelation + "pred p[a: A] { some b: A | a->b in f } run { all b: A | p[b] }" + kTwo), 9U);
  EXPECT_EQ(count(kRelation +
                  "fun g[s: set A]: set A { {x: A | x in s.f} } run { some a: A | a in g[g[a]] }" + kTwo),
            count(kRelation + "run { some a: A | a in a.f.f }" + kTwo));
}

TEST(Macros, TakeFormulasAndSets) {
  EXPECT_EQ(count("sig A {} let both[p, q] { p and q } run { both[some A, lone A] } for 2"), 2U);
  EXPECT_EQ(count(kRelation + "let inverse[r] { ~r } run { f = inverse[f] }" + kTwo), 8U);
}

TEST(Disjointness, IsOfAnyNumberOfSets) {
  EXPECT_EQ(count("sig A { f, g, h: B } sig B {} run { disj[f, g, h] } for exactly 1 A, exactly 3 B"), 6U);
  EXPECT_EQ(count("sig A { f, g: B } sig B {} run { not disj[f, g] } for exactly 1 A, exactly 3 B"), 3U);
}

TEST(Commands, RunPredicatesAndFunctionsOfAnyParameters) {
  EXPECT_EQ(count("sig A {} pred show[a: A, s: set A] { a in s } run show for 2"), 3U);
  EXPECT_EQ(count("sig A {} fun id[a: A]: lone A { a } run id for 2"), 3U);
  EXPECT_EQ(count("sig A {} pred two[disj a, b: A] {} run two for 2"), 1U);
}

TEST(Commands, CheckAssertions) {
  EXPECT_EQ(count("sig A {} assert few { lone A } check few for 2"), 1U);
  EXPECT_EQ(count("sig A {} assert both { lone A some A } check both for 2"), 2U);
  EXPECT_EQ(count("sig A {} fact { lone A } check { lone A } for 2"), 0U);
}

TEST(Sequences, HaveTheFunctionsOfUtilSequniv) {
  // The seven sequences over {a, b} of length two at most: empty, a, b, aa, ab, ba, bb.
  const auto sequences = [](const std::string& formula) {
    return count("sig A {} one sig S { s: seq A } run { " + formula + " } for exactly 2 A, 2 seq");
  };
  EXPECT_EQ(sequences("S.s.isEmpty"), 1U);
  EXPECT_EQ(sequences("#S.s = 2"), 4U);
  EXPECT_EQ(sequences("S.s.first = S.s.last"), 5U);
  EXPECT_EQ(sequences("not S.s.hasDups"), 5U);
  EXPECT_EQ(sequences("S.s.elems = A"), 2U);
  EXPECT_EQ(sequences("S.s.lastIdx = 1"), 4U);
  EXPECT_EQ(sequences("some x: A | S.s.idxOf[x] = 1"), 2U);
  EXPECT_EQ(sequences("some x: A | S.s.lastIdxOf[x] = 1"), 4U);
  EXPECT_EQ(sequences("some x: A | #S.s.indsOf[x] = 2"), 2U);
  EXPECT_EQ(sequences("S.s.rest.isEmpty"), 3U);
  EXPECT_EQ(sequences("S.s.butlast.isEmpty"), 3U);
  EXPECT_EQ(sequences("#S.s.inds = 1"), 2U);
  EXPECT_EQ(sequences("#S.s.delete[0] = 1"), 4U);
  EXPECT_EQ(sequences("#S.s.subseq[0, 0] = 1"), 6U);
  EXPECT_EQ(sequences("#S.s.append[S.s] = 2"), 6U);
  EXPECT_EQ(sequences("some x: A | S.s.setAt[0, x] = S.s and some S.s"), 6U);
  EXPECT_EQ(sequences("some x: A | S.s.insert[0, x].rest = S.s"), 3U);
}

TEST(Terms, GrowWithTheTextAndNotWithThePathsThroughCalls) {
  std::string text = "sig A {} pred p0[a: A] { some a } ";
  for (int i = 1; i <= 60; ++i) {
    const std::string before = "p" + std::to_string(i - 1) + "[a]";
    text += "pred p" + std::to_string(i) + "[a: A] { " + before + " and (" + before + " or no A) } ";
  }
  EXPECT_EQ(count(text + "run { all a: A | p60[a] } for 2"), 4U);
}

TEST(Terms, OfLongChainsAreFlat) {
  std::string text = "sig A {} run { some A";
  for (int i = 0; i < 5000; ++i) text += " + A";
  EXPECT_EQ(count(text + " } for 2"), 3U);
}

}  // namespace
}  // namespace fretsaw::lowering
