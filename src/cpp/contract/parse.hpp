// SPDX-License-Identifier: MIT
// Contract comments to clauses.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "cpp/contract/clause.hpp"
#include "cpp/contract/comments.hpp"

namespace fretsaw::contract {

enum class Word : std::uint8_t { NormalBehavior, ExceptionalBehavior, Also };

struct BehaviorWord {
  Word word;
  Span span;
};

using Item = std::variant<Clause, BehaviorWord, alloy::Function>;

Span span_of(const Item& item);

// All that one comment holds, in order. Refused: what is no clause, and clauses that do not end.
Result<std::vector<Item>> parse_comment(const ContractText& text, const Span& comment);

// The items of one declaration, helpers and invariants not among them. Refused: clauses that do not belong
// into their behaviour, and an `also` that joins nothing.
Result<std::vector<Behavior>> behaviors(const std::vector<Item>& items);

}  // namespace fretsaw::contract
