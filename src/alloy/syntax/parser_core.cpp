// SPDX-License-Identifier: MIT
#include "alloy/syntax/parser_core.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "alloy/syntax/characters.hpp"

namespace fretsaw::alloy {

namespace {

// Parentheses cost recursion but leave no nodes, and an operand in parentheses takes three calls per level.
constexpr int kMaxNesting = 3 * kMaxExprDepth + 10;

}  // namespace

Parser::Parser(const Source& source, Primes primes, Budget& budget, TextKind kind)
    : source_(source), primes_(primes), budget_(budget), list_(tokenize(source, primes, budget, kind)) {}

Parser::Parser(const ClauseText& clause, Budget& budget)
    : source_(*clause.source), primes_(Primes::Operators), budget_(budget), list_(tokenize(clause, budget)) {}

ExprPtr Parser::lone_block() {
  ExprPtr result = block();
  expect_end();
  return result;
}

Function Parser::lone_function() {
  Function result = function(std::nullopt);
  expect_end();
  return result;
}

ExprPtr Parser::lone_expression() {
  ExprPtr result = expression();
  expect_end();
  return result;
}

Command Parser::lone_scopes() {
  Command result;
  result.span = result.pos = here();
  scopes(result);
  expect_end();
  check_scopes(result);
  return result;
}

const Token& Parser::token(std::size_t ahead) const {
  return list_.tokens[std::min(index_ + ahead, list_.tokens.size() - 1)];
}

Span Parser::since(const Span& begin) const {
  const std::uint32_t end = index_ == 0 ? begin.end : list_.tokens[index_ - 1].end;
  return {&source_, begin.begin, std::max(begin.begin, end)};
}

Span Parser::advance() {
  budget_.poll();
  const Span span = here();
  if (index_ + 1 < list_.tokens.size()) ++index_;
  return span;
}

bool Parser::take(Tok kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

Keyword Parser::keyword_here(Tok kind) {
  if (!at(kind)) return std::nullopt;
  return advance();
}

Span Parser::expect(Tok kind, std::string_view why) {
  if (at(kind)) return advance();
  fail_expecting(fmt::format("{} {}", describe(kind), why));
  return here();
}

void Parser::expect_end() {
  if (!at(Tok::End)) fail_expecting("the end");
}

// After an error only the End token is left to see.
void Parser::fail(const Span& span, std::string message, std::string hint) {
  if (!error_) error_ = error_at(span, ErrorClass::Syntax, std::move(message), std::move(hint));
  index_ = list_.tokens.size() - 1;
  list_.tokens.back().kind = Tok::End;
}

// Alloy's scanner runs three tokens ahead of its parser, so that its complaint about one of these comes
// first.
void Parser::fail_expecting(std::string_view what, std::string hint) {
  if (at(Tok::Bad) || peek(1) == Tok::Bad || peek(2) == Tok::Bad || peek(3) == Tok::Bad) {
    if (!error_) error_ = list_.error;
    fail(here(), {});
    return;
  }
  fail(here(), fmt::format("expected {}, found {}", what, found_here()), std::move(hint));
}

// The token at hand for messages, in the user's spelling.
std::string Parser::found_here() const {
  const std::string_view text = here().text();
  switch (peek()) {
    case Tok::End:
      return describe(Tok::End);
    case Tok::Identifier:
      return fmt::format("the name '{}'", text);
    case Tok::Number:
      return fmt::format("the number {}", text);
    case Tok::Text:
      return fmt::format("the string {}", text);
    default:
      break;
  }
  const bool has_comment = text.find_first_of("\r\n/") != std::string_view::npos;
  if (has_comment) return describe(peek());
  return fmt::format("{}'{}'", is_keyword(peek()) ? "the keyword " : "", text);
}

bool Parser::enter() {
  if (nesting_ >= kMaxNesting) {
    fail(here(), fmt::format("expression nested more than {} levels deep", kMaxExprDepth),
         "name a subexpression with let, or move it into a function");
    return false;
  }
  ++nesting_;
  return true;
}

bool Parser::at_name(std::size_t ahead) const {
  const Tok kind = peek(ahead);
  if (kind == Tok::Identifier) return true;
  return (kind == Tok::This || kind == Tok::Seq) && peek(ahead + 1) == Tok::Slash &&
         peek(ahead + 2) == Tok::Identifier;
}

// a, a/b/c, this/a, seq/a; blanks around the slashes are not part of the name.
Name Parser::name(std::string_view what) {
  if (!at_name()) {
    fail_expecting(what, is_keyword(peek()) ? "choose a name that is not a keyword" : "");
    return {.text = {}, .span = here()};
  }
  Name result{.text = std::string(here().text()), .span = here()};
  advance();
  while (at(Tok::Slash) && peek(1) == Tok::Identifier) {
    advance();
    result.text += '/';
    result.text += here().text();
    advance();
  }
  result.span = since(result.span);
  return result;
}

Name Parser::declared_name(std::string_view what) {
  Name result = name(what);
  if (result.text.find('/') != std::string::npos) {
    fail(result.span, fmt::format("a declared name cannot be qualified, as '{}' is", result.text));
  } else if (result.text.find('$') != std::string::npos) {
    fail(result.span, fmt::format("a declared name cannot contain '$', as '{}' does", result.text));
  }
  check_prime(result);
  return result;
}

void Parser::check_prime(const Name& declared) {
  if (primes_ == Primes::InNames && !primed_name_ && has_prime(declared.text)) primed_name_ = declared.span;
  if (at(Tok::Prime)) {
    fail(here(), "a declared name cannot be followed by a prime",
         "remove the prime: names contain it only before Alloy 6");
  }
}

std::vector<Name> Parser::declared_names(std::string_view what) {
  std::vector<Name> names;
  do {
    names.push_back(declared_name(what));
  } while (take(Tok::Comma));
  return names;
}

bool Parser::at_sig_reference() const {
  switch (peek()) {
    case Tok::Univ:
    case Tok::StringSig:
    case Tok::Steps:
    case Tok::SigInt:
    case Tok::None:
      return true;
    case Tok::Seq:
      return at_name() || (peek(1) == Tok::Slash && peek(2) == Tok::SigInt);
    default:
      return at_name();
  }
}

Name Parser::sig_reference() {
  if (!at_sig_reference()) {
    fail_expecting("the name of a sig");
    return {.text = {}, .span = here()};
  }
  if (at_name()) return name("the name of a sig");
  Name result{.text = std::string(here().text()), .span = here()};
  if (advance(); take(Tok::Slash)) {
    advance();
    result.text = "seq/Int";
    result.span = since(result.span);
  }
  return result;
}

}  // namespace fretsaw::alloy
