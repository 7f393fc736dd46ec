// SPDX-License-Identifier: MIT
// Input and output in one picture: an object that is in both is drawn once. What was there before is drawn
// plain or, if it is gone, dashed and marked "was"; what has come is marked "new".
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "cpp/call/heap_graph.hpp"
#include "cpp/call/show.hpp"
#include "cpp/space/render.hpp"
#include "report/diagram.hpp"

namespace fretsaw::call {

namespace {

using Kind = space::GraphValue::Kind;

// From an object to another, by the names of both; and the other fields, as text.
struct DrawnObject {
  std::string name;
  std::string class_name;
  std::vector<std::tuple<std::string, std::string>> references;  // path, object
  std::vector<std::tuple<std::string, std::string>> values;      // path, text
};

void collect_parts(const space::ObjectGraph& graph, const std::string& path, const space::GraphValue& value,
                   DrawnObject& out) {
  if (value.kind == Kind::Reference) {
    out.references.emplace_back(path, graph.objects[value.object].name);
    return;
  }
  const auto leads_on = [](const space::GraphValue& part) {
    return part.kind == Kind::Reference || !part.parts.empty();
  };
  const bool has_references =
      std::ranges::any_of(value.parts, [&](const auto& part) { return leads_on(part.second); });
  if (!has_references) {
    if (value.kind != Kind::Null) out.values.emplace_back(path, text_of(graph, value));
    return;
  }
  for (std::size_t i = 0; i < value.parts.size(); ++i) {
    const auto& [name, part] = value.parts[i];
    collect_parts(graph, name.empty() ? fmt::format("{}[{}]", path, i) : fmt::format("{}.{}", path, name),
                  part, out);
  }
}

// The first object is the call.
std::vector<DrawnObject> drawn_objects(const space::ObjectGraph& graph) {
  std::vector<DrawnObject> out;
  for (const space::GraphObject& object : graph.objects) {
    DrawnObject& drawn = out.emplace_back(DrawnObject{object.name, object.class_name, {}, {}});
    for (const auto& [name, value] : object.fields) collect_parts(graph, name, value, drawn);
  }
  return out;
}

const DrawnObject* drawn_named(const std::vector<DrawnObject>& objects, const std::string& name) {
  const auto found = std::ranges::find(objects, name, &DrawnObject::name);
  return found == objects.end() ? nullptr : &*found;
}

class CounterexampleDiagram {
 public:
  CounterexampleDiagram(const Counterexample& counterexample, std::string method)
      : counterexample_(counterexample),
        method_(std::move(method)),
        before_(drawn_objects(counterexample.before)),
        after_(counterexample.after ? drawn_objects(*counterexample.after) : before_) {}

  Diagram draw() {
    diagram_.name = fmt::format("input {}", counterexample_.number);
    diagram_.edges_in_order = true;
    diagram_.values_as_list = true;
    diagram_.caption = caption();
    for (const DrawnObject& object : before_) add_node(object);
    for (const DrawnObject& object : after_) add_node(object);
    for (const DrawnObject& object : before_) add_edges(object, drawn_named(after_, object.name));
    for (const DrawnObject& object : after_) {
      if (drawn_named(before_, object.name) == nullptr) add_edges(object, &object);
    }
    add_result();
    return std::move(diagram_);
  }

 private:
  std::string caption() const {
    std::string out = call_text(counterexample_.before, method_);
    if (!counterexample_.thrown.empty()) out += " threw " + counterexample_.thrown;
    for (const Failure& failure : counterexample_.failures) out += ": " + failure.message;
    return out;
  }

  std::string id_of(const std::string& name) {
    return fmt::format("n{}", ids_.emplace(name, ids_.size()).first->second);
  }

  void add_node(const DrawnObject& object) {
    if (!added_.insert(object.name).second) return;
    const DrawnObject* const was = drawn_named(before_, object.name);
    const DrawnObject* const is = drawn_named(after_, object.name);
    const bool is_call = &object == &before_.front();
    DiagramNode node;
    node.id = id_of(object.name);
    node.title = is_call ? "call" : object.name;
    node.heavy = is_call;
    node.color = classes_.emplace(object.class_name, classes_.size()).first->second;
    if (was == nullptr && !is_variable(object.name)) node.marks.emplace_back("new");
    if (is == nullptr)
      node.marks.emplace_back(std::ranges::count(counterexample_.deleted, object.name) > 0 ? "deleted"
                                                                                           : "unreachable");
    for (const auto& [path, text] : (is != nullptr ? is : was)->values) {
      const auto old = was == nullptr ? std::string() : value_of(*was, path);
      node.values.push_back(was != nullptr && old != text
                                ? fmt::format("{} = {} (was {})", path, text, old.empty() ? "null" : old)
                                : fmt::format("{} = {}", path, text));
    }
    diagram_.nodes.push_back(std::move(node));
  }

  static std::string value_of(const DrawnObject& object, const std::string& path) {
    for (const auto& [name, text] : object.values) {
      if (name == path) return text;
    }
    return "";
  }

  // `is`: the object afterwards; null if it is gone.
  void add_edges(const DrawnObject& was, const DrawnObject* is) {
    const bool is_new = is == &was;
    for (const auto& reference : was.references) {
      const bool stays = is == nullptr || std::ranges::count(is->references, reference) > 0;
      add_edge(was.name, reference, stays ? "" : " (was)", !stays || is == nullptr);
    }
    if (is == nullptr || is_new) return;
    for (const auto& reference : is->references) {
      if (std::ranges::count(was.references, reference) == 0) add_edge(was.name, reference, " (new)", false);
    }
  }

  void add_edge(const std::string& from, const std::tuple<std::string, std::string>& reference,
                const std::string& mark, bool dashed) {
    const auto& [path, to] = reference;
    const std::string field = path.substr(0, path.find('['));
    diagram_.edges.push_back({.from = id_of(from),
                              .to = id_of(to),
                              .label = path + mark,
                              .color = fields_.emplace(field, fields_.size()).first->second,
                              .dashed = dashed});
  }

  void add_result() {
    if (!counterexample_.result || !counterexample_.after || diagram_.nodes.empty()) return;
    const space::GraphValue& result = *counterexample_.result;
    if (result.kind == Kind::Reference)
      add_edge(before_.front().name, {"result", counterexample_.after->objects[result.object].name}, "",
               false);
    else
      diagram_.nodes.front().values.push_back("result = " + text_of(*counterexample_.after, result));
  }

  const Counterexample& counterexample_;
  std::string method_;
  std::vector<DrawnObject> before_;
  std::vector<DrawnObject> after_;
  Diagram diagram_;
  std::map<std::string, std::size_t> ids_, classes_, fields_;
  std::set<std::string> added_;
};

}  // namespace

std::string show_dot(const Counterexample& counterexample, const std::string& method) {
  return to_dot(CounterexampleDiagram(counterexample, method).draw());
}

}  // namespace fretsaw::call
