// SPDX-License-Identifier: MIT
// Every message of lexer and parser: its place, its text and what it suggests.
#include <gtest/gtest.h>

#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

TEST(LexicalErrors, OfNumbers) {
  EXPECT_EQ(error_of("run { a = 99999999999 }"),
            "1:11: the number 99999999999 is too large: the maximum is 2147483647");
  EXPECT_EQ(error_of("run { a = -2147483648 }"),
            "1:12: the number 2147483648 is too large: the maximum is 2147483647");
  const std::string note =
      "; note: names cannot start with a digit; hexadecimal digits come in pairs, as "
      "in 0x0F";
  EXPECT_EQ(error_of("run { 1st }"), "1:7: '1st' is neither a number nor a name" + note);
  EXPECT_EQ(error_of("run { 0xF }"), "1:7: '0xF' is neither a number nor a name" + note);
  EXPECT_EQ(error_of("run { 0b12 }"), "1:7: '0b12' is neither a number nor a name" + note);
}

TEST(LexicalErrors, OfStrings) {
  EXPECT_EQ(error_of("run { a = \"x }"),
            "1:11: unterminated string (close it with \"; write \\n for a new line)");
  EXPECT_EQ(error_of("run { \"\" }"), "1:7: a string cannot be empty (use an empty set instead)");
  EXPECT_EQ(error_of("run { \"a\\tb\" }"), "1:7: unknown escape in a string: expected \\\\, \\\" or \\n");
  EXPECT_EQ(error_of("run { \"a\"b }"),
            "1:7: a string cannot be followed directly by a name (put a space between them)");
}

TEST(LexicalErrors, OfCharacters) {
  EXPECT_EQ(error_of("sig A {}\nrun { A % A }"), "2:9: unexpected character '%'");
  EXPECT_EQ(error_of("run { a ∧ b }"), "1:9: unexpected character '∧' (write and)");
  EXPECT_EQ(error_of("run { a\x07 }"), "1:8: unexpected character '\\x07'");
  EXPECT_EQ(error_of("run { a` = a }"),
            "1:8: unexpected character '`' (write ' for the value in the next state)");
  EXPECT_EQ(error_of("sig A {} /* no end"), "1:10: unterminated comment (close it with */)");
}

TEST(LexicalErrors, DoNotHideEarlierOnes) {
  EXPECT_EQ(error_of("sig {}\nrun { % }"), "1:5: expected the name of the sig, found '{'");
}

TEST(SyntaxErrors, AreAtTheOffendingToken) {
  EXPECT_EQ(error_of("sig A {"),
            "1:8: expected '}' to close the fields of the sig, found the end of the input");
  EXPECT_EQ(error_of("sig A { f }"), "1:11: expected ':' after the declared names, found '}'");
  EXPECT_EQ(error_of("sig A { f: B g: C }"), "1:14: expected ',' or '}', found the name 'g'");
  EXPECT_EQ(error_of("run { a + }"), "1:11: expected an expression, found '}'");
  EXPECT_EQ(error_of("run { a == b }"), "1:10: expected an expression, found '=' (write = for equality)");
  EXPECT_EQ(error_of("run { (a }"), "1:10: expected ')' to close the parenthesis, found '}'");
  EXPECT_EQ(error_of("run { f[a }"), "1:11: expected ']' after the arguments, found '}'");
  EXPECT_EQ(error_of("run { f[a, ] }"), "1:12: expected an expression, found ']' (add the missing argument)");
  EXPECT_EQ(error_of("run { some x: A }"), "1:17: expected '|' or '{' after the declarations, found '}'");
  EXPECT_EQ(error_of("run { all x | p }"),
            "1:7: 'all' must be followed by declarations (write all x: S | …, or s = S if the set contains "
            "all of S)");
  EXPECT_EQ(error_of("run { a => b else }"), "1:19: expected an expression, found '}'");
  EXPECT_EQ(error_of("run { p else q }"),
            "1:9: expected '}' or another formula, found the keyword 'else' (write condition => formula else "
            "formula)");
  EXPECT_EQ(error_of("run { a in one B }"),
            "1:12: expected an operand, found the keyword 'one' (put 'one' in parentheses: it binds less "
            "tightly than the operator before it)");
  EXPECT_EQ(error_of("run { p and disj a }"), "1:18: expected '[' after 'disj', found the name 'a'");
  EXPECT_EQ(error_of("run { int[a, b] }"), "1:7: 'int' takes exactly one argument");
}

TEST(SyntaxErrors, ReportKeywordsUsedAsNames) {
  EXPECT_EQ(
      error_of("sig sum {}"),
      "1:5: expected the name of the sig, found the keyword 'sum' (choose a name that is not a keyword)");
  EXPECT_EQ(error_of("run { a.open }"),
            "1:9: expected an expression, found the keyword 'open' (choose a name that is not a keyword)");
}

TEST(SyntaxErrors, OfParagraphs) {
  EXPECT_EQ(error_of("sig A {} }"),
            "1:10: expected a paragraph (sig, enum, fact, pred, fun, assert, let, run, check or open), "
            "found '}' (remove the extra '}')");
  EXPECT_EQ(error_of("foo"),
            "1:1: expected a paragraph (sig, enum, fact, pred, fun, assert, let, run, check or open), found "
            "the name "
            "'foo'");
  EXPECT_EQ(error_of("sig A {}\nmodule m"), "2:1: 'module' is allowed only once, at the top of the file");
  EXPECT_EQ(error_of("sig A {}\nopen m"),
            "2:1: 'open' must precede the first sig, fact, predicate, function, assertion or command "
            "(move it to "
            "the top of the file)");
  EXPECT_EQ(error_of("one one sig A {}"), "1:5: duplicate 'one'");
  EXPECT_EQ(error_of("lone one sig A {}"), "1:1: a sig cannot be both 'one' and 'lone'");
  EXPECT_EQ(error_of("sig A extends B + C {}"),
            "1:17: expected '{', found '+' (extend a single sig, or declare a subset of several with 'in')");
  EXPECT_EQ(error_of("sig A$ {}"), "1:5: a declared name cannot contain '$', as 'A$' does");
  EXPECT_EQ(error_of("sig a/A {}"), "1:5: a declared name cannot be qualified, as 'a/A' is");
  EXPECT_EQ(error_of("pred a/p {}"), "1:1: a declared name cannot be qualified, as 'a/p' is");
  EXPECT_EQ(error_of("enum E {}"), "1:1: an enum requires at least one member");
  EXPECT_EQ(
      error_of("sig A { part f, g: A }"),
      "1:14: expected ':' after the declared names, found the name 'f' (remove 'part': it is not part of "
      "Alloy 6)");
  EXPECT_EQ(error_of("run { all disjoint a, b: A | p }"),
            "1:7: 'all' must be followed by declarations (write all x: S | …, or s = S if the set contains "
            "all of S)");
  EXPECT_EQ(error_of("sig A { disjoint f: A }"),
            "1:18: expected ':' after the declared names, found the name 'f' (use disj to declare names with "
            "disjoint values)");
  EXPECT_EQ(error_of("sig A { disj f = A }"), "1:9: names defined with '=' cannot be declared disjoint");
  EXPECT_EQ(error_of("fun f[x: A] { x }"),
            "1:13: expected ':' and the type of the function's result, found '{'");
  EXPECT_EQ(error_of("fun f: set A { x: A | p }"),
            "1:17: expected '}' or another formula, found ':' (begin a quantifier with all, some, no, lone "
            "or one; put a set { x: S | … } in braces of its own)");
  EXPECT_EQ(error_of("pred p: A { }"),
            "1:7: expected '{', found ':' (use fun to declare a function with a result)");
  EXPECT_EQ(error_of("pred p[private x: A] {}"),
            "1:8: 'private' is not allowed on a parameter (remove 'private')");
  EXPECT_EQ(error_of("pred p[x: disj A] {}"),
            "1:8: the parameter 'x' cannot have a disjoint bound (write disj before the names)");
  EXPECT_EQ(error_of("let m"),
            "1:6: expected '=' or '{' and the body of the macro, found the end of the input");
}

TEST(SyntaxErrors, OfCommands) {
  EXPECT_EQ(error_of("run some A"),
            "1:5: expected a name or '{' after 'run', found the keyword 'some' (put the formula in braces)");
  EXPECT_EQ(error_of("run p[x] for 3"),
            "1:6: expected a scope or the next paragraph, found '[' (write run { p[…] } to pass arguments)");
  EXPECT_EQ(error_of("run p for"), "1:10: expected a number, found the end of the input");
  EXPECT_EQ(error_of("run p for 3 but"), "1:16: expected a number, found the end of the input");
  EXPECT_EQ(error_of("run p for 3 but 2"),
            "1:18: expected the name of a sig, int, seq, String or steps, found the end of the input");
  EXPECT_EQ(error_of("run p for 3 but -2 A"), "1:17: a scope cannot be negative");
  EXPECT_EQ(error_of("run p for exactly 4 int"),
            "1:11: the scope of 'int' is always exact (remove 'exactly')");
  EXPECT_EQ(error_of("run p for 1..4 seq"), "1:11: the scope of 'seq' cannot grow (use a single number)");
  EXPECT_EQ(error_of("run p for 3 univ"), "1:11: 'univ' cannot have a scope");
  EXPECT_EQ(error_of("run p for 3 but 4 int, 5 Int"), "1:17: duplicate scope of 'int'");
  EXPECT_EQ(error_of("run p for 0 steps"), "1:11: a trace has at least one step");
  EXPECT_EQ(error_of("run p for 3 but 2.. steps"), "1:17: an unbounded number of steps must start at 1");
  EXPECT_EQ(error_of("run p expect"), "1:13: expected a number after 'expect', found the end of the input");
  EXPECT_EQ(error_of("run p => sig A {}"), "1:10: expected 'run' or 'check', found the keyword 'sig'");
}

TEST(SyntaxErrors, OfPrimesApartFromTheirNames) {
  EXPECT_EQ(
      error_of("sig A { f ': A }"),
      "1:11: a declared name cannot be followed by a prime (remove the prime: names contain it only before "
      "Alloy 6)");
}

TEST(SyntaxErrors, CountColumnsInCharacters) {
  EXPECT_EQ(error_of("sig Größe {}\nrun { some Größe + }"), "2:20: expected an expression, found '}'");
}

TEST(SyntaxErrors, OfExpressionsOnTheirOwn) {
  EXPECT_EQ(read("a b"), "1:3: expected the end, found the name 'b'");
  EXPECT_EQ(read(""), "1:1: expected an expression, found the end of the input");
}

}  // namespace
}  // namespace fretsaw::alloy
