// SPDX-License-Identifier: MIT
// Which stretch of the text an expression is. Spans of typed expressions are where Alloy reports errors:
// without the parentheses and brackets at their ends, without the word `let`. An edit needs all of it.
#pragma once

#include <map>
#include <vector>

#include "alloy/model/model.hpp"
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
  mutable std::map<const model::Expr*, Span> known_;
};

}  // namespace fretsaw::mutation
