// SPDX-License-Identifier: MIT
// What names mean: locals, fields, calls, overloading, macros, `this`.
#include <gtest/gtest.h>

#include "alloy/model/load_text.hpp"

namespace fretsaw::model {
namespace {

const std::string kGraph = "sig A { f: set A } sig B { g: set A }";

TEST(Names, OfLocalsComeBeforeAllOthers) {
  EXPECT_EQ(goal(kGraph, "all A: B | some A.g"), "(all [A: one B] (some (. A B.g)))");
  EXPECT_EQ(goal(kGraph, "let f = A->A | some f"), "(let [f: = (-> A A)] (some f))");
  EXPECT_EQ(goal(kGraph, "all x: A | some x.f and (some x: B | some x.g)"),
            "(all [x: one A] (and (some (. x A.f)) (some [x: one B] (some (. x B.g)))))");
}

TEST(Names, OfFieldsAreChosenByTheTypeOfWhatTheyAreJoinedWith) {
  const std::string sigs = "sig A { n: set B } sig B { n: set A }";
  EXPECT_EQ(goal(sigs, "some A.n"), "(some (. A A.n))");
  EXPECT_EQ(goal(sigs, "some B.n"), "(some (. B B.n))");
  EXPECT_EQ(goal(sigs, "some n.A"), "(some (. B.n A))");
  EXPECT_EQ(goal(sigs, "A.n = B"), "(= (. A A.n) B)");
  EXPECT_EQ(goal(sigs, "some B <: n"), "(some (<: B B.n))");
  EXPECT_EQ(goal(sigs, "A->B in n"), "(in (-> A B) A.n)");
}

TEST(Names, ThatStayAmbiguousAreRefusedWithTheCandidates) {
  EXPECT_EQ(error_of("sig A { n: set A } sig B { n: set B }\nrun { some n }"),
            "2:12 type: 'n' is ambiguous; note 1:9: candidate: field A.n; note 1:28: candidate: field B.n; "
            "write A <: f for the field f of sig A, or m/f for a name of module m");
}

TEST(Names, ThatNothingHasAreRefusedWithASuggestion) {
  EXPECT_EQ(error_of("sig Node { next: lone Node }\nrun { some nxet }"),
            "2:12 syntax: unknown name 'nxet'; did you mean 'next'?");
  EXPECT_EQ(error_of("sig Node {}\nrun { all node: Node | some nod }"),
            "2:29 syntax: unknown name 'nod'; did you mean 'node'?");
  EXPECT_EQ(error_of("sig Node {}\nrun { some Qqqqq }"), "2:12 syntax: unknown name 'Qqqqq'");
  EXPECT_EQ(
      error_of("sig A {}\nrun { some this }"),
      "2:12 syntax: 'this' is not defined here; note: 'this' is defined in sigs, and in functions declared as "
      "'fun A.f'");
}

TEST(Names, WithThisInFrontAreThoseOfTheModuleItself) { EXPECT_EQ(goal(kGraph, "some this/A"), "(some A)"); }

TEST(ImplicitThis, IsPutBeforeFieldsInSigFactsAndBounds) {
  const Model model = load_text("sig A { f: set A, g: set f } { this not in f  some this.@f  @g in @f }");
  ASSERT_EQ(model.facts.size(), 1U);
  EXPECT_EQ(show(*model.facts[0].formula, model),
            "(all [this: one A] ({} (not in this (. this A.f)) (some (. this A.f)) (in A.g A.f)))");
  EXPECT_EQ(show(*model.fields.at(1).bound, model), "(. this A.f)");
}

TEST(ImplicitThis, IsTheSigItselfInAOneSig) {
  const Model model = load_text("one sig A { f: set A } { some f }");
  ASSERT_EQ(model.facts.size(), 1U);
  EXPECT_EQ(show(*model.facts[0].formula, model), "(some (. A A.f))");
  EXPECT_EQ(model.facts[0].name, "A$fact");
}

TEST(ImplicitThis, CoversInheritedFieldsAndNotThoseOfOtherSigs) {
  const Model model =
      load_text("sig A { f: set A } sig C { c: set A } sig B extends A {} { some f  some c }");
  ASSERT_EQ(model.facts.size(), 1U);
  EXPECT_EQ(show(*model.facts[0].formula, model), "(all [this: one B] ({} (some (. this A.f)) (some C.c)))");
}

TEST(ImplicitThis, MayBeTheFirstArgumentOfAFunction) {
  const Model model = load_text("pred A.ok { some this }\npred q[a: A] { some a }\nsig A {} { ok  q }");
  EXPECT_EQ(show(*model.facts.at(0).formula, model), "(all [this: one A] ({} (ok this) (q this)))");
}

TEST(Calls, AreDistinguishedFromJoins) {
  const std::string declarations =
      kGraph + " fun k[x: A]: set A { x.f } fun c: set A { A } pred p[x, y: A] { x = y }";
  EXPECT_EQ(goal(declarations, "some k[A]"), "(some (k A))");
  EXPECT_EQ(goal(declarations, "some A.k"), "(some (k A))");
  EXPECT_EQ(goal(declarations, "some c.f"), "(some (. c A.f))");
  EXPECT_EQ(goal(declarations, "some f[A]"), "(some (. A A.f))");
  EXPECT_EQ(goal(declarations, "p[A, A]"), "(p A A)");
  EXPECT_EQ(goal(declarations, "A.p[A]"), "(p A A)");
  EXPECT_EQ(goal(declarations, "some k[A].f"), "(some (. (k A) A.f))");
  EXPECT_EQ(goal(declarations, "some k[A][f]"), "(some (. A.f (k A)))");
}

TEST(Calls, WithReceiversHaveItAsTheirFirstArgument) {
  const std::string declarations = kGraph + " fun A.up[y: B]: set A { this + y.g } pred A.ok { some this.f }";
  EXPECT_EQ(goal(declarations, "all a: A | a.ok"), "(all [a: one A] (ok a))");
  EXPECT_EQ(goal(declarations, "all a: A | some a.up[B]"), "(all [a: one A] (some (up a B)))");
  EXPECT_EQ(goal(declarations, "all a: A | some up[a, B]"), "(all [a: one A] (some (up a B)))");
}

TEST(Calls, AreChosenByTheTypesOfTheirArguments) {
  const std::string declarations =
      "sig A {} sig B {} pred ok[a: A] { some a } pred ok[b: B] { no b } pred ok[a: A, b: B] { some a }";
  EXPECT_EQ(goal(declarations, "all a: A | ok[a]"), "(all [a: one A] (ok a))");
  const Model model = load_text(declarations + "run { ok[A] } run { ok[B] } run { ok[A, B] }");
  EXPECT_EQ(model.commands.at(0).goal->child(0)->function, FunctionId{0});
  EXPECT_EQ(model.commands.at(1).goal->child(0)->function, FunctionId{1});
  EXPECT_EQ(model.commands.at(2).goal->child(0)->function, FunctionId{2});
}

TEST(Calls, WithArgumentsThatFitNowhereAreRefused) {
  EXPECT_EQ(error_of("sig A, B {}\npred p[a: A] { some a }\nrun { p[B] }"),
            "3:7 type: pred p[a: A] cannot be called with [B]");
  EXPECT_EQ(error_of("sig A {}\npred p[a, b: A] { a = b }\nrun { some a: A | p[a, a, a] }"),
            "3:19 type: too many arguments for predicate 'p', which has 2 parameters");
  EXPECT_EQ(error_of("sig A {}\npred p[a: A] { some a }\nrun { p }"),
            "3:7 type: pred p[a: A] cannot be called without arguments");
}

TEST(Calls, OfTheIntegerModuleAreAlwaysThere) {
  EXPECT_EQ(goal("sig A { v: Int }", "all a: A | plus[a.v, 1] > 2"),
            "(all [a: one A] (> (int[] (integer/plus (. a A.v) (Int[] 1))) 2))");
  EXPECT_EQ(goal("sig A { v: Int }", "all a: A | a.v.plus[1] = 2"),
            "(all [a: one A] (= (integer/plus (. a A.v) (Int[] 1)) (Int[] 2)))");
}

TEST(Calls, OfFunctionsAreOnlyWhereFormulasAre) {
  EXPECT_EQ(error_of("fun k: set A { A }\nsig A { f: set k }"),
            "2:16 syntax: function 'k' cannot be called in a declaration");
}

TEST(Macros, AreExpandedWithTheirArguments) {
  const std::string declarations =
      kGraph + "\nlet twice[r] = r.r\nlet both[p, q] { p and q }\nlet all_of = A";
  EXPECT_EQ(goal(declarations, "twice[f] = f"), "(= (. A.f A.f) A.f)");
  EXPECT_EQ(goal(declarations, "both[some f, no g]"), "(and (some A.f) (no B.g))");
  EXPECT_EQ(goal(declarations, "some all_of"), "(some A)");
  EXPECT_EQ(goal(declarations, "some f.twice"), "(some (. A.f A.f))");
}

TEST(Macros, CanGetMacrosAndArgumentsOneByOne) {
  const std::string declarations = kGraph + "\nlet apply[m, x] = m[x]\nlet img[r, s] = s.r\nlet fs[s] = s.f";
  EXPECT_EQ(goal(declarations, "some apply[fs, A]"), "(some (. A A.f))");
  EXPECT_EQ(goal(declarations, "some f.img[A]"), "(some (. A A.f))");
}

TEST(Macros, ThatNeverEndAreRefused) {
  EXPECT_EQ(place_of_error("sig A {}\nlet m = m + A\nrun { some m }"), "2:9 type");
  EXPECT_EQ(error_of("sig A {}\nlet m[x] = x\nrun { some m }"),
            "3:12 syntax: macro 'm' requires 1 argument, found 0");
}

TEST(Macros, ThatMultiplyAreRefusedInTime) {
  std::string text = "sig A { f: set A }\nlet m1[x] = x.f + x.f\n";
  for (int i = 2; i < 19; ++i) {
    const std::string before = "m" + std::to_string(i - 1);
    text += "let m" + std::to_string(i) + "[x] = " + before + "[x] + " + before + "[x]\n";
  }
  EXPECT_NE(error_of(text + "run { some m18[A] }").find("too many macro expansions"), std::string::npos);
}

TEST(Functions, CanBeNamedLikeSigsAndFields) {
  EXPECT_EQ(goal("sig A { f: set A } fun f[a: A, b: A]: set A { a + b }", "some A.f and some f[A, A]"),
            "(and (some (. A A.f)) (some (f A A)))");
}

TEST(Macros, TakePredicatesFunctionsAndMacrosAsArguments) {
  const std::string sigs = "sig E { f: set E }\npred ax[e: set E] { some e }\nfun g[e: E]: set E { e.f }\n";
  EXPECT_EQ(goal(sigs + "let m[p] { p[E] }", "m[ax]"), "(ax E)");
  EXPECT_EQ(goal(sigs + "let m[h, x] { some h[x] }", "all e: E | m[g, e]"), "(all [e: one E] (some (g e)))");
  EXPECT_EQ(goal(sigs + "let m[p] { n[p] }\nlet n[q] { E.q }", "m[ax]"), "(ax E)");
  EXPECT_EQ(error_of(sigs + "let m[p] { p }\nrun { m[ax] }"),
            "5:9 type: pred ax[e: E] cannot be called without arguments");
}

TEST(PrimedNames, GetOneWarningAFile) {
  const Model model = load_text("sig S { next': lone S }\npred p[s, s': S] { s' in s.next' }\nrun p for 2");
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_EQ(model.warnings[0].message,
            "'next'' is not a name in Alloy 6; the file is read as Alloy 4 or 5, where names may contain '");
  EXPECT_EQ(model.warnings[0].location->line, 1);
  EXPECT_EQ(model.warnings[0].location->column, 9);
  EXPECT_EQ(model.primes, alloy::Primes::InNames);
}

}  // namespace
}  // namespace fretsaw::model
