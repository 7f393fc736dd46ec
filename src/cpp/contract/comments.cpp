// SPDX-License-Identifier: MIT
// As much of C++'s lexical grammar as it takes not to find comments in strings and strings in comments.
#include "cpp/contract/comments.hpp"

#include <algorithm>

namespace fretsaw::contract {

namespace {

class CommentFinder {
 public:
  explicit CommentFinder(SourcePtr header) : text_(header->text()) {
    result_.source = std::move(header);
    result_.text.assign(text_.size(), ' ');
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') result_.text[i] = '\n';
    }
  }

  Result<ContractText> run() {
    while (at_ < text_.size()) {
      if (rest().starts_with("//")) {
        line_comment();
      } else if (rest().starts_with("/*")) {
        if (auto done = block_comment(); !done) return done.error();
      } else if (text_[at_] == '"') {
        at_ = is_raw() ? after_raw_string() : after_quoted('"');
      } else if (text_[at_] == '\'' && !(at_ > 0 && is_word(text_[at_ - 1]))) {
        at_ = after_quoted('\'');
      } else {
        ++at_;
      }
    }
    return std::move(result_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  std::size_t line_end(std::size_t from) const { return std::min(text_.find('\n', from), text_.size()); }

  // `open` is the position of the sign after @, if it is there at all.
  bool is_contract(std::size_t open) const {
    if (open >= text_.size() || text_[open] != '@') return false;
    const char next = open + 1 < text_.size() ? text_[open + 1] : '\n';
    return next != '{' && next != '}';
  }

  void keep(std::size_t begin, std::size_t end) {
    std::copy(text_.begin() + static_cast<std::ptrdiff_t>(begin),
              text_.begin() + static_cast<std::ptrdiff_t>(end),
              result_.text.begin() + static_cast<std::ptrdiff_t>(begin));
  }

  void add(std::size_t begin, std::size_t end) {
    result_.comments.push_back(
        {result_.source.get(), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }

  void line_comment() {
    const std::size_t begin = at_;
    if (!is_contract(at_ + 2)) {
      at_ = line_end(at_);
      while (at_ > 0 && at_ < text_.size() && text_[at_ - 1] == '\\') at_ = line_end(at_ + 1);
      return;
    }
    std::size_t end = at_;
    for (;;) {
      end = line_end(at_);
      keep(at_ + 3, end);
      std::size_t next = std::min(end + 1, text_.size());
      while (next < text_.size() && text_[next] != '\n' && is_blank(text_[next])) ++next;
      if (!text_.substr(next).starts_with("//") || !is_contract(next + 2)) break;
      at_ = next;
    }
    at_ = end;
    add(begin, end);
  }

  Status block_comment() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find("*/", at_ + 2);
    if (close == std::string_view::npos) {
      at_ = text_.size();
      if (!is_contract(begin + 2)) return Success{};
      const Span span{result_.source.get(), static_cast<std::uint32_t>(begin),
                      static_cast<std::uint32_t>(begin + 3)};
      return error_at(span, ErrorClass::Syntax, "unterminated contract", "close the comment with '*/'");
    }
    at_ = close + 2;
    if (!is_contract(begin + 2)) return Success{};
    keep(begin + 3, close);
    add(begin, at_);
    return Success{};
  }

  std::size_t after_quoted(char quote) const {
    std::size_t i = at_ + 1;
    while (i < text_.size() && text_[i] != quote && text_[i] != '\n') i += text_[i] == '\\' ? 2 : 1;
    return std::min(i + 1, text_.size());
  }

  // R"x( … )x", also with a prefix for its encoding.
  bool is_raw() const {
    if (at_ == 0 || text_[at_ - 1] != 'R') return false;
    std::size_t begin = at_ - 1;
    while (begin > 0 && is_word(text_[begin - 1])) --begin;
    const std::string_view prefix = text_.substr(begin, at_ - begin);
    return prefix == "R" || prefix == "u8R" || prefix == "uR" || prefix == "UR" || prefix == "LR";
  }

  std::size_t after_raw_string() const {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return text_.size();
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t close = text_.find(end, open);
    return close == std::string_view::npos ? text_.size() : close + end.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  ContractText result_;
};

}  // namespace

Result<ContractText> find_comments(SourcePtr header) { return CommentFinder(std::move(header)).run(); }

ContractText whole(SourcePtr spec) {
  ContractText result;
  result.text = spec->text();
  result.comments.push_back({spec.get(), 0, static_cast<std::uint32_t>(spec->text().size())});
  result.source = std::move(spec);
  return result;
}

}  // namespace fretsaw::contract
