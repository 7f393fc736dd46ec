// SPDX-License-Identifier: MIT
// The tokens between lexer and parser. Words that Alloy reads as one although they are written apart (`not
// in`, `one -> lone`, `fun/add`, `- 3`) are one token here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fretsaw::alloy {

enum class Tok : std::uint8_t {
  End,
  Bad,  // the text from here on is not Alloy; TokenList::error says why

  Identifier,
  Number,  // Token::number
  Text,    // a string literal, with its quotes

  // Punctuation.
  Not,
  Hash,
  And,
  Ampersand,
  LeftParen,
  RightParen,
  Star,
  PlusPlus,
  Plus,
  Comma,
  Arrow,
  Minus,
  Dot,
  Slash,
  RangeRestriction,
  Colon,
  Iff,
  LessEqual,
  DomainRestriction,
  ShiftLeft,
  Less,
  Implies,
  Equal,
  ShiftRightUnsigned,
  ShiftRight,
  GreaterEqual,
  Greater,
  At,
  LeftBracket,
  RightBracket,
  Caret,
  LeftBrace,
  Or,
  Bar,
  RightBrace,
  Tilde,
  Semicolon,
  Prime,

  // Merged from several words.
  NotIn,
  NotEqual,
  NotLess,
  NotLessEqual,
  NotGreater,
  NotGreaterEqual,
  TotalOrder,
  IntAdd,
  IntSub,
  IntMul,
  IntDiv,
  IntRem,
  IntMin,
  IntMax,
  IntNext,

  // Keywords.
  Abstract,
  All,
  As,
  Assert,
  But,
  Check,
  Disj,
  Else,
  Enum,
  Exactly,
  Expect,
  Extends,
  Fact,
  For,
  Fun,
  Iden,
  In,
  Int,
  SigInt,
  Let,
  Lone,
  Module,
  No,
  None,
  One,
  Open,
  Pred,
  Private,
  Run,
  Seq,
  Set,
  Sig,
  Some,
  StringSig,
  Sum,
  This,
  Univ,
  // Those of Alloy 6, see is_temporal_keyword().
  Always,
  After,
  Eventually,
  Historically,
  Before,
  Once,
  Releases,
  Until,
  Since,
  Triggered,
  Var,
  Steps,
};

struct Token {
  Tok kind = Tok::End;
  std::uint8_t left_mult = 0;  // Tok::Arrow: a Mult
  std::uint8_t right_mult = 0;
  std::int64_t number = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// What a message calls the token: "'->'", "'open'", "a name", "the end of the input".
std::string describe(Tok kind);

// The keyword that the word is, or Tok::Identifier.
Tok keyword(std::string_view word);

inline bool is_keyword(Tok kind) { return kind >= Tok::Abstract; }

// What `'` is: since Alloy 6 an operator, the value in the next state; before, a character of names.
enum class Primes : std::uint8_t { Operators, InNames };

// Words that became keywords together with that operator.
inline bool is_temporal_keyword(Tok kind) { return kind >= Tok::Always; }

}  // namespace fretsaw::alloy
