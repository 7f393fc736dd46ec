// SPDX-License-Identifier: MIT
#include "base/json_parser.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fretsaw {

namespace {

constexpr int kEnd = -1;

bool is_digit(int c) { return c >= '0' && c <= '9'; }

bool is_word_character(int c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '+' ||
         c == '-' || c == '.';
}

// The grammar of numbers.
bool is_number(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at > begin;
  };
  const auto take = [&](std::string_view any) {
    const bool found = at < text.size() && any.find(text[at]) != std::string_view::npos;
    at += found ? 1 : 0;
    return found;
  };
  take("-");
  if (!take("0") && !digits()) return false;
  if (take(".") && !digits()) return false;
  if (take("eE")) {
    take("+-");
    if (!digits()) return false;
  }
  return at == text.size();
}

// Is the byte a good one after those of the character that have come so far?
class Utf8Check {
 public:
  bool take(unsigned char byte) {
    if (left_ == 0) return begin(byte);
    const bool good = byte >= lowest_ && byte <= highest_;
    lowest_ = 0x80;
    highest_ = 0xBF;
    --left_;
    return good;
  }
  bool is_whole() const { return left_ == 0; }

 private:
  bool begin(unsigned char byte) {
    if (byte < 0x80) return true;
    lowest_ = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    highest_ = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    left_ = byte >= 0xC2 && byte <= 0xDF   ? 1
            : byte >= 0xE0 && byte <= 0xEF ? 2
            : byte >= 0xF0 && byte <= 0xF4 ? 3
                                           : 0;
    return left_ > 0;
  }

  int left_ = 0;
  unsigned char lowest_ = 0x80;
  unsigned char highest_ = 0xBF;
};

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Arrays and objects that are open are on a list, not on the stack of the program.
class EventParser {
 public:
  EventParser(const JsonInput& input, JsonEvents& events) : input_(input), events_(events) { advance(); }

  std::optional<JsonProblem> parse() {
    if (current_ == 0xEF) skip_byte_order_mark();
    while (!problem_ && state_ != State::Finished) step();
    return std::move(problem_);
  }

 private:
  enum class State : std::uint8_t { Value, FirstElement, FirstKey, Key, Colon, Next, Finished };
  struct Open {
    bool is_object;
    std::unordered_set<std::string> keys;
  };

  void advance() {
    if (current_ != kEnd) ++at_;
    if (position_ == piece_.size()) {
      piece_ = input_();
      position_ = 0;
    }
    current_ = piece_.empty() ? kEnd : static_cast<unsigned char>(piece_[position_++]);
  }

  void skip_byte_order_mark() {
    const std::size_t begin = at_;
    for (const unsigned char byte : {0xEF, 0xBB, 0xBF}) {
      if (current_ != byte) return fail_at("not JSON: invalid UTF-8", begin, at_ + 1);
      advance();
    }
  }

  void skip_blanks() {
    while (current_ == ' ' || current_ == '\t' || current_ == '\n' || current_ == '\r') advance();
  }

  void fail_at(std::string message, std::size_t begin, std::size_t end) {
    if (!problem_) problem_ = JsonProblem{std::move(message), begin, end};
  }

  void expected(const char* what) {
    const std::size_t begin = at_;
    std::string found;
    if (current_ == kEnd) {
      found = "the end of the text";
    } else if (is_word_character(current_)) {
      found = fmt::format("'{}'", take_word());
    } else if (current_ >= 0x20 && current_ < 0x7F) {
      found = fmt::format("'{}'", static_cast<char>(current_));
    } else {
      found = fmt::format("the byte 0x{:02X}", current_);
    }
    fail_at(fmt::format("not JSON: expected {}, found {}", what, found), begin, std::max(at_, begin + 1));
  }

  std::string take_word() {
    constexpr std::size_t kMaxShownLength = 40;
    std::string word;
    for (; is_word_character(current_) && word.size() < kMaxShownLength; advance())
      word += static_cast<char>(current_);
    if (is_word_character(current_)) word += "…";
    return word;
  }

  void step() {
    skip_blanks();
    switch (state_) {
      case State::Value:
        return value("a value");
      case State::FirstElement:
        if (current_ == ']') return close();
        return value("a value or ']'");
      case State::FirstKey:
        if (current_ == '}') return close();
        return key("a key or '}'");
      case State::Key:
        return key("a key");
      case State::Colon:
        if (current_ != ':') return expected("':'");
        advance();
        state_ = State::Value;
        return;
      case State::Next:
        return next();
      case State::Finished:
        return;
    }
  }

  void next() {
    if (open_.empty()) {
      if (current_ != kEnd) return expected("the end of the text");
      state_ = State::Finished;
      return;
    }
    const bool in_object = open_.back().is_object;
    if (current_ == ',') {
      advance();
      state_ = in_object ? State::Key : State::Value;
    } else if (current_ == (in_object ? '}' : ']')) {
      close();
    } else {
      expected(in_object ? "',' or '}'" : "',' or ']'");
    }
  }

  void open(bool is_object) {
    if (open_.size() >= kMaxJsonDepth)
      return fail_at(fmt::format("nested more than {} deep", kMaxJsonDepth), at_, at_ + 1);
    open_.push_back({is_object, {}});
    events_.begin(is_object ? JsonKind::Object : JsonKind::Array, at_);
    advance();
    state_ = is_object ? State::FirstKey : State::FirstElement;
  }

  void close() {
    open_.pop_back();
    advance();
    events_.end(at_);
    state_ = State::Next;
  }

  void key(const char* what) {
    if (current_ != '"') return expected(what);
    const std::size_t begin = at_;
    std::string text = string();
    if (problem_) return;
    if (!open_.back().keys.insert(text).second)
      return fail_at(fmt::format("not JSON: duplicate key '{}'", text), begin, at_);
    events_.key(std::move(text), begin, at_);
    state_ = State::Colon;
  }

  void value(const char* what) {
    if (current_ == '{') return open(true);
    if (current_ == '[') return open(false);
    const std::size_t begin = at_;
    if (current_ == '"') {
      std::string text = string();
      if (!problem_) events_.scalar(JsonKind::Text, std::move(text), begin, at_);
    } else if (current_ == '-' || is_digit(current_)) {
      number();
    } else if (current_ == 'n' || current_ == 't' || current_ == 'f') {
      word(what);
    } else {
      return expected(what);
    }
    state_ = State::Next;
  }

  void word(const char* what) {
    const std::size_t begin = at_;
    std::string text = take_word();
    if (text == "null") return events_.scalar(JsonKind::Null, std::move(text), begin, at_);
    if (text == "true" || text == "false")
      return events_.scalar(JsonKind::Boolean, std::move(text), begin, at_);
    fail_at(fmt::format("not JSON: expected {}, found '{}'", what, text), begin, at_);
  }

  void number() {
    const std::size_t begin = at_;
    std::string text;
    for (; is_word_character(current_); advance()) text += static_cast<char>(current_);
    if (!is_number(text)) {
      if (text.size() > 40) text = text.substr(0, 40) + "…";
      return fail_at(fmt::format("not JSON: invalid number '{}'", text), begin, at_);
    }
    std::int64_t whole = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, whole);
    const bool fits = error == std::errc() && stop == end;
    if (!fits && !std::isfinite(std::strtod(text.c_str(), nullptr)))
      return fail_at("the number is too large", begin, at_);
    events_.scalar(fits ? JsonKind::Integer : JsonKind::Real, std::move(text), begin, at_);
  }

  // At the opening quote; ends behind the closing one.
  std::string string() {
    const std::size_t begin = at_;
    std::string text;
    Utf8Check utf8;
    advance();
    while (!problem_) {
      if (current_ == kEnd || current_ == '\n') {
        fail_at("not JSON: unterminated string", begin, at_);
      } else if (current_ < 0x20) {
        fail_at("not JSON: control character in a string", at_, at_ + 1);
      } else if (current_ != '\\' && !utf8.take(static_cast<unsigned char>(current_))) {
        fail_at("not JSON: invalid UTF-8 in a string", at_, at_ + 1);
      } else if (!utf8.is_whole() && current_ < 0x80) {
        fail_at("not JSON: invalid UTF-8 in a string", at_, at_ + 1);
      } else if (current_ == '"') {
        advance();
        return text;
      } else if (current_ == '\\') {
        escape(text);
      } else {
        text += static_cast<char>(current_);
        advance();
      }
    }
    return text;
  }

  void escape(std::string& text) {
    const std::size_t begin = at_;
    advance();
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (current_ == 'u') {
      advance();
      return unicode(text, begin);
    }
    const std::size_t which =
        current_ == kEnd ? std::string_view::npos : kLetters.find(static_cast<char>(current_));
    if (which == std::string_view::npos)
      return fail_at("not JSON: invalid escape sequence in a string", begin, at_ + 1);
    text += kMeanings[which];
    advance();
  }

  void unicode(std::string& text, std::size_t begin) {
    std::uint32_t code = 0;
    if (!hexadecimal(code))
      return fail_at("not JSON: expected four hexadecimal digits after '\\u'", begin, at_ + 1);
    const bool is_high = code >= 0xD800 && code < 0xDC00;
    bool is_half = code >= 0xD800 && code < 0xE000;
    if (is_high && current_ == '\\') {
      advance();
      std::uint32_t low = 0;
      if (current_ == 'u') {
        advance();
        is_half = !hexadecimal(low) || low < 0xDC00 || low >= 0xE000;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      }
    }
    if (is_half) return fail_at("not JSON: half of a surrogate pair in a string", begin, at_);
    append_utf8(text, code);
  }

  bool hexadecimal(std::uint32_t& code) {
    for (int i = 0; i < 4; ++i, advance()) {
      const int c = current_;
      const int digit = is_digit(c)            ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) return false;
      code = code << 4 | static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  const JsonInput& input_;
  JsonEvents& events_;
  std::string_view piece_;
  std::size_t position_ = 0;  // in the piece, behind the current byte
  std::size_t at_ = 0;        // of the current byte, in all
  int current_ = kEnd;
  State state_ = State::Value;
  std::vector<Open> open_;
  std::optional<JsonProblem> problem_;
};

// The path of what comes next.
class PathTracker : public JsonEvents {
 public:
  void begin(JsonKind kind, std::size_t at) override {
    enter(at);
    levels_.push_back({path_.size(), kind == JsonKind::Object, 0, at});
  }
  void end(std::size_t behind) override {
    const Level level = levels_.back();
    levels_.pop_back();
    path_.resize(level.path_size);
    visited(path_, level.begin, behind);
    leave();
  }
  void key(std::string&& text, std::size_t, std::size_t) override {
    path_.resize(levels_.back().path_size);
    append_json_key(path_, text);
  }
  void scalar(JsonKind, std::string&&, std::size_t begin, std::size_t end) override {
    enter(begin);
    visited(path_, begin, end);
    leave();
  }

 protected:
  virtual void entered(const std::string&, std::size_t) {}
  virtual void visited(const std::string&, std::size_t, std::size_t) {}

 private:
  struct Level {
    std::size_t path_size;
    bool is_object;
    std::size_t elements;
    std::size_t begin;
  };

  void enter(std::size_t at) {
    if (!levels_.empty() && !levels_.back().is_object) append_json_index(path_, levels_.back().elements++);
    entered(path_, at);
  }
  void leave() {
    if (!levels_.empty()) path_.resize(levels_.back().path_size);
  }

  std::string path_;
  std::vector<Level> levels_;
};

class PathAt : public PathTracker {
 public:
  explicit PathAt(std::size_t offset) : offset_(offset) {}
  std::optional<std::string> found;

 protected:
  void entered(const std::string& path, std::size_t begin) override {
    if (begin == offset_ && !found) found = path;
  }

 private:
  std::size_t offset_;
};

class PlaceOf : public PathTracker {
 public:
  explicit PlaceOf(std::string_view path) : path_(path) {}
  std::optional<JsonPlace> found;

 protected:
  void visited(const std::string& path, std::size_t begin, std::size_t end) override {
    if (path == path_ && !found) found = JsonPlace{begin, end};
  }

 private:
  std::string_view path_;
};

}  // namespace

std::optional<JsonProblem> parse_json_events(const JsonInput& input, JsonEvents& events) {
  return EventParser(input, events).parse();
}

std::optional<JsonProblem> parse_json_events(std::string_view text, JsonEvents& events) {
  return parse_json_events([&] { return std::exchange(text, {}); }, events);
}

void append_json_key(std::string& path, std::string_view key) {
  constexpr std::size_t kMaxShownLength = 200;
  constexpr std::string_view kQuoted = ".[]\"' \t\n\r";
  const std::string_view shown = key.substr(0, kMaxShownLength);
  if (shown.empty() || shown.find_first_of(kQuoted) != std::string_view::npos) {
    path += "[\"";
    path += shown;
    path += "\"]";
    return;
  }
  if (!path.empty()) path += '.';
  path += shown;
}

void append_json_index(std::string& path, std::size_t index) {
  path += '[';
  path += std::to_string(index);
  path += ']';
}

std::optional<std::string> json_path_at(std::string_view text, std::size_t offset) {
  PathAt events(offset);
  static_cast<void>(parse_json_events(text, events));
  return std::move(events.found);
}

std::optional<JsonPlace> json_place_of(const JsonInput& input, std::string_view path) {
  PlaceOf events(path);
  static_cast<void>(parse_json_events(input, events));
  return events.found;
}

}  // namespace fretsaw
