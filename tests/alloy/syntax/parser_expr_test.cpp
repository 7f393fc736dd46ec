// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

TEST(Precedence, OfLogicalOperatorsIsAsInAlloy) {
  EXPECT_EQ(read("a or b iff c implies d and e"), "(or a (iff b (implies c (and d e))))");
  EXPECT_EQ(read("a || b <=> c => d && e"), "(or a (iff b (implies c (and d e))))");
  EXPECT_EQ(read("a and b or c and d"), "(or (and a b) (and c d))");
  EXPECT_EQ(read("not a and b"), "(and (not a) b)");
  EXPECT_EQ(read("not a = b"), "(not (= a b))");
  EXPECT_EQ(read("! a in b"), "(not (in a b))");
}

TEST(Precedence, OfRelationalOperatorsIsAsInAlloy) {
  EXPECT_EQ(read("a + b & c"), "(+ a (& b c))");
  EXPECT_EQ(read("a & b -> c"), "(& a (-> b c))");
  EXPECT_EQ(read("a ++ b & c"), "(++ a (& b c))");
  EXPECT_EQ(read("a + b ++ c"), "(+ a (++ b c))");
  EXPECT_EQ(read("a -> b <: c"), "(-> a (<: b c))");
  EXPECT_EQ(read("a <: b :> c"), "(<: a (:> b c))");
  EXPECT_EQ(read("a :> b.c"), "(:> a (. b c))");
  EXPECT_EQ(read("a :> b[c]"), "(:> a ([] b c))");
  EXPECT_EQ(read("~a.b"), "(. (~ a) b)");
  EXPECT_EQ(read("a.^b"), "(. a (^ b))");
  EXPECT_EQ(read("^*~a"), "(^ (* (~ a)))");
  EXPECT_EQ(read("a << b + c"), "(<< a (+ b c))");
  EXPECT_EQ(read("a < b >> c"), "(< a (>> b c))");
  EXPECT_EQ(read("a fun/add b fun/mul c"), "(fun/add a (fun/mul b c))");
}

TEST(Precedence, OfDotAndBracketsIsTheSameFromLeftToRight) {
  EXPECT_EQ(read("a.b[c]"), "([] (. a b) c)");
  EXPECT_EQ(read("a[b].c"), "(. ([] a b) c)");
  EXPECT_EQ(read("a.b.c[d, e][f]"), "([] ([] (. (. a b) c) d e) f)");
  EXPECT_EQ(read("a::b"), "(. a b)");
}

TEST(Precedence, OfCountingIsBetweenUnionAndOverride) {
  EXPECT_EQ(read("#a + b"), "(+ (# a) b)");
  EXPECT_EQ(read("#a & b"), "(# (& a b))");
  EXPECT_EQ(read("#a ++ b = c"), "(= (# (++ a b)) c)");
  EXPECT_EQ(read("a + #b"), "(+ a (# b))");
  EXPECT_EQ(read("a & #b"),
            "1:5: expected an operand, found '#' (put '#' in parentheses: it binds less tightly than the "
            "operator before it)");
}

TEST(Precedence, OfMultiplicityTestsIsThatOfComparisons) {
  EXPECT_EQ(read("no a & b"), "(no (& a b))");
  EXPECT_EQ(read("some a = b"), "(= (some a) b)");
  EXPECT_EQ(read("not no a"), "(not (no a))");
  EXPECT_EQ(read("lone a + b or one c"), "(or (lone (+ a b)) (one c))");
}

TEST(Associativity, IsLeftExceptForArrowsAndImplications) {
  EXPECT_EQ(read("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(read("a + b - c + d"), "(+ (- (+ a b) c) d)");
  EXPECT_EQ(read("a and b and c"), "(and (and a b) c)");
  EXPECT_EQ(read("a iff b iff c"), "(iff (iff a b) c)");
  EXPECT_EQ(read("a -> b -> c"), "(-> a (-> b c))");
  EXPECT_EQ(read("a => b => c"), "(implies a (implies b c))");
  EXPECT_EQ(read("a <: b <: c"), "(<: (<: a b) c)");
  EXPECT_EQ(read("a = b = c"), "(= (= a b) c)");
}

TEST(IfElse, BelongsToTheNearestImplication) {
  EXPECT_EQ(read("a => b else c"), "(if a b c)");
  EXPECT_EQ(read("a => b => c else d"), "(implies a (if b c d))");
  EXPECT_EQ(read("a => b => c else d else e"), "(if a (if b c d) e)");
  EXPECT_EQ(read("a => b else c => d else e"), "(if a b (if c d e))");
  EXPECT_EQ(read("a => (b => c) else d"), "(if a (implies b c) d)");
  EXPECT_EQ(read("a implies b else c and d or e"), "(or (if a b (and c d)) e)");
  EXPECT_EQ(read("(a => b else c).d"), "(. (if a b c) d)");
}

TEST(Comparisons, MergeWithANegationBeforeThem) {
  EXPECT_EQ(read("a not in b"), "(not in a b)");
  EXPECT_EQ(read("a ! in b"), "(not in a b)");
  EXPECT_EQ(read("a !in b"), "(not in a b)");
  EXPECT_EQ(read("a != b"), "(!= a b)");
  EXPECT_EQ(read("a not /* even here */ = b"), "(!= a b)");
  EXPECT_EQ(read("a !< b"), "(!< a b)");
  EXPECT_EQ(read("a !=< b"), "(!<= a b)");
  EXPECT_EQ(read("a not <= b"), "(!<= a b)");
  EXPECT_EQ(read("a !> b"), "(!> a b)");
  EXPECT_EQ(read("a !>= b"), "(!>= a b)");
  EXPECT_EQ(read("a =< b"), "(<= a b)");
  EXPECT_EQ(read("a <= b"), "(<= a b)");
}

TEST(Arrows, TakeMultiplicitiesOnBothSides) {
  EXPECT_EQ(read("a one -> lone b"), "(one->lone a b)");
  EXPECT_EQ(read("a some->some b"), "(some->some a b)");
  EXPECT_EQ(read("a set -> one b"), "(->one a b)");
  EXPECT_EQ(read("a -> set b"), "(-> a b)");
  EXPECT_EQ(read("a lone -> b one -> c"), "(lone-> a (one-> b c))");
  EXPECT_EQ(read("a -> lone b -> c"), "(->lone a (-> b c))");
}

TEST(Quantifiers, TakeSeveralDeclarations) {
  EXPECT_EQ(read("all x: A, y, z: set B | p"), "(all [x : A] [y z :set B] p)");
  EXPECT_EQ(read("some disj x, y: A { p q }"), "(some [disj x y : A] ({} p q))");
  EXPECT_EQ(read("no x: A | p"), "(no [x : A] p)");
  EXPECT_EQ(read("lone x: A | one y: B | p"), "(lone [x : A] (one [y : B] p))");
  EXPECT_EQ(read("sum x: A | x.n"), "(sum [x : A] (. x n))");
  EXPECT_EQ(read("all x: some A, y: one B | p"), "(all [x :some A] [y :one B] p)");
  EXPECT_EQ(read("all x: A, y = B | p"), "(all [x : A] [y := B] p)");
}

TEST(Quantifiers, ReachToTheEnd) {
  EXPECT_EQ(read("a and all x: A | b or c"), "(and a (all [x : A] (or b c)))");
  EXPECT_EQ(read("not some x: A | b and c"), "(not (some [x : A] (and b c)))");
  EXPECT_EQ(read("a => some x: A | b => c else d"), "(implies a (some [x : A] (if b c d)))");
  EXPECT_EQ(read("a.let x = b | x + c"), "(. a (let [x := b] (+ x c)))");
  EXPECT_EQ(read("1 + sum x: A | x"), "(+ 1 (sum [x : A] x))");
}

TEST(Quantifiers, WithABlockCannotBeFollowedByAnOperator) {
  EXPECT_EQ(
      read("all x: A { p } and q"),
      "1:16: expected the end of the formula, found 'and' (put the expression that begins with 'all' in "
      "parentheses)");
  EXPECT_EQ(read("(all x: A { p }) and q"), "(and (all [x : A] ({} p)) q)");
}

TEST(Quantifiers, CannotBeComparedWithoutParentheses) {
  EXPECT_EQ(
      read("5 = sum x: A | x"),
      "1:5: expected an operand, found the keyword 'sum' (put the quantified expression in parentheses)");
  EXPECT_EQ(read("5 = (sum x: A | x)"), "(= 5 (sum [x : A] x))");
}

TEST(Quantifiers, AreDistinguishedFromTests) {
  EXPECT_EQ(read("some x"), "(some x)");
  EXPECT_EQ(read("some x.y"), "(some (. x y))");
  EXPECT_EQ(read("{ some x, y: A | p }"), "({} (some [x y : A] p))");
  EXPECT_EQ(read("sum x"), "(int x)");
}

TEST(Let, DefinesSeveralNames) {
  EXPECT_EQ(read("let x = a, y = b + x | x -> y"), "(let [x := a] [y := (+ b x)] (-> x y))");
  EXPECT_EQ(read("let x = a { p q }"), "(let [x := a] ({} p q))");
}

TEST(Comprehensions, AreDistinguishedFromBlocks) {
  EXPECT_EQ(read("{ x: A | p }"), "(set [x : A] p)");
  EXPECT_EQ(read("{ x, y: A, z: B | p }"), "(set [x y : A] [z : B] p)");
  EXPECT_EQ(read("{ x: A { p q } }"), "(set [x : A] ({} p q))");
  EXPECT_EQ(read("{ x: A }"), "(set [x : A] ({}))");
  EXPECT_EQ(read("{ disj x, y: A | p }"), "(set [disj x y : A] p)");
  EXPECT_EQ(read("{ disj[x, y] }"), "({} (disj x y))");
  EXPECT_EQ(read("{ x }"), "({} x)");
  EXPECT_EQ(read("{}"), "({})");
  EXPECT_EQ(read("{ x = y }"), "({} (= x y))");
}

TEST(Blocks, HoldFormulasNextToEachOther) {
  EXPECT_EQ(read("{ p not no A }"), "({} p (not (no A)))");
  EXPECT_EQ(read("{ a = b c in d }"), "({} (= a b) (in c d))");
  EXPECT_EQ(read("{ all x: A | p all y: A { q } r }"), "({} (all [x : A] p) (all [y : A] ({} q)) r)");
  EXPECT_EQ(read("{ p -1 }"), "({} (- p 1))");
}

TEST(Constraints, AreWhatMultiplicitiesMeanRightOfIn) {
  EXPECT_EQ(read("a in (some B)"), "(in a (someOf B))");
  EXPECT_EQ(read("a not in (lone B)"), "(not in a (loneOf B))");
  EXPECT_EQ(read("a = (one B)"), "(= a (one B))");
  EXPECT_EQ(read("a in (set B)"), "(in a (setOf B))");
  EXPECT_EQ(read("a in (seq B)"), "(in a (seq B))");
}

TEST(Builtins, OfIntegersAndOrders) {
  EXPECT_EQ(read("disj[a, b, c]"), "(disj a b c)");
  EXPECT_EQ(read("a.disj[b]"), "(disj a b)");
  EXPECT_EQ(read("disj[a][b, c]"), "(disj a b c)");
  EXPECT_EQ(read("pred/totalOrder[e, f, n]"), "(pred/totalOrder e f n)");
  EXPECT_EQ(read("e.pred/totalOrder[f, n]"), "(pred/totalOrder e f n)");
  EXPECT_EQ(read("int[a]"), "(int a)");
  EXPECT_EQ(read("int a.b"), "(int (. a b))");
  EXPECT_EQ(read("a.int + b.sum"), "(+ (int a) (int b))");
  EXPECT_EQ(read("Int[a]"), "([] Int a)");
  EXPECT_EQ(read("fun/min -> fun/max -> fun/next"), "(-> fun/min (-> fun/max fun/next))");
  EXPECT_EQ(read("a fun/sub b fun/rem c fun/div d"), "(fun/sub a (fun/div (fun/rem b c) d))");
}

TEST(Names, MayBeQualifiedAndUnusual) {
  EXPECT_EQ(read("a/b/c"), "a/b/c");
  EXPECT_EQ(read("this/a"), "this/a");
  EXPECT_EQ(read("this . a"), "(. this a)");
  EXPECT_EQ(read("seq/Int -> seq/foo"), "(-> seq/Int seq/foo)");
  EXPECT_EQ(read("@a/b"), "@a/b");
  EXPECT_EQ(read("x_1 + $y + A$"), "(+ (+ x_1 $y) A$)");
  EXPECT_EQ(read("größe.高さ"), "(. größe 高さ)");
  EXPECT_EQ(read("x\"y"), "x\"y");
  EXPECT_EQ(read("integer + internal + ones"), "(+ (+ integer internal) ones)");
}

TEST(Constants, HaveTheirOwnNodes) {
  EXPECT_EQ(read("none + univ -> iden + this + Int + String"),
            "(+ (+ (+ (+ none (-> univ iden)) this) Int) String)");
}

TEST(Numbers, AreNegativeWhereNoOperandPrecedes) {
  EXPECT_EQ(read("-1"), "-1");
  EXPECT_EQ(read("a - 1"), "(- a 1)");
  EXPECT_EQ(read("a -1"), "(- a 1)");
  EXPECT_EQ(read("a - -1"), "(- a -1)");
  EXPECT_EQ(read("f[-1]"), "([] f -1)");
  EXPECT_EQ(read("a = - 2"), "(= a -2)");
  EXPECT_EQ(read("(a) -1"), "(- a 1)");
  EXPECT_EQ(read("a' - 1"), "(- (' a) 1)");
}

TEST(Numbers, MayBeHexadecimalBinaryOrGrouped) {
  EXPECT_EQ(read("0x1F"), "31");
  EXPECT_EQ(read("0b101"), "5");
  EXPECT_EQ(read("1_000"), "1000");
  EXPECT_EQ(read("2147483647"), "2147483647");
}

TEST(Strings, KnowThreeEscapes) { EXPECT_EQ(expression_of("\"a\\\"b\\\\c\\nd\"")->name, "a\"b\\c\nd"); }

TEST(TemporalOperators, AreParsed) {
  EXPECT_EQ(read("always a until b and c"), "(and (until (always a) b) c)");
  EXPECT_EQ(read("a since b releases c triggered d"), "(triggered (releases (since a b) c) d)");
  EXPECT_EQ(read("eventually historically once before after a = b"),
            "(eventually (historically (once (before (after (= a b))))))");
  EXPECT_EQ(read("a.b' = c'"), "(= (. a (' b)) (' c))");
  EXPECT_EQ(read("~a'"), "(' (~ a))");
  EXPECT_EQ(read("a ; b ; c or d"), "(; a (; b (or c d)))");
  EXPECT_EQ(read("always all x: A | b ; c"), "(always (all [x : A] (; b c)))");
}

// What Alloy calls pos: where it reports errors about the operator.
std::string position(const std::string& text) { return std::string(expression_of(text)->pos.text()); }
std::string span(const std::string& text) { return std::string(expression_of(text)->span.text()); }

TEST(Positions, AreThoseOfTheOperator) {
  EXPECT_EQ(position("a . b"), ".");
  EXPECT_EQ(position("a not  in b"), "not  in");
  EXPECT_EQ(position("a one -> lone b"), "one -> lone");
  EXPECT_EQ(position("^ a"), "^");
  EXPECT_EQ(position("(f)[x, y ]"), "f)[x, y");
  EXPECT_EQ(position("a => b else c"), "=>");
  EXPECT_EQ(position("all x: A | p"), "all");
  EXPECT_EQ(position("let x = a | p"), "=");
  EXPECT_EQ(position("{ x: A | p }"), "{");
  EXPECT_EQ(position("{ p }"), "{ p }");
  EXPECT_EQ(position("disj[a, b ]"), "disj[a, b");
}

TEST(Spans, CoverTheTextWithoutTheParenthesesAroundIt) {
  EXPECT_EQ(span("((a) + (b))"), "(a) + (b)");
  EXPECT_EQ(span(" f[ (x) ] "), "f[ (x) ]");
  EXPECT_EQ(span("not (a)"), "not (a)");
  EXPECT_EQ(span("{ x: A | p } + q"), "{ x: A | p } + q");
}

TEST(Spans, AsAlloyReportsThemSkipParentheses) {
  EXPECT_EQ(reported_span(*expression_of("((a) + b) & c")).text(), "a) + b) & c");
  EXPECT_EQ(reported_span(*expression_of("^((a).b)")).text(), "^((a).b");
}

}  // namespace
}  // namespace fretsaw::alloy
