// SPDX-License-Identifier: MIT
// Every message of lexer and parser: its place, its text and what it suggests.
#include <gtest/gtest.h>

#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

TEST(LexicalErrors, OfNumbers) {
  EXPECT_EQ(error_of("run { a = 99999999999 }"),
            "1:11: the number 99999999999 is too large (the largest is 2147483647)");
  EXPECT_EQ(error_of("run { a = -2147483648 }"),
            "1:12: the number 2147483648 is too large (the largest is 2147483647)");
  const std::string hint =
      " (a name cannot start with a digit; hexadecimal digits come in pairs, as in 0x0F)";
  EXPECT_EQ(error_of("run { 1st }"), "1:7: '1st' is neither a number nor a name" + hint);
  EXPECT_EQ(error_of("run { 0xF }"), "1:7: '0xF' is neither a number nor a name" + hint);
  EXPECT_EQ(error_of("run { 0b12 }"), "1:7: '0b12' is neither a number nor a name" + hint);
}

TEST(LexicalErrors, OfStrings) {
  EXPECT_EQ(error_of("run { a = \"x }"),
            "1:11: this string is not closed on its line (close it with \"; write \\n for a new line)");
  EXPECT_EQ(error_of("run { \"\" }"), "1:7: a string cannot be empty (use an empty set instead)");
  EXPECT_EQ(error_of("run { \"a\\tb\" }"), "1:7: a string knows only the escapes \\\\, \\\" and \\n");
  EXPECT_EQ(error_of("run { \"a\"b }"),
            "1:7: a string cannot be followed directly by a name (put a blank between them)");
}

TEST(LexicalErrors, OfCharacters) {
  EXPECT_EQ(error_of("sig A {}\nrun { A % A }"), "2:9: the character '%' has no meaning in Alloy");
  EXPECT_EQ(error_of("run { a ∧ b }"), "1:9: '∧' has no meaning in Alloy (write and)");
  EXPECT_EQ(error_of("run { a\x07 }"), "1:8: the character '\\x07' has no meaning in Alloy");
  EXPECT_EQ(error_of("run { a` = a }"),
            "1:8: '`' has no meaning in Alloy (the value in the next state is written with ')");
  EXPECT_EQ(error_of("sig A {} /* no end"), "1:10: this comment is never closed (close it with */)");
}

TEST(LexicalErrors, DoNotHideEarlierOnes) {
  EXPECT_EQ(error_of("sig {}\nrun { % }"), "1:5: expected the name of the sig, found '{'");
}

TEST(SyntaxErrors, AreAtTheOffendingToken) {
  EXPECT_EQ(error_of("sig A {"),
            "1:8: expected '}' to close the fields of the sig, found the end of the file");
  EXPECT_EQ(error_of("sig A { f }"), "1:11: expected ':' after the declared names, found '}'");
  EXPECT_EQ(error_of("sig A { f: B g: C }"), "1:14: expected ',' or '}', found the name 'g'");
  EXPECT_EQ(error_of("run { a + }"), "1:11: expected an expression, found '}'");
  EXPECT_EQ(error_of("run { a == b }"), "1:10: expected an expression, found '=' (equality is written =)");
  EXPECT_EQ(error_of("run { (a }"), "1:10: expected ')' to close the parenthesis, found '}'");
  EXPECT_EQ(error_of("run { f[a }"), "1:11: expected ']' after the arguments, found '}'");
  EXPECT_EQ(error_of("run { f[a, ] }"), "1:12: expected an expression, found ']' (is an argument missing?)");
  EXPECT_EQ(error_of("run { some x: A }"), "1:17: expected '|' or '{' after the declarations, found '}'");
  EXPECT_EQ(error_of("run { all x | p }"),
            "1:7: 'all' must be followed by declarations (write all x: S | …; to say that a set is full, "
            "write s = S)");
  EXPECT_EQ(error_of("run { a => b else }"), "1:19: expected an expression, found '}'");
  EXPECT_EQ(error_of("run { p else q }"),
            "1:9: expected '}' or another formula, found the keyword 'else' (write condition => formula else "
            "formula)");
  EXPECT_EQ(error_of("run { a in one B }"),
            "1:12: expected an operand, found the keyword 'one' ('one' binds less tightly than the operator "
            "before it: "
            "put it in parentheses)");
  EXPECT_EQ(error_of("run { p and disj a }"), "1:18: expected '[' after 'disj', found the name 'a'");
  EXPECT_EQ(error_of("run { int[a, b] }"), "1:7: 'int' takes one argument");
}

TEST(SyntaxErrors, SayThatKeywordsAreNoNames) {
  EXPECT_EQ(
      error_of("sig sum {}"),
      "1:5: expected the name of the sig, found the keyword 'sum' (a keyword cannot be used as a name)");
  EXPECT_EQ(error_of("run { a.open }"),
            "1:9: expected an expression, found the keyword 'open' (a keyword cannot be used as a name)");
}

TEST(SyntaxErrors, OfParagraphs) {
  EXPECT_EQ(error_of("sig A {} }"),
            "1:10: expected a paragraph (sig, enum, fact, pred, fun, assert, let, run, check or open), found "
            "'}' (there "
            "is one '}' too many)");
  EXPECT_EQ(error_of("foo"),
            "1:1: expected a paragraph (sig, enum, fact, pred, fun, assert, let, run, check or open), found "
            "the name "
            "'foo'");
  EXPECT_EQ(error_of("sig A {}\nmodule m"), "2:1: 'module' may stand only once, at the top of the file");
  EXPECT_EQ(error_of("sig A {}\nopen m"),
            "2:1: 'open' must stand before the first sig, fact, predicate, function, assertion or command "
            "(move it to "
            "the top of the file)");
  EXPECT_EQ(error_of("one one sig A {}"), "1:5: 'one' is given twice");
  EXPECT_EQ(error_of("lone one sig A {}"), "1:1: a sig cannot be both 'one' and 'lone'");
  EXPECT_EQ(error_of("sig A extends B + C {}"),
            "1:17: expected '{', found '+' (a sig extends only one other; a subset of several is declared "
            "with 'in')");
  EXPECT_EQ(error_of("sig A$ {}"), "1:5: a declared name cannot contain '$', as 'A$' does");
  EXPECT_EQ(error_of("sig a/A {}"), "1:5: a declared name cannot be qualified, as 'a/A' is");
  EXPECT_EQ(error_of("pred a/p {}"), "1:1: a declared name cannot be qualified, as 'a/p' is");
  EXPECT_EQ(error_of("enum E {}"), "1:1: an enumeration needs at least one value");
  EXPECT_EQ(
      error_of("sig A { part f, g: A }"),
      "1:14: expected ':' after the declared names, found the name 'f' ('part' is no longer part of the "
      "language)");
  EXPECT_EQ(error_of("run { all disjoint a, b: A | p }"),
            "1:7: 'all' must be followed by declarations (write all x: S | …; to say that a set is full, "
            "write s = S)");
  EXPECT_EQ(
      error_of("sig A { disjoint f: A }"),
      "1:18: expected ':' after the declared names, found the name 'f' (names whose values are disjoint are "
      "declared with disj)");
  EXPECT_EQ(error_of("sig A { disj f = A }"), "1:9: what is defined with '=' cannot be declared disjoint");
  EXPECT_EQ(error_of("fun f[x: A] { x }"),
            "1:13: expected ':' and the type of the function's result, found '{'");
  EXPECT_EQ(error_of("fun f: set A { x: A | p }"),
            "1:17: expected '}' or another formula, found ':' (a quantifier begins with all, some, no, lone "
            "or one; a "
            "set { x: S | … } needs its own braces)");
  EXPECT_EQ(error_of("pred p: A { }"),
            "1:7: expected '{', found ':' (a predicate has no result; use fun for a function)");
  EXPECT_EQ(error_of("pred p[private x: A] {}"), "1:8: a parameter is always private (leave out 'private')");
  EXPECT_EQ(error_of("pred p[x: disj A] {}"),
            "1:8: the parameter 'x' cannot have a disjoint bound (disj may stand before the names)");
  EXPECT_EQ(error_of("let m"),
            "1:6: expected '=' or '{' and the body of the macro, found the end of the file");
}

TEST(SyntaxErrors, OfCommands) {
  EXPECT_EQ(error_of("run some A"),
            "1:5: expected a name or '{' after 'run', found the keyword 'some' (put the formula in braces)");
  EXPECT_EQ(error_of("run p[x] for 3"),
            "1:6: expected a scope or the next paragraph, found '[' (to give arguments, write run { p[…] })");
  EXPECT_EQ(error_of("run p for"), "1:10: expected a number, found the end of the file");
  EXPECT_EQ(error_of("run p for 3 but"), "1:16: expected a number, found the end of the file");
  EXPECT_EQ(error_of("run p for 3 but 2"),
            "1:18: expected the name of a sig, int, seq, String or steps, found the end of the file");
  EXPECT_EQ(error_of("run p for 3 but -2 A"), "1:17: a scope cannot be negative");
  EXPECT_EQ(error_of("run p for exactly 4 int"),
            "1:11: the scope of 'int' is always exact (leave out 'exactly')");
  EXPECT_EQ(error_of("run p for 1..4 seq"), "1:11: the scope of 'seq' cannot grow (give one number)");
  EXPECT_EQ(error_of("run p for 3 univ"), "1:11: 'univ' cannot have a scope");
  EXPECT_EQ(error_of("run p for 3 but 4 int, 5 Int"), "1:17: the scope of 'int' is given twice");
  EXPECT_EQ(error_of("run p for 0 steps"), "1:11: a trace has at least one step");
  EXPECT_EQ(error_of("run p for 3 but 2.. steps"), "1:17: an unbounded number of steps must start at 1");
  EXPECT_EQ(error_of("run p expect"), "1:13: expected a number after 'expect', found the end of the file");
  EXPECT_EQ(error_of("run p => sig A {}"), "1:10: expected 'run' or 'check', found the keyword 'sig'");
}

TEST(SyntaxErrors, OfPrimesApartFromTheirNames) {
  EXPECT_EQ(error_of("sig A { f ': A }"),
            "1:11: a declared name cannot be followed by a prime (before Alloy 6 it could, without a blank)");
}

TEST(SyntaxErrors, CountColumnsInCharacters) {
  EXPECT_EQ(error_of("sig Größe {}\nrun { some Größe + }"), "2:20: expected an expression, found '}'");
}

TEST(SyntaxErrors, OfExpressionsOnTheirOwn) {
  EXPECT_EQ(read("a b"), "1:3: expected the end, found the name 'b'");
  EXPECT_EQ(read(""), "1:1: expected an expression, found the end of the file");
}

}  // namespace
}  // namespace fretsaw::alloy
