// SPDX-License-Identifier: MIT
#include "alloy/mutation/rewriting.hpp"

#include <algorithm>
#include <cctype>

#include "alloy/model/expr.hpp"
#include "alloy/syntax/lexer.hpp"

namespace fretsaw::mutation {

using model::Op;

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '\'' || c == '"';
}

// Would the lexer read the two as one?
bool grow_together(char left, char right) {
  const auto among = [](std::string_view symbols, char c) {
    return symbols.find(c) != std::string_view::npos;
  };
  if (is_word(left) && is_word(right)) return true;
  if (left == '-' && std::isdigit(static_cast<unsigned char>(right)) != 0) return true;
  return among("-+&|=<>!", left) && among("-+&|=<>:", right);
}

}  // namespace

ChangeBuilder& ChangeBuilder::replace(const Span& span, const std::string& text) {
  const std::string_view source = extents_.source().text();
  std::string padded = text;
  const char before = span.begin > 0 ? source[span.begin - 1] : ' ';
  const char after = span.end < source.size() ? source[span.end] : ' ';
  if (padded.empty()) {
    if (grow_together(before, after)) padded = " ";
  } else {
    if (grow_together(before, padded.front())) padded.insert(0, " ");
    if (grow_together(padded.back(), after)) padded += ' ';
  }
  edits_.push_back({span.begin, span.end, std::move(padded)});
  return *this;
}

ChangeBuilder& ChangeBuilder::insert(std::uint32_t place, const std::string& text) {
  edits_.push_back({place, place, text});
  return *this;
}

ChangeBuilder& ChangeBuilder::enclose(const model::Expr& expr) {
  if (extents_.is_enclosed(expr)) return *this;
  const Span span = extents_.of(expr);
  return insert(span.begin, "(").insert(span.end, ")");
}

ChangeBuilder& ChangeBuilder::swap(const model::Expr& a, bool parentheses_a, const model::Expr& b,
                                   bool parentheses_b) {
  const auto text = [&](const model::Expr& expr, bool parentheses) {
    const std::string plain(extents_.enclosed(expr).text());
    return parentheses && !extents_.is_enclosed(expr) ? "(" + plain + ")" : plain;
  };
  return replace(extents_.enclosed(a), text(b, parentheses_b))
      .replace(extents_.enclosed(b), text(a, parentheses_a));
}

Change ChangeBuilder::finish(const Span& place, std::string what) {
  // Parentheses that begin at one place: the outer ones were inserted first. Those that end at one: last.
  std::ranges::stable_sort(edits_, {}, [](const Edit& edit) { return std::pair(edit.begin, edit.end); });
  return {place, std::move(what), std::move(edits_)};
}

std::string applied(const Source& source, const std::vector<Edit>& edits) {
  std::string result;
  std::uint32_t at = 0;
  for (const Edit& edit : edits) {
    result += source.text().substr(at, edit.begin - at);
    result += edit.text;
    at = edit.end;
  }
  result += source.text().substr(at);
  return result;
}

bool is_closed(const model::Expr& expr) {
  switch (expr.op) {
    case Op::Sig:
    case Op::Field:
    case Op::Variable:
    case Op::Iden:
    case Op::IntNext:
    case Op::Text:
    case Op::Comprehension:
    case Op::Block:
      return true;
    case Op::IntToSet:
      return is_closed(*expr.child(0));
    default:
      return false;
  }
}

namespace {

// What follows the expression would become part of a binder's body.
bool ends_in_binder(const Extents& extents, const model::Expr& expr) {
  if (is_quantifier(expr.op) || expr.op == Op::SumQ || expr.op == Op::Let) return true;
  if (is_closed(expr) || expr.children.empty() || expr.op == Op::Call) return false;
  const model::Expr& last = *expr.children.back();
  return !extents.is_enclosed(last) && ends_in_binder(extents, last);
}

}  // namespace

bool is_loose(const Extents& extents, const model::Expr& expr) {
  return expr.op == Op::Implies || expr.op == Op::Iff || expr.op == Op::IfElse || expr.op == Op::Or ||
         ends_in_binder(extents, expr);
}

bool stands_alone(const Site& site) {
  if (site.extents.is_enclosed(site.expr) || site.parent == nullptr || site.parent->op == Op::Block)
    return true;
  const bool binder =
      is_quantifier(site.parent->op) || site.parent->op == Op::Comprehension || site.parent->op == Op::Let;
  return binder && site.parent->body().get() == &site.expr;
}

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
  if (const auto found = known_instances_.find(&expr); found != known_instances_.end()) return found->second;
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
  known_instances_.emplace(&expr, span);
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
