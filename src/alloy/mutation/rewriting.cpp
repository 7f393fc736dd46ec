// SPDX-License-Identifier: MIT
#include "alloy/mutation/rewriting.hpp"

#include <algorithm>
#include <cctype>

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

Rewriting& Rewriting::replace(const Span& span, const std::string& text) {
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

Rewriting& Rewriting::insert(std::uint32_t place, const std::string& text) {
  edits_.push_back({place, place, text});
  return *this;
}

Rewriting& Rewriting::enclose(const model::Expr& expr) {
  if (extents_.is_enclosed(expr)) return *this;
  const Span span = extents_.of(expr);
  return insert(span.begin, "(").insert(span.end, ")");
}

Rewriting& Rewriting::swap(const model::Expr& a, bool parentheses_a, const model::Expr& b,
                           bool parentheses_b) {
  const auto text = [&](const model::Expr& expr, bool parentheses) {
    const std::string plain(extents_.enclosed(expr).text());
    return parentheses && !extents_.is_enclosed(expr) ? "(" + plain + ")" : plain;
  };
  return replace(extents_.enclosed(a), text(b, parentheses_b))
      .replace(extents_.enclosed(b), text(a, parentheses_a));
}

Change Rewriting::finish(const Span& place, std::string what) {
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

}  // namespace fretsaw::mutation
