// SPDX-License-Identifier: MIT
// nlohmann's parser decides what is JSON and reports events, but not where they are. Since an event means
// that the next token is well formed, its place is found by walking along the text: over blanks, commas and
// colons to where the token begins, and by its first character to where it ends.
#include "report/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace fretsaw {

namespace {

constexpr std::size_t kDeepest = 1000;

class Builder {
 public:
  explicit Builder(const Source& source) : source_(source), text_(source.text()) {}

  bool null() { return scalar(JsonTree::Kind::Null); }
  bool boolean(bool value) { return scalar(JsonTree::Kind::Boolean, value ? 1 : 0); }
  bool number_integer(std::int64_t value) { return scalar(JsonTree::Kind::Integer, value); }
  bool number_unsigned(std::uint64_t value) {
    const bool fits = value <= static_cast<std::uint64_t>(INT64_MAX);
    return scalar(fits ? JsonTree::Kind::Integer : JsonTree::Kind::Real, static_cast<std::int64_t>(value));
  }
  bool number_float(double, const std::string&) { return scalar(JsonTree::Kind::Real); }
  bool string(std::string& value) { return scalar(JsonTree::Kind::Text, 0, std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }

  bool start_object(std::size_t) { return open(JsonTree::Kind::Object); }
  bool start_array(std::size_t) { return open(JsonTree::Kind::Array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    key_ = std::move(name);
    key_span_ = next_token();
    return true;
  }

  bool parse_error(std::size_t position, const std::string& last_token,
                   const nlohmann::detail::exception& exception) {
    const std::size_t end = std::min(position, text_.size());
    std::size_t begin = end == 0 ? 0 : end - 1;
    if (text_.substr(0, end).ends_with(last_token)) begin = end - last_token.size();
    std::string message = reason(exception.what());
    if (message.starts_with("unexpected end of input")) {
      begin = text_.size();
      message = "the text ends too early";
    }
    error_ = error_at({&source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)},
                      ErrorClass::Input, fmt::format("not JSON: {}", message));
    return false;
  }

  Result<JsonTree> result() && {
    if (error_) return *error_;
    return std::move(root_);
  }

 private:
  // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while …": the end says
  // what.
  static std::string reason(std::string_view what) {
    const std::size_t start = what.find(": ");
    std::string_view text = start == std::string_view::npos ? what : what.substr(start + 2);
    if (const std::size_t dash = text.find(" - "); dash != std::string_view::npos)
      text.remove_prefix(dash + 3);
    if (const std::size_t last = text.find("; last read:"); last != std::string_view::npos) {
      const std::size_t expected = text.find("; expected", last);
      return std::string(text.substr(0, last)) +
             (expected == std::string_view::npos ? "" : std::string(text.substr(expected)));
    }
    return std::string(text);
  }

  Span next_token() {
    std::size_t begin = cursor_;
    while (begin < text_.size() &&
           std::string_view(" \t\r\n,:\xEF\xBB\xBF").find(text_[begin]) != std::string_view::npos)
      ++begin;
    std::size_t end = begin + 1;
    if (begin < text_.size() && text_[begin] == '"') {
      while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
      ++end;
    } else if (begin < text_.size() &&
               std::string_view("[]{}").find(text_[begin]) == std::string_view::npos) {
      end = std::min(text_.find_first_of(" \t\r\n,:[]{}", begin), text_.size());
    }
    cursor_ = std::min(end, text_.size());
    return {&source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(cursor_)};
  }

  JsonTree& add(JsonTree::Kind kind) {
    JsonTree& tree = open_.empty() ? root_ : open_.back()->children.emplace_back();
    tree.kind = kind;
    tree.key = std::move(key_);
    tree.key_span = key_span_;
    tree.span = next_token();
    key_.clear();
    return tree;
  }

  bool scalar(JsonTree::Kind kind, std::int64_t integer = 0, std::string text = {}) {
    JsonTree& tree = add(kind);
    tree.integer = integer;
    tree.text = std::move(text);
    return true;
  }

  bool open(JsonTree::Kind kind) {
    JsonTree& tree = add(kind);
    if (open_.size() >= kDeepest) {
      error_ = error_at(tree.span, ErrorClass::Input, fmt::format("nested more than {} deep", kDeepest));
      return false;
    }
    open_.push_back(&tree);
    return true;
  }

  bool close() {
    open_.back()->span = cover(open_.back()->span, next_token());
    open_.pop_back();
    return true;
  }

  const Source& source_;
  std::string_view text_;
  std::size_t cursor_ = 0;
  std::string key_;
  Span key_span_;
  JsonTree root_;
  std::vector<JsonTree*> open_;  // only the last one gets children, so the others do not move
  std::optional<Diagnostic> error_;
};

}  // namespace

const JsonTree* JsonTree::member(std::string_view name) const {
  if (kind != Kind::Object) return nullptr;
  const auto found =
      std::find_if(children.rbegin(), children.rend(), [&](const JsonTree& c) { return c.key == name; });
  return found == children.rend() ? nullptr : &*found;
}

const char* to_string(JsonTree::Kind kind) {
  switch (kind) {
    case JsonTree::Kind::Null:
      return "null";
    case JsonTree::Kind::Boolean:
      return "a truth value";
    case JsonTree::Kind::Integer:
      return "a number";
    case JsonTree::Kind::Real:
      return "a number that is no integer";
    case JsonTree::Kind::Text:
      return "a string";
    case JsonTree::Kind::Array:
      return "an array";
    case JsonTree::Kind::Object:
      return "an object";
  }
  return "a value";
}

Result<JsonTree> parse_json(const SourcePtr& source) {
  Builder builder(*source);
  nlohmann::json::sax_parse(source->text(), &builder);
  return std::move(builder).result();
}

}  // namespace fretsaw
