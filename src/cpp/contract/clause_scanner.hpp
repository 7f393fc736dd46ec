// SPDX-License-Identifier: MIT
// Scans the text of a contract: words, and spans of Alloy or C++ that other parsers read.
#pragma once

#include <optional>
#include <string_view>

#include "cpp/contract/comments.hpp"

namespace fretsaw::contract {

class ClauseScanner {
 public:
  ClauseScanner(const ContractText& text, const Span& part)
      : source_(text.source.get()), text_(std::string_view(text.text).substr(0, part.end)), at_(part.begin) {}

  bool at_end();        // after blanks and comments
  bool at(char sign);   // likewise
  void skip_remarks();  // blanks, comments, and Alloy's -- comments: where an item may begin, no C++ does
  std::string_view peek_word();
  Span word();  // empty if none is here
  std::uint32_t position() const { return at_; }
  void move_to(std::uint32_t position) { at_ = position; }
  Span here(std::uint32_t length = 1) const { return span(at_, at_ + length); }
  Span span(std::uint32_t begin, std::uint32_t end) const;
  std::string_view text() const { return text_; }
  const Source* source() const { return source_; }

  // From the brace here to the one that closes it, both included; Alloy's comments and strings are skipped.
  std::optional<Span> braces();
  // The C++ expression up to a `;` outside of all brackets, without it and without blanks around it; moves
  // behind the `;`.
  std::optional<Span> expression();
  // Up to the first of `stops` outside of all brackets, where it stays; nothing if there is none.
  std::optional<Span> until(std::string_view stops);

 private:
  void skip_blanks();
  std::uint32_t after_string(std::uint32_t at) const;
  Span trimmed(std::uint32_t begin, std::uint32_t end) const;

  const Source* source_;
  std::string_view text_;
  std::uint32_t at_;
};

}  // namespace fretsaw::contract
