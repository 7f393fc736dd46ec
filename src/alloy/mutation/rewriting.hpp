// SPDX-License-Identifier: MIT
// Which stretch of the text an expression is. Spans of typed expressions are where Alloy reports errors:
// without the parentheses and brackets at their ends, without the word `let`. An edit needs all of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/syntax/ast.hpp"
#include "alloy/syntax/token.hpp"
#include "base/source.hpp"

namespace fretsaw::mutation {

class Extents {
 public:
  // Requires a source that can be parsed, read with primes as the model was. It must outlive this.
  Extents(const Source& source, alloy::Primes primes);

  // The expression with the parentheses around its operands, but not those around itself.
  Span of(const model::Expr& expr) const;
  // And with those around itself, if there are any.
  Span enclosed(const model::Expr& expr) const { return enclosed(of(expr)); }
  bool is_enclosed(const model::Expr& expr) const { return of(expr).begin != enclosed(expr).begin; }

  // The tokens of that kind in the stretch.
  std::vector<Span> tokens(alloy::Tok kind, std::uint32_t begin, std::uint32_t end) const;
  // The last token of that kind before the place, or nothing.
  Span last_before(alloy::Tok kind, std::uint32_t place) const;

  const Source& source() const { return source_; }

 private:
  Span enclosed(Span span) const;
  Span balanced(Span span) const;
  std::size_t first_at_or_after(std::uint32_t place) const;  // in tokens_

  const Source& source_;
  std::vector<alloy::Token> tokens_;
  mutable std::map<const model::Expr*, Span> known_instances_;
};

// Edits of a text, and what operators need to write them.

// text()[begin, end) becomes `text`.
struct Edit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;

  friend bool operator==(const Edit&, const Edit&) = default;
};

// A change of the model's text, made by one operator at one place.
struct Change {
  Span place;               // what is changed
  std::string what;         // "some -> no", "swap the operands"
  std::vector<Edit> edits;  // in the order of the text; they do not overlap
};

// An expression that is examined.
struct Site {
  const model::Model& model;
  const Extents& extents;
  const model::Expr& expr;
  const model::Expr* parent = nullptr;  // null: the expression is all that a paragraph says
};

// The declaration of some fields, or of a function's result.
struct DeclarationSite {
  const Extents& extents;
  alloy::Mult mult = alloy::Mult::Default;
  Span mult_pos;  // empty for Default
  Span bound;     // where the bound begins
};

struct SigSite {
  const Extents& extents;
  const alloy::Sig& syntax;  // several sigs may share it:
  std::size_t which = 0;     // among its names
};

// Collects the edits of one change.
class ChangeBuilder {
 public:
  explicit ChangeBuilder(const Extents& extents) : extents_(extents) {}

  // Blanks are added where the new text would otherwise grow together with what is beside it.
  ChangeBuilder& replace(const Span& span, const std::string& text);
  ChangeBuilder& remove(const Span& span) { return replace(span, ""); }
  ChangeBuilder& insert(std::uint32_t place, const std::string& text);
  // Parentheses around the expression, unless it has them.
  ChangeBuilder& enclose(const model::Expr& expr);
  // The one expression in the place of the other and the other way round, each in parentheses if the test
  // says so.
  ChangeBuilder& swap(const model::Expr& a, bool parentheses_a, const model::Expr& b, bool parentheses_b);

  Change finish(const Span& place, std::string what);

 private:
  const Extents& extents_;
  std::vector<Edit> edits_;
};

std::string applied(const Source& source, const std::vector<Edit>& edits);

// Holds together in any context: a name, a call, braces.
bool is_closed(const model::Expr& expr);
// A binder or a connective of formulas, or something that ends in a binder: it would take in, or be torn
// apart by, a connective that is put beside it.
bool is_loose(const Extents& extents, const model::Expr& expr);
// Do the surroundings of the expression end at it, whatever its operator is?
bool stands_alone(const Site& site);

}  // namespace fretsaw::mutation
