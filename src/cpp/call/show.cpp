// SPDX-License-Identifier: MIT
#include "cpp/call/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/text.hpp"
#include "cpp/call/heap_graph.hpp"
#include "cpp/guest/describe.hpp"
#include "cpp/space/render.hpp"

namespace fretsaw::call {

namespace {

using Json = nlohmann::ordered_json;

const space::GraphObject* object_named(const space::ObjectGraph& graph, const std::string& name) {
  const auto found = std::ranges::find(graph.objects, name, &space::GraphObject::name);
  return found == graph.objects.end() ? nullptr : &*found;
}

// "Node$0 = Node {key = 2, left = null (was Node$1)}"
std::string object_text(const space::ObjectGraph& graph, const space::GraphObject& object,
                        const space::ObjectGraph* before) {
  const space::GraphObject* const was = before == nullptr ? nullptr : object_named(*before, object.name);
  std::string fields;
  for (std::size_t i = 0; i < object.fields.size(); ++i) {
    const auto& [name, value] = object.fields[i];
    const std::string text = text_of(graph, value);
    fields += fmt::format("{}{} = {}", fields.empty() ? "" : ", ", name, text);
    if (was == nullptr) continue;
    const std::string old = text_of(*before, was->fields[i].second);
    if (old != text) fields += fmt::format(" (was {})", old);
  }
  return fmt::format("{} = {} {{{}}}{}", object.name, object.class_name, fields,
                     before != nullptr && was == nullptr && !is_variable(object.name) ? " (new)" : "");
}

}  // namespace

std::string call_text(const space::ObjectGraph& before, const std::string& method) {
  std::string receiver, list;
  for (const auto& [name, value] : before.objects.front().fields) {
    const std::string text = text_of(before, value);
    if (name == "this")
      receiver = text + ".";
    else
      list += (list.empty() ? "" : ", ") + text;
  }
  std::string called = method.substr(0, method.find('('));
  if (const std::size_t at = method.find("operator()"); at != std::string::npos)
    called = method.substr(0, at + 10);
  if (!receiver.empty()) {
    const std::size_t colons = called.rfind("::");
    if (colons != std::string::npos) called = called.substr(colons + 2);
  }
  return fmt::format("{}{}({})", receiver, called, list);
}

namespace {

bool has_failure_about(const Counterexample& counterexample, const std::string& pointer) {
  return std::ranges::any_of(counterexample.failures, [&](const Failure& failure) {
    return failure.kind == FailureKind::MemoryError &&
           failure.message.find(" pointer: " + pointer + " ") != std::string::npos;
  });
}

}  // namespace

std::string show_text(const Counterexample& counterexample, const std::string& method, bool color) {
  const space::ObjectGraph& before = counterexample.before;
  const bool fails = !counterexample.failures.empty();
  std::string out = fmt::format("{} {} input {}:\n  {}\n", method, fails ? "failed on" : "passed on",
                                counterexample.number, call_text(before, method));
  for (std::size_t i = 1; i < before.objects.size(); ++i)
    out += fmt::format("    {}\n", object_text(before, before.objects[i], nullptr));
  if (counterexample.after) {
    const space::ObjectGraph& after = *counterexample.after;
    if (!counterexample.thrown.empty()) out += fmt::format("  threw {}\n", printable(counterexample.thrown));
    if (counterexample.result) out += fmt::format("  returned {}\n", text_of(after, *counterexample.result));
    if (after.objects.size() > 1) out += "  state afterwards:\n";
    // What it was called with lies in the frame itself, unless it is an object. A pointer may point to what is
    // gone, unless that is a failure.
    for (std::size_t i = 0; i < after.objects.front().fields.size(); ++i) {
      const auto& [name, value] = after.objects.front().fields[i];
      const std::string was = text_of(before, before.objects.front().fields[i].second);
      const bool was_pointer =
          before.objects.front().fields[i].second.kind == space::GraphValue::Kind::Reference;
      const std::string is = text_of(after, value);
      const bool is_expected = was_pointer && value.kind == space::GraphValue::Kind::Enumerator &&
                               !has_failure_about(counterexample, name);
      if (is != was && !is_expected) out += fmt::format("    {} = {} (was {})\n", name, is, was);
    }
    for (std::size_t i = 1; i < after.objects.size(); ++i)
      out += fmt::format("    {}\n", object_text(after, after.objects[i], &before));
    for (std::size_t i = 1; i < before.objects.size(); ++i) {
      const std::string& name = before.objects[i].name;
      if (object_named(after, name) != nullptr) continue;
      const bool deleted = std::ranges::count(counterexample.deleted, name) > 0;
      out += fmt::format("    {}: {}\n", name, deleted ? "deleted" : "unreachable");
    }
  }
  if (!counterexample.output.empty()) {
    out += "  output:\n";
    std::istringstream lines(guest::shown_output(counterexample.output));
    for (std::string line; std::getline(lines, line);) out += fmt::format("    {}\n", line);
  }
  for (const Failure& failure : counterexample.failures) {
    Diagnostic note;
    note.severity = Severity::Note;
    note.message = failure.message;
    note.location = failure.location;
    std::string text = note.location ? render(note, color) : failure.message + "\n";
    for (const Subexpression& part : failure.parts)
      text += fmt::format("    {} = {}\n", part.text, part.value);
    out += text;
  }
  return out;
}

Json show_json(const Counterexample& counterexample, const std::string& method) {
  Json failures = Json::array();
  for (const Failure& failure : counterexample.failures) {
    Json one = {{"reason", to_string(failure.kind)}, {"message", failure.message}};
    const auto& location = failure.location;
    one["file"] = location ? Json(location->file) : Json(nullptr);
    one["line"] = location ? Json(location->line) : Json(nullptr);
    one["column"] = location ? Json(location->column) : Json(nullptr);
    if (!failure.clause.empty()) one["clause"] = failure.clause;
    Json parts = Json::array();
    for (const Subexpression& part : failure.parts)
      parts.push_back({{"text", part.text}, {"value", part.value}});
    if (!parts.empty()) one["parts"] = std::move(parts);
    failures.push_back(std::move(one));
  }
  Json out = {{"input", counterexample.number}, {"call", call_text(counterexample.before, method)}};
  if (!failures.empty()) out.update(failures.front());
  out["failures"] = std::move(failures);
  out["before"] = space::render_json(counterexample.before);
  out["after"] = counterexample.after ? space::render_json(*counterexample.after) : Json(nullptr);
  out["result"] = counterexample.after && counterexample.result
                      ? Json(text_of(*counterexample.after, *counterexample.result))
                      : Json(nullptr);
  out["exception"] = counterexample.thrown.empty() ? Json(nullptr) : Json(counterexample.thrown);
  out["deleted"] = counterexample.deleted;
  if (!counterexample.output.empty()) out["output"] = counterexample.output;
  return out;
}

}  // namespace fretsaw::call
