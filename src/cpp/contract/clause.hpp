// SPDX-License-Identifier: MIT
// Contracts as they are written: clauses, and the behaviors that they make up. Nothing is resolved here.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "alloy/syntax/ast.hpp"
#include "base/source.hpp"
#include "cpp/contract/comments.hpp"

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

// Contract comments to clauses.
enum class Word : std::uint8_t { NormalBehavior, ExceptionalBehavior, Also };

struct BehaviorWord {
  Word word;
  Span span;
};

using Item = std::variant<Clause, BehaviorWord, alloy::Function>;

Span span_of(const Item& item);

// All items of one comment, in order. Errors: unknown clauses, and unterminated ones.
Result<std::vector<Item>> parse_comment(const ContractText& text, const Span& comment);

// The items of one declaration, without helpers and invariants. Errors: clauses that are not allowed in their
// behavior, and an `also` without a behavior before or after it.
Result<std::vector<Behavior>> behaviors(const std::vector<Item>& items);

}  // namespace fretsaw::contract
