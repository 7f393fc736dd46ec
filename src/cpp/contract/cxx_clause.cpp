// SPDX-License-Identifier: MIT
#include "cpp/contract/cxx_clause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "cpp/contract/comments.hpp"

namespace fretsaw::contract {

namespace {

// What follows is on the line and in the column of that place: the line begins with the bytes before it made
// blank, so that a compiler counts as we do.
std::string line_of(const Source& source, std::size_t place) {
  const auto begin = static_cast<std::uint32_t>(place);
  std::string file;
  for (const char c : source.name()) {
    if (c == '"' || c == '\\') file += '\\';
    file += c;
  }
  std::string out = fmt::format("\n#line {} \"{}\"\n", source.locate(begin, begin + 1).line, file);
  const std::string_view text = source.text();
  const std::size_t line_begin = place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
  for (std::size_t i = line_begin; i < place; ++i) out += text[i] == '\t' ? '\t' : ' ';
  return out;
}

class ClauseReader {
 public:
  ClauseReader(const Clause& clause, bool has_result)
      : source_(clause.cxx.source),
        text_(source_->text()),
        two_states_(clause.kind == ClauseKind::Ensures || clause.kind == ClauseKind::Signals),
        has_result_(has_result && clause.kind == ClauseKind::Ensures) {}

  Result<CxxClause> run(const Span& all, bool notes_parts) {
    if (notes_parts) result_.parts = parts_of(all);
    result_.expression = placed(all.begin, all.end, false);
    if (error_) return *error_;
    return std::move(result_);
  }

 private:
  Span span(std::size_t begin, std::size_t end) const {
    return {source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void fail(const Span& span, std::string message, std::string hint = {}) {
    if (!error_) error_ = error_at(span, ErrorClass::Syntax, std::move(message), std::move(hint));
  }

  // The text on the line and in the column where it is in the header. In // comments, what begins a line is
  // no part of the clause.
  std::string placed(std::size_t begin, std::size_t end, bool inside_old) {
    std::string out = "(";
    go_to(begin, out);
    for (std::size_t i = begin; i < end;) {
      if (!inside_old) open_and_close_parts(i, out);
      const char c = text_[i];
      if (c == '"' || c == '\'') {
        const std::size_t after = after_string(i, end);
        out += text_.substr(i, after - i);
        i = after;
      } else if (c == '\\') {
        i = word(i, end, inside_old, out);
        if (i < end) go_to(i, out);  // names are longer than what they stand for
      } else if (c == '\n') {
        i = next_line(i, end, out);
      } else {
        out += c;
        ++i;
      }
    }
    if (!inside_old) open_and_close_parts(end, out);
    return out + "\n)";
  }

  // Parts that end here, then those that begin.
  void open_and_close_parts(std::size_t at, std::string& out) const {
    bool any = false;
    for (std::size_t i = result_.parts.size(); i-- > 0;) {
      if (result_.parts[i].span.end != at) continue;
      out += "))";
      any = true;
    }
    for (std::size_t i = 0; i < result_.parts.size(); ++i) {
      if (result_.parts[i].span.begin != at) continue;
      out += fmt::format("::fretsaw_part({}, (", i);
      any = true;
    }
    if (any) go_to(at, out);
  }

  void go_to(std::size_t place, std::string& out) const { out += line_of(*source_, place); }

  std::size_t after_string(std::size_t at, std::size_t end) const {
    const char quote = text_[at];
    if (quote == '\'' && at > 0 && is_word(text_[at - 1])) return at + 1;  // 1'000
    for (++at; at < end && text_[at] != quote; ++at) {
      if (text_[at] == '\\') ++at;
    }
    return std::min(at + 1, end);
  }

  std::size_t next_line(std::size_t at, std::size_t end, std::string& out) const {
    out += '\n';
    std::size_t next = at + 1;
    std::size_t first = next;
    while (first < end && (text_[first] == ' ' || text_[first] == '\t')) ++first;
    if (!text_.substr(first, end - first).starts_with("//@")) return next;
    out.append(first + 3 - next, ' ');
    return first + 3;
  }

  // \result or \old(e)
  std::size_t word(std::size_t at, std::size_t end, bool inside_old, std::string& out) {
    std::size_t after = at + 1;
    while (after < end && is_word(text_[after])) ++after;
    const std::string_view name = text_.substr(at + 1, after - at - 1);
    const Span place = span(at, after);
    if (name == "result") {
      if (inside_old || !two_states_)
        fail(place, "'\\result' cannot be used here: it exists only after the call");
      else if (!has_result_)
        fail(place, "'\\result' cannot be used here: the call has no result");
      result_.uses_result = true;
      out += kResultName;
      return after;
    }
    if (name != "old") {
      fail(place, fmt::format("unknown keyword '\\{}' in a contract", name),
           "use '\\result' or '\\old(EXPRESSION)'");
      return after;
    }
    if (!two_states_)
      fail(place, "'\\old' is not allowed here: the clause describes a single state",
           "write the expression without '\\old'");
    if (inside_old) fail(place, "nested '\\old'", "remove the inner '\\old'");
    while (after < end && std::isspace(static_cast<unsigned char>(text_[after])) != 0) ++after;
    if (after >= end || text_[after] != '(') {
      fail(place, "expected '(' after '\\old'", "write '\\old(EXPRESSION)'");
      return after;
    }
    const std::size_t close = closing(after, end);
    if (close >= end) {
      fail(place, "unterminated '(' after '\\old'");
      return end;
    }
    out += fmt::format("fretsaw_old_{}", result_.old.size());
    result_.old.emplace_back();
    const std::size_t index = result_.old.size() - 1;
    std::string inner = placed(after + 1, close, true);
    result_.old[index] = std::move(inner);
    return close + 1;
  }

  std::size_t closing(std::size_t open, std::size_t end) const {
    int depth = 0;
    for (std::size_t i = open; i < end;) {
      const char c = text_[i];
      if (c == '"' || c == '\'') {
        i = after_string(i, end);
        continue;
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if ((c == ')' || c == ']' || c == '}') && --depth == 0) return i;
      ++i;
    }
    return end;
  }

  const Source* source_;
  std::string_view text_;
  bool two_states_;
  bool has_result_;
  CxxClause result_;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<CxxClause> read_cxx_clause(const Clause& clause, bool has_result, bool notes_parts) {
  return ClauseReader(clause, has_result).run(clause.cxx, notes_parts);
}

std::string exception_type(const Clause& clause) {
  return line_of(*clause.exception.source, clause.exception.begin) + std::string(clause.exception.text());
}

}  // namespace fretsaw::contract
