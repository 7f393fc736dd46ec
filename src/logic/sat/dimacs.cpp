// SPDX-License-Identifier: MIT
#include "logic/sat/dimacs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fretsaw {
namespace {

constexpr int kMaxVariables = (1 << 30) - 1;
constexpr std::string_view kSpace = " \t\v\f\r";

std::optional<int> to_int(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Reads line by line. Each step returns false after it has set error_.
class DimacsReader {
 public:
  explicit DimacsReader(const Source& source) : source_(source) {}

  Result<Cnf> read() {
    const std::string_view text = source_.text();
    bool good = true;
    for (std::size_t begin = 0; good && !ended_ && begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      good = read_line(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (!good || !finish()) return *error_;
    return std::move(cnf_);
  }

 private:
  // FIRST..LAST in a comment.
  struct Range {
    int first = 0;
    int last = 0;
    std::string_view text;
  };

  bool read_line(std::string_view line) {
    const std::vector<std::string_view> words = split(line);
    if (words.empty()) return true;
    switch (words.front().front()) {
      case 'c':
        return read_comment(words);
      case 'p':
        return read_header(words);
      case '%':
        return ended_ = true;
      default:
        return read_literals(words);
    }
  }

  static std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t begin = line.find_first_not_of(kSpace); begin != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(kSpace, begin), line.size());
      words.push_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(kSpace, end);
    }
    return words;
  }

  bool read_comment(const std::vector<std::string_view>& words) {
    if (words.size() != 3 || words[0] != "c") return true;
    if (words[1] != "primary" && words[1] != "secondary") return true;
    const std::size_t dots = words[2].find("..");
    if (dots == std::string_view::npos) return true;
    const auto first = to_int(words[2].substr(0, dots));
    const auto last = to_int(words[2].substr(dots + 2));
    if (!first || !last) return true;
    std::optional<Range>& range = words[1] == "primary" ? primary_ : secondary_;
    if (range) return fail(words[1], fmt::format("duplicate list of {} variables", words[1]));
    range = Range{*first, *last, words[2]};
    return true;
  }

  bool read_header(const std::vector<std::string_view>& words) {
    if (header_) return fail(words.front(), "duplicate header");
    const bool well_formed = words.size() == 4 && words[0] == "p" && words[1] == "cnf";
    const int variables = well_formed ? to_int(words[2]).value_or(-1) : -1;
    const int clauses = well_formed ? to_int(words[3]).value_or(-1) : -1;
    if (variables < 0 || clauses < 0) {
      return fail(words.front(), "expected a header 'p cnf VARIABLES CLAUSES'");
    }
    if (variables > kMaxVariables)
      return fail(words[2], fmt::format("more than {} variables", kMaxVariables));
    header_ = true;
    cnf_.variables = variables;
    announced_clauses_ = static_cast<std::size_t>(clauses);
    return true;
  }

  bool read_literals(const std::vector<std::string_view>& words) {
    if (!header_)
      return fail(words.front(), "expected a header 'p cnf VARIABLES CLAUSES' before the first clause");
    for (const std::string_view word : words) {
      const auto literal = to_int(word);
      if (!literal) return fail(word, fmt::format("expected a literal, found '{}'", word));
      if (*literal > cnf_.variables || *literal < -cnf_.variables) {
        return fail(word, fmt::format("literal {} is out of range: the header declares {} variables", word,
                                      cnf_.variables));
      }
      if (clause_.empty() && cnf_.clauses == announced_clauses_) {
        return fail(word, fmt::format("more clauses than the {} declared by the header", announced_clauses_));
      }
      last_word_ = word;
      if (*literal != 0) {
        clause_.push_back(*literal);
      } else {
        cnf_.add(clause_);
        clause_.clear();
      }
    }
    return true;
  }

  bool finish() {
    if (!header_)
      return fail(source_.text().substr(source_.text().size()), "missing header 'p cnf VARIABLES CLAUSES'");
    if (!clause_.empty()) return fail(last_word_, "unterminated last clause: expected 0");
    if (cnf_.clauses != announced_clauses_) {
      return fail(source_.text().substr(source_.text().size()),
                  fmt::format("{} clauses, but the header declares {}", cnf_.clauses, announced_clauses_));
    }
    return set_ranges();
  }

  bool set_ranges() {
    cnf_.primary = primary_ ? primary_->last : cnf_.variables;
    if (primary_ && (primary_->first != 1 || primary_->last < 0 || primary_->last > cnf_.variables)) {
      return fail(primary_->text, fmt::format("the primary variables are not within 1..{}", cnf_.variables));
    }
    if (!secondary_) return true;
    if (!primary_)
      return fail(secondary_->text, "secondary variables without primary ones", "add 'c primary 1..N'");
    const int before = secondary_->first - 1;
    if (before != cnf_.primary || secondary_->last < before || secondary_->last > cnf_.variables) {
      return fail(secondary_->text, fmt::format("the secondary variables are not a range {}..N within 1..{}",
                                                cnf_.primary + 1, cnf_.variables));
    }
    cnf_.secondary = secondary_->last - before;
    return true;
  }

  // The place is a part of the source's text.
  bool fail(std::string_view place, std::string message, std::string hint = {}) {
    const auto begin = static_cast<std::uint32_t>(place.data() - source_.text().data());
    const Span span{&source_, begin, begin + static_cast<std::uint32_t>(place.size())};
    error_ = error_at(span, ErrorClass::Syntax, std::move(message), std::move(hint));
    return false;
  }

  const Source& source_;
  Cnf cnf_;
  bool header_ = false;
  bool ended_ = false;
  std::size_t announced_clauses_ = 0;
  std::vector<int> clause_;     // the one being read
  std::string_view last_word_;  // of a clause
  std::optional<Range> primary_;
  std::optional<Range> secondary_;
  std::optional<Diagnostic> error_;
};

}  // namespace

std::string to_dimacs(const Cnf& cnf) {
  fmt::memory_buffer text;
  const auto out = fmt::appender(text);
  fmt::format_to(out, "c primary 1..{}\n", cnf.primary);
  if (cnf.secondary > 0) {
    fmt::format_to(out, "c secondary {}..{}\n", cnf.primary + 1, cnf.primary + cnf.secondary);
  }
  fmt::format_to(out, "p cnf {} {}\n", cnf.variables, cnf.clauses);
  cnf.each_clause([&](std::span<const int> clause) {
    for (const int literal : clause) fmt::format_to(out, "{} ", literal);
    fmt::format_to(out, "0\n");
  });
  return fmt::to_string(text);
}

Result<Cnf> read_dimacs(const Source& source) { return DimacsReader(source).read(); }

}  // namespace fretsaw
