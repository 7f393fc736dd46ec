// SPDX-License-Identifier: MIT
#include "method/read_counterexample.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "predicate/read_graph.hpp"

namespace fretsaw::method {

namespace {

using JsonKind = JsonTree::Kind;

std::string text_member(const JsonTree& tree, const char* name) {
  const JsonTree* const member = tree.member(name);
  return member != nullptr ? member->text : "";
}

// "SearchTree$0.remove(2)" is a call of remove.
std::string method_in(const std::string& call) {
  const std::string called = call.substr(0, call.find('('));
  const std::size_t dollar = called.find('$');
  const std::size_t dot = dollar == std::string::npos ? std::string::npos : called.find('.', dollar);
  return dot == std::string::npos ? called : called.substr(dot + 1);
}

Failure read_failure(const JsonTree& tree) {
  Failure failure;
  failure.message = text_member(tree, "message");
  failure.clause = text_member(tree, "clause");
  for (int kind = 0; kind <= static_cast<int>(FailureKind::Leak); ++kind) {
    if (text_member(tree, "reason") == to_string(static_cast<FailureKind>(kind)))
      failure.kind = static_cast<FailureKind>(kind);
  }
  const JsonTree* const line = tree.member("line");
  const JsonTree* const column = tree.member("column");
  if (line != nullptr && line->integer > 0 && column != nullptr && column->integer > 0)
    failure.location = Location{.file = text_member(tree, "file"),
                                .line = static_cast<std::uint32_t>(line->integer),
                                .column = static_cast<std::uint32_t>(column->integer),
                                .width = 1,
                                .source_line = {}};
  if (const JsonTree* parts = tree.member("parts"); parts != nullptr) {
    for (const JsonTree& part : parts->children)
      failure.parts.push_back({text_member(part, "text"), text_member(part, "value")});
  }
  return failure;
}

// What is shown of a field compares it with what it was.
bool have_the_same_fields(const ObjectGraph& before, const ObjectGraph& after) {
  if (before.objects.front().fields.size() != after.objects.front().fields.size()) return false;
  return std::ranges::all_of(after.objects, [&](const GraphObject& object) {
    const auto was = std::ranges::find(before.objects, object.name, &GraphObject::name);
    return was == before.objects.end() || was->fields.size() == object.fields.size();
  });
}

}  // namespace

Result<ReadCounterexample> read_counterexample(const JsonTree& tree) {
  ReadCounterexample read;
  Counterexample& out = read.counterexample;
  read.method = method_in(text_member(tree, "call"));
  if (const JsonTree* number = tree.member("input"); number != nullptr && number->integer > 0)
    out.number = static_cast<std::uint64_t>(number->integer);
  const JsonTree* const before = tree.member("before");
  if (before == nullptr)
    return error_at(tree.span, ErrorClass::Input, "this counterexample has no \"before\"");
  auto graph = read_object_graph(*before);
  if (!graph) return graph.error();
  out.before = *std::move(graph);
  if (const JsonTree* after = tree.member("after"); after != nullptr && after->kind == JsonKind::Object) {
    auto later = read_object_graph(*after);
    if (!later) return later.error();
    if (!have_the_same_fields(out.before, *later))
      return error_at(after->span, ErrorClass::Input,
                      "objects have other fields in \"after\" than in \"before\"");
    out.after = *std::move(later);
  }
  if (const JsonTree* result = tree.member("result");
      result != nullptr && result->kind == JsonKind::Text && out.after) {
    out.result.emplace();
    out.result->kind = GraphValue::Kind::Enumerator;  // as it is written
    out.result->text = result->text;
  }
  out.thrown = text_member(tree, "exception");
  if (const JsonTree* deleted = tree.member("deleted"); deleted != nullptr) {
    for (const JsonTree& name : deleted->children) out.deleted.push_back(name.text);
  }
  if (const JsonTree* failures = tree.member("failures"); failures != nullptr) {
    for (const JsonTree& failure : failures->children) out.failures.push_back(read_failure(failure));
  }
  return read;
}

}  // namespace fretsaw::method
