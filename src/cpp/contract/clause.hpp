// SPDX-License-Identifier: MIT
// Contracts as they are written: clauses, and the behaviours that they make up. Nothing is resolved here.
#pragma once

#include <cstdint>
#include <vector>

#include "alloy/syntax/ast.hpp"
#include "base/source.hpp"

namespace fretsaw::contract {

enum class ClauseKind : std::uint8_t { Invariant, Requires, Ensures, Signals };

const char* to_string(ClauseKind kind);  // "invariant", …

// Exactly one of `relational` and `cxx` is there, except in a `signals` without a condition, which has
// neither.
struct Clause {
  ClauseKind kind = ClauseKind::Invariant;
  alloy::ExprPtr relational;  // a block, whose spans point into the header
  Span cxx;                   // a C++ expression, without the semicolon
  Span exception;             // of signals: the type
  Span keyword;
  Span span;

  bool is_relational() const { return relational != nullptr; }
  bool is_cxx() const { return cxx.source != nullptr; }
};

// What a method promises to callers that keep the `requires`. Any: normal return and `ensures`, or an
// exception that a `signals` allows.
enum class BehaviorKind : std::uint8_t { Any, Normal, Exceptional };

struct Behavior {
  BehaviorKind kind = BehaviorKind::Any;
  std::vector<Clause> preconditions;
  std::vector<Clause> postconditions;
  std::vector<Clause> exceptions;
  Span span;  // of its first word
};

}  // namespace fretsaw::contract
