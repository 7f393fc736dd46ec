// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "alloy/syntax/parser_core.hpp"

namespace fretsaw::alloy {

// run … => check … => …
void Parser::commands(Module& module) {
  module.paragraphs.emplace_back(command(false));
  while (take(Tok::Implies)) {
    if (!at(Tok::Run) && !at(Tok::Check)) fail_expecting("'run' or 'check'");
    module.paragraphs.emplace_back(command(true));
  }
}

// run [label] { … } or run [label] name, then the scope. A label written before the keyword (`l: run`) has
// been moved behind it already; it still counts as the beginning of the command.
Command Parser::command(bool follows) {
  Command result;
  result.follows = follows;
  result.is_check = at(Tok::Check);
  result.span = advance();
  if (at_name()) {
    Name first = name("a name");
    if (first.span.begin < result.span.begin) result.span.begin = first.span.begin;
    if (at(Tok::LeftBrace)) {
      result.label = std::move(first);
    } else if (at_name()) {
      result.label = std::move(first);
      result.target = name("a name");
    } else {
      result.target = std::move(first);
    }
  }
  const std::string_view verb = result.is_check ? "check" : "run";
  if (result.target && (at(Tok::LeftBracket) || at(Tok::LeftParen))) {
    fail_expecting("a scope or the next paragraph",
                   fmt::format("write {} {{ {}[…] }} to pass arguments", verb, result.target->text));
  }
  if (result.target && result.target->text.find('$') != std::string::npos) {
    fail(result.target->span, fmt::format("a name after '{}' cannot contain '$'", verb));
  }
  result.pos = result.span;
  if (!result.target) {
    if (!at(Tok::LeftBrace)) {
      fail_expecting(fmt::format("a name or '{{' after '{}'", verb), "put the formula in braces");
    }
    result.body = block();
  }
  if (take(Tok::For)) scopes(result);
  if (take(Tok::Expect)) {
    if (at(Tok::Number)) {
      result.expect = static_cast<std::int32_t>(token().number);
    }
    expect(Tok::Number, "after 'expect'");
  }
  result.span = since(result.span);
  check_scopes(result);
  return result;
}

// 3, 3 but 2 A, 4 int, or 2 A, exactly 3 B
void Parser::scopes(Command& command) {
  if (at(Tok::Number) && !at_scope_target(1)) {
    command.overall = scope_number();
    if (!take(Tok::But)) return;
  }
  do {
    command.scopes.push_back(scope());
  } while (take(Tok::Comma));
}

// Whether the number before belongs to a sig and is not the overall scope.
bool Parser::at_scope_target(std::size_t ahead) const {
  switch (peek(ahead)) {
    case Tok::Int:
    case Tok::SigInt:
    case Tok::Seq:
    case Tok::StringSig:
    case Tok::Steps:
    case Tok::Univ:
    case Tok::None:
    case Tok::Dot:
    case Tok::Colon:
      return true;
    default:
      return at_name(ahead);
  }
}

std::int32_t Parser::scope_number() {
  const auto value = static_cast<std::int32_t>(token().number);
  if (at(Tok::Number) && value < 0) fail(here(), "a scope cannot be negative");
  if (!at(Tok::Number)) fail_expecting("a number");
  advance();
  return value;
}

Scope Parser::scope() {
  Scope result;
  result.span = here();
  scope_numbers(result);
  scope_target(result);
  result.span = since(result.span);
  const bool grows = result.unbounded || (result.to && *result.to > result.from);
  const bool is_exact_anyway = result.target == ScopeTarget::Int || result.target == ScopeTarget::Seq;
  if (is_exact_anyway && grows) {
    fail(result.span, fmt::format("the scope of '{}' cannot grow", result.sig.text), "use a single number");
  } else if (is_exact_anyway && result.exactly) {
    fail(result.span, fmt::format("the scope of '{}' is always exact", result.sig.text), "remove 'exactly'");
  }
  return result;
}

// [exactly] from [ .. [to] ] [ : increment ]
void Parser::scope_numbers(Scope& scope) {
  scope.exactly = take(Tok::Exactly);
  scope.from = scope_number();
  if (at(Tok::Dot)) {
    advance();
    expect(Tok::Dot, "to complete the '..' of a growing scope");
    if (at(Tok::Number)) {
      scope.to = scope_number();
    } else {
      scope.unbounded = true;
    }
  }
  if (at(Tok::Colon) && !scope.unbounded) {
    advance();
    scope.increment = scope_number();
    scope.unbounded = !scope.to;
  }
}

void Parser::scope_target(Scope& scope) {
  scope.sig.span = here();
  scope.sig.text = std::string(here().text());
  switch (peek()) {
    case Tok::Int:
    case Tok::SigInt:
      scope.target = ScopeTarget::Int;
      break;
    case Tok::Seq:
      scope.target = at_name() ? ScopeTarget::Sig : ScopeTarget::Seq;
      break;
    case Tok::StringSig:
      scope.target = ScopeTarget::String;
      break;
    case Tok::Steps:
      scope.target = ScopeTarget::Steps;
      break;
    case Tok::Univ:
    case Tok::None:
      fail(scope.span, fmt::format("'{}' cannot have a scope", scope.sig.text));
      return;
    default:
      break;
  }
  if (scope.target != ScopeTarget::Sig) {
    advance();
    return;
  }
  scope.sig = name("the name of a sig, int, seq, String or steps");
  if (scope.sig.text.find('$') != std::string::npos)
    fail(scope.sig.span, "a sig in a scope cannot contain '$'");
}

void Parser::check_scopes(const Command& command) {
  for (std::size_t i = command.scopes.size(); i-- > 0;) {
    const Scope& scope = command.scopes[i];
    const bool is_special = scope.target == ScopeTarget::Int || scope.target == ScopeTarget::Seq ||
                            scope.target == ScopeTarget::Steps;
    if (!is_special) continue;
    for (std::size_t j = i + 1; j < command.scopes.size(); ++j) {
      if (command.scopes[j].target == scope.target) {
        fail(scope.span, fmt::format("duplicate scope of '{}'", scope.sig.text));
      }
    }
    if (scope.target != ScopeTarget::Steps) continue;
    if (scope.from < 1) fail(scope.span, "a trace has at least one step");
    if (scope.unbounded && scope.from != 1) fail(scope.span, "an unbounded number of steps must start at 1");
    if (scope.increment != 1) fail(scope.span, "the number of steps can only grow by 1");
  }
}

}  // namespace fretsaw::alloy
