// SPDX-License-Identifier: MIT
// Typed expressions: every name resolved, calls distinguished from joins, overloading decided, casts
// explicit. What the user wrote is otherwise kept: blocks, quantifiers with their kind, let, calls, `no`,
// `not in`, …; macros are expanded.
//
// Every expression is of one of three kinds. Operands have the kind that their operator asks for: where Alloy
// converts silently, a cast node stands (IntToSet, SetToInt).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "alloy/model/type.hpp"
#include "alloy/syntax/expr.hpp"
#include "base/mostly_empty.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

enum class FieldId : std::uint32_t {};
enum class FunctionId : std::uint32_t {};
constexpr std::size_t index(FieldId id) { return static_cast<std::size_t>(id); }
constexpr std::size_t index(FunctionId id) { return static_cast<std::size_t>(id); }

enum class Kind : std::uint8_t { Formula, Integer, Relation };

using alloy::Mult;

enum class Op : std::uint8_t {
  // Relations without operands.
  Sig,       // Expr::sig; also univ, none, Int, seq/Int and String
  Field,     // Expr::field, with the owner's column
  Variable,  // Expr::variable; of any kind if a let binds it, else a relation
  Iden,
  IntNext,  // fun/next
  Text,     // Expr::text: a string literal

  // Integers without operands.
  Number,  // Expr::number
  IntMin,
  IntMax,

  // Casts.
  IntToSet,  // Int[i]: the atom of the number. In an Equal or NotEqual whose two operands come out as casts
             // (also
             // after calls are expanded) the integers are compared, as Alloy does
  SetToInt,  // int[s]: the sum of the numbers in the set

  // One relation, giving a relation.
  Transpose,
  Closure,
  ReflexiveClosure,
  Prime,  // the value in the next state

  // Two relations, giving a relation.
  Union,
  Difference,
  Intersection,
  Override,
  Arrow,  // with multiplicities where they are allowed: in bounds, and on the right of In
  DomainRestriction,
  RangeRestriction,
  Join,

  // Relations to integers.
  Cardinality,

  // Two integers, giving an integer.
  IntAdd,
  IntSub,
  IntMul,
  IntDiv,
  IntRem,
  ShiftLeft,
  ShiftRight,
  ShiftRightUnsigned,

  // Multiplicities on the right of In: the set is in e and has so many elements.
  SomeOf,
  LoneOf,
  OneOf,
  SetOf,
  SeqOf,  // seq/Int -> lone e without gaps; also in bounds

  // Relations to formulas.
  No,
  Some,
  Lone,
  One,
  In,  // the right may be one of the ...Of, or an Arrow with multiplicities
  NotIn,
  Equal,
  NotEqual,
  Disjoint,    // any number of relations
  TotalOrder,  // elements, first, next

  // Two integers, giving a formula.
  Less,
  NotLess,
  AtMost,
  NotAtMost,
  Greater,
  NotGreater,
  AtLeast,
  NotAtLeast,

  // Formulas.
  Not,
  Always,
  Eventually,
  After,
  Before,
  Historically,
  Once,
  Until,
  Releases,
  Since,
  Triggered,
  Or,   // two or more
  And,  // two or more
  Iff,
  Implies,
  Block,  // the conjunction of any number of formulas; true if there are none

  IfElse,  // condition, then, else: of the kind of the two
  Call,    // Expr::function with the arguments, all relations; a formula or a relation
  Let,     // one Decl with Mult::Exactly and one variable; the body may be of any kind

  // Binders: declarations, and the body.
  All,
  SomeQ,
  NoQ,
  LoneQ,
  OneQ,
  SumQ,
  Comprehension,
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

// A parameter, or what a quantifier, let or sig fact (`this`) binds. Identity is that of the object.
struct Variable {
  std::string name;
  Type type;
  Span span;  // of the name where it is declared
};
using VariablePtr = std::shared_ptr<const Variable>;

// a, b: mult bound. The bound is a relation (of let: the value, of any kind) in which the variables of the
// declarations before this one may occur.
struct Decl {
  std::vector<VariablePtr> variables;
  Mult mult = Mult::One;  // Set for bounds of arity above 1, and never Default; Exactly only for let
  ExprPtr bound;
  bool disjoint = false;
  Span span;
};

// Large models have millions of these, and all stay: every byte counts.
struct Expr {
  Op op = Op::Block;
  Kind kind = Kind::Formula;
  Mult left_mult = Mult::Set;  // Op::Arrow: a LEFT -> RIGHT b; never Default
  Mult right_mult = Mult::Set;
  union {
    std::int64_t number = 0;  // Op::Number
    SigId sig;                // Op::Sig
    FieldId field;            // Op::Field
    FunctionId function;      // Op::Call
  };
  MostlyEmpty<std::string> text;
  VariablePtr variable;
  SharedType type;  // never ill
  std::vector<ExprPtr> children;
  MostlyEmpty<std::vector<Decl>> decls;
  Span span;  // all of it
  Span pos;   // the operator: see alloy::Expr

  Expr() = default;
  Expr(const Expr&) = default;
  Expr(Expr&&) = default;
  Expr& operator=(const Expr&) = default;
  Expr& operator=(Expr&&) = default;
  ~Expr();  // frees chains of any length without recursion

  const ExprPtr& child(std::size_t i) const { return children[i]; }
  const ExprPtr& body() const { return children.back(); }
  int arity() const { return kind == Kind::Relation ? type->arity() : 0; }
};

bool is_quantifier(Op op);  // All … OneQ
bool is_temporal(Op op);    // Prime, and Always … Triggered
const char* to_string(Op op);

// Is it an Arrow with a multiplicity other than set, or with such an Arrow inside, or a SeqOf?
bool has_multiplicity(const Expr& expr);

// Does it stand for a quantifier or comprehension over meta sigs (checker_meta.cpp)? Such a `let` holds
// copies of one body, all with the places of that body in the text; its variable is not in the text and has
// no name.
inline bool is_meta_quantifier(const Expr& expr) {
  return expr.op == Op::Let && expr.decls.front().variables.front()->name.empty();
}

}  // namespace fretsaw::model
