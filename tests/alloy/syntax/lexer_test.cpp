// SPDX-License-Identifier: MIT
#include "alloy/syntax/lexer.hpp"

#include <gtest/gtest.h>

namespace fretsaw::alloy {
namespace {

std::vector<Tok> kinds(const std::string& text) {
  std::vector<Tok> result;
  for (const Token& token : tokenize(Source("test.als", text)).tokens) result.push_back(token.kind);
  return result;
}

using Kinds = std::vector<Tok>;

TEST(Lexer, SkipsAllFormsOfComments) {
  EXPECT_EQ(kinds("a // b\n-- c\r/* d\n e */ /**/ f /** g **/ --"),
            (Kinds{Tok::Identifier, Tok::Identifier, Tok::End}));
  EXPECT_EQ(kinds("a --> b\nc"), (Kinds{Tok::Identifier, Tok::Identifier, Tok::End}));
  EXPECT_EQ(kinds("/* a /* b */ c"), (Kinds{Tok::Identifier, Tok::End}));
}

TEST(Lexer, TakesTheLongestSign) {
  EXPECT_EQ(kinds("<=> <= <: << < =< => = >>> >> >= >"),
            (Kinds{Tok::Iff, Tok::LessEqual, Tok::DomainRestriction, Tok::ShiftLeft, Tok::Less,
                   Tok::LessEqual, Tok::Implies, Tok::Equal, Tok::ShiftRightUnsigned, Tok::ShiftRight,
                   Tok::GreaterEqual, Tok::Greater, Tok::End}));
  EXPECT_EQ(kinds(":> : :: . ++ + && & || |"),
            (Kinds{Tok::RangeRestriction, Tok::Colon, Tok::Dot, Tok::Dot, Tok::PlusPlus, Tok::Plus, Tok::And,
                   Tok::Ampersand, Tok::Or, Tok::Bar, Tok::End}));
}

TEST(Lexer, KnowsWordsForSigns) {
  EXPECT_EQ(kinds("and or not iff implies disj"),
            (Kinds{Tok::And, Tok::Or, Tok::Not, Tok::Iff, Tok::Implies, Tok::Disj, Tok::End}));
}

TEST(Lexer, TakesQuotationMarksForPrimes) {
  EXPECT_EQ(kinds("a' b\u2018 c\u2019"), (Kinds{Tok::Identifier, Tok::Prime, Tok::Identifier, Tok::Prime,
                                                Tok::Identifier, Tok::Prime, Tok::End}));
}

TEST(Lexer, MergesAcrossCommentsAndLines) {
  EXPECT_EQ(kinds("not\n/* c */ in"), (Kinds{Tok::NotIn, Tok::End}));
  EXPECT_EQ(kinds("one // c\n->\nlone"), (Kinds{Tok::Arrow, Tok::End}));
  EXPECT_EQ(kinds("fun / add fun/x pred/totalOrder"),
            (Kinds{Tok::IntAdd, Tok::Fun, Tok::Slash, Tok::Identifier, Tok::TotalOrder, Tok::End}));
}

TEST(Lexer, MovesLabelsBehindTheKeyword) {
  const Source source("test.als", "l: run {");
  const TokenList list = tokenize(source);
  ASSERT_EQ(list.tokens.size(), 4U);
  EXPECT_EQ(list.tokens[0].kind, Tok::Run);
  EXPECT_EQ(list.tokens[0].begin, 3U);
  EXPECT_EQ(list.tokens[1].kind, Tok::Identifier);
  EXPECT_EQ(list.tokens[1].begin, 0U);
}

TEST(Lexer, ReadsOnlyTheAlloyInMarkdown) {
  EXPECT_EQ(
      kinds("---\ntitle: x\n---\nSome sig text\n```alloy\nsig\n```\nmore text\n```alloy\nrun\n```\nend"),
      (Kinds{Tok::Sig, Tok::Run, Tok::End}));
  EXPECT_EQ(kinds("---\nsig"), (Kinds{Tok::Sig, Tok::End}));
}

TEST(Lexer, SkipsAByteOrderMark) { EXPECT_EQ(kinds("\uFEFFsig"), (Kinds{Tok::Sig, Tok::End})); }

TEST(Lexer, EndsAtWhatIsNotAlloy) {
  const TokenList list = tokenize(Source("test.als", "sig A \xFF"));
  EXPECT_EQ(list.tokens.back().kind, Tok::Bad);
  ASSERT_TRUE(list.error);
  EXPECT_EQ(list.error->location->column, 7U);
}

TEST(Lexer, UnescapesStrings) { EXPECT_EQ(unescape(R"("a\"b\\n\n")"), "a\"b\\n\n"); }

}  // namespace
}  // namespace fretsaw::alloy
