// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "alloy/syntax/parser.hpp"
#include "base/nearest_name.hpp"
#include "cpp/contract/clause.hpp"
#include "cpp/contract/clause_scanner.hpp"
#include "cpp/contract/comments.hpp"

namespace fretsaw::contract {

namespace {

const std::vector<std::string> kKeywords = {
    "invariant", "requires", "ensures", "signals", "normal_behavior", "exceptional_behavior",
    "also",      "pred",     "fun"};

std::optional<ClauseKind> clause_kind(std::string_view word) {
  if (word == "invariant") return ClauseKind::Invariant;
  if (word == "requires") return ClauseKind::Requires;
  if (word == "ensures") return ClauseKind::Ensures;
  if (word == "signals") return ClauseKind::Signals;
  return std::nullopt;
}

std::optional<Word> behavior_word(std::string_view word) {
  if (word == "normal_behavior" || word == "normal_behaviour") return Word::NormalBehavior;
  if (word == "exceptional_behavior" || word == "exceptional_behaviour") return Word::ExceptionalBehavior;
  if (word == "also") return Word::Also;
  return std::nullopt;
}

class CommentParser {
 public:
  CommentParser(const ContractText& text, const Span& comment) : text_(text), scanner_(text, comment) {}

  Result<std::vector<Item>> run() {
    std::vector<Item> items;
    for (scanner_.skip_remarks(); !scanner_.at_end(); scanner_.skip_remarks()) {
      auto next = item();
      if (!next) return next.error();
      items.push_back(*std::move(next));
    }
    return items;
  }

 private:
  Result<Item> item() {
    const Span word = scanner_.word();
    const std::string_view text = word.text();
    if (const auto kind = clause_kind(text)) return clause(*kind, word);
    if (const auto behavior = behavior_word(text)) {
      if (scanner_.at(':')) scanner_.move_to(scanner_.position() + 1);
      return Item(BehaviorWord{*behavior, word});
    }
    if (text == "pred" || text == "fun") return helper(word);
    const std::string nearest = nearest_name(text, kKeywords);
    Diagnostic error =
        text.empty()
            ? error_at(scanner_.here(), ErrorClass::Syntax,
                       fmt::format("expected a clause of a contract, found '{}'", scanner_.here().text()))
            : error_at(word, ErrorClass::Syntax,
                       fmt::format("unknown clause '{}'{}", text, suggestion(nearest)));
    if (nearest.empty())
      error.notes.push_back({fmt::format("the clauses are {}", fmt::join(kKeywords, ", ")), std::nullopt});
    return error;
  }

  Result<Item> clause(ClauseKind kind, const Span& keyword) {
    Clause result;
    result.kind = kind;
    result.keyword = keyword;
    if (kind == ClauseKind::Signals) {
      if (auto type = exception(result); !type) return type.error();
    }
    if (scanner_.at('{')) {
      auto block = braces();
      if (!block) return block.error();
      auto parsed = alloy::parse_clause({text_.source.get(), text_.text, block->begin, block->end});
      if (!parsed) return parsed.error();
      result.relational = *std::move(parsed);
      skip_semicolon();
      result.span = scanner_.span(keyword.begin, block->end);
      return Item(std::move(result));
    } else if (kind != ClauseKind::Signals || !scanner_.at(';')) {
      auto expression = cxx(keyword);
      if (!expression) return expression.error();
      result.cxx = *expression;
    } else {
      skip_semicolon();
    }
    result.span = scanner_.span(keyword.begin, scanner_.position());
    return Item(std::move(result));
  }

  // TYPE, up to `;`, `{` or `if`.
  Status exception(Clause& clause) {
    scanner_.at_end();
    const std::uint32_t begin = scanner_.position();
    auto end = scanner_.until(";{");
    Span type = end ? *end : scanner_.span(begin, begin);
    const std::string_view text = type.text();
    for (std::size_t i = text.find("if"); i != std::string_view::npos; i = text.find("if", i + 1)) {
      if ((i > 0 && is_word(text[i - 1])) || (i + 2 < text.size() && is_word(text[i + 2]))) continue;
      scanner_.move_to(type.begin + static_cast<std::uint32_t>(i) + 2);
      type.end = type.begin + static_cast<std::uint32_t>(i);
      while (type.end > type.begin && std::isspace(static_cast<unsigned char>(type.text().back())) != 0)
        --type.end;
      break;
    }
    if (!end && !scanner_.at_end() && is_word(scanner_.here().text().front()))
      return never_ends(clause.keyword);
    if (!end || type.begin >= type.end) {
      return error_at(clause.keyword, ErrorClass::Syntax, "'signals' requires the type of an exception",
                      "write 'signals std::out_of_range;' or 'signals TYPE if CONDITION;'");
    }
    clause.exception = type;
    return Success{};
  }

  Result<Span> braces() {
    const Span open = scanner_.here();
    const auto block = scanner_.braces();
    if (!block) {
      return error_at(open, ErrorClass::Syntax, "unterminated '{': the contract ends before its '}'");
    }
    return *block;
  }

  static Diagnostic never_ends(const Span& keyword) {
    return error_at(keyword, ErrorClass::Syntax, fmt::format("unterminated '{}' clause", keyword.text()),
                    keyword.text() == "signals"
                        ? "write ';' or 'if CONDITION;' after the type"
                        : "end a clause in C++ with ';', and write a relational clause in braces");
  }

  Result<Span> cxx(const Span& keyword) {
    scanner_.at_end();
    const auto expression = scanner_.expression();
    if (!expression) return never_ends(keyword);
    if (expression->begin >= expression->end) {
      return error_at(keyword, ErrorClass::Syntax, fmt::format("empty '{}' clause", keyword.text()),
                      "write a C++ expression and ';', or formulas in braces");
    }
    return *expression;
  }

  Result<Item> helper(const Span& keyword) {
    // The body is the first brace outside of the brackets of parameters.
    const auto head = scanner_.until("{;");
    if (!head || !scanner_.at('{')) {
      return error_at(keyword, ErrorClass::Syntax,
                      fmt::format("expected a body in braces after '{}'", keyword.text()),
                      "write 'pred NAME[x: S] { … }' or 'fun NAME[x: S]: T { … }'");
    }
    auto body = braces();
    if (!body) return body.error();
    auto parsed = alloy::parse_helper({text_.source.get(), text_.text, keyword.begin, body->end});
    if (!parsed) return parsed.error();
    return Item(*std::move(parsed));
  }

  void skip_semicolon() {
    if (scanner_.at(';')) scanner_.move_to(scanner_.position() + 1);
  }

  const ContractText& text_;
  ClauseScanner scanner_;
};

class BehaviorBuilder {
 public:
  Status add(const BehaviorWord& word) {
    if (word.word == Word::Also) {
      if (behaviors_.empty() || is_empty(behaviors_.back())) {
        return error_at(word.span, ErrorClass::Syntax, "no behavior before 'also'");
      }
      also_ = word.span;
      return Success{};
    }
    if (!behaviors_.empty() && !also_) {
      return error_at(word.span, ErrorClass::Syntax, "missing 'also' between two behaviors",
                      fmt::format("write 'also' before '{}'", word.span.text()));
    }
    begin(word.word == Word::NormalBehavior ? BehaviorKind::Normal : BehaviorKind::Exceptional, word.span);
    return Success{};
  }

  Status add(const Clause& clause) {
    if (behaviors_.empty() || also_) begin(BehaviorKind::Any, clause.keyword);
    Behavior& behavior = behaviors_.back();
    switch (clause.kind) {
      case ClauseKind::Requires:
        behavior.preconditions.push_back(clause);
        return Success{};
      case ClauseKind::Ensures:
        if (behavior.kind != BehaviorKind::Exceptional) {
          behavior.postconditions.push_back(clause);
          return Success{};
        }
        return error_at(clause.keyword, ErrorClass::Syntax,
                        "'ensures' is not allowed in exceptional_behavior", "use 'signals'");
      default:
        if (behavior.kind != BehaviorKind::Normal) {
          behavior.exceptions.push_back(clause);
          return Success{};
        }
        return error_at(clause.keyword, ErrorClass::Syntax, "'signals' is not allowed in normal_behavior",
                        "write 'also exceptional_behavior' before it");
    }
  }

  Result<std::vector<Behavior>> finish() {
    if (also_) return error_at(*also_, ErrorClass::Syntax, "no behavior after 'also'");
    for (const Behavior& behavior : behaviors_) {
      if (behavior.kind == BehaviorKind::Exceptional && behavior.exceptions.empty()) {
        return error_at(behavior.span, ErrorClass::Syntax, "exceptional_behavior without 'signals'",
                        "add 'signals' with the type of the exception");
      }
    }
    return std::move(behaviors_);
  }

 private:
  static bool is_empty(const Behavior& behavior) {
    return behavior.kind == BehaviorKind::Any && behavior.preconditions.empty() &&
           behavior.postconditions.empty() && behavior.exceptions.empty();
  }

  void begin(BehaviorKind kind, const Span& span) {
    behaviors_.push_back({kind, {}, {}, {}, span});
    also_.reset();
  }

  std::vector<Behavior> behaviors_;
  std::optional<Span> also_;
};

}  // namespace

const char* to_string(ClauseKind kind) {
  switch (kind) {
    case ClauseKind::Invariant:
      return "invariant";
    case ClauseKind::Requires:
      return "requires";
    case ClauseKind::Ensures:
      return "ensures";
    default:
      return "signals";
  }
}

Span span_of(const Item& item) {
  if (const auto* clause = std::get_if<Clause>(&item)) return clause->keyword;
  if (const auto* word = std::get_if<BehaviorWord>(&item)) return word->span;
  return std::get<alloy::Function>(item).name.span;
}

Result<std::vector<Item>> parse_comment(const ContractText& text, const Span& comment) {
  return CommentParser(text, comment).run();
}

Result<std::vector<Behavior>> behaviors(const std::vector<Item>& items) {
  BehaviorBuilder builder;
  for (const Item& item : items) {
    Status added = Success{};
    if (const auto* word = std::get_if<BehaviorWord>(&item)) added = builder.add(*word);
    if (const auto* clause = std::get_if<Clause>(&item)) added = builder.add(*clause);
    if (!added) return added.error();
  }
  return builder.finish();
}

}  // namespace fretsaw::contract
