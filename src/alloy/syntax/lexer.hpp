// SPDX-License-Identifier: MIT
// Text to tokens: comments and blanks removed, words that belong together merged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alloy/syntax/token.hpp"
#include "base/budget.hpp"
#include "base/source.hpp"

namespace fretsaw::alloy {

// The tokens of a text, the last of which is End; or, if some of the text is not Alloy, Bad, with the error.
// An error does not hide the tokens before it: a parser that stumbles earlier reports that instead, as Alloy
// does.
struct TokenList {
  std::vector<Token> tokens;
  std::optional<Diagnostic> error;
  bool has_dollar = false;               // some name has a `$`
  std::vector<Span> malformed_fences{};  // of Markdown: lines that almost begin a block of Alloy
};

enum class TextKind : std::uint8_t {
  File,      // if it is Markdown, only the Alloy in it counts (read_markdown)
  Fragment,  // an expression or a scope, whatever its name is
};

// With primes in names the keywords of Alloy 6 are names too. Throws LimitReached.
TokenList tokenize(const Source& source, Primes primes = Primes::Operators, Budget& budget = no_limits(),
                   TextKind kind = TextKind::File);

// A stretch of a C++ text that holds relational clauses: text[begin, end) of a copy of the source in which
// all that is not part of a contract is blank, so that every token is where the source has it.
//
// Clauses are Alloy with other words: `f\`` (a field before the call), `@p` (a parameter or the result) and
// `A::B` are names, 'c' is the number of a character, `null` is none and `sole` is lone. What only begins
// paragraphs and what is temporal are ordinary names, as they may be in C++.
struct ClauseText {
  const Source* source = nullptr;
  std::string_view text;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

TokenList tokenize(const ClauseText& clause, Budget& budget = no_limits());

// The value of a string literal that the lexer accepted: without quotes, escapes replaced.
std::string unescape(std::string_view literal);

// Makes one token of those that Alloy reads as one, whatever blanks or comments stand between them; and moves
// a command's label behind its keyword (`l: run` becomes `run l`), so that a name never has to be
// distinguished from a label.
void merge_tokens(std::string_view text, std::vector<Token>& tokens);

}  // namespace fretsaw::alloy
