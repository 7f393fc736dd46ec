// SPDX-License-Identifier: MIT
#include "alloy/syntax/lexer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "alloy/syntax/characters.hpp"
#include "alloy/syntax/parser.hpp"

namespace fretsaw::alloy {

namespace {

struct Sign {
  std::string_view text;
  Tok kind;
};

// Longer ones before their prefixes. Two dots written `::` are an old spelling of the join.
constexpr Sign kSigns[] = {
    {"<=>", Tok::Iff},
    {">>>", Tok::ShiftRightUnsigned},
    {"&&", Tok::And},
    {"++", Tok::PlusPlus},
    {"->", Tok::Arrow},
    {"::", Tok::Dot},
    {":>", Tok::RangeRestriction},
    {"<=", Tok::LessEqual},
    {"<:", Tok::DomainRestriction},
    {"<<", Tok::ShiftLeft},
    {"=<", Tok::LessEqual},
    {"=>", Tok::Implies},
    {">>", Tok::ShiftRight},
    {">=", Tok::GreaterEqual},
    {"||", Tok::Or},
    {"!", Tok::Not},
    {"#", Tok::Hash},
    {"&", Tok::Ampersand},
    {"(", Tok::LeftParen},
    {")", Tok::RightParen},
    {"*", Tok::Star},
    {"+", Tok::Plus},
    {",", Tok::Comma},
    {"-", Tok::Minus},
    {".", Tok::Dot},
    {"/", Tok::Slash},
    {":", Tok::Colon},
    {"<", Tok::Less},
    {"=", Tok::Equal},
    {">", Tok::Greater},
    {"@", Tok::At},
    {"[", Tok::LeftBracket},
    {"]", Tok::RightBracket},
    {"^", Tok::Caret},
    {"{", Tok::LeftBrace},
    {"|", Tok::Bar},
    {"}", Tok::RightBrace},
    {"~", Tok::Tilde},
    {";", Tok::Semicolon},
    {"'", Tok::Prime},
    {"\u2018", Tok::Prime},
    {"\u2019", Tok::Prime},
};

// Keywords that are names in the clauses of a contract: C++ may have given them to anything.
Tok clause_keyword(std::string_view word) {
  if (word == "sole") return Tok::Lone;
  if (word == "null") return Tok::None;
  const Tok kind = keyword(word);
  switch (kind) {
    case Tok::Abstract:
    case Tok::Assert:
    case Tok::But:
    case Tok::Check:
    case Tok::Enum:
    case Tok::Exactly:
    case Tok::Expect:
    case Tok::Extends:
    case Tok::Fact:
    case Tok::For:
    case Tok::Module:
    case Tok::Open:
    case Tok::Private:
    case Tok::Run:
    case Tok::Sig:
      return Tok::Identifier;
    default:
      return kind >= Tok::Always ? Tok::Identifier : kind;
  }
}

class Lexer {
 public:
  Lexer(const Source& source, Primes primes, Budget& budget, TextKind kind)
      : source_(source), primes_(primes), budget_(budget), text_(source.text()) {
    list_.tokens.reserve(text_.size() / 5 + 8);
    Markdown markdown = kind == TextKind::File ? read_markdown(source) : Markdown{};
    list_.error = std::move(markdown.error);
    list_.malformed_fences = std::move(markdown.malformed_fences);
    if (markdown.alloy) {
      alloy_in_markdown_ = std::move(*markdown.alloy);
      text_ = alloy_in_markdown_;
    } else if (text_.starts_with("\uFEFF")) {
      at_ = 3;  // a byte order mark
    }
  }

  Lexer(const ClauseText& clause, Budget& budget)
      : source_(*clause.source),
        primes_(Primes::Operators),
        budget_(budget),
        text_(clause.text.substr(0, clause.end)),
        at_(clause.begin),
        in_clause_(true) {}

  TokenList run() {
    while (!list_.error) {
      budget_.poll();
      skip_blanks_and_comments();
      if (list_.error) break;
      if (at_ >= text_.size()) {
        add(Tok::End, at_);
        return std::move(list_);
      }
      read_token();
    }
    add(Tok::Bad, at_);
    return std::move(list_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  void add(Tok kind, std::size_t begin) {
    list_.tokens.push_back(
        {.kind = kind, .begin = static_cast<std::uint32_t>(begin), .end = static_cast<std::uint32_t>(at_)});
  }

  // The text [at_, end) is in error.
  void fail(std::size_t end, std::string message, std::string hint = {}) {
    const Span span{&source_, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)};
    list_.error = error_at(span, ErrorClass::Syntax, std::move(message), std::move(hint));
  }

  void skip_blanks_and_comments() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
        ++at_;
      } else if (rest().starts_with("//") || rest().starts_with("--")) {
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      } else if (rest().starts_with("/*")) {
        const std::size_t close = text_.find("*/", at_ + 2);
        if (close == std::string_view::npos) {
          fail(at_ + 2, "unterminated comment", "close it with */");
          return;
        }
        at_ = close + 2;
      } else {
        return;
      }
    }
  }

  void read_token() {
    const char c = text_[at_];
    if (in_clause_ && read_clause_token(c)) return;
    if (is_digit(c)) {
      read_number();
    } else if (c == '"') {
      read_text();
    } else if (starts_identifier(text_, at_)) {
      read_word();
    } else {
      read_sign();
    }
  }

  std::size_t word_end(std::size_t from) const {
    for (;;) {
      std::size_t length = identifier_character(text_, from);
      if (length == 0 && primes_ == Primes::InNames) length = prime_size(from);
      if (length == 0) return from;
      from += length;
    }
  }

  std::size_t prime_size(std::size_t at) const {
    for (const std::string_view prime : {"'", "\u2018", "\u2019"}) {
      if (text_.substr(at).starts_with(prime)) return prime.size();
    }
    return 0;
  }

  void read_word() {
    const std::size_t begin = at_;
    at_ = word_end(at_);
    const std::string_view word = text_.substr(begin, at_ - begin);
    list_.has_dollar = list_.has_dollar || word.find('$') != std::string_view::npos;
    const Tok kind = keyword(word);
    add(primes_ == Primes::InNames && is_temporal_keyword(kind) ? Tok::Identifier : kind, begin);
  }

  // What means something only in clauses of contracts. False if there is no such thing here.
  bool read_clause_token(char c) {
    if (c == '\'') return read_character();
    const bool is_parameter = c == '@' && starts_identifier(text_, at_ + 1);
    if (!is_parameter && !starts_identifier(text_, at_)) return false;
    const std::size_t begin = at_;
    at_ = word_end(is_parameter ? at_ + 1 : at_);
    while (rest().starts_with("::") && starts_identifier(text_, at_ + 2)) at_ = word_end(at_ + 2);
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool is_before = rest().starts_with('`');
    if (is_before) ++at_;
    add(is_parameter || is_before ? Tok::Identifier : clause_keyword(word), begin);
    return true;
  }

  // 'c', with the escapes that C++ programs need most.
  bool read_character() {
    const std::size_t begin = at_;
    const bool escaped = rest().substr(1).starts_with('\\');
    const std::size_t close = begin + (escaped ? 3 : 2);
    if (close >= text_.size() || text_[close] != '\'') {
      fail(begin + 1, "unterminated character literal", "write 'c', or the number of the character");
      return true;
    }
    char value = text_[close - 1];
    if (escaped) {
      constexpr std::string_view kLetters = "n0tr\\'\"", kValues{"\n\0\t\r\\'\"", 7};
      const std::size_t letter = kLetters.find(value);
      if (letter == std::string_view::npos) {
        fail(close + 1, fmt::format("unknown escape \\{} in a character literal", value),
             "write the number of the character");
        return true;
      }
      value = kValues[letter];
    }
    at_ = close + 1;
    add(Tok::Number, begin);
    list_.tokens.back().number = value;  // NOLINT(bugprone-signed-char-misuse): as in C++
    return true;
  }

  void read_sign() {
    for (const Sign& sign : kSigns) {
      if (rest().starts_with(sign.text)) {
        const std::size_t begin = at_;
        at_ += sign.text.size();
        add(sign.kind, begin);
        return;
      }
    }
    const std::size_t length = std::max<std::size_t>(1, character_size(text_, at_));
    const std::string_view character = text_.substr(at_, length);
    if (character == "`" && in_clause_) {
      fail(at_ + length, "'`' must directly follow the name of a field",
           "write it after each field, as in this.root`.left`, for the state before the call");
    } else if (character == "`") {
      fail(at_ + length, "unexpected character '`'", "write ' for the value in the next state");
    } else if (const std::string_view ascii = ascii_lookalike(character); !ascii.empty()) {
      fail(at_ + length, fmt::format("unexpected character '{}'", character), fmt::format("write {}", ascii));
    } else {
      fail(at_ + length, fmt::format("unexpected character '{}'", printable(character)));
    }
  }

  // 12, 1_000, 0x1F (pairs of hexadecimal digits), 0b101.
  void read_number() {
    const std::size_t begin = at_;
    const std::size_t end = word_end(at_);
    const std::string_view word = text_.substr(begin, end - begin);
    std::string digits;
    for (const char c : word) {
      if (c != '_') digits += c;
    }
    int base = 10;
    if (digits.starts_with("0x") && digits.size() % 2 == 0) base = 16;
    if (digits.starts_with("0b")) base = 2;
    if (base != 10) digits.erase(0, 2);
    // Alloy's numbers; those of C++ are larger.
    const std::int64_t largest =
        in_clause_ ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int32_t>::max();
    std::int64_t value = 0;
    const auto [stop, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (digits.empty() || stop != digits.data() + digits.size()) {
      fail(end, fmt::format("'{}' is neither a number nor a name", word));
      list_.error = with_note(
          *list_.error, "names cannot start with a digit; hexadecimal digits come in pairs, as in 0x0F");
    } else if (status != std::errc() || value > largest) {
      fail(end, fmt::format("the number {} is too large: the maximum is {}", word, largest));
    } else {
      at_ = end;
      add(Tok::Number, begin);
      list_.tokens.back().number = value;
    }
  }

  void read_text() {
    std::size_t close = at_ + 1;
    while (close < text_.size() && text_[close] != '"') {
      if (text_[close] == '\n' || text_[close] == '\r') break;
      if (text_[close] == '\\') {
        const char escaped = close + 1 < text_.size() ? text_[close + 1] : '\n';
        if (escaped != '\\' && escaped != '"' && escaped != 'n') {
          fail(close + 1, "unknown escape in a string: expected \\\\, \\\" or \\n");
          return;
        }
        ++close;
      }
      ++close;
    }
    if (close >= text_.size() || text_[close] != '"') {
      fail(close, "unterminated string", "close it with \"; write \\n for a new line");
    } else if (close == at_ + 1) {
      fail(close + 1, "a string cannot be empty", "use an empty set instead");
    } else if (identifier_character(text_, close + 1) > 0) {
      fail(word_end(close + 1), "a string cannot be followed directly by a name", "put a space between them");
    } else {
      const std::size_t begin = at_;
      at_ = close + 1;
      add(Tok::Text, begin);
    }
  }

  const Source& source_;
  Primes primes_;
  Budget& budget_;
  std::string alloy_in_markdown_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool in_clause_ = false;
  TokenList list_;
};

}  // namespace

TokenList tokenize(const Source& source, Primes primes, Budget& budget, TextKind kind) {
  TokenList list = Lexer(source, primes, budget, kind).run();
  merge_tokens(source.text(), list.tokens);
  return list;
}

TokenList tokenize(const ClauseText& clause, Budget& budget) {
  TokenList list = Lexer(clause, budget).run();
  merge_tokens(clause.text, list.tokens);
  return list;
}

std::string unescape(std::string_view literal) {
  std::string value;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] == '\\') {
      ++i;
      value += literal[i] == 'n' ? '\n' : literal[i];
    } else {
      value += literal[i];
    }
  }
  return value;
}

}  // namespace fretsaw::alloy
