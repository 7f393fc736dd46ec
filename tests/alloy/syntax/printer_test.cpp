// SPDX-License-Identifier: MIT
#include "alloy/syntax/printer.hpp"

#include <gtest/gtest.h>

#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

std::string reprint(const std::string& text) { return print(*expression_of(text)); }

TEST(Printer, UsesOneSpellingPerOperator) {
  EXPECT_EQ(reprint("a && b || !c => d <=> e"), "a and b or not c implies d iff e");
  EXPECT_EQ(reprint("a !in b"), "a not in b");
  EXPECT_EQ(reprint("a =< b"), "a <= b");
  EXPECT_EQ(reprint("int a + sum[b]"), "int[a] + int[b]");
}

TEST(Printer, DropsParenthesesThatAreNotNeeded) {
  EXPECT_EQ(reprint("((a) + (b & c))"), "a + b & c");
  EXPECT_EQ(reprint("(a.b).c"), "a.b.c");
  EXPECT_EQ(reprint("a -> (b -> c)"), "a -> b -> c");
  EXPECT_EQ(reprint("p and (all x: A | q)"), "p and all x: A | q");
}

TEST(Printer, KeepsParenthesesThatAre) {
  EXPECT_EQ(reprint("(a + b) & c"), "(a + b) & c");
  EXPECT_EQ(reprint("a.(b.c)"), "a.(b.c)");
  EXPECT_EQ(reprint("(a -> b) -> c"), "(a -> b) -> c");
  EXPECT_EQ(reprint("(all x: A | q) and p"), "(all x: A | q) and p");
  EXPECT_EQ(reprint("a => (b => c) else d"), "a implies (b implies c) else d");
  EXPECT_EQ(reprint("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(reprint("{ p (-1) }"), "{ p (-1) }");
  EXPECT_EQ(reprint("n = (sum x: A | x.v)"), "n = (sum x: A | x.v)");
  EXPECT_EQ(reprint("a in (one B)"), "a in (one B)");
}

TEST(Printer, PutsModulesOnSeveralLines) {
  const std::string text =
      "module m[exactly X]\n"
      "open util/ordering[X] as ord\n"
      "\n"
      "abstract sig A extends X {\n"
      "  f: lone A,\n"
      "  disj g, h: X -> one A\n"
      "} {\n"
      "  f != this\n"
      "  all x: X {\n"
      "    some x.g\n"
      "    { a b: x -> A | a in b } in A\n"
      "  }\n"
      "}\n"
      "\n"
      "fun A.up[n: Int]: set A {\n"
      "  this.*f\n"
      "}\n"
      "\n"
      "run show {\n"
      "  some A\n"
      "} for 3 but exactly 2 A, 4 int expect 1\n";
  std::string readable = text;
  readable.replace(readable.find("a b: x"), 6, "a, b: x");
  EXPECT_EQ(print(module_of(readable)), readable);
}

TEST(Printer, PrintsParagraphsAndDeclarationsAlone) {
  const Module module = module_of("one sig A { private f: set A }");
  EXPECT_EQ(print(module.paragraphs[0]), "one sig A {\n  private f: set A\n}");
  EXPECT_EQ(print(std::get<Sig>(module.paragraphs[0]).fields[0]), "private f: set A");
}

}  // namespace
}  // namespace fretsaw::alloy
