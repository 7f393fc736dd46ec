// SPDX-License-Identifier: MIT
// Names, literals, everything in braces, and the expressions that bind names.
#include <fmt/format.h>

#include "alloy/syntax/parser_core.hpp"

namespace fretsaw::alloy {

ExprPtr Parser::primary() {
  if (at_name()) {
    Name reference = name("a name");
    return leaf(Op::Name, reference.span, std::move(reference.text));
  }
  switch (peek()) {
    case Tok::Number: {
      const std::int64_t value = token().number;
      return make_number(value, advance());
    }
    case Tok::Text: {
      std::string value = unescape(here().text());
      return leaf(Op::Text, advance(), std::move(value));
    }
    case Tok::Iden:
      return leaf(Op::Iden, advance());
    case Tok::This:
      return leaf(Op::This, advance());
    case Tok::Univ:
      return leaf(Op::Univ, advance());
    case Tok::None:
      return leaf(Op::None, advance());
    case Tok::SigInt:
      return leaf(Op::IntSig, advance());
    case Tok::StringSig:
      return leaf(Op::StringSig, advance());
    case Tok::Steps:
      return leaf(Op::StepsSig, advance());
    case Tok::IntMin:
      return leaf(Op::IntMin, advance());
    case Tok::IntMax:
      return leaf(Op::IntMax, advance());
    case Tok::IntNext:
      return leaf(Op::IntNext, advance());
    case Tok::Int:
    case Tok::Sum:
      return int_value();
    case Tok::LeftBrace:
      return braces();
    case Tok::Seq:
      if (peek(2) == Tok::SigInt) return leaf(Op::SeqInt, sig_reference().span);
      break;
    case Tok::Disj: {
      const Span pos = advance();
      return builtin_call(Op::Disjoint, {}, pos, {});
    }
    case Tok::TotalOrder: {
      const Span pos = advance();
      return builtin_call(Op::TotalOrder, {}, pos, {});
    }
    case Tok::At: {
      const Span begin = advance();
      Name field = name("a name after '@'");
      if (field.text.find('$') != std::string::npos) fail(field.span, "a name after '@' cannot contain '$'");
      return leaf(Op::AtName, since(begin), std::move(field.text));
    }
    case Tok::LeftParen: {
      advance();
      ExprPtr inner = expression();
      expect(Tok::RightParen, "to close the parenthesis");
      return inner;
    }
    default:
      break;
  }
  const bool doubled = at(Tok::Equal) && index_ > 0 && list_.tokens[index_ - 1].kind == Tok::Equal;
  fail_expecting("an expression", doubled                 ? "write = for equality"
                                  : is_keyword(peek())    ? "choose a name that is not a keyword"
                                  : at(Tok::RightBracket) ? "add the missing argument"
                                                          : "");
  return placeholder();
}

// disj[a, b][c] and a.disj[b]: all that is given, before the dot and in brackets, are arguments.
ExprPtr Parser::builtin_call(Op op, const Span& pos, const Span& begin, std::vector<ExprPtr> first) {
  std::vector<ExprPtr> children = std::move(first);
  if (children.empty() && !at(Tok::LeftBracket)) {
    fail_expecting(fmt::format("'[' after '{}'", info(op).spelling));
  }
  while (at(Tok::LeftBracket)) {
    for (ExprPtr& argument : arguments()) children.push_back(std::move(argument));
  }
  Span place = pos;
  if (!place.source) {
    place = begin;
    if (!children.empty()) place.end = std::max(place.end, children.back()->span.end);
  }
  return node(op, place, since(begin), std::move(children));
}

// int[e] and sum[e]
ExprPtr Parser::int_value() {
  if (peek(1) != Tok::LeftBracket) {
    advance();
    fail_expecting("'['");
    return placeholder();
  }
  const Span pos = advance();
  std::vector<ExprPtr> children = arguments();
  if (children.size() != 1) fail(pos, fmt::format("'{}' takes exactly one argument", pos.text()));
  return node(Op::IntValue, pos, since(pos), std::move(children));
}

ExprPtr Parser::braces() { return at_comprehension() ? comprehension() : block(); }

ExprPtr Parser::block() {
  const Span begin = here();
  expect(Tok::LeftBrace, "to begin a block");
  std::vector<ExprPtr> children;
  while (!at(Tok::RightBrace) && !at(Tok::End)) {
    children.push_back(expression());
    if (at(Tok::Colon) || at(Tok::Bar) || at(Tok::Comma)) {
      fail_expecting(
          "'}' or another formula",
          "begin a quantifier with all, some, no, lone or one; put a set { x: S | … } in braces of its own");
    } else if (at(Tok::Else)) {
      fail_expecting("'}' or another formula", "write condition => formula else formula");
    }
  }
  expect(Tok::RightBrace, "to close the block");
  const Span span = since(begin);
  return node(Op::Block, span, span, std::move(children));
}

// `{ x: …`, `{ x, y: …` or `{ disj x: …`; a formula cannot begin like this.
bool Parser::at_comprehension() const {
  switch (peek(1)) {
    case Tok::Private:
    case Tok::Var:
      return true;
    case Tok::Disj:
      return peek(2) != Tok::LeftBracket;
    default:
      break;
  }
  if (!at_name(1)) return false;
  std::size_t after = peek(1) == Tok::Identifier ? 2 : 4;
  while (peek(after) == Tok::Slash) after += 2;
  if (peek(after) == Tok::Prime) return ends_primed_names(1);
  return peek(after) == Tok::Comma || peek(after) == Tok::Colon;
}

// { decls }, { decls | body } or { decls { body } }
ExprPtr Parser::comprehension() {
  const Span pos = advance();
  std::vector<Decl> decls;
  do {
    decls.push_back(declaration(DeclPlace::Comprehension));
  } while (take(Tok::Comma));
  ExprPtr body;
  if (at(Tok::RightBrace)) {
    body = node(Op::Block, here(), here(), {});
  } else {
    body = binder_body();
  }
  expect(Tok::RightBrace, "to close the set");
  Expr expr;
  expr.decls = std::move(decls);
  expr.op = Op::Comprehension;
  expr.children.push_back(std::move(body));
  expr.pos = pos;
  expr.span = since(pos);
  return make_expr(std::move(expr));
}

bool Parser::at_binder() const { return at(Tok::Let) || at_quantifier(); }

// all, some, no, lone, one and sum are quantifiers if names and a colon follow, tests or multiplicities
// otherwise; also, as in Alloy, the latter after `:` and `disj`, because of fields like `a: some A, b: B`.
bool Parser::at_quantifier() const {
  switch (peek()) {
    case Tok::All:
    case Tok::Some:
    case Tok::No:
    case Tok::Lone:
    case Tok::One:
    case Tok::Sum:
      break;
    default:
      return false;
  }
  if (index_ > 0) {
    const Tok before = list_.tokens[index_ - 1].kind;
    if (before == Tok::Colon || before == Tok::Disj) return false;
  }
  std::size_t i = 1;
  if (peek(i) == Tok::Private) ++i;
  if (peek(i) == Tok::Disj) ++i;
  std::size_t last = i;
  while (peek(last) == Tok::Identifier && peek(last + 1) == Tok::Comma) last += 2;
  if (peek(last) == Tok::Identifier && peek(last + 1) == Tok::Prime) return ends_primed_names(i);
  return peek(last) == Tok::Identifier && peek(last + 1) == Tok::Colon;
}

// Whether a list of names, some of which end with primes, and a colon begin here. No expression of Alloy 6
// looks like that.
bool Parser::ends_primed_names(std::size_t i) const {
  while (peek(i) == Tok::Identifier) {
    ++i;
    while (peek(i) == Tok::Prime) ++i;
    if (peek(i) == Tok::Colon) return true;
    if (peek(i) != Tok::Comma) return false;
    ++i;
  }
  return false;
}

ExprPtr Parser::binder() {
  if (at(Tok::Let)) return let();
  Op op = Op::All;
  switch (peek()) {
    case Tok::Some:
      op = Op::SomeQ;
      break;
    case Tok::No:
      op = Op::NoQ;
      break;
    case Tok::Lone:
      op = Op::LoneQ;
      break;
    case Tok::One:
      op = Op::OneQ;
      break;
    case Tok::Sum:
      op = Op::SumQ;
      break;
    default:
      break;
  }
  const Span pos = advance();
  std::vector<Decl> decls;
  do {
    decls.push_back(declaration(DeclPlace::List));
  } while (take(Tok::Comma));
  return finish_binder(op, pos, pos, std::move(decls));
}

ExprPtr Parser::let() {
  const Span begin = advance();
  std::vector<Decl> decls;
  do {
    Decl decl;
    decl.span = here();
    decl.names.push_back(declared_name("a name to define"));
    decl.mult = Mult::Exactly;
    decl.mult_pos = expect(Tok::Equal, "after the name that let defines");
    decl.bound = expression();
    decl.span = since(decl.span);
    decls.push_back(std::move(decl));
  } while (take(Tok::Comma));
  const Span pos = decls.front().mult_pos;
  return finish_binder(Op::Let, pos, begin, std::move(decls));
}

// | formula, or a block
ExprPtr Parser::binder_body() {
  if (at(Tok::LeftBrace)) return block();
  expect(Tok::Bar, "or '{' after the declarations");
  return expression();
}

// A binder reaches as far as it can, so no operator can follow; where its body is a block, people forget
// that.
ExprPtr Parser::finish_binder(Op op, const Span& pos, const Span& begin, std::vector<Decl> decls) {
  Expr expr;
  expr.op = op;
  expr.decls = std::move(decls);
  expr.pos = pos;
  const bool has_block = at(Tok::LeftBrace);
  expr.children.push_back(binder_body());
  expr.span = since(begin);
  ExprPtr result = make_expr(std::move(expr));
  if (result->depth > kMaxExprDepth) {
    fail(pos, fmt::format("expression nested more than {} levels deep", kMaxExprDepth));
  } else if (at(Tok::Else) || (has_block && follows_an_operand(peek()))) {
    fail_expecting("the end of the formula",
                   fmt::format("put the expression that begins with '{}' in parentheses", info(op).spelling));
  }
  return result;
}

// [var] [private] [disj] names : [disj] bound, or names = value
Decl Parser::declaration(DeclPlace place) {
  Decl decl;
  decl.span = here();
  decl.var = keyword_here(Tok::Var);
  decl.private_field = keyword_here(Tok::Private);
  decl.disjoint = keyword_here(Tok::Disj);
  const std::string_view first = here().text();
  decl.names = declared_names("a name to declare");
  if (at_name() && (first == "part" || first == "exh" || first == "disjoint")) {
    fail_expecting("':' after the declared names",
                   first == "disjoint" ? "use disj to declare names with disjoint values"
                                       : fmt::format("remove '{}': it is not part of Alloy 6", first));
  }
  const bool may_define = place == DeclPlace::List && !decl.var;
  if (may_define && at(Tok::Equal)) {
    decl.mult = Mult::Exactly;
    decl.mult_pos = advance();
    const Keyword disjoint_value = disjoint_bound();
    if (disjoint_value || decl.disjoint) {
      fail(disjoint_value ? *disjoint_value : *decl.disjoint,
           "names defined with '=' cannot be declared disjoint");
    }
    decl.bound = expression();
  } else {
    expect(Tok::Colon, "after the declared names");
    decl.disjoint_bound = disjoint_bound();
    decl.bound = expression();
    split_multiplicity(decl.bound, decl.mult, &decl.mult_pos);
  }
  decl.span = since(decl.span);
  return decl;
}

// The `disj` before a bound; in `x = disj[a, b]` it begins the bound itself.
Keyword Parser::disjoint_bound() {
  return peek(1) == Tok::LeftBracket ? std::nullopt : keyword_here(Tok::Disj);
}

// Makes of `lone A` the multiplicity and A.
void Parser::split_multiplicity(ExprPtr& bound, Mult& mult, Span* pos) {
  switch (bound->op) {
    case Op::SetOf:
      mult = Mult::Set;
      break;
    case Op::Some:
      mult = Mult::Some;
      break;
    case Op::Lone:
      mult = Mult::Lone;
      break;
    case Op::One:
      mult = Mult::One;
      break;
    default:
      return;
  }
  if (pos) *pos = bound->pos;
  ExprPtr inner = bound->child(0);
  bound = std::move(inner);
}

}  // namespace fretsaw::alloy
