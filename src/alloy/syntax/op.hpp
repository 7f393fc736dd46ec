// SPDX-License-Identifier: MIT
// The operators of Alloy expressions: one enumerator per node kind, and a table that says how each is
// written.
#pragma once

#include <cstdint>
#include <string_view>

namespace fretsaw::alloy {

enum class Op : std::uint8_t {
  // Leaves.
  Name,    // a reference; Expr::name holds it as written, qualified or not: "x", "ord/next", "this/A", "A$"
  AtName,  // @name: the field itself, without the implicit `this.`; Expr::name is without the @
  This,
  Univ,
  None,
  Iden,
  IntSig,     // Int
  SeqInt,     // seq/Int
  StringSig,  // String
  StepsSig,   // steps, which the grammar allows wherever a sig may stand
  Number,     // Expr::number
  Text,       // a string literal; Expr::name holds its value: unescaped, without quotes
  IntMin,     // fun/min
  IntMax,     // fun/max
  IntNext,    // fun/next

  // One child. The multiplicity tests are formulas; the ...Of forms are constraints and stand only on the
  // right of
  // `in` or `not in` (in declarations the multiplicity is part of the Decl instead).
  Not,
  Always,
  Eventually,
  After,
  Before,
  Historically,
  Once,
  No,
  Some,
  Lone,
  One,
  SomeOf,
  LoneOf,
  OneOf,
  SetOf,
  SeqOf,        // seq e: the relations seq/Int -> lone e that have no gaps
  Cardinality,  // #e
  IntValue,     // int e, int[e], sum e, sum[e], e.int, e.sum: the sum of a set of integers
  Transpose,
  Closure,
  ReflexiveClosure,
  Prime,

  // Two children.
  Sequence,  // a ; b: a now and b in the next state
  Or,
  Iff,
  Implies,
  And,
  Until,
  Releases,
  Since,
  Triggered,
  In,
  NotIn,
  Equal,
  NotEqual,
  Less,
  NotLess,
  AtMost,
  NotAtMost,
  Greater,
  NotGreater,
  AtLeast,
  NotAtLeast,
  ShiftLeft,
  ShiftRight,          // >>  keeps the sign
  ShiftRightUnsigned,  // >>> does not
  Union,
  Difference,
  IntAdd,  // fun/add
  IntSub,
  IntMul,
  IntDiv,
  IntRem,
  Override,
  Intersection,
  Arrow,  // with Expr::left_mult and Expr::right_mult
  DomainRestriction,
  RangeRestriction,
  Join,

  // Any number of children.
  IfElse,      // condition, then, else: of formulas, integers or relations
  Box,         // e[a, b]: the callee or relation, then the arguments
  Disjoint,    // disj[a, b, c]
  TotalOrder,  // pred/totalOrder[elem, first, next]
  Block,       // { e f g }: the conjunction of its children; true if there are none

  // Binders: Expr::decls and one child, the body.
  All,
  SomeQ,
  NoQ,
  LoneQ,
  OneQ,
  SumQ,
  Comprehension,
  Let,  // each Decl defines one name, in scope of those after it and of the body
};

inline constexpr int kOpCount = static_cast<int>(Op::Let) + 1;

enum class OpShape : std::uint8_t { Leaf, Prefix, Postfix, BinaryLeft, BinaryRight, List, Binder };

// How tightly an expression of the kind holds together, weakest first: the levels of Alloy's grammar.
enum class Level : std::uint8_t {
  Sequence,
  Bind,  // quantifiers and let: they reach as far to the right as they can
  Or,
  Iff,
  Implies,
  And,
  Temporal,
  Not,
  Compare,  // also the multiplicity tests: `no a = b` is `(no a) = b`
  Shift,
  Add,
  Multiply,
  Count,  // # and int
  Override,
  Intersect,
  Arrow,
  Domain,
  Range,
  Postfix,  // a[b] and a.b, from left to right
  Prime,    // a'
  Closure,  // ~ ^ *: `~a'` is `(~a)'`
  Base,
};

struct OpInfo {
  Op op;
  std::string_view spelling;  // of the operator or leaf as the printer writes it; empty if it has none
  std::string_view name;      // for messages and reports: "union", "transitive closure"
  OpShape shape;
  Level level;
};

const OpInfo& info(Op op);

inline bool is_leaf(Op op) { return info(op).shape == OpShape::Leaf; }
inline bool is_binder(Op op) { return info(op).shape == OpShape::Binder; }
inline bool is_binary(Op op) {
  const OpShape shape = info(op).shape;
  return shape == OpShape::BinaryLeft || shape == OpShape::BinaryRight;
}

// The operators that only Alloy 6's temporal language has.
bool is_temporal(Op op);

}  // namespace fretsaw::alloy
