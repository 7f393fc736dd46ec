// SPDX-License-Identifier: MIT
#include "report/json_tree.hpp"

#include <algorithm>
#include <charconv>

#include "base/json_parser.hpp"

namespace fretsaw {

namespace {

class TreeBuilder : public JsonEvents {
 public:
  explicit TreeBuilder(const Source& source) : source_(source) {}

  void begin(JsonKind kind, std::size_t at) override { open_.push_back(&add(kind, at, at)); }
  void end(std::size_t behind) override {
    open_.back()->span.end = static_cast<std::uint32_t>(behind);
    open_.pop_back();
  }
  void key(std::string&& text, std::size_t begin, std::size_t end) override {
    key_ = std::move(text);
    key_span_ = span(begin, end);
  }
  void scalar(JsonKind kind, std::string&& text, std::size_t begin, std::size_t end) override {
    JsonTree& tree = add(kind, begin, end);
    if (kind == JsonKind::Integer) std::from_chars(text.data(), text.data() + text.size(), tree.integer);
    if (kind == JsonKind::Boolean) tree.integer = text == "true" ? 1 : 0;
    if (kind == JsonKind::Text) tree.text = std::move(text);
  }

  JsonTree take() { return std::move(root_); }

 private:
  Span span(std::size_t begin, std::size_t end) const {
    return {&source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  JsonTree& add(JsonKind kind, std::size_t begin, std::size_t end) {
    JsonTree& tree = open_.empty() ? root_ : open_.back()->children.emplace_back();
    tree.kind = kind;
    tree.key = std::move(key_);
    tree.key_span = key_span_;
    tree.span = span(begin, end);
    key_.clear();
    return tree;
  }

  const Source& source_;
  std::string key_;
  Span key_span_;
  JsonTree root_;
  std::vector<JsonTree*> open_;  // only the last one gets children, so the others do not move
};

}  // namespace

const JsonTree* JsonTree::member(std::string_view name) const {
  if (kind != Kind::Object) return nullptr;
  const auto found = std::ranges::find(children, name, &JsonTree::key);
  return found == children.end() ? nullptr : &*found;
}

Result<JsonTree> parse_json(const SourcePtr& source) {
  TreeBuilder builder(*source);
  if (const auto problem = parse_json_events(source->text(), builder)) {
    return error_at(
        {source.get(), static_cast<std::uint32_t>(problem->begin), static_cast<std::uint32_t>(problem->end)},
        ErrorClass::Input, problem->message);
  }
  return builder.take();
}

std::string JsonMembers::text(const JsonTree& of, std::string_view name) {
  const JsonTree* const member = find(of, name);
  if (member == nullptr) return {};
  if (member->kind != JsonKind::Text) refuse(*member, "a string");
  return member->text;
}

std::uint64_t JsonMembers::number(const JsonTree& of, std::string_view name) {
  const JsonTree* const member = find(of, name);
  if (member == nullptr) return 0;
  if (member->kind == JsonKind::Integer && member->integer > 0)
    return static_cast<std::uint64_t>(member->integer);
  refuse(*member, "an integer of at least 1");
  return 0;
}

std::span<const JsonTree> JsonMembers::list(const JsonTree& of, std::string_view name) {
  const JsonTree* const member = find(of, name);
  if (member == nullptr) return {};
  if (member->kind == JsonKind::Array) return member->children;
  refuse(*member, "an array");
  return {};
}

void JsonMembers::refuse(const JsonTree& value, std::string_view expected) {
  if (error_) return;
  const bool is_number = value.kind == JsonKind::Integer;
  error_ =
      json_error_at(value.span, expected, is_number ? std::to_string(value.integer) : to_string(value.kind));
}

const JsonTree* JsonMembers::find(const JsonTree& of, std::string_view name) {
  if (of.kind != JsonKind::Object) {
    refuse(of, "an object");
    return nullptr;
  }
  const JsonTree* const member = of.member(name);
  return member == nullptr || member->kind == JsonKind::Null ? nullptr : member;
}

}  // namespace fretsaw
