// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>

#include "alloy/syntax/parser.hpp"

namespace fretsaw::alloy {

namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kBegin = "```alloy";
constexpr std::string_view kRule = "---";

bool is_named_markdown(std::string_view name) {
  if (name.size() < 3) return false;
  std::string ending(name.substr(name.size() - 3));
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending == ".md";
}

// "   ```Alloy {.numbered}" and "~~~alloy": it was probably meant to be read.
bool almost_begins(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || (line[begin] != '`' && line[begin] != '~')) return false;
  const std::size_t end = line.find_first_not_of(line[begin], begin);
  if (end == std::string_view::npos || end - begin < kFence.size()) return false;
  const std::size_t info = line.find_first_not_of(" \t{.", end);
  if (info == std::string_view::npos) return false;
  std::string word;
  for (const char c : line.substr(info, kBegin.size() - kFence.size() + 1)) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word == "alloy";
}

class Reader {
 public:
  explicit Reader(const Source& source) : source_(source), text_(source.text()) {}

  Markdown run() {
    if (text_.starts_with("\uFEFF")) next_ = 3;
    if (!next_line() || line() != kRule) {
      return refuse(begin_, end_, "a literate model must begin with the line '---'",
                    "put a header before the text: a line '---', any other lines, and a second '---'");
    }
    const std::size_t head_begin = begin_, head_end = end_;
    do {
      if (!next_line())
        return refuse(head_begin, head_end, "unterminated header of a literate model",
                      "close it with a second line '---'");
    } while (line() != kRule);
    out_.alloy.emplace(text_);
    for (char& c : std::span(*out_.alloy).first(end_)) {
      if (c != '\n' && c != '\r') c = ' ';
    }
    read_body();
    if (has_block_) return std::move(out_);
    const Span where =
        out_.malformed_fences.empty() ? span(head_begin, head_end) : out_.malformed_fences.front();
    return refuse(where.begin, where.end, "no Alloy block in this literate model",
                  "begin one with the line '```alloy', without spaces before or after it");
  }

 private:
  // Up to \n, \r\n or \r. False at the end of the text.
  bool next_line() {
    if (next_ >= text_.size()) return false;
    begin_ = next_;
    end_ = std::min(text_.find_first_of("\r\n", begin_), text_.size());
    next_ = end_ + (text_.substr(end_).starts_with("\r\n") ? 2 : 1);
    return true;
  }

  std::string_view line() const { return text_.substr(begin_, end_ - begin_); }

  Span span(std::size_t begin, std::size_t end) const {
    return {&source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void read_body() {
    bool inside = false;
    while (next_line()) {
      if (inside && !line().starts_with(kFence)) continue;
      const bool begins = !inside && line() == kBegin;
      if (!inside && !begins && almost_begins(line())) out_.malformed_fences.push_back(span(begin_, end_));
      has_block_ = has_block_ || begins;
      inside = begins;
      std::ranges::fill(std::span(*out_.alloy).subspan(begin_, end_ - begin_), ' ');
    }
  }

  Markdown refuse(std::size_t begin, std::size_t end, std::string message, std::string hint) {
    if (!is_named_markdown(source_.name())) return {};
    out_.alloy.emplace();
    out_.error = error_at(span(begin, end), ErrorClass::Syntax, std::move(message), std::move(hint));
    return std::move(out_);
  }

  const Source& source_;
  std::string_view text_;
  std::size_t begin_ = 0, end_ = 0, next_ = 0;  // the line at hand, and where the next one begins
  bool has_block_ = false;
  Markdown out_;
};

}  // namespace

Markdown read_markdown(const Source& source) {
  const std::string_view text = source.text();
  const std::string_view first = text.starts_with("\uFEFF") ? text.substr(3) : text;
  if (!is_named_markdown(source.name()) && !first.starts_with(kRule)) return {};
  return Reader(source).run();
}

}  // namespace fretsaw::alloy
