// SPDX-License-Identifier: MIT
// Types, casts, and what is wrong with expressions.
#include <gtest/gtest.h>

#include "alloy/model/load_text.hpp"
#include "alloy/model/type.hpp"

namespace fretsaw::model {
namespace {

std::string type_of(const std::string& declarations, const std::string& expression) {
  const Model model = load_text(declarations);
  const auto checked = check_expression(model, std::make_shared<const Source>("eval", expression));
  if (!checked) return checked.error().message;
  return to_string(checked->expr->type, model);
}

const std::string kSigs =
    "sig A { f: set B } sig B { g: A -> B } sig C extends A {} sig S in A + B {} enum E { X, Y }";

TEST(Types, AreUnionsOfProducts) {
  EXPECT_EQ(type_of(kSigs, "A"), "A");
  EXPECT_EQ(type_of(kSigs, "f"), "A->B");
  EXPECT_EQ(type_of(kSigs, "g"), "B->A->B");
  EXPECT_EQ(type_of(kSigs, "A + B"), "A + B");
  EXPECT_EQ(type_of(kSigs, "A + C"), "A");
  EXPECT_EQ(type_of(kSigs, "A & C"), "C");
  EXPECT_EQ(type_of(kSigs, "A - C"), "A");
  EXPECT_EQ(type_of(kSigs, "S"), "A + B");
  EXPECT_EQ(type_of(kSigs, "C.f"), "B");
  EXPECT_EQ(type_of(kSigs, "C <: f"), "C->B");
  EXPECT_EQ(type_of(kSigs, "~f"), "B->A");
  EXPECT_EQ(type_of(kSigs, "^(A -> B + B -> A)"), "A->B + B->A + A->A + B->B");
  EXPECT_EQ(type_of(kSigs, "*f"), "univ->univ");
  EXPECT_EQ(type_of(kSigs, "X"), "E");
  EXPECT_EQ(type_of(kSigs, "{a: A, b: B | b in a.f}"), "A->B");
  EXPECT_EQ(type_of(kSigs, "none -> A"), "none->none");
  EXPECT_EQ(type_of(kSigs, "#A"), "Int");
  EXPECT_EQ(type_of(kSigs, "some A"), "formula");
}

TEST(Types, OfCallsFollowTheirArguments) {
  EXPECT_EQ(type_of("open util/relation\nsig A, B { r: set B }", "dom[A <: r]"), "A");
}

TEST(Casts, StandWhereIntegersMeetSets) {
  const std::string sigs = "one sig A { v: Int, w: set Int }";
  EXPECT_EQ(goal(sigs, "#A = 2"), "(= (Int[] (# A)) (Int[] 2))");
  EXPECT_EQ(goal(sigs, "A.v > 0"), "(> (int[] (. A A.v)) 0)");
  EXPECT_EQ(goal(sigs, "A.v = 3"), "(= (. A A.v) (Int[] 3))");
  EXPECT_EQ(goal(sigs, "A.v + 1 = A.w"), "(= (+ (. A A.v) (Int[] 1)) (. A A.w))");
  EXPECT_EQ(goal(sigs, "int[A.v] = 3"), "(= (Int[] (int[] (. A A.v))) (Int[] 3))");
  EXPECT_EQ(goal(sigs, "Int[A.v] = A.v"), "(= (. A A.v) (. A A.v))");
  EXPECT_EQ(goal(sigs, "some Int[3]"), "(some (Int[] 3))");
  EXPECT_EQ(goal(sigs, "(sum x: A.w | x) < 3"), "(< (sum [x: one (. A A.w)] (int[] x)) 3)");
  EXPECT_EQ(goal(sigs, "sum[A.w] < 3"), "(< (int[] (. A A.w)) 3)");
  EXPECT_EQ(goal(sigs, "let n = #A | n > 1"), "(let [n: = (# A)] (> n 1))");
  EXPECT_EQ(goal(sigs, "(some A => #A else 2) > 1"), "(> (if-else (some A) (# A) 2) 1)");
  EXPECT_EQ(goal(sigs, "(some A => A.v else 2) = 1"), "(= (if-else (some A) (. A A.v) (Int[] 2)) (Int[] 1))");
}

TEST(Declarations, KeepTheirMultiplicities) {
  const Model model = load_text(
      "sig A { a: A, b: lone A, c: some A, d: set A, e: A -> one A, h: A lone -> (A -> some A), s: seq A, k "
      "= A }");
  std::string mults;
  for (const Field& field : model.fields) {
    if (field.owner == sig_named(model, "A").id) mults += std::string(alloy::to_string(field.mult)) + " ";
  }
  EXPECT_EQ(mults, "one lone some set set set set = ");
  EXPECT_EQ(show(*model.fields.at(4).bound, model), "(set->one A A)");
  EXPECT_EQ(show(*model.fields.at(5).bound, model), "(lone->set A (set->some A A))");
  EXPECT_EQ(show(*model.fields.at(6).bound, model), "(seq A)");
}

TEST(Multiplicities, MayStandOnTheRightOfIn) {
  EXPECT_EQ(goal(kSigs, "f in A -> lone B"), "(in A.f (set->lone A B))");
  EXPECT_EQ(goal(kSigs, "A in (one A)"), "(in A (one A))");
  EXPECT_EQ(place_of_error("sig A {}\nrun { A not in (one A) }"), "2:17 syntax");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some A -> one A }"), "2:12 syntax");
}

TEST(TypeErrors, AreWhereAlloyPutsThem) {
  EXPECT_EQ(place_of_error("sig A {}\nrun { A + (A->A) = A }"), "2:9 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { A }"), "2:5 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { not A }"), "2:7 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some A and A }"), "2:18 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some (some A) }"), "2:7 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { A <: A = A <: (A -> A) }"), "2:14 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { (A->A) <: A = A }"), "2:8 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { let x = Zork | some x }"), "2:11 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some x: Zork | some x }"), "2:15 syntax");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some A => A else some A }"), "2:7 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { disj[A, A->A] }"), "2:7 type");
  EXPECT_EQ(place_of_error("sig A {}\nfun f: A { A -> A }"), "2:10 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some {x: set A | some x} }"), "2:16 type");
  EXPECT_EQ(place_of_error("sig A { f: none }"), "1:9 type");
  EXPECT_EQ(place_of_error("sig A {}\nfact { A }"), "2:1 type");
  EXPECT_EQ(place_of_error("sig A {}\nassert q { A }"), "2:10 type");
  EXPECT_EQ(place_of_error("sig A {}\nfact { some A  A }"), "2:16 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { #(some A) = 1 }"), "2:7 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { sum x: A | x }"), "2:18 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some A.(some A) }"), "2:15 type");
  EXPECT_EQ(place_of_error("sig A {}\nrun { disj[A] }"), "2:7 syntax");
  EXPECT_EQ(place_of_error("sig A, B {}\npred p[a: A] { some a }\nrun { B.p }"), "3:7 type");
}

TEST(SigErrors, AreWhereAlloyPutsThem) {
  EXPECT_EQ(error_of("sig A {}\nsig A {}"), "2:5 syntax: duplicate sig 'A'; note 1:5: previous declaration");
  EXPECT_EQ(error_of("sig Node {}\nsig B extends Noode {}"),
            "2:15 syntax: unknown sig 'Noode'; did you mean 'Node'?");
  EXPECT_EQ(error_of("sig A {}\nsig S in A {}\nsig B extends S {}"),
            "3:15 syntax: sig 'B' cannot extend the subset sig 'S'; write 'sig B in S' for a subset");
  EXPECT_EQ(error_of("sig A { f, f: A }"),
            "1:12 syntax: duplicate field 'f' in sig 'A'; note 1:9: previous declaration");
  EXPECT_EQ(place_of_error("abstract sig S in A {}\nsig A {}"), "1:1 syntax");
  EXPECT_EQ(place_of_error("one lone sig A {}"), "1:1 syntax");
  EXPECT_EQ(place_of_error("sig A in B {}\nsig B in A {}"), "1:5 type");
  EXPECT_EQ(place_of_error("sig A extends Int {}"), "1:5 syntax");
  EXPECT_EQ(place_of_error("enum E { X }\nsig Y extends E {}"), "2:5 syntax");
  EXPECT_EQ(place_of_error("sig A { f: A }\nsig S in A { f: A }"), "2:14 type");
  EXPECT_EQ(error_of("sig A { f: A }\nsig B { f: B }"), "fine");
  EXPECT_EQ(error_of("sig A { f: g, g: set A }"), "1:12 syntax: unknown name 'g'");
}

TEST(Sigs, AreAsDeclared) {
  const Model model =
      load_text("abstract sig A {} one sig B extends A {} sig S = A {} private some sig P {}");
  EXPECT_TRUE(sig_named(model, "A").is_abstract);
  EXPECT_EQ(sig_named(model, "A").children, std::vector{sig_named(model, "B").id});
  EXPECT_EQ(sig_named(model, "B").mult, SigMult::One);
  EXPECT_TRUE(sig_named(model, "S").equals_parents);
  EXPECT_EQ(sig_named(model, "S").subset_of, std::vector{sig_named(model, "A").id});
  EXPECT_TRUE(sig_named(model, "P").is_private);
  EXPECT_TRUE(sig_named(model, "P").is_top_level());
}

}  // namespace
}  // namespace fretsaw::model
