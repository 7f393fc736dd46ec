// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "cpp/call/show.hpp"
#include "cpp/space/read_graph.hpp"
#include "report/json_tree.hpp"

namespace fretsaw::call {

namespace {

using JsonKind = JsonTree::Kind;

// "SearchTree$0.remove(2)" is a call of remove.
std::string method_in(const std::string& call) {
  const std::string called = call.substr(0, call.find('('));
  const std::size_t dollar = called.find('$');
  const std::size_t dot = dollar == std::string::npos ? std::string::npos : called.find('.', dollar);
  return dot == std::string::npos ? called : called.substr(dot + 1);
}

std::uint32_t position(std::uint64_t number) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

Failure read_failure(const JsonTree& tree, JsonMembers& members) {
  Failure failure;
  failure.message = members.text(tree, "message");
  failure.clause = members.text(tree, "clause");
  const std::string reason = members.text(tree, "reason");
  for (int kind = 0; kind <= static_cast<int>(FailureKind::Leak); ++kind) {
    if (reason == to_string(static_cast<FailureKind>(kind))) failure.kind = static_cast<FailureKind>(kind);
  }
  const std::string file = members.text(tree, "file");
  const std::uint32_t line = position(members.number(tree, "line"));
  const std::uint32_t column = position(members.number(tree, "column"));
  if (line > 0 && column > 0)
    failure.location = Location{.file = file, .line = line, .column = column, .width = 1, .source_line = {}};
  for (const JsonTree& part : members.list(tree, "parts"))
    failure.parts.push_back({members.text(part, "text"), members.text(part, "value")});
  return failure;
}

// What is shown of a field compares it with what it was.
bool have_the_same_fields(const space::ObjectGraph& before, const space::ObjectGraph& after) {
  if (before.objects.front().fields.size() != after.objects.front().fields.size()) return false;
  return std::ranges::all_of(after.objects, [&](const space::GraphObject& object) {
    const auto was = std::ranges::find(before.objects, object.name, &space::GraphObject::name);
    return was == before.objects.end() || was->fields.size() == object.fields.size();
  });
}

}  // namespace

Result<ReadCounterexample> read_counterexample(const JsonTree& tree) {
  ReadCounterexample read;
  Counterexample& out = read.counterexample;
  JsonMembers members;
  read.method = method_in(members.text(tree, "call"));
  out.number = members.number(tree, "input");
  const JsonTree* const before = tree.member("before");
  if (before == nullptr) return error_at(tree.span, ErrorClass::Input, "no \"before\" in the counterexample");
  auto graph = space::read_object_graph(*before);
  if (!graph) return graph.error();
  out.before = *std::move(graph);
  if (const JsonTree* after = tree.member("after"); after != nullptr && after->kind != JsonKind::Null) {
    auto later = space::read_object_graph(*after);
    if (!later) return later.error();
    if (!have_the_same_fields(out.before, *later))
      return error_at(after->span, ErrorClass::Input,
                      "objects have different fields in \"before\" and \"after\"");
    out.after = *std::move(later);
  }
  if (const std::string result = members.text(tree, "result"); !result.empty() && out.after) {
    out.result.emplace();
    out.result->kind = space::GraphValue::Kind::Enumerator;  // as it is written
    out.result->text = result;
  }
  out.thrown = members.text(tree, "exception");
  out.output = members.text(tree, "output");
  for (const JsonTree& name : members.list(tree, "deleted")) {
    if (name.kind != JsonKind::Text) members.refuse(name, "a string");
    out.deleted.push_back(name.text);
  }
  for (const JsonTree& failure : members.list(tree, "failures"))
    out.failures.push_back(read_failure(failure, members));
  if (members.error()) return *members.error();
  return read;
}

}  // namespace fretsaw::call
