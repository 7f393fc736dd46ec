// SPDX-License-Identifier: MIT
#include "cpp/contract/clause_scanner.hpp"

#include "cpp/contract/comments.hpp"

namespace fretsaw::contract {

Span ClauseScanner::span(std::uint32_t begin, std::uint32_t end) const { return {source_, begin, end}; }

Span ClauseScanner::trimmed(std::uint32_t begin, std::uint32_t end) const {
  while (begin < end && is_blank(text_[begin])) ++begin;
  while (end > begin && is_blank(text_[end - 1])) --end;
  return span(begin, end);
}

void ClauseScanner::skip_blanks() {
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_);
    if (is_blank(rest.front())) {
      ++at_;
    } else if (rest.starts_with("//")) {
      at_ += static_cast<std::uint32_t>(std::min(rest.find('\n'), rest.size()));
    } else if (rest.starts_with("/*")) {
      const std::size_t close = rest.find("*/");
      at_ += static_cast<std::uint32_t>(close == std::string_view::npos ? rest.size() : close + 2);
    } else {
      return;
    }
  }
}

void ClauseScanner::skip_remarks() {
  for (skip_blanks(); text_.substr(at_).starts_with("--"); skip_blanks())
    at_ += static_cast<std::uint32_t>(std::min(text_.substr(at_).find('\n'), text_.size() - at_));
}

bool ClauseScanner::at_end() {
  skip_blanks();
  return at_ >= text_.size();
}

bool ClauseScanner::at(char sign) { return !at_end() && text_[at_] == sign; }

std::string_view ClauseScanner::peek_word() {
  skip_blanks();
  std::uint32_t end = at_;
  while (end < text_.size() && is_word(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

Span ClauseScanner::word() {
  const auto length = static_cast<std::uint32_t>(peek_word().size());
  const Span result = span(at_, at_ + length);
  at_ += length;
  return result;
}

// Behind the string or character that begins there. One that does not end on its line ends where the line
// does.
std::uint32_t ClauseScanner::after_string(std::uint32_t at) const {
  const char quote = text_[at];
  for (++at; at < text_.size() && text_[at] != quote && text_[at] != '\n'; ++at) {
    if (text_[at] == '\\') ++at;
  }
  return std::min(at + 1, static_cast<std::uint32_t>(text_.size()));
}

std::optional<Span> ClauseScanner::braces() {
  const std::uint32_t begin = at_;
  int depth = 0;
  for (std::uint32_t i = begin; i < text_.size();) {
    const std::string_view rest = text_.substr(i);
    if (rest.starts_with("//") || rest.starts_with("--")) {
      i += static_cast<std::uint32_t>(std::min(rest.find('\n'), rest.size()));
      continue;
    }
    if (rest.starts_with("/*")) {
      const std::size_t close = rest.find("*/");
      i += static_cast<std::uint32_t>(close == std::string_view::npos ? rest.size() : close + 2);
      continue;
    }
    const bool is_character = rest.size() > 2 && rest[0] == '\'' && (rest[2] == '\'' || rest[1] == '\\');
    if (rest.front() == '"' || is_character) {
      i = after_string(i);
      continue;
    }
    if (rest.front() == '{') ++depth;
    if (rest.front() == '}' && --depth == 0) {
      at_ = i + 1;
      return span(begin, at_);
    }
    ++i;
  }
  return std::nullopt;
}

std::optional<Span> ClauseScanner::until(std::string_view stops) {
  const std::uint32_t begin = at_;
  int depth = 0;
  for (std::uint32_t i = begin; i < text_.size();) {
    const char c = text_[i];
    const bool is_separator =
        c == '\'' && i > 0 && is_word(text_[i - 1]) && i + 1 < text_.size() && is_word(text_[i + 1]);
    if (c == '"' || (c == '\'' && !is_separator)) {
      i = after_string(i);
      continue;
    }
    if (depth == 0 && stops.find(c) != std::string_view::npos) {
      at_ = i;
      return trimmed(begin, i);
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0) return std::nullopt;
    ++i;
  }
  return std::nullopt;
}

std::optional<Span> ClauseScanner::expression() {
  auto result = until(";");
  if (result) ++at_;
  return result;
}

}  // namespace fretsaw::contract
