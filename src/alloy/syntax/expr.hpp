// SPDX-License-Identifier: MIT
// Expressions of the syntax tree, as written: names are not resolved, calls not distinguished from joins,
// nothing is desugared. One node type for all: code that walks, rewrites or counts expressions needs no cases
// for irrelevant shapes.
//
// Nodes are immutable and shared. Parentheses leave no trace: `(a)` is the node of `a`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/syntax/op.hpp"
#include "base/source.hpp"

namespace fretsaw::alloy {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

// A name as written, qualified or not, and where.
struct Name {
  std::string text;
  Span span;
};

// A keyword that may be present, and where.
using Keyword = std::optional<Span>;

// `Default` is what is meant when nothing is written: `one` for a unary bound in a declaration, `set`
// otherwise and in arrows. `Exactly` stands for the `=` of defined fields and of let.
enum class Mult : std::uint8_t { Default, Set, Some, Lone, One, Exactly };

const char* to_string(Mult mult);  // "", "set", "some", "lone", "one", "="

// names: bound, as in fields, parameters and quantifiers; or name = value.
struct Decl {
  std::vector<Name> names;
  Mult mult = Mult::Default;
  ExprPtr bound;  // without the multiplicity
  Keyword private_field;
  Keyword var;
  Keyword disjoint;        // disj a, b: e   the values of a and b have nothing in common
  Keyword disjoint_bound;  // a: disj e      the values of a for different atoms have nothing in common
  Span mult_pos;           // the multiplicity keyword or the `=`; empty for Mult::Default
  Span span;
};

struct Expr {
  Op op = Op::None;
  Mult left_mult = Mult::Default;  // Op::Arrow: a LEFT -> RIGHT b; `set` is read as Default, as in Alloy
  Mult right_mult = Mult::Default;
  std::uint16_t depth = 1;  // how deep the tree is, as kMaxExprDepth counts; set by make_expr
  std::int64_t number = 0;  // Op::Number
  std::string name;         // Op::Name, AtName, Text
  std::vector<ExprPtr> children;
  std::vector<Decl> decls;  // binders
  Span span;                // all of it, with the parentheses around its children but not those around itself
  Span pos;                 // where Alloy reports errors about the node itself: see below

  Expr() = default;
  Expr(const Expr&) = default;
  Expr(Expr&&) = default;
  Expr& operator=(const Expr&) = default;
  Expr& operator=(Expr&&) = default;
  ~Expr();  // frees chains like a + a + a + … of any length without recursion

  const ExprPtr& child(std::size_t i) const { return children[i]; }
  const ExprPtr& left() const { return children[0]; }
  const ExprPtr& right() const { return children[1]; }
  const ExprPtr& body() const { return children.back(); }  // of binders
};

// Expr::pos is: for leaves and blocks, span; for prefix, postfix and binary operators, the operator (of `not
// in`, both words; of arrows, with its multiplicities); for if-else, the `=>`; for Box, Disjoint and
// TotalOrder, from the beginning of the callee to the end of the last argument (in `a.disj[b]`, the dot); for
// quantifiers, the keyword; for comprehensions, the opening brace; for let, its first `=`.

// What Alloy calls the span of an expression: it covers pos and the children's spans, without parentheses at
// its ends. Errors about an operand (as opposed to the operator) are reported there.
Span reported_span(const Expr& expr);

// The parser refuses deeper expressions. Operands of a chain of one left-associative operator (a + b + c)
// count as siblings: recursion that follows chains with `chain` and not through left() needs no more stack
// than this.
inline constexpr int kMaxExprDepth = 500;

// The operands of a maximal left-leaning chain of expr's own operator, in the order of the text: for a + b +
// (c + d) it is {a, b, c + d}. Requires a binary operator.
std::vector<ExprPtr> chain(const ExprPtr& expr);

// Equality of the trees; spans and positions do not matter.
bool same_tree(const ExprPtr& a, const ExprPtr& b);
bool same_tree(const Decl& a, const Decl& b);

// Building trees by program. Spans are empty unless given.
ExprPtr make_expr(Expr expr);
ExprPtr make_name(std::string name, Span span = {});
ExprPtr make_number(std::int64_t number, Span span = {});
ExprPtr make_unary(Op op, ExprPtr operand);
ExprPtr make_binary(Op op, ExprPtr left, ExprPtr right);
// A copy with one child, or the bound of one declaration, replaced.
ExprPtr with_child(const Expr& expr, std::size_t index, ExprPtr child);
ExprPtr with_bound(const Expr& expr, std::size_t decl, ExprPtr bound);

}  // namespace fretsaw::alloy
