// SPDX-License-Identifier: MIT
#include "report/json_members.hpp"

#include "base/json_complaint.hpp"

namespace fretsaw {

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
