// SPDX-License-Identifier: MIT
#include "alloy/syntax/token.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace fretsaw::alloy {

namespace {

struct Spelling {
  Tok kind;
  std::string_view text;
};

// Where a token has several spellings, the first is the one that messages use.
constexpr Spelling kWords[] = {
    {Tok::Abstract, "abstract"},
    {Tok::All, "all"},
    {Tok::As, "as"},
    {Tok::Assert, "assert"},
    {Tok::But, "but"},
    {Tok::Check, "check"},
    {Tok::Disj, "disj"},
    {Tok::Else, "else"},
    {Tok::Enum, "enum"},
    {Tok::Exactly, "exactly"},
    {Tok::Expect, "expect"},
    {Tok::Extends, "extends"},
    {Tok::Fact, "fact"},
    {Tok::For, "for"},
    {Tok::Fun, "fun"},
    {Tok::Iden, "iden"},
    {Tok::In, "in"},
    {Tok::Int, "int"},
    {Tok::SigInt, "Int"},
    {Tok::Let, "let"},
    {Tok::Lone, "lone"},
    {Tok::Module, "module"},
    {Tok::No, "no"},
    {Tok::None, "none"},
    {Tok::One, "one"},
    {Tok::Open, "open"},
    {Tok::Pred, "pred"},
    {Tok::Private, "private"},
    {Tok::Run, "run"},
    {Tok::Seq, "seq"},
    {Tok::Set, "set"},
    {Tok::Sig, "sig"},
    {Tok::Some, "some"},
    {Tok::StringSig, "String"},
    {Tok::Sum, "sum"},
    {Tok::This, "this"},
    {Tok::Univ, "univ"},
    {Tok::Always, "always"},
    {Tok::After, "after"},
    {Tok::Eventually, "eventually"},
    {Tok::Historically, "historically"},
    {Tok::Before, "before"},
    {Tok::Once, "once"},
    {Tok::Releases, "releases"},
    {Tok::Until, "until"},
    {Tok::Since, "since"},
    {Tok::Triggered, "triggered"},
    {Tok::Var, "var"},
    {Tok::Steps, "steps"},
    // Operators that have a word and a sign; the sign is below.
    {Tok::And, "and"},
    {Tok::Or, "or"},
    {Tok::Not, "not"},
    {Tok::Iff, "iff"},
    {Tok::Implies, "implies"},
};

constexpr Spelling kSignSpellings[] = {
    {Tok::Not, "!"},
    {Tok::Hash, "#"},
    {Tok::And, "&&"},
    {Tok::Ampersand, "&"},
    {Tok::LeftParen, "("},
    {Tok::RightParen, ")"},
    {Tok::Star, "*"},
    {Tok::PlusPlus, "++"},
    {Tok::Plus, "+"},
    {Tok::Comma, ","},
    {Tok::Arrow, "->"},
    {Tok::Minus, "-"},
    {Tok::Dot, "."},
    {Tok::Slash, "/"},
    {Tok::RangeRestriction, ":>"},
    {Tok::Colon, ":"},
    {Tok::Iff, "<=>"},
    {Tok::LessEqual, "<="},
    {Tok::DomainRestriction, "<:"},
    {Tok::ShiftLeft, "<<"},
    {Tok::Less, "<"},
    {Tok::Implies, "=>"},
    {Tok::Equal, "="},
    {Tok::ShiftRightUnsigned, ">>>"},
    {Tok::ShiftRight, ">>"},
    {Tok::GreaterEqual, ">="},
    {Tok::Greater, ">"},
    {Tok::At, "@"},
    {Tok::LeftBracket, "["},
    {Tok::RightBracket, "]"},
    {Tok::Caret, "^"},
    {Tok::LeftBrace, "{"},
    {Tok::Or, "||"},
    {Tok::Bar, "|"},
    {Tok::RightBrace, "}"},
    {Tok::Tilde, "~"},
    {Tok::Semicolon, ";"},
    {Tok::Prime, "'"},
    {Tok::NotIn, "not in"},
    {Tok::NotEqual, "!="},
    {Tok::NotLess, "!<"},
    {Tok::NotLessEqual, "!<="},
    {Tok::NotGreater, "!>"},
    {Tok::NotGreaterEqual, "!>="},
    {Tok::TotalOrder, "pred/totalOrder"},
    {Tok::IntAdd, "fun/add"},
    {Tok::IntSub, "fun/sub"},
    {Tok::IntMul, "fun/mul"},
    {Tok::IntDiv, "fun/div"},
    {Tok::IntRem, "fun/rem"},
    {Tok::IntMin, "fun/min"},
    {Tok::IntMax, "fun/max"},
    {Tok::IntNext, "fun/next"},
};

const std::unordered_map<std::string_view, Tok>& words() {
  static const auto* const kMap = [] {
    auto* map = new std::unordered_map<std::string_view, Tok>;
    for (const Spelling& word : kWords) map->emplace(word.text, word.kind);
    return map;
  }();
  return *kMap;
}

}  // namespace

Tok keyword(std::string_view word) {
  const auto found = words().find(word);
  return found == words().end() ? Tok::Identifier : found->second;
}

std::string describe(Tok kind) {
  switch (kind) {
    case Tok::End:
      return "the end of the input";
    case Tok::Bad:
      return "an invalid character";
    case Tok::Identifier:
      return "a name";
    case Tok::Number:
      return "a number";
    case Tok::Text:
      return "a string";
    default:
      break;
  }
  for (const Spelling& sign : kSignSpellings) {
    if (sign.kind == kind) return fmt::format("'{}'", sign.text);
  }
  for (const Spelling& word : kWords) {
    if (word.kind == kind) return fmt::format("'{}'", word.text);
  }
  return "a token";
}

}  // namespace fretsaw::alloy
