// SPDX-License-Identifier: MIT
#include "alloy/mutation/extents.hpp"

#include <algorithm>

#include "alloy/model/meta_quantifier.hpp"
#include "alloy/syntax/lexer.hpp"

namespace fretsaw::mutation {

using alloy::Tok;

Extents::Extents(const Source& source, alloy::Primes primes)
    : source_(source), tokens_(alloy::tokenize(source, primes).tokens) {}

std::size_t Extents::first_at_or_after(std::uint32_t place) const {
  const auto found = std::ranges::lower_bound(tokens_, place, {}, &alloy::Token::begin);
  return static_cast<std::size_t>(found - tokens_.begin());
}

std::vector<Span> Extents::tokens(Tok kind, std::uint32_t begin, std::uint32_t end) const {
  std::vector<Span> result;
  for (std::size_t i = first_at_or_after(begin); i < tokens_.size() && tokens_[i].end <= end; ++i) {
    if (tokens_[i].kind == kind) result.push_back({&source_, tokens_[i].begin, tokens_[i].end});
  }
  return result;
}

Span Extents::last_before(Tok kind, std::uint32_t place) const {
  for (std::size_t i = first_at_or_after(place); i-- > 0;) {
    if (tokens_[i].kind == kind) return {&source_, tokens_[i].begin, tokens_[i].end};
  }
  return {};
}

Span Extents::of(const model::Expr& expr) const {
  if (const auto found = known_.find(&expr); found != known_.end()) return found->second;
  Span span = expr.span;
  const auto include = [&](const Span& part) {
    if (part.source != &source_) return;
    span.begin = std::min(span.begin, part.begin);
    span.end = std::max(span.end, part.end);
  };
  include(expr.pos);
  if (expr.span.source == &source_) {
    for (const model::Decl& decl : expr.decls) include(enclosed(*decl.bound));
    for (const model::ExprPtr& child : expr.children) include(enclosed(*child));
    if (expr.op == model::Op::Let && !model::is_meta_quantifier(expr))
      include(last_before(Tok::Let, expr.decls.front().variables.front()->span.begin));
    if (expr.op == model::Op::Call) {
      const std::size_t next = first_at_or_after(span.end);
      if (tokens_[next].kind == Tok::LeftBracket && tokens_[next + 1].kind == Tok::RightBracket)
        span.end = tokens_[next + 1].end;
    }
    span = balanced(span);
  }
  known_.emplace(&expr, span);
  return span;
}

Span Extents::enclosed(Span span) const {
  while (true) {
    const std::size_t first = first_at_or_after(span.begin), after = first_at_or_after(span.end);
    if (first == 0 || after >= tokens_.size()) return span;
    if (tokens_[first - 1].kind != Tok::LeftParen || tokens_[after].kind != Tok::RightParen) return span;
    span.begin = tokens_[first - 1].begin;
    span.end = tokens_[after].end;
  }
}

// With the brackets that what is inside leaves open, on either side.
Span Extents::balanced(Span span) const {
  int open = 0, missing = 0;
  const auto step = [](Tok kind) {
    const bool opens = kind == Tok::LeftParen || kind == Tok::LeftBracket || kind == Tok::LeftBrace;
    const bool closes = kind == Tok::RightParen || kind == Tok::RightBracket || kind == Tok::RightBrace;
    return opens ? 1 : closes ? -1 : 0;
  };
  for (std::size_t i = first_at_or_after(span.begin); i < tokens_.size() && tokens_[i].end <= span.end; ++i) {
    open += step(tokens_[i].kind);
    if (open < 0) {
      ++missing;
      open = 0;
    }
  }
  for (std::size_t i = first_at_or_after(span.begin); missing > 0 && i-- > 0;) {
    missing -= step(tokens_[i].kind);
    span.begin = tokens_[i].begin;
  }
  for (std::size_t i = first_at_or_after(span.end); open > 0 && i < tokens_.size(); ++i) {
    open += step(tokens_[i].kind);
    span.end = tokens_[i].end;
  }
  return span;
}

}  // namespace fretsaw::mutation
