// SPDX-License-Identifier: MIT
// No parser: only operators outside of all brackets count. Those that bind less than && or assign, and all
// that may be brackets of templates (a < that follows a name, as in std::max<int>), end the attempt.
#include <cctype>
#include <optional>
#include <string_view>

#include "cpp/contract/comments.hpp"
#include "cpp/contract/cxx_clause.hpp"

namespace fretsaw::contract {

namespace {

struct Operator {
  std::size_t begin;
  std::size_t size;
};

class PartFinder {
 public:
  explicit PartFinder(const Span& all) : all_(all), text_(all.source->text()) {}

  std::vector<CxxSubexpression> run() {
    if (!scan()) return {};
    std::size_t begin = all_.begin;
    for (std::size_t i = 0; i <= ands_.size(); ++i) {
      const std::size_t end = i < ands_.size() ? ands_[i] : all_.end;
      conjunct(begin, end);
      begin = end + 2;
    }
    return std::move(parts_);
  }

 private:
  static bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  char at(std::size_t i) const { return i < all_.end ? text_[i] : '\0'; }
  bool is(std::size_t i, std::string_view word) const {
    return text_.substr(i, all_.end - i).starts_with(word);
  }

  // Where nothing is to the left of an operator, it has one operand.
  bool is_unary(std::size_t i) const {
    while (i > all_.begin && is_space(text_[i - 1])) --i;
    if (i == all_.begin) return true;
    const char before = text_[i - 1];
    return !is_word(before) && before != ')' && before != ']' && before != '"' && before != '\'';
  }

  std::size_t after_string(std::size_t i) const {
    const char quote = text_[i];
    if (quote == '\'' && i > all_.begin && is_word(text_[i - 1])) return i + 1;  // 1'000
    for (++i; i < all_.end && text_[i] != quote; ++i) {
      if (text_[i] == '\\') ++i;
    }
    return i + 1;
  }

  // Finds the operators that matter. False if there are others.
  bool scan() {
    int depth = 0;
    for (std::size_t i = all_.begin; i < all_.end;) {
      const char c = text_[i];
      if (c == '"' || c == '\'') {
        i = after_string(i);
        continue;
      }
      if (c == '[' && depth == 0 && is_unary(i)) return false;  // a lambda
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      const std::optional<std::size_t> width = depth > 0 ? std::optional<std::size_t>(1) : take(i);
      if (!width) return false;
      i += *width;
    }
    return depth == 0;
  }

  // How many characters to go on by.
  std::optional<std::size_t> take(std::size_t i) {
    if (is_word(text_[i])) return take_word(i);
    if (is(i, "//") || is(i, "/*")) return std::nullopt;
    if (is(i, "&&")) {
      ands_.push_back(i);
      return 2;
    }
    if (is(i, "->")) return 2;
    if (is(i, "<=>") || is(i, "<<") || is(i, ">>") || is(i, "||")) return std::nullopt;
    for (const char* const sign : {"==", "!=", "<=", ">="}) {
      if (!is(i, sign)) continue;
      comparisons_.push_back({i, 2});
      return 2;
    }
    switch (text_[i]) {
      case '<':
      case '>':
        if (i == all_.begin || !is_space(text_[i - 1]) || !is_space(at(i + 1))) return std::nullopt;
        comparisons_.push_back({i, 1});
        return 1;
      case '&':
        if (is_unary(i)) return 1;
        return std::nullopt;
      case '=':
      case '?':
      case ',':
      case ';':
      case '|':
      case '^':
        return std::nullopt;
      default:
        return 1;
    }
  }

  // Some words are operators.
  std::optional<std::size_t> take_word(std::size_t i) const {
    std::size_t end = i;
    while (end < all_.end && is_word(text_[end])) ++end;
    const std::string_view word = text_.substr(i, end - i);
    for (const char* const one : {"and", "or", "xor", "bitand", "bitor", "not_eq", "throw"}) {
      if (word == one) return std::nullopt;
    }
    return end - i;
  }

  Span trimmed(std::size_t begin, std::size_t end) const {
    while (begin < end && is_space(text_[begin])) ++begin;
    while (end > begin && is_space(text_[end - 1])) --end;
    return {all_.source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void conjunct(std::size_t begin, std::size_t end) {
    const Span whole = trimmed(begin, end);
    if (whole.begin == whole.end) return;
    parts_.push_back({whole, true});
    std::vector<Operator> inside;
    for (const Operator& each : comparisons_) {
      if (each.begin >= begin && each.begin < end) inside.push_back(each);
    }
    if (inside.size() != 1) return;
    for (const Span& side :
         {trimmed(begin, inside.front().begin), trimmed(inside.front().begin + inside.front().size, end)}) {
      if (side.begin != side.end && !is_literal(side.text())) parts_.push_back({side, false});
    }
  }

  // A number, a character or a text, nullptr, true or false: also what may only be one of them, as 0.
  static bool is_literal(std::string_view text) {
    if (text == "nullptr" || text == "NULL" || text == "true" || text == "false") return true;
    const std::size_t first = text.find_first_not_of("-+ ");
    if (first == std::string_view::npos) return true;
    const char c = text[first];
    if (c == '"' || c == '\'') return true;
    return std::isdigit(static_cast<unsigned char>(c)) != 0 &&
           text.find_first_of(" +-*/%(", first) == std::string_view::npos;
  }

  Span all_;
  std::string_view text_;
  std::vector<std::size_t> ands_;
  std::vector<Operator> comparisons_;
  std::vector<CxxSubexpression> parts_;
};

}  // namespace

std::vector<CxxSubexpression> parts_of(const Span& expression) { return PartFinder(expression).run(); }

}  // namespace fretsaw::contract
